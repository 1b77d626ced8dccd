"""docs/backup.md: its commands, run as they stand, and what an erasure means then."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import SecretStr

from database.pool import open_pool
from forge_api.settings import Settings
from reflection_memory.entry import Origin
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.sealing.master_key import MasterKey
from stack import postgres_programs
from stack.postgres import Postgres
from temporal_link.settings import TemporalSettings
from tests.fixtures.forge import AGENT, TENANT, TURNS, Forge, live_forge, turn

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "backup.md").read_text("utf-8")
DUMP, RESTORE, BASE, RECOVER, RECOVERED, NEXT_ANCHORS, CLEAN_UP = re.findall(
    r"```sh\n(.*?)```", PAGE, re.DOTALL
)
[ARCHIVING] = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
DATABASES = ("forge", "temporal", "temporal_visibility")
APP = "forge_app"
QUICK = {"max_wal_size": "64MB", "min_wal_size": "32MB", "fsync": "off"}
BEFORE, AFTER, KEPT, LATER = "qwbujumburax", "zjtegucigalpaq", "vkmontevideoqy", "xwantananarivz"
"""What was said and erased before the backup, erased after it, kept, and said after it."""


@dataclass
class Place:
    """Where servers, backups and anchors of one test lie; a server's account may write there."""

    folder: Path
    master_key: str
    password: SecretStr

    @property
    def anchors(self) -> Path:
        return self.folder / "anchors.jsonl"

    def here(self, command: str) -> str:
        return command.replace("/mnt/elsewhere", str(self.folder))

    @asynccontextmanager
    async def serving(self, name: str, settings: str = "") -> AsyncIterator[Postgres]:
        """Run a server with settings as the page has them."""
        lines = (line.split(" = ", 1) for line in self.here(settings).splitlines())
        told = {one: value.strip("'") for one, value in lines}
        log = self.folder / f"{name}.log"
        server = Postgres(self.folder / name, log, self.password, told | QUICK)
        async with server.serving():
            yield server

    async def run(self, server: Postgres, command: str, backup: str = "backup") -> None:
        """Run a block of the page as its reader would, up to its first command that fails."""
        programs = [postgres_programs.client("psql").parent, Path(sys.executable).parent]
        owner = server.owner_url("forge")
        process = await asyncio.create_subprocess_exec(
            *("bash", "-euc", self.here(command)),
            env={
                **server.client_environment("postgres"),
                "PATH": os.pathsep.join([*map(str, programs), os.environ["PATH"]]),
                "BACKUP": str(self.folder / backup),
                "ANCHORS": str(self.anchors),
                "PGDATA": str(self.folder / "recovered"),
                "FORGE_OWNER_DATABASE_URL": owner,
                "FORGE_DATABASE_URL": server.url("forge", APP, self.password),
                "FORGE_MASTER_KEY": self.master_key,
            },
            cwd=ROOT,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        _, told = await process.communicate()
        assert process.returncode == 0, told.decode()

    @asynccontextmanager
    async def forge(self, server: Postgres) -> AsyncIterator[Forge]:
        settings = Settings(
            database_url=SecretStr(server.url("forge", APP, self.password)),
            master_key=SecretStr(self.master_key),
            port=0,
            temporal=TemporalSettings(address="127.0.0.1:1"),
            anchor_file=self.anchors,
        )
        async with live_forge(settings) as live:
            live.keys = await live.keys_of(TENANT)
            yield live

    async def said(self, server: Postgres) -> dict[str, str | None]:
        """Return turn → what the user said, as a log that verifies says it."""
        pool = await open_pool(server.owner_url("forge"), max_size=2)
        try:
            keyring = await Keyring.open(pool, MasterKey.parse(self.master_key))
            log = ReflectionMemory(pool, keyring, TENANT)
            assert (await log.verify()).ok
            found = await log.query(HistoryQuery(sources=[AGENT], origins=[Origin.USER]))
        finally:
            await pool.close()
        return {(one.correlation_id or "").rpartition("/")[2]: one.content for one in found}

    def files_with(self, word: str, *names: str) -> list[str]:
        files = [file for name in names for file in (self.folder / name).rglob("*")]
        return [str(file) for file in files if file.is_file() and word in _text(file)]


def _text(file: Path) -> str:
    return file.read_bytes().decode("latin-1").lower()


@pytest.fixture
def place(master_key: str) -> Iterator[Place]:
    # pytest's own folders are closed to the account that Postgres runs as, where we are root.
    folder = Path(tempfile.mkdtemp(prefix="backup-page-"))
    for path in (folder, folder / "wal"):
        path.mkdir(exist_ok=True)
        path.chmod(0o777)
    yield Place(folder, master_key, SecretStr(secrets.token_urlsafe()))
    shutil.rmtree(folder)


async def tell(forge: Forge, turn_id: str, word: str) -> None:
    async with forge.client("agent") as agent:
        answer = await agent.post(TURNS, json=turn(turn_id, f"My word is {word}."))
    assert answer.status_code == 201, answer.text


async def erase(forge: Forge, turn_id: str) -> None:
    async with forge.client("admin") as admin:
        answer = await admin.post(f"/agents/{AGENT}/erasures", json={"turn_ids": [turn_id]})
    assert answer.status_code == 200, answer.text


async def test_each_command_of_the_page_does_what_it_says_and_brings_nothing_erased_back(
    place: Place,
) -> None:
    async with place.serving("server", ARCHIVING) as server:
        for database in DATABASES:
            await place.run(server, f"createdb {database}")
        await place.run(server, "python -m forge_api migrate")
        async with place.forge(server) as forge:
            await forge.create_agent()
            for number, word in enumerate((BEFORE, AFTER, KEPT)):
                await tell(forge, f"t{number}", word)
            await erase(forge, "t0")
            await place.run(server, 'mkdir -m 700 "$BACKUP"')
            await place.run(server, DUMP)
            await place.run(server, BASE)
            await erase(forge, "t1")
            await tell(forge, "t3", LATER)
        await place.run(server, "python -m forge_api sweep")
        await place.run(server, f'mkdir -m 700 "$BACKUP"\n{BASE}', "second")
        at_the_end = await place.said(server)
        assert place.files_with(AFTER, "server") == []

    async with place.serving("restored") as restored:
        await place.run(restored, RESTORE)
        assert await place.said(restored) == {"t0": None, "t1": None, "t2": f"My word is {KEPT}."}
        assert place.files_with(AFTER, "restored") == []

    (place.folder / "recovered").mkdir(mode=0o700)
    await place.run(restored, RECOVER)
    async with place.serving("recovered") as recovered:
        await place.run(recovered, RECOVERED)
        assert await place.said(recovered) == at_the_end
        await place.run(recovered, CLEAN_UP, "second")

    assert place.files_with(AFTER, "backup/base", "second/base", "wal") == place.files_with(
        AFTER, "backup/base"
    )
    assert place.files_with(KEPT, "second/base")
    await place.run(server, NEXT_ANCHORS)
    told = place.anchors.read_text().splitlines()
    assert ["t0" in told[0], "t1" in told[1], len(told)] == [True, True, 2]
