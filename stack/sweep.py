"""The sweep of the embedded database, as its owner: after an erasure, from another process."""

from __future__ import annotations

from pathlib import Path

from database import sweep
from database.errors import DatabaseError
from database.sweep import Swept
from stack import errors
from stack.data_folder import DataFolder
from stack.forge_database import DATABASE
from stack.postgres import Postgres

__all__ = ["Swept", "run"]


async def run(root: Path) -> Swept:
    """Sweep the database of the stack that runs on the data folder `root`.

    Raises:
        ChildFailed: The database did not do it; the same call may do it later.
    """
    server = Postgres.of(DataFolder(root))
    try:
        return await sweep.sweep(server.owner_url(DATABASE))
    except DatabaseError as error:
        raise errors.ChildFailed(f"The database could not be swept: {error}") from error
    finally:
        server.tidy()
