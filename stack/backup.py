"""A backup of a stack, running or not: one folder, there whole or not at all.

    backup.json     of what and when it is, and a digest of each file below
    forge.dump      forge's database, one snapshot, as pg_dump writes it
    temporal.db     Temporal's, sealed by the codec key
    secrets/        the master key and the codec key, only where that was asked for

What was erased before is not in it: a dump holds what the tables say, not what their pages held.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import importlib.metadata
import itertools
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from stack import (
    child,
    data_folder,
    errors,
    forge_database,
    master_key_rotation,
    postgres_programs,
    private_file,
    sole_holder,
)
from stack.data_folder import DataFolder
from stack.postgres import Postgres

FORMAT = 1
MANIFEST = "backup.json"
FORGE = "forge.dump"
TEMPORAL = "temporal.db"
SECRETS = ("master-key", "codec-key")
MARK = "unfinished-backup"
"""Lies in a draft, locked by who writes it: a folder with it is ours to remove."""


@dataclass(frozen=True)
class Backup:
    """What `backup.json` says."""

    made_at: str
    release: str
    master_key: str | None
    """The id of the master key that opens it; None where forge had not yet run."""

    files: dict[str, str]
    """Path in the folder → SHA-256, in hexadecimal."""

    format: int = FORMAT

    @property
    def has_secrets(self) -> bool:
        return f"secrets/{SECRETS[0]}" in self.files


_MANIFEST = TypeAdapter(Backup)


async def write(
    root: Path, target: Path, tell: Callable[[str], None], *, with_secrets: bool = False
) -> Backup:
    """Write a backup of the stack on `root` into the new folder `target`, both absolute.

    It is made beside `target` and moved there once it is on disk.

    Raises:
        LayoutMismatch: There is no stack on `root`, or `target` or `target`.part holds something.
        FolderInUse: Another backup is being written to `target`.
        ChildFailed: The database did not answer.
    """
    with _draft_of(target, tell) as draft:
        async with _database_of(DataFolder(root)) as (folder, server):
            await _fill(draft, folder, server, tell, with_secrets=with_secrets)
            found = _described(draft, await forge_database.sealed_under(server))
        manifest = json.dumps(dataclasses.asdict(found), indent=2)
        private_file.write(draft / MANIFEST, f"{manifest}\n")
        (draft / MARK).unlink()
        draft.replace(target)
    private_file.flush_folder(target.parent)
    return found


def read(place: Path) -> Backup:
    """Return what a backup says of itself, once all of it was read and is as it was written.

    Raises:
        LayoutMismatch: It is none, is not whole, or is of another release.
    """
    try:
        found = _MANIFEST.validate_json((place / MANIFEST).read_bytes())
    except (OSError, ValueError):
        raise errors.LayoutMismatch(
            f"{place} is no whole backup: its {MANIFEST} is missing or cannot be read."
        ) from None
    if found.format != FORMAT:
        raise errors.LayoutMismatch(
            f"{place} has format {found.format}; this release reads {FORMAT}."
        )
    if FORGE not in found.files:
        raise errors.LayoutMismatch(f"{place} is no whole backup: its {MANIFEST} names no {FORGE}.")
    for name, digest in found.files.items():
        if not (place / name).is_file() or _digest(place / name) != digest:
            raise errors.LayoutMismatch(f"{place / name} is not as it was written.")
    return found


async def run_client(name: str, words: list[str], environment: dict[str, str]) -> None:
    """Run one of Postgres' own programs to its end.

    Raises:
        ChildFailed: It did not do it; the message holds what it said.
    """
    process = await asyncio.create_subprocess_exec(
        *child.bound_to_us([postgres_programs.client(name), *words]),
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        _, told = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        said = told.decode("utf-8", "replace").strip()
        raise errors.ChildFailed(f"{name} failed (status {process.returncode}): {said}")


@contextmanager
def _draft_of(target: Path, tell: Callable[[str], None]) -> Iterator[Path]:
    """Hold the empty folder beside `target`; what a backup that was stopped left is removed."""
    draft = target.with_name(f"{target.name}.part")
    _require_new(target)
    _require_ours(draft, tell)
    draft.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft.chmod(0o700)
    with (draft / MARK).open("ab") as mark:
        if not sole_holder.hold(mark):
            raise errors.FolderInUse(
                f"Another backup is being written to {target}: wait for its end, or name another "
                "folder."
            )
        for left in draft.iterdir():
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
            elif left.name != MARK:
                left.unlink()
        yield draft


def _require_new(target: Path) -> None:
    if os.path.lexists(target) and (not target.is_dir() or any(target.iterdir())):
        raise errors.LayoutMismatch(f"{target} holds something: name a new folder for a backup.")


def _require_ours(draft: Path, tell: Callable[[str], None]) -> None:
    """See that the draft's name is free, or taken by a backup that was stopped.

    One without the mark was killed just before it got its name, or is of an earlier release: it may
    be whole, so it is set aside.
    """
    if draft.is_symlink() or (draft.exists() and not draft.is_dir()):
        raise errors.LayoutMismatch(
            f"{draft} is no folder, and a backup is written there first: "
            "move it away, or name another folder for the backup."
        )
    held = {path.name for path in draft.iterdir()} if draft.is_dir() else set()
    if not held or (draft / MARK).is_file():
        return
    if not held <= {MANIFEST, FORGE, TEMPORAL, "secrets"}:
        raise errors.LayoutMismatch(
            f"{draft} holds something that is of no unfinished backup: "
            "move it away, or name another folder for the backup."
        )
    aside = next(place for place in _places_beside(draft) if not os.path.lexists(place))
    draft.rename(aside)
    tell(f"{draft} held a backup that had not ended: it lies in {aside} now")


def _places_beside(draft: Path) -> Iterator[Path]:
    return (draft.with_name(f"{draft.name}.{number}") for number in itertools.count(1))


@asynccontextmanager
async def _database_of(folder: DataFolder) -> AsyncIterator[tuple[DataFolder, Postgres]]:
    """Reach the database of a running stack, or run it for as long as this takes."""
    folder.require_database()
    data_folder.check_layout(folder.root)
    master_key_rotation.refuse_half_done(folder)
    server = Postgres.of(folder)
    async with AsyncExitStack() as held:
        held.callback(server.tidy)
        try:
            held.enter_context(data_folder.opened(folder.root))
        except errors.FolderInUse:
            pass
        else:
            await held.enter_async_context(server.serving())
        yield folder, server


async def _fill(
    draft: Path,
    folder: DataFolder,
    server: Postgres,
    tell: Callable[[str], None],
    *,
    with_secrets: bool,
) -> None:
    # Temporal first: what it still has to do is safe to do twice, what it forgot would be lost.
    if folder.temporal_database.exists():
        tell("Copying Temporal's database")
        await asyncio.to_thread(_copy_sqlite, folder.temporal_database, draft / TEMPORAL)
    tell("Dumping forge's database")
    words = ["--format", "custom", "--no-password", "--file", str(draft / FORGE)]
    await run_client("pg_dump", words, server.client_environment(forge_database.DATABASE))
    if with_secrets:
        (draft / "secrets").mkdir(mode=0o700)
        for name in SECRETS:
            shutil.copyfile(folder.secret_file(name), draft / "secrets" / name)


def _described(draft: Path, master_keys: Sequence[str]) -> Backup:
    files = [path for path in sorted(draft.rglob("*")) if path.is_file() and path.name != MARK]
    for path in files:
        path.chmod(0o600)
        _flush(path)
    return Backup(
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        release=importlib.metadata.version("mule-reflection"),
        master_key=next(iter(master_keys), None),
        files={str(path.relative_to(draft)): _digest(path) for path in files},
    )


def _copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database that its server goes on writing, as it was at one moment."""
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as live,
        closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
