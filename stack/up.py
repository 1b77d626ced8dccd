"""A whole stack on one folder: Postgres, Temporal, forge, worker, up as long as the block runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from stack import (
    data_folder,
    forge_database,
    forge_server,
    master_key_rotation,
    private_file,
    surroundings,
    temporal,
    worker_process,
)
from stack.data_folder import DataFolder
from stack.ports import HOST, Ports
from stack.postgres import Postgres
from stack.stack_file import StackFile
from stack.supervisor import Supervisor

Result = TypeVar("Result")


@dataclass(frozen=True)
class Stack:
    """A stack whose every part answers."""

    file: StackFile
    supervisor: Supervisor

    async def watch(self) -> NoReturn:
        """Keep it running; end only by raising StackError, with the reason."""
        await self.supervisor.watch()

    async def watch_during(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Keep it running until `work` ends, and return what it does.

        Raises:
            StackError: the stack gave up first; `work` is cancelled.
        """
        tasks = asyncio.ensure_future(self.watch()), asyncio.ensure_future(work)
        watching, working = tasks
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return await (watching if watching.done() else working)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def running(
    root: Path, listen: Ports, given: Mapping[str, str], tell: Callable[[str], None]
) -> AsyncIterator[Stack]:
    """Start everything on the folder `root`; on leaving, stop everything.

    Args:
        root: The data folder, created where it is missing.
        listen: The ports.
        given: The environment that the children start from (model keys, proxies).
        tell: Takes lines for the person who watches.

    Raises:
        StackError: a part did not start; the others are stopped already.
    """
    _require_free_for_new(root, listen)
    with data_folder.opened(root) as folder:
        listen.require_free()
        master_key_rotation.refuse_half_done(folder)
        postgres = Postgres.of(folder)
        supervisor = Supervisor(tell)
        try:
            with _withdrawn(folder.stack_file):
                await _start(folder, listen, given, postgres, supervisor)
            yield Stack(_publish(folder, listen), supervisor)
        finally:
            await supervisor.stop()
            postgres.tidy()


def _require_free_for_new(root: Path, listen: Ports) -> None:
    """Ask before a folder is made; one that is there tells first who holds it."""
    if not root.exists():
        listen.require_free()


@contextmanager
def _withdrawn(file: Path) -> Iterator[None]:
    """Take the file away while nothing answers; a start that fails leaves it as it was.

    The next start has its ports from there.
    """
    said = file.read_bytes() if file.exists() else None
    file.unlink(missing_ok=True)
    try:
        yield
    except BaseException:
        if said is not None:
            private_file.write(file, said.decode())
        raise


async def _start(
    folder: DataFolder,
    listen: Ports,
    given: Mapping[str, str],
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
    await forge_server.create_missing_keys(folder, surroundings.of_key_maker(folder, given))
    await supervisor.start(
        forge_server.program(folder, listen, surroundings.of_forge(folder, listen, given)),
        worker_process.program(
            folder.log("worker"), listen, surroundings.of_worker(folder, listen, given)
        ),
    )


def _publish(folder: DataFolder, listen: Ports) -> StackFile:
    file = StackFile(
        forge_url=f"http://{HOST}:{listen.forge}",
        temporal_address=f"{HOST}:{listen.temporal}",
        temporal_ui_url=f"http://{HOST}:{listen.ui}/temporal",
        database_url_file=str(folder.secret_file("database-url")),
        key_files={role: str(folder.key(role)) for role in data_folder.ROLES},
    )
    file.write(folder.stack_file)
    return file
