"""`python -m forge_api`: serve, migrate, or create a key, on the database's own side."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
from pydantic import SecretStr

import database.pool
from database import sweep
from database.errors import DatabaseError
from database.logins import ensure_api_login
from database.migrations import migrate as migrate_database
from database.pool import Pool
from forge_api import settings
from forge_api.memory import chronicle, outside
from forge_api.memory import keys as key_ring
from forge_api.memory.audit import Audit
from forge_api.memory.chronicle import Author
from forge_api.memory.erasure import Eraser
from forge_api.memory.outside import Line, Outside
from forge_api.memory.refusals import Refused
from forge_client.agents import CreatedKey, NewKey
from forge_client.wording import counted
from reflection_memory import verify
from reflection_memory.errors import ReflectionMemoryError
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing import rotation
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
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
    """Bring the database's tables up to date, as their owner.

    Where FORGE_OWNER_DATABASE_URL is set apart, the login that FORGE_DATABASE_URL names is made
    too, or given the password that stands there.
    """
    applied = asyncio.run(_migrate(environment()))
    click.echo("\n".join(applied) or "up to date")


@main.command("sweep")
def sweep_files() -> None:
    """After an erasure: have the database's files written anew, as their owner."""
    url = settings.owner_database_url(environment())
    swept = asyncio.run(sweep.sweep(url.get_secret_value()))
    click.echo(f"Written anew: {', '.join(swept.tables)}")
    click.echo(f"Files of the write-ahead log written over: {swept.log_files}")
    if not swept.complete:
        raise SystemExit(
            "forge: statistics and write-ahead log are left, since this role may not touch them; "
            "name a superuser in FORGE_OWNER_DATABASE_URL and run it again"
        )


@main.command("anchors")
@click.option("--out", type=click.Path(path_type=Path), help="Append to this file, mode 0600.")
def write_anchors(out: Path | None) -> None:
    """Tell where each tenant's log ends: kept outside, it later shows a tail that was cut.

    A running forge does so by itself (FORGE_ANCHOR_FILE). `reflection verify --anchor-file` reads
    such a file.
    """
    lines = asyncio.run(_anchor_lines())
    if out is None:
        click.echo("\n".join(line.model_dump_json(exclude_none=True) for line in lines))
    else:
        asyncio.run(Outside(out).tell(*lines))


async def _anchor_lines() -> list[Line]:
    async with _pool(settings.database_url(environment())) as pool:
        found = await verify.anchors(pool)
    at = datetime.now(UTC)
    return [Line(at=at, tenant=one, anchor=str(end)) for one, end in found.items()]


@main.command("erase-again")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
def erase_again(file: Path) -> None:
    """In a restored database: erase what FILE, kept as FORGE_ANCHOR_FILE, says was erased."""
    turns = asyncio.run(_erase_again(file, environment()))
    click.echo(f"{counted(turns, 'turn')} erased again, as {file} says")


async def _erase_again(file: Path, environ: Mapping[str, str]) -> int:
    master = MasterKey.parse(settings.master_key(environ).get_secret_value())
    erased = [(line.tenant, line.erased) for line in outside.read(file) if line.erased]
    async with _pool(settings.database_url(environ)) as pool:
        audit = Audit(await Keyring.open(pool, master))
        eraser = Eraser(pool, audit, lambda: datetime.now(UTC))
        return sum(
            [await eraser.erase_again(tenant, one.agent_id, one.turn_ids) for tenant, one in erased]
        )


@main.group()
def keys() -> None:
    """Keys, created on the server."""


