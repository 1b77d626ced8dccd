"""A data folder made out of a backup; until all of it is there, nothing starts on it.

What was erased after the backup stands in it again. Where the anchors' file is at hand, which also
says what was erased, it is erased anew before anybody can read it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from reflection_memory.sealing.master_key import InvalidMasterKey, MasterKey
from stack import backup, data_folder, errors, forge_database, forge_server, private_file, sweep
from stack.backup import Backup
from stack.data_folder import DataFolder
from stack.postgres import Postgres

MASTER_KEY, CODEC_KEY = backup.SECRETS


@dataclass(frozen=True)
class Restored:
    """What was made.

    Attributes:
        backup: Out of what.
        erased_again: What forge said of each file with erasures.
        temporal: Whether Temporal's histories and schedules are there again.
    """

    backup: Backup
    erased_again: Sequence[str]
    temporal: bool


async def run(
    place: Path,
    root: Path,
    tell: Callable[[str], None],
    *,
    secrets: Path | None = None,
    kept: Sequence[Path] = (),
) -> Restored:
    """Make the data folder `root` out of the backup `place`; killed, the same call begins anew.

    Args:
        place: The backup.
        root: A new data folder, or one without a database: its `secrets/` count, and its anchors.
        tell: Takes lines for the person who waits.
        secrets: A folder with `master-key` and `codec-key`, where neither of both holds them.
        kept: Files that say what was erased after the backup, besides the data folder's own.

    Raises:
        LayoutMismatch: The backup is not whole, its master key is not at hand, or `root` holds a
            database already, or what is no stack's; nothing was made or removed then.
        ChildFailed: Postgres did not take it.
    """
    found = backup.read(place)
    keys = _keys(found, DataFolder(root), [place / "secrets", *([secrets] if secrets else [])])
    with data_folder.restoring(root, found.files[backup.FORGE]) as folder:
        for name, key in keys.items():
            folder.keep_secret(name, key.get_secret_value())
        # Before there is a database: a secret that is missing beside one is never made anew.
        app_password = folder.password("postgres-app")
        async with Postgres.of(folder).serving() as server:
            tell("Restoring forge's database")
            await _fill(server, place, app_password)
            files = [*kept, *_own(folder)]
            told = [await _erase_again(folder, server, file) for file in files]
        _begin_anchors(folder, files)
        has_temporal = _place_temporal(found, place, folder)
    return Restored(found, told, has_temporal)


def _keys(found: Backup, folder: DataFolder, places: Sequence[Path]) -> dict[str, SecretStr]:
    """Return the master key and the codec key as they are at hand, the folder's own first."""
    keys = {}
    for name in backup.SECRETS:
        own = folder.secret_file(name)
        where = (own, *(place / name for place in places))
        at_hand = next((path for path in where if path.is_file()), None)
        if at_hand is not None:
            keys[name] = _read_key(at_hand)
        if name == MASTER_KEY and found.master_key is not None:
            _require_master_key(found.master_key, own, at_hand, keys.get(name))
    return keys


def _read_key(file: Path) -> SecretStr:
    """Return the key that a file holds; a codec key is written as a master key is."""
    try:
        text = file.read_bytes().decode("ascii").strip()
        MasterKey.parse(text)
    except (UnicodeDecodeError, InvalidMasterKey):
        raise errors.LayoutMismatch(
            f"{file} does not hold a key (32 bytes in base64 or hexadecimal): put the one of that "
            "time in its place."
        ) from None
    return SecretStr(text)


def _require_master_key(
    needed: str, own: Path, at_hand: Path | None, key: SecretStr | None
) -> None:
    if key is None:
        raise errors.LayoutMismatch(
            f"The backup does not hold master key {needed}, which opens it: put it into {own}, or "
            "name the folder that it lies in (--secrets)."
        )
    if (held := MasterKey.parse(key.get_secret_value()).id) != needed:
        raise errors.LayoutMismatch(
            f"The backup opens under master key {needed}, and {at_hand} is {held}: put the one of "
            "that time in its place."
        )


async def _fill(server: Postgres, place: Path, app_password: SecretStr) -> None:
    await forge_database.create(server)
    words = ["--exit-on-error", "--single-transaction", "--no-password"]
    words += ["--dbname", forge_database.DATABASE, str(place / backup.FORGE)]
    environment = server.client_environment(forge_database.DATABASE)
    await backup.run_client("pg_restore", words, environment)
    await forge_database.prepare(server, app_password)


async def _erase_again(folder: DataFolder, server: Postgres, kept: Path) -> str:
    url = server.owner_url(forge_database.DATABASE)
    said = await forge_server.erase_again(
        kept,
        {
            "FORGE_DATABASE_URL_FILE": str(folder.keep_secret("database-owner-url", url)),
            "FORGE_MASTER_KEY_FILE": str(folder.secret_file(MASTER_KEY)),
        },
    )
    await sweep.run(folder.root)
    return said


def _own(folder: DataFolder) -> Iterator[Path]:
    if folder.anchors.exists():
        yield folder.anchors


def _begin_anchors(folder: DataFolder, files: Sequence[Path]) -> None:
    """Keep what was erased; the anchors are of a log that went on, and fit this one no more."""
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    if lines:
        erased = [line for line in lines if '"erased"' in line]
        private_file.write(folder.anchors, "".join(f"{line}\n" for line in erased))


def _place_temporal(found: Backup, place: Path, folder: DataFolder) -> bool:
    """Without its codec key nobody could read it, and nothing in it could go on."""
    if backup.TEMPORAL not in found.files or not folder.secret_file(CODEC_KEY).exists():
        return False
    shutil.copyfile(place / backup.TEMPORAL, folder.temporal_database)
    folder.temporal_database.chmod(0o600)
    return True
