"""`reflection keys`: create on the server, list, revoke; and the master key, changed."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import click

from forge_client.agents import Key, KeyList
from forge_client.errors import ForgeRefused
from stack import forge_server, stack_file, surroundings
from stack.data_folder import DataFolder
from surfaces.cli import failures, options, screen, table, target
from temporal_link import settings

HEAD = ("id", "role", "for", "created", "used", "expires", "revoked", "label")


@click.group("keys")
def command() -> None:
    """Create, list and revoke keys; change the master key."""


@command.command("create")
@options.data_dir
@click.option("--tenant", help="Made with its first key. [default: default]")
@click.option("--role", type=click.Choice(["agent", "worker", "reviewer", "admin"]), required=True)
@click.option("--agents", help="Bind the key to these agents, separated by commas.")
@click.option("--label", help="A note for whoever reads the list of keys.")
@click.option("--expires-at", metavar="TIME", help="Refused from then on: 2027-01-31T00:00:00Z.")
@click.option("--said-only", is_flag=True, help="It hears what was said, not what was thought.")
@click.option("--advises", is_flag=True, help="It may speak with origin ADVISOR.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write the key to this new file, mode 0600."
)
def create(data_dir: Path | None, **order: str | Path | bool | None) -> None:
    """Create a key, on the server itself: no key is needed, only the database.

    The key is shown this once; with --out it goes to the file, and its id is shown.
    """
    words = [
        word
        for name, value in order.items()
        if value is not None and value is not False
        for word in (f"--{name.replace('_', '-')}", *([] if value is True else [str(value)]))
    ]
    created = asyncio.run(forge_server.create_key(words, _environment(data_dir)))
    screen.progress(screen.visible(created.told))
    screen.show(created.printed)


@command.command("list")
@options.data_dir
@options.as_json
def list_all(data_dir: Path | None, as_json: bool) -> None:
    """List the keys of the tenant; never the secrets."""
    found = asyncio.run(_list(target.find(data_dir)))
    if as_json:
        screen.show_json(found)
    else:
        screen.show(*table.lines(HEAD, [_row(key) for key in found.keys]))


@command.command("revoke")
@click.argument("key_ids", metavar="ID...", nargs=-1, required=True)
@options.data_dir
def revoke(key_ids: tuple[str, ...], data_dir: Path | None) -> int:
    """Revoke keys by id: they are refused from now on.

    An id that no key has is told, and the next one is revoked all the same; the status is then 1.
    """
    return asyncio.run(_revoke(target.find(data_dir), key_ids))


@command.command("rotate")
@options.data_dir
def rotate(data_dir: Path | None) -> int:
    """Change the master key: data keys are wrapped anew, no entry is touched.

    The stack on the data folder must be stopped; it gets a new key, and the old one stays in its
    secrets/ under another name. For a server of your own set FORGE_MASTER_KEY (the new key),
    FORGE_OLD_MASTER_KEY and FORGE_OWNER_DATABASE_URL; forge may run if it holds both keys. Stopped
    half-way, the same command goes on.
    """
    given = settings.environment()
    if data_dir is None and _is_set(given, "FORGE_DATABASE_URL", "FORGE_OWNER_DATABASE_URL"):
        return asyncio.run(forge_server.rotate_master_key(given))
    from stack import master_key_rotation

    folder = (data_dir or target.discovered() or options.DEFAULT_FOLDER).absolute()
    old = asyncio.run(master_key_rotation.run(folder))
    screen.show(
        f"The stack on {folder} has a new master key: secrets/master-key",
        f"The old one opens backups made until now: secrets/{old}; delete it when they are gone",
    )
    return failures.DONE


async def _list(servers: target.Target) -> KeyList:
    async with servers.forge("admin") as forge:
        return await forge.list_keys()


async def _revoke(servers: target.Target, key_ids: tuple[str, ...]) -> int:
    status = failures.DONE
    async with servers.forge("admin") as forge:
        for key_id in key_ids:
            try:
                await forge.revoke_key(key_id)
            except ForgeRefused as error:
                if error.code != "not_found":
                    raise
                told = f"{key_id}: there is no such key. `reflection keys list` shows their ids."
                screen.progress(screen.visible(told))
                status = failures.FAILED
            else:
                screen.show(f"{key_id} is revoked")
    return status


def _environment(data_dir: Path | None) -> Mapping[str, str]:
    """Return where forge's own command finds the database: a stack's, or the one that is set."""
    given = settings.environment()
    if data_dir is None and _is_set(given, "FORGE_DATABASE_URL"):
        return given
    place = data_dir or target.discovered() or options.DEFAULT_FOLDER
    folder = DataFolder(place.absolute())
    stack_file.read(folder.stack_file)
    return surroundings.of_master_key_holder(folder, given)


def _is_set(given: Mapping[str, str], *names: str) -> bool:
    return any(given.get(f"{name}{ending}") for name in names for ending in ("", "_FILE"))


def _row(key: Key) -> tuple[str, ...]:
    return (
        key.id,
        key.role,
        "every agent" if key.agents is None else ",".join(key.agents),
        _day(key.created_at),
        _day(key.last_used_at),
        _day(key.expires_at),
        _day(key.revoked_at),
        key.label or "",
    )


def _day(moment: dt.datetime | None) -> str:
    return f"{moment:%Y-%m-%d}" if moment else "-"