@keys.command("create")
@click.option("--tenant", default="default", show_default=True, help="Made with its first key.")
@click.option("--role", type=click.Choice(["agent", "worker", "reviewer", "admin"]), required=True)
@click.option("--agents", help="Bind the key to these, separated by commas.")
@click.option("--label", help="A note for whoever reads the list of keys.")
@click.option("--expires-at", metavar="TIME", help="Refused from then on: 2027-01-31T00:00:00Z.")
@click.option("--said-only", is_flag=True, help="It hears what was said, not what was thought.")
@click.option("--advises", is_flag=True, help="It may speak with origin ADVISOR.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write the key to this new file, mode 0600."
)
def create_key(
    tenant: str, agents: str | None, out: Path | None, **asked: str | bool | None
) -> None:
    """Create a key and print it; with --out print its id alone."""
    new = NewKey.model_validate({**asked, "agents": agents.split(",") if agents else None})
    # The file first: a key that could not be written down would be lost.
    file = None if out is None else _private_file(out)
    created, tenant_is_new = asyncio.run(_create_key(tenant, new))
    click.echo(f"A key of tenant {tenant}{' (new)' if tenant_is_new else ''}", err=True)
    if file is None:
        click.echo(created.key)
        return
    with os.fdopen(file, "w", encoding="ascii") as stream:
        stream.write(f"{created.key}\n")
    click.echo(created.id)


@keys.command("rotate")
def rotate_master_key() -> None:
    """Change the master key: wrap every data key anew; no entry is touched.

    FORGE_MASTER_KEY is the new key, FORGE_OLD_MASTER_KEY the one until now. Forge may run meanwhile
    if it was started with both. Stopped half-way, the same command goes on.
    """
    asyncio.run(_rotate(environment()))


async def _migrate(environ: Mapping[str, str]) -> list[str]:
    owner = settings.owner_database_url(environ).get_secret_value()
    applied = await migrate_database(owner)
    api = settings.api_login_url(environ)
    if api is not None:
        login = urlsplit(api.get_secret_value())
        if not login.username or not login.password:
            raise SettingsError("FORGE_DATABASE_URL names no user with a password; give both")
        await ensure_api_login(owner, unquote(login.username), SecretStr(unquote(login.password)))
    return applied


async def _rotate(environ: Mapping[str, str]) -> None:
    new = MasterKey.parse(settings.master_key(environ).get_secret_value())
    given = settings.old_master_key(environ)
    if given is None:
        raise SettingsError("FORGE_OLD_MASTER_KEY is not set; set it to the key until now")
    old = MasterKey.parse(given.get_secret_value())
    async with _pool(settings.owner_database_url(environ)) as owner:
        async for progress in rotation.rotate(owner, old, new):
            click.echo(f"{progress.rewrapped} keys wrapped anew, {progress.left} left")
        await _tell_of_rotation(owner, old, new)
    if progress.broken:
        raise SystemExit(f"forge: {progress.broken} keys do not open; run verify")
    click.echo(f"The database is sealed under master key {new.id}")


async def _tell_of_rotation(owner: Pool, old: MasterKey, new: MasterKey) -> None:
    keyring = await Keyring.open(owner, new)
    for tenant in await verify.anchors(owner):
        told = chronicle.of_master_key(old.id, new.id)
        await ReflectionMemory(owner, keyring, tenant).record(told)


async def _create_key(tenant: str, new: NewKey) -> tuple[CreatedKey, bool]:
    environ = environment()
    master = settings.master_key_at_hand(environ)
    async with _pool(settings.database_url(environ)) as pool:
        author = await _server(pool, master) if master else None
        return await key_ring.create_on_server(pool, tenant, new, datetime.now(UTC), author)


async def _server(pool: Pool, master: SecretStr) -> Author:
    """Return who creates a key here; without the master key the log cannot be told."""
    keyring = await Keyring.open(pool, MasterKey.parse(master.get_secret_value()))
    return Author(keyring, "server")


@asynccontextmanager
async def _pool(url: SecretStr) -> AsyncIterator[Pool]:
    pool = await database.pool.open_pool(url.get_secret_value(), max_size=1)
    try:
        yield pool
    finally:
        await pool.close()


def _private_file(path: Path) -> int:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    # An empty file is what a start that was cut off has left.
    if os.fstat(descriptor).st_size:
        os.close(descriptor)
        raise FileExistsError(f"{path} holds something: name another file, or move it away")
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
