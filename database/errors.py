"""What can go wrong at the border to Postgres, mapped once.

    DatabaseError
    ├── DatabaseUnavailable   cannot be reached now; the same call may work later
    ├── DatabaseConflict      two writers met; the same transaction may work later
    ├── DatabaseRefused       a constraint, a privilege or a guard said no; it will again
    └── MigrationError        the schema on disk and the one in the database do not agree

No message carries a value that was written: drivers put values into theirs, so only codes and the
names of constraints and tables are taken over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

_CONFLICTS = frozenset({"40001", "40P01", "55P03"})
_UNAVAILABLE_CLASSES = frozenset({"08", "53", "57"})
# Postgres ended a session that had left its transaction idle.
_LEFT_IDLE = "25P03"
# A connection that is cut in the middle of a message is an internal error to the driver.
_CONNECTION_LOST = (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)


class DatabaseError(Exception):
    """Root of this room's errors.

    Attributes:
        code: Postgres' SQLSTATE, where there was one.
        constraint: The constraint or table that it is about, where named.
    """

    def __init__(self, message: str, code: str | None = None, constraint: str | None = None):
        super().__init__(message)
        self.code = code
        self.constraint = constraint


class DatabaseUnavailable(DatabaseError):
    """The database cannot be reached, is full, or is shutting down."""


class DatabaseConflict(DatabaseError):
    """A deadlock, a serialisation failure, or a lock that was not to be had in time."""


class DatabaseRefused(DatabaseError):
    """A constraint, a privilege or a guard refused the statement."""


class MigrationError(DatabaseError):
    """The numbered migrations cannot be applied as they stand."""


@contextmanager
def mapped() -> Iterator[None]:
    """Turn every driver error raised inside into one of ours."""
    try:
        yield
    except asyncpg.PostgresError as error:
        raise from_postgres(error) from None
    except _CONNECTION_LOST as error:
        raise DatabaseUnavailable(f"Postgres cannot be reached ({type(error).__name__})") from None


def from_postgres(error: asyncpg.PostgresError) -> DatabaseError:
    """Return our error for one of Postgres' own, without any value that it may quote."""
    code = error.sqlstate or "?????"
    subject = getattr(error, "constraint_name", None) or getattr(error, "table_name", None)
    about = f" ({subject})" if subject else ""
    message = f"Postgres refused with {type(error).__name__} [{code}]{about}"
    return _class_of(code)(message, code, subject)


def _class_of(code: str) -> type[DatabaseError]:
    if code in _CONFLICTS:
        return DatabaseConflict
    # 57014 is a statement timeout: the same statement would time out again soon, but not for ever.
    if code[:2] in _UNAVAILABLE_CLASSES or code == _LEFT_IDLE:
        return DatabaseUnavailable
    return DatabaseRefused
