"""The one folder that a stack lives in: what lies where, its secrets, and whose it is.

    stack.json            where the running stack answers
    layout, lock          version of this layout; held while a stack runs
    keys/                 admin, worker, agent, reviewer: one key each
    secrets/              master key, codec key, database passwords and addresses
    postgres/  temporal/  what the two servers keep
    logs/                 a file a part
    anchors.jsonl         where the log ended, now and then, and what was erased

Everything but stack.json, layout and lock is closed to other users. Losing `secrets/master-key`
loses every word of the log: back it up.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from reflection_memory.sealing import master_key
from stack import errors, private_file, sole_holder

LAYOUT = 1
RESTORING = "a half restored backup"
"""Stands as the layout until a restore has ended, and behind it of which backup."""

ROLES = ("admin", "worker", "agent", "reviewer")
CLOSED = ("keys", "secrets", "temporal", "logs")
BROUGHT = {"secrets", "anchors.jsonl", "lock"}
"""What a new folder may hold: a person put the first two there for a restore."""


@dataclass(frozen=True)
class DataFolder:
    """Names below `root`; `opened` makes sure that they can be used."""

    root: Path

    @property
    def stack_file(self) -> Path:
        return self.root / "stack.json"

    @property
    def postgres(self) -> Path:
        return self.root / "postgres"

    @property
    def temporal_database(self) -> Path:
        return self.root / "temporal" / "temporal.db"

    @property
    def anchors(self) -> Path:
        return self.root / "anchors.jsonl"

    @property
    def has_database(self) -> bool:
        return (self.postgres / "PG_VERSION").exists()

    def require_database(self) -> None:
        """See that a stack has been started here.

        Raises:
            LayoutMismatch: None was.
        """
        if not self.has_database:
            raise errors.LayoutMismatch(
                f"{self.root} holds no database: name the data folder of a stack (--data-dir)."
            )

    def log(self, part: str) -> Path:
        return self.root / "logs" / f"{part}.log"

    def key(self, role: str) -> Path:
        return self.root / "keys" / role

    def secret_file(self, name: str) -> Path:
        return self.root / "secrets" / name

    def password(self, name: str) -> SecretStr:
        """Return the named password, made at the first call and the same ever after."""
        return self._once(name, lambda: secrets.token_urlsafe(32))

    def encryption_key(self, name: str) -> SecretStr:
        """Return the named key of 32 random bytes in base64, the same ever after."""
        return self._once(name, master_key.generate)

    def keep_secret(self, name: str, value: str) -> Path:
        """Write what follows from other secrets (an address with its password); return its file."""
        private_file.write(self.secret_file(name), f"{value}\n")
        return self.secret_file(name)

    def _once(self, name: str, make: Callable[[], str]) -> SecretStr:
        path = self.secret_file(name)
        if not path.exists():
            self._refuse_to_replace(path)
            private_file.write(path, f"{make()}\n")
        return SecretStr(_told(path))

    def _refuse_to_replace(self, path: Path) -> None:
        """A new secret would not open what the lost one closed."""
        if self.has_database:
            raise errors.LayoutMismatch(
                f"{path} is missing, though the database that it opens is there. "
                "Put it back from a backup, or choose another data folder (--data-dir)."
            )


def _told(path: Path) -> str:
    """Return what a secret's file says; what is no text cannot be what was written there."""
    try:
        told = path.read_text("ascii").strip()
    except (UnicodeDecodeError, IsADirectoryError):
        told = ""
    if not told:
        raise errors.LayoutMismatch(
            f"{path} does not hold a secret: put it back from a backup, "
            "or choose another data folder (--data-dir)."
        )
    return told


@contextmanager
def opened(root: Path) -> Iterator[DataFolder]:
    """Create the folder where it is missing, and hold it against any other stack.

    Raises:
        FolderInUse: another stack runs on it.
        LayoutMismatch: a newer release wrote it.
    """
    folder = DataFolder(root.absolute())
    _create(folder.root)
    with _held(folder.root):
        check_layout(folder.root)
        _note_layout(folder.root, str(LAYOUT))
        _close(folder)
        yield folder


