"""The review screen in a terminal, and its plain form in lines."""
