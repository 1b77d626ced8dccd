"""`python -m forge_api`, as a person or the embedded stack runs it."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import httpx
import pytest

from tests.fixtures.postgres import FreshDatabase, PostgresServer


async def start(*arguments: str, **environment: str) -> Process:
    """Start the command with these settings and no others."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "forge_api", *arguments),
        env={**kept, **environment},
        stdout=PIPE,
        stderr=STDOUT,
    )


async def run(*arguments: str, **environment: str) -> tuple[int | None, str]:
    """Run the command; return its exit status and all that it printed."""
    process = await start(*arguments, **environment)
    printed, _ = await process.communicate()
    return process.returncode, printed.decode()


async def port_of(process: Process) -> int:
    """Read what a starting server prints until it says where it listens."""
    assert process.stdout is not None
    async for line in process.stdout:
        if b"running on" in line:
            return int(line.split(b":")[-1].split()[0])
    pytest.fail("it ended without listening")


async def test_it_serves_until_it_is_asked_to_stop(
    fresh_database: FreshDatabase, master_key: str
) -> None:
    process = await start(
        FORGE_DATABASE_URL=fresh_database.app_url, FORGE_MASTER_KEY=master_key, FORGE_PORT="0"
    )
    port = await port_of(process)
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200
        await client.get(f"http://127.0.0.1:{port}/made-up?q=canary-7f3a")
    process.send_signal(signal.SIGTERM)
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    assert "Traceback" not in printed.decode()
    assert "canary-7f3a" not in printed.decode()


async def test_a_missing_setting_is_one_line_that_names_it() -> None:
    status, printed = await run(FORGE_DATABASE_URL="postgresql://nowhere")
    assert status == 1
    assert printed.startswith("forge: FORGE_MASTER_KEY is not set")
    assert len(printed.splitlines()) == 1


async def test_another_master_key_than_the_database_s_is_refused(
    fresh_database: FreshDatabase, master_key: str
) -> None:
    given = {"FORGE_DATABASE_URL": fresh_database.app_url, "FORGE_PORT": "0"}
    first = await start(**given, FORGE_MASTER_KEY=master_key)
    await port_of(first)
    first.terminate()
    await first.communicate()
    status, printed = await run(**given, FORGE_MASTER_KEY="A" * 43)
    assert status == 1
    assert "FORGE_MASTER_KEY" in printed
    assert master_key not in printed
    assert len(printed.splitlines()) == 1


async def test_a_key_is_written_to_a_private_file_and_works(
    fresh_database: FreshDatabase, tmp_path: Path
) -> None:
    file = tmp_path / "reviewer.key"
    status, printed = await run(
        *("keys", "create", "--tenant", "acme", "--role", "reviewer", "--out", str(file)),
        *("--expires-at", "2999-01-31T00:00:00Z"),
        FORGE_DATABASE_URL=fresh_database.app_url,
    )
    assert status == 0, printed
    told, key_id = printed.splitlines()
    assert told == "A key of tenant acme (new)"
    assert key_id.startswith("key_")
    assert file.read_text().startswith("sk_forge_")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    owner = await asyncpg.connect(fresh_database.owner_url)
    row = await owner.fetchrow("SELECT tenant_id, role, expires_at FROM api_keys")
    await owner.close()
    assert row is not None
    assert (row["tenant_id"], row["role"]) == ("acme", "reviewer")
    assert row["expires_at"] == datetime(2999, 1, 31, tzinfo=UTC)


async def test_a_file_that_holds_something_is_never_overwritten(
    fresh_database: FreshDatabase, tmp_path: Path
) -> None:
    file = tmp_path / "reviewer.key"
    file.write_text("somebody's")
    status, printed = await run(
        *("keys", "create", "--role", "reviewer", "--out", str(file)),
        FORGE_DATABASE_URL=fresh_database.app_url,
    )
    assert status == 1
    assert "holds something: name another file" in printed
    assert file.read_text() == "somebody's"


async def test_a_key_without_a_tenant_is_of_the_default_one_and_says_so(
    fresh_database: FreshDatabase,
) -> None:
    order = ("keys", "create", "--role", "reviewer")
    _, first = await run(*order, FORGE_DATABASE_URL=fresh_database.app_url)
    _, second = await run(*order, FORGE_DATABASE_URL=fresh_database.app_url)
    assert first.splitlines()[0] == "A key of tenant default (new)"
    assert second.splitlines()[0] == "A key of tenant default"


async def test_a_key_for_an_unknown_agent_is_refused_in_one_line(
    fresh_database: FreshDatabase,
) -> None:
    status, printed = await run(
        *("keys", "create", "--tenant", "acme", "--role", "agent", "--agents", "ghost"),
        FORGE_DATABASE_URL=fresh_database.app_url,
    )
    assert (status, len(printed.splitlines())) == (1, 1)
    assert "agents.0" in printed


async def test_migrate_brings_an_empty_database_up_to_date_once(
    postgres_server: PostgresServer,
) -> None:
    await postgres_server.execute("CREATE DATABASE unmigrated")
    url = postgres_server.postgres.owner_url("unmigrated")
    first = await run("migrate", FORGE_OWNER_DATABASE_URL=url)
    second = await run("migrate", FORGE_DATABASE_URL=url)
    await postgres_server.execute("DROP DATABASE unmigrated WITH (FORCE)")
    assert first[0] == second[0] == 0
    assert "agents_keys_turns_episodes" in first[1]
    assert second[1].strip() == "up to date"