@contextmanager
def restoring(root: Path, backup: str) -> Iterator[DataFolder]:
    """Hold a folder without a database, which nothing else starts on until this has ended.

    Only what a restore of the same backup, that was killed, has left of a database is removed.

    Args:
        root: The folder; it is created where it is missing.
        backup: What tells this backup from others.

    Raises:
        FolderInUse: a stack runs on it.
        LayoutMismatch: it holds a database, another backup half restored, or is no stack's.
    """
    folder = DataFolder(root.absolute())
    half = f"{RESTORING}: {backup}"
    # Once before a lock file is made in a stranger's folder; again when nobody else can change it.
    _require_restorable(folder, half)
    _create(folder.root)
    with _held(folder.root):
        _require_restorable(folder, half)
        if _layout(folder.root) == half:
            _remove(folder.postgres)
            _remove(folder.root / "temporal")
        _note_layout(folder.root, half)
        _close(folder)
        yield folder
        _note_layout(folder.root, str(LAYOUT))


def check_layout(root: Path) -> None:
    """See that this release can use what lies there.

    Raises:
        LayoutMismatch: a newer release wrote it, or a restore was stopped half-way.
    """
    found = _layout(root)
    if found is not None and found.startswith(RESTORING):
        raise errors.LayoutMismatch(
            f"{root} is half restored: end that first, by the same `reflection restore` again, or "
            "choose another folder (--data-dir)."
        )
    if found not in (None, str(LAYOUT)):
        raise errors.LayoutMismatch(
            f"{root} has layout {found!r}; this release reads {LAYOUT}. "
            "Run the release that wrote it, or choose another folder (--data-dir)."
        )


def _require_restorable(folder: DataFolder, half: str) -> None:
    if _layout(folder.root) == half:
        return
    check_layout(folder.root)
    if not (_is_empty(folder.postgres) and _is_empty(folder.root / "temporal")):
        raise errors.LayoutMismatch(
            f"{folder.root} holds a database: name a new folder (--data-dir), or move its "
            "postgres and temporal away first."
        )
    if _layout(folder.root) is None and folder.root.is_dir():
        strange = sorted({path.name for path in folder.root.iterdir()} - BROUGHT)
        if strange:
            raise errors.LayoutMismatch(
                f"{folder.root} is no stack's, since it holds {strange[0]}: name a new folder "
                "(--data-dir)."
            )


def _is_empty(place: Path) -> bool:
    return not os.path.lexists(place) or (place.is_dir() and not any(place.iterdir()))


def _remove(folder: Path) -> None:
    """Have it gone by this name at once: a server that is being killed may still write there."""
    going = folder.with_name(f"{folder.name}.half-restored")
    shutil.rmtree(going, ignore_errors=True)
    if folder.exists():
        folder.rename(going)
        shutil.rmtree(going, ignore_errors=True)


def _close(folder: DataFolder) -> None:
    for name in CLOSED:
        (folder.root / name).mkdir(mode=0o700, exist_ok=True)


def _create(root: Path) -> None:
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError, PermissionError) as error:
        raise errors.LayoutMismatch(
            f"{root} cannot be the data folder ({error.strerror}): choose another (--data-dir)."
        ) from None


@contextmanager
def _held(root: Path) -> Iterator[None]:
    # The kernel lets go when the process ends, however it ends: a lock file is never stale.
    with (root / "lock").open("a+", encoding="ascii") as file:
        if not sole_holder.hold(file):
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise errors.FolderInUse(
                f"A stack already runs on {root} (process {holder}): use that one, stop it, "
                "or choose another folder (--data-dir)."
            )
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def _layout(root: Path) -> str | None:
    path = root / "layout"
    return path.read_text("utf-8", errors="replace").strip() if path.exists() else None


def _note_layout(root: Path, layout: str) -> None:
    if _layout(root) != layout:
        private_file.write(root / "layout", f"{layout}\n")
