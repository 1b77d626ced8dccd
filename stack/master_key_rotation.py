"""Changing the master key of a stack that is stopped: data keys are wrapped anew, nothing else.

The new key lies in `secrets/master-key.next` until the database needs the old one no more; only
then does it take its place. Killed anywhere, the same call goes on; `up` refuses until it has.
"""

from __future__ import annotations

from pathlib import Path

from reflection_memory.sealing import master_key
from reflection_memory.sealing.master_key import MasterKey
from stack import data_folder, errors, forge_database, forge_server, private_file
from stack.data_folder import DataFolder
from stack.forge_database import DATABASE
from stack.postgres import Postgres

NEXT = "master-key.next"


async def run(root: Path) -> str:
    """Change the master key of the stack on `root`; return where the old one now lies.

    Raises:
        FolderInUse: The stack runs.
        LayoutMismatch: There is no database, or no key that opens it.
        ChildFailed: Postgres does not start.
    """
    DataFolder(root).require_database()
    with data_folder.opened(root) as folder:
        old = _key_of(folder)
        app_password = folder.password("postgres-app")
        async with Postgres.of(folder).serving() as postgres:
            # The log is told of the change, so its tables must be this release's.
            await forge_database.prepare(postgres, app_password)
            await _change(folder, postgres, old)
        kept = folder.secret_file(f"master-key.{old.id}")
        private_file.write(kept, folder.secret_file("master-key").read_text("ascii"))
        folder.secret_file(NEXT).replace(folder.secret_file("master-key"))
        return kept.name


def refuse_half_done(folder: DataFolder) -> None:
    """See that no rotation was stopped half-way.

    Raises:
        LayoutMismatch: One was.
    """
    if folder.secret_file(NEXT).exists():
        raise errors.LayoutMismatch(
            "The master key is being changed: end that first, with "
            f"`reflection keys rotate --data-dir {folder.root}`."
        )


async def _change(folder: DataFolder, postgres: Postgres, old: MasterKey) -> None:
    new = folder.secret_file(NEXT)
    held = {old.id} | ({_key_of(folder, NEXT).id} if new.exists() else set())
    if missing := set(await forge_database.sealed_under(postgres)) - held:
        raise errors.LayoutMismatch(
            f"The database is sealed under master key {missing.pop()}, and the one in "
            f"{folder.secret_file('master-key')} is {old.id}: put the right one back from where "
            "you keep it. Nobody can make it anew."
        )
    if not new.exists():
        private_file.write(new, f"{master_key.generate()}\n")
    url = folder.keep_secret("database-owner-url", postgres.owner_url(DATABASE))
    status = await forge_server.rotate_master_key(
        {
            "FORGE_OWNER_DATABASE_URL_FILE": str(url),
            "FORGE_MASTER_KEY_FILE": str(new),
            "FORGE_OLD_MASTER_KEY_FILE": str(folder.secret_file("master-key")),
        }
    )
    if status:
        raise errors.ChildFailed("The master key is not changed to its end: call this once more.")


def _key_of(folder: DataFolder, name: str = "master-key") -> MasterKey:
    """Return a stack's master key.

    Raises:
        LayoutMismatch: It is lost, or its file holds none.
    """
    return MasterKey.parse(folder.encryption_key(name).get_secret_value())
