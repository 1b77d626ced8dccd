"""The unprivileged account that Postgres runs as, since it refuses to run as root.

Nobody but root changes account: everyone else runs Postgres as themselves.
"""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from stack import errors

PREFERRED = ("postgres", "nobody")


@dataclass(frozen=True)
class Account:
    """A user and its primary group, by number."""

    user: int
    group: int


def for_folder(folder: Path) -> Account | None:
    """Return the account that owns, or shall own, `folder`; None when no change is needed.

    A folder keeps the account that it was created with, also when a better one appears later.

    Raises:
        PartMissing: we are root, and the machine has no unprivileged account.
    """
    if os.geteuid() != 0:
        return None
    owner = folder.stat() if folder.exists() else None
    if owner and owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    return _first_known()


def give(folder: Path, account: Account | None) -> None:
    """Make `account` the owner of `folder` and of all below it; nothing happens for None."""
    if account is None:
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, account.user, account.group, follow_symlinks=False)


def _first_known() -> Account:
    for name in PREFERRED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise errors.PartMissing(
        "Postgres refuses to run as root, and there is no account named "
        f"{' or '.join(PREFERRED)} to run it as. Create one (useradd --system postgres), "
        "or start the stack as an ordinary user."
    )
