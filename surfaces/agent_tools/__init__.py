"""What an agent may do with its own memory, as tools of the Model Context Protocol: no doors."""
