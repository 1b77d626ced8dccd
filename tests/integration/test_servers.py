"""docker-compose.yml and the Dockerfile, held against the schema, the sources, and real parts.

No container engine is needed: each of our services is started by its command as it stands, with the
environment that stands there; only hosts, ports and the folder of secrets are this machine's.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import yaml

from database import migrations
from reflection_memory.sealing import master_key
from stack.ports import HOST
from tests.fixtures.ports import free_ports
from tests.fixtures.postgres import FreshDatabase
from tests.fixtures.temporal import TemporalServer

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "docker-compose.yml"
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]
OURS = ["migrate", "forge", "worker"]
BOUND_SECONDS = 90


def test_the_compose_file_fits_the_compose_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*command, COMPOSE], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_no_secret_stands_in_the_compose_file_and_every_one_comes_as_a_file() -> None:
    for name in OURS:
        for variable, value in SERVICES[name]["environment"].items():
            if variable.endswith("_FILE"):
                assert Path(value).name in SERVICES[name]["secrets"], (name, variable)
            else:
                assert not any(word in variable for word in ("KEY", "PASSWORD", "DATABASE_URL"))


def test_only_forge_is_published_and_only_on_the_loopback_address() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {"forge": ["127.0.0.1:8110:8110"]}


def test_the_image_holds_the_rooms_that_forge_and_the_worker_import_and_is_not_root() -> None:
    let_in = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    }
    assert {path for path in let_in if not (ROOT / path).exists()} == set()
    imported = subprocess.run(
        [sys.executable, "-c", _IMPORTED], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert set(imported.stdout.split()) <= let_in
    assert "\nUSER 10001:10001\n" in (ROOT / "Dockerfile").read_text("utf-8")


_IMPORTED = """
import sys, pathlib, importlib.metadata
known = importlib.metadata.Distribution.from_name
def installed(name):
    assert name != "mule-reflection", "the image holds our sources, and no package of them"
    return known(name)
importlib.metadata.Distribution.from_name = installed
import forge_api.__main__, forge_api.app, forge_api.server, worker
forge_api.app.create_app(None)
here = pathlib.Path.cwd()
for module in list(sys.modules.values()):
    path = getattr(module, "__file__", None)
    if path and here in pathlib.Path(path).parents and ".venv" not in path:
        print(pathlib.Path(path).relative_to(here).parts[0])
"""


@pytest.fixture
def place(tmp_path: Path, fresh_database: FreshDatabase) -> dict[str, Path]:
    """Return the secrets of an installation that was set up as docs/operating.md says."""
    api_url = fresh_database.app_url
    held = {
        "owner-database-url": fresh_database.owner_url,
        "database-url": api_url,
        "master-key": master_key.generate(),
        "codec-key": master_key.generate(),
    }
    for name, secret in held.items():
        (tmp_path / name).write_text(f"{secret}\n", encoding="ascii")
    return {"secrets": tmp_path}


async def test_each_of_our_services_starts_by_its_command_as_it_stands(
    place: Mapping[str, Path], temporal_server: TemporalServer, fresh_database: FreshDatabase
) -> None:
    folder = place["secrets"]
    port = str(free_ports(1)[0])
    here = {
        "/run/secrets/": f"{folder}/",
        "temporal:7233": temporal_server.address,
        "forge:8110": f"{HOST}:{port}",
        "0.0.0.0": HOST,  # noqa: S104 - replaced, so that nothing binds to it
        "8110": port,
    }
    assert await _run("migrate", here) == 0
    assert len(await _applied(fresh_database)) == len(migrations.all_migrations())
    async with _running("forge", here):
        await _until_healthy("forge", here)
        await _make_worker_key(folder, here)
        async with _running("worker", here) as worker:
            assert worker.stdout is not None
            said = await asyncio.wait_for(worker.stdout.readline(), BOUND_SECONDS)
            assert said == b"worker ready\n"


async def _make_worker_key(folder: Path, here: Mapping[str, str]) -> None:
    made = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "forge_api", "keys", "create", "--role", "worker"),
        *("--tenant", "default", "--out", str(folder / "worker-key")),
        env=_environment("forge", here),
        cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL,
    )
    assert await made.wait() == 0


async def _until_healthy(name: str, here: Mapping[str, str]) -> None:
    """Ask as the engine would, until the service says that it is well."""
    async with asyncio.timeout(BOUND_SECONDS):
        while True:
            _, *check = SERVICES[name]["healthcheck"]["test"]
            asked = await _started([_here(word, here) for word in check], {})
            if await asked.wait() == 0:
                return


async def _applied(database: FreshDatabase) -> list[asyncpg.Record]:
    owner = await asyncpg.connect(database.owner_url)
    try:
        return await owner.fetch("SELECT number FROM schema_migrations")
    finally:
        await owner.close()


async def _run(name: str, here: Mapping[str, str]) -> int:
    process = await _started(SERVICES[name]["command"], _environment(name, here))
    await asyncio.wait_for(process.communicate(), BOUND_SECONDS)
    return process.returncode or 0


@asynccontextmanager
async def _running(name: str, here: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await _started(SERVICES[name]["command"], _environment(name, here))
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.communicate(), BOUND_SECONDS)
    assert process.returncode == 0, name


async def _started(
    command: list[str], environment: Mapping[str, str]
) -> asyncio.subprocess.Process:
    assert command[0] == "python"
    return await asyncio.create_subprocess_exec(
        *(sys.executable, *command[1:]),
        env={"PATH": os.environ["PATH"], **environment},
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )


def _environment(name: str, here: Mapping[str, str]) -> dict[str, str]:
    given = SERVICES[name]["environment"]
    # What the person's shell sets stays unset, as it is where nobody set it.
    return {
        variable: _here(value, here)
        for variable, value in given.items()
        if not value.startswith("${")
    }


def _here(text: str, here: Mapping[str, str]) -> str:
    for there, mine in here.items():
        text = text.replace(there, mine)
    return text
