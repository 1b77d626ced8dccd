"""A whole stack on one folder: Postgres, Temporal, forge, worker, up as long as the block runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from stack import data_folder, forge_database, forge_server, temporal, worker_process
from stack.data_folder import DataFolder
from stack.ports import HOST, Ports
from stack.postgres import Postgres
from stack.stack_file import StackFile
from stack.supervisor import Supervisor

OURS = (
    "TEMPORAL_",
    "FORGE_API_KEY",
    "FORGE_DATABASE_URL",
    "FORGE_HOST",
    "FORGE_MASTER_KEY",
    "FORGE_OWNER_DATABASE_URL",
    "FORGE_PORT",
    "FORGE_URL",
)
"""Beginnings of the settings that the stack decides itself, whatever the surroundings say."""


@dataclass(frozen=True)
class Stack:
    """A stack whose every part answers."""

    file: StackFile
    supervisor: Supervisor

    async def watch(self) -> NoReturn:
        """Keep it running; end only by raising StackError, with the reason."""
        await self.supervisor.watch()


@asynccontextmanager
async def running(
    root: Path, listen: Ports, surroundings: Mapping[str, str], tell: Callable[[str], None]
) -> AsyncIterator[Stack]:
    """Start everything on the folder `root`; on leaving, stop everything.

    Args:
        root: The data folder, created where it is missing.
        listen: The ports.
        surroundings: The environment that the children start from (model keys, proxies).
        tell: Takes lines for the person who watches.

    Raises:
        StackError: a part did not start; the others are stopped already.
    """
    with data_folder.opened(root) as folder:
        listen.require_free()
        folder.stack_file.unlink(missing_ok=True)
        postgres = Postgres(
            folder.postgres, folder.log("postgres"), folder.password("postgres-owner")
        )
        supervisor = Supervisor(tell)
        try:
            await _start(folder, listen, surroundings, postgres, supervisor)
            yield Stack(_publish(folder, listen), supervisor)
        finally:
            await supervisor.stop()
            postgres.tidy()


async def _start(
    folder: DataFolder,
    listen: Ports,
    surroundings: Mapping[str, str],
    postgres: Postgres,
    supervisor: Supervisor,
) -> None:
    folder.encryption_key("master-key")
    folder.encryption_key("codec-key")
    app_password = folder.password("postgres-app")
    await supervisor.start(
        await postgres.prepare(),
        temporal.program(folder.temporal_database, folder.log("temporal"), listen),
    )
    await forge_database.prepare(postgres, app_password)
    app_url = postgres.url(forge_database.DATABASE, forge_database.APP, app_password)
    folder.keep_secret("database-url", app_url)
    folder.keep_secret("database-owner-url", postgres.owner_url(forge_database.DATABASE))
    for_forge = _neutral(surroundings) | _forge_settings(folder, listen)
    await forge_server.create_missing_keys(folder, for_forge)
    await supervisor.start(
        forge_server.program(folder, listen, for_forge),
        worker_process.program(
            folder.log("worker"), listen, _neutral(surroundings) | _worker_settings(folder, listen)
        ),
    )


def _publish(folder: DataFolder, listen: Ports) -> StackFile:
    file = StackFile(
        forge_url=f"http://{HOST}:{listen.forge}",
        temporal_address=f"{HOST}:{listen.temporal}",
        temporal_ui_url=f"http://{HOST}:{listen.ui}",
        database_url_file=str(folder.secret_file("database-url")),
        key_files={role: str(folder.key(role)) for role in data_folder.ROLES},
    )
    file.write(folder.stack_file)
    return file


def _neutral(surroundings: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in surroundings.items() if not name.startswith(OURS)}


def _forge_settings(folder: DataFolder, listen: Ports) -> dict[str, str]:
    return {
        "FORGE_DATABASE_URL_FILE": str(folder.secret_file("database-url")),
        "FORGE_MASTER_KEY_FILE": str(folder.secret_file("master-key")),
        "FORGE_HOST": HOST,
        "FORGE_PORT": str(listen.forge),
        **_temporal_settings(folder, listen),
    }


def _worker_settings(folder: DataFolder, listen: Ports) -> dict[str, str]:
    return {
        "FORGE_URL": f"http://{HOST}:{listen.forge}",
        "FORGE_API_KEY_FILE": str(folder.key("worker")),
        **_temporal_settings(folder, listen),
    }


def _temporal_settings(folder: DataFolder, listen: Ports) -> dict[str, str]:
    return {
        "TEMPORAL_ADDRESS": f"{HOST}:{listen.temporal}",
        "TEMPORAL_CODEC_KEY_FILE": str(folder.secret_file("codec-key")),
    }
