"""The pages: everything that a reviewer sees and does in a browser.

Each page is a module with the data that its template gets, a frozen dataclass, and its routes.
Templates get that one object, named `page`, and nothing else.
"""

from __future__ import annotations
