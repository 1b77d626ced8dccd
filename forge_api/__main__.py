"""`python -m forge_api`: serve, migrate, or create a key, on the database's own side."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

import database.pool
from database.errors import DatabaseError
from database.migrations import migrate as migrate_database
from database.pool import Pool
from forge_api import settings
from forge_api.memory import keys as key_ring
from forge_api.memory.refusals import Refused
from forge_client.agents import CreatedKey, NewKey
from reflection_memory.errors import ReflectionMemoryError
from temporal_link.settings import SettingsError, environment

FORESEEN = (
    SettingsError,
    DatabaseError,
    ReflectionMemoryError,
    Refused,
    OSError,
    ValueError,
)


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Serve forge's HTTP API, unless a command says otherwise."""
    if context.invoked_subcommand is None:
        from forge_api import server

        asyncio.run(server.serve(settings.read(environment())))


@main.command()
def migrate() -> None:
    """Bring the database's tables up to date, as their owner."""
    url = settings.owner_database_url(environment())
    applied = asyncio.run(migrate_database(url.get_secret_value()))
    click.echo("\n".join(applied) or "up to date")


@main.group()
def keys() -> None:
    """Keys, created on the server."""


@keys.command("create")
@click.option("--tenant", required=True, help="Created with its first key.")
@click.option("--role", type=click.Choice(["agent", "worker", "reviewer", "admin"]), required=True)
@click.option("--agents", help="Bind the key to these, separated by commas.")
@click.option("--label", help="A note for whoever reads the list of keys.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the key here, mode 0600.")
def create_key(
    tenant: str, role: str, agents: str | None, label: str | None, out: Path | None
) -> None:
    """Create a key and print it; with --out print its id alone."""
    new = NewKey.model_validate(
        {"role": role, "agents": agents.split(",") if agents else None, "label": label}
    )
    # The file first: a key that could not be written down would be lost.
    file = None if out is None else _private_file(out)
    created = asyncio.run(_create_key(tenant, new))
    if file is None:
        click.echo(created.key)
        return
    with os.fdopen(file, "w", encoding="ascii") as stream:
        stream.write(f"{created.key}\n")
    click.echo(created.id)


async def _create_key(tenant: str, new: NewKey) -> CreatedKey:
    async with _pool() as pool:
        return await key_ring.create_on_server(pool, tenant, new, datetime.now(UTC))


@asynccontextmanager
async def _pool() -> AsyncIterator[Pool]:
    url = settings.database_url(environment())
    pool = await database.pool.open_pool(url.get_secret_value(), max_size=1)
    try:
        yield pool
    finally:
        await pool.close()


def _private_file(path: Path) -> int:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(descriptor, 0o600)
    return descriptor


def run() -> None:
    """Run the command line; a foreseen failure is one line and exit status 1."""
    try:
        main(prog_name="python -m forge_api")
    except FORESEEN as error:
        raise SystemExit(f"forge: {error}") from None


if __name__ == "__main__":
    run()
