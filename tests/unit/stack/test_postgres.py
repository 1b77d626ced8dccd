from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
from pydantic import SecretStr

from stack import account, errors, postgres_programs
from stack.postgres import LONGEST_SOCKET_PATH, Postgres
from tests.fixtures.postgres import FreshDatabase, PostgresServer

INSTALLED_SITE = postgres_programs._site_packages()
CANARY = "violet-otter-in-the-log"


def server_on(folder: Path) -> Postgres:
    return Postgres(folder / "postgres", folder / "postgres.log", SecretStr("p@ss/wörd"))


@pytest_asyncio.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Postgres]:
    server = server_on(tmp_path)
    await server.start()
    yield server
    await server.stop()


async def fetch_value(url: str, statement: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


async def test_a_fresh_database_is_migrated_and_empty_for_both_roles(
    fresh_database: FreshDatabase,
) -> None:
    assert await fetch_value(fresh_database.owner_url, "SELECT count(*) FROM schema_migrations")
    assert await fetch_value(fresh_database.app_url, "SELECT current_user") == "forge_app"
    member = "SELECT pg_has_role('forge_app', 'forge_api', 'MEMBER')"
    assert await fetch_value(fresh_database.app_url, member)


async def test_the_apis_role_may_create_nothing(fresh_database: FreshDatabase) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await fetch_value(fresh_database.app_url, "CREATE TABLE mine (id int)")


async def test_a_wrong_password_is_refused(postgres_server: PostgresServer) -> None:
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(
            postgres_server.postgres.url("postgres", "forge_owner", SecretStr("guess"))
        )


async def test_the_cluster_has_checksums_utf8_and_a_locale_that_is_the_same_everywhere(
    own_server: Postgres,
) -> None:
    url = own_server.owner_url()
    assert await fetch_value(url, "SHOW data_checksums") == "on"
    assert await fetch_value(url, "SHOW server_encoding") == "UTF8"
    locale = "SELECT datlocale FROM pg_database WHERE datname = 'postgres'"
    assert await fetch_value(url, locale) == "C.UTF-8"


async def test_nothing_listens_on_tcp_and_the_folder_is_closed(own_server: Postgres) -> None:
    assert await fetch_value(own_server.owner_url(), "SHOW listen_addresses") == ""
    assert own_server.folder.stat().st_mode & 0o777 == 0o700


async def test_no_statement_no_value_and_no_error_of_a_session_reaches_the_log(
    own_server: Postgres, tmp_path: Path
) -> None:
    connection = await asyncpg.connect(own_server.owner_url())
    await connection.execute("CREATE TEMP TABLE once (word text PRIMARY KEY)")
    await connection.execute("INSERT INTO once VALUES ($1)", CANARY)
    with pytest.raises(asyncpg.UniqueViolationError):
        await connection.execute("INSERT INTO once VALUES ($1)", CANARY)
    with pytest.raises(asyncpg.PostgresError):
        await connection.execute(f"SELECT '{CANARY}'::int")
    await connection.close()
    await own_server.stop()
    assert CANARY not in (tmp_path / "postgres.log").read_text()


async def test_what_was_written_survives_kill_9_and_a_stale_lock_file(tmp_path: Path) -> None:
    server = server_on(tmp_path)
    await server.start()
    await fetch_value(server.owner_url(), "CREATE TABLE kept AS SELECT 7 AS number")
    await kill_server(server)
    assert (server.folder / "postmaster.pid").exists()
    await server.start()
    assert await fetch_value(server.owner_url(), "SELECT number FROM kept") == 7
    await server.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_a_lock_file_whose_process_id_is_now_somebody_elses_is_forgotten(
    tmp_path: Path,
) -> None:
    server = server_on(tmp_path)
    await server.start()
    await kill_server(server)
    runner = account.for_folder(server.folder)
    stranger = await asyncio.create_subprocess_exec(
        *("/bin/sleep", "60"), user=runner.user if runner else None
    )
    rewrite_pid(server.folder / "postmaster.pid", stranger.pid)
    rewrite_pid(server.folder / ".s.PGSQL.5432.lock", stranger.pid)
    await server.start()
    await server.stop()
    stranger.kill()
    await stranger.wait()


async def test_a_second_server_on_the_same_folder_is_refused_and_the_first_goes_on(
    own_server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stack.postgres.REFUSAL_SECONDS", 0.0)
    second = server_on(tmp_path)
    # The first one answers on the socket they share, so only its own end tells the second.
    monkeypatch.setattr(second, "_answers", never)
    with pytest.raises(errors.ChildFailed, match="ended before it answered"):
        await second.start()
    assert await fetch_value(own_server.owner_url(), "SELECT 1") == 1


async def test_a_path_too_long_for_a_socket_is_reached_by_a_short_private_name(
    tmp_path: Path,
) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    server = server_on(deep)
    await server.start()
    host = str(server._socket_folder())
    assert len(host) < LONGEST_SOCKET_PATH
    assert await fetch_value(server.owner_url(), "SELECT 1") == 1
    await server.stop()
    assert not Path(host).parent.exists()


async def test_a_folder_that_cannot_be_initialised_says_why(tmp_path: Path) -> None:
    server = server_on(tmp_path)
    server.folder.mkdir()
    (server.folder / "somebody's notes").touch()
    with pytest.raises(errors.ChildFailed, match="Directory not empty"):
        await server.start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root changes account")
class TestAsRoot:
    async def test_the_server_runs_unprivileged_below_a_folder_it_cannot_enter(
        self, tmp_path: Path
    ) -> None:
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o700)
        server = server_on(closed)
        await server.start()
        status = status_of(server)
        assert "Uid:\t0" not in status
        assert "CapEff:\t0000000000000000" in status
        assert closed.stat().st_uid == 0
        assert closed.stat().st_mode & 0o777 == 0o700
        await server.stop()

    async def test_a_folder_that_was_copied_by_root_is_given_back(self, tmp_path: Path) -> None:
        server = server_on(tmp_path)
        await server.start()
        await server.stop()
        account.give(server.folder, account.Account(0, 0))
        await server.start()
        assert await fetch_value(server.owner_url(), "SELECT 1") == 1
        await server.stop()

    def test_programs_that_the_account_cannot_reach_are_copied_for_root_alone_to_write(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        runner = account.for_folder(tmp_path / "absent")
        assert runner is not None
        with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
            place = Path(name)
            place.chmod(0o755)
            monkeypatch.setattr(postgres_programs, "_places", lambda: [place])
            monkeypatch.setattr(postgres_programs, "_site_packages", lambda: closed_site(tmp_path))
            programs = postgres_programs.folder(runner)
            assert programs.is_relative_to(place)
            assert (programs / "postgres").stat().st_mode & 0o777 == 0o755
            assert postgres_programs.folder(runner) == programs

    def test_a_copy_that_somebody_else_planted_is_not_run(self, tmp_path: Path) -> None:
        planted = tmp_path / "planted"
        planted.mkdir()
        os.chown(planted, 65_534, 65_534)
        assert not postgres_programs._is_ours(planted)
        link = tmp_path / "link"
        link.symlink_to("/usr")
        assert not postgres_programs._is_ours(link)


def status_of(server: Postgres) -> str:
    """What the kernel says about the server's identity."""
    assert server._child is not None
    return Path(f"/proc/{server._child.pid}/status").read_text()


def rewrite_pid(lock: Path, pid: int) -> None:
    lock.write_text(re.sub(r"^\d+", str(pid), lock.read_text(), count=1))


def closed_site(tmp_path: Path) -> Path:
    """Site packages behind a folder that only root may enter."""
    site = tmp_path / "site"
    if not site.exists():
        site.mkdir(mode=0o700)
        for name in (postgres_programs.PACKAGE, f"{postgres_programs.PACKAGE}.libs"):
            (site / name).symlink_to(INSTALLED_SITE / name)
    return site


async def never() -> bool:
    return False


async def kill_server(server: Postgres) -> None:
    assert server._child is not None
    assert server._child.pid is not None
    os.kill(server._child.pid, signal.SIGKILL)
    await server._child.ended()
