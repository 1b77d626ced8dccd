"""The embedded Postgres 18 with pgvector: one data folder, one server, no TCP listener.

The server listens on a Unix socket inside its own 0700 folder and asks every role for its password
(scram). It writes no statement, parameter or error of a session to its log, so that no user's words
end up there: the client gets the error, and maps it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Self
from urllib.parse import quote, urlencode

import asyncpg
from pydantic import SecretStr

from stack import account, child, errors, postgres_programs
from stack.data_folder import DataFolder

OWNER = "forge_owner"
"""The bootstrap role: owns the databases, runs migrations."""

PORT = 5432
"""Part of the socket's name only; nothing listens on it."""

SOCKET = f".s.PGSQL.{PORT}"
LONGEST_SOCKET_PATH = 103
"""Bytes; Linux takes 107, macOS 103."""

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_directories": ".",
    "unix_socket_permissions": "0700",
    "port": str(PORT),
    "timezone": "UTC",
    "log_timezone": "UTC",
    # LOG and worse: the server's own story, not one error of a session (they quote values).
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
}

CTYPE = "UTF-8" if sys.platform == "darwin" else "C.UTF-8"

REFUSAL_SECONDS = 10.0
"""After kill -9 a start is refused while the last backends of the dead server go (1.3 s seen)."""


class Postgres:
    """A server on `folder`, which is created where it is missing.

    `settings` are further `postgresql.conf` settings. The folder must not be shared with another
    running server; Postgres itself refuses that.
    """

    def __init__(
        self,
        folder: Path,
        log: Path,
        owner_password: SecretStr,
        settings: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder.absolute()
        self._log = log
        self._owner_password = owner_password
        self._settings = SETTINGS | (settings or {})
        self._nickname: Path | None = None
        self._child: child.Child | None = None

    @classmethod
    def of(cls, folder: DataFolder) -> Self:
        """Return the server of a stack's data folder."""
        return cls(folder.postgres, folder.log("postgres"), folder.password("postgres-owner"))

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[Self]:
        """Have it run while inside, without the rest of the stack; as `start` says."""
        try:
            await self.start()
            yield self
        finally:
            await self.stop()

    async def start(self) -> None:
        """Create the cluster where there is none, start, and return once it answers.

        Raises:
            ChildFailed: it cannot be initialised or started; the message holds the log's end.
            PartMissing: its programs or an account to run it are not there.
        """
        self._child = child.Child(await self.prepare())
        await self._child.start()

    async def stop(self) -> None:
        """Shut down fast: sessions are cut, data is flushed. Safe to repeat."""
        if self._child:
            await self._child.stop()
        self.tidy()

    async def prepare(self) -> child.Program:
        """Create the cluster where there is none; return the program that serves it."""
        runner = account.for_folder(self.folder)
        programs = postgres_programs.folder(runner)
        if not (self.folder / "PG_VERSION").exists():
            await asyncio.to_thread(self._create, programs, runner)
        self._claim(self.folder, runner)
        self._forget_reused_pids()
        return child.Program(
            name="postgres",
            argv=[programs / "postgres", "-D", _data_argument(self.folder), *self._options()],
            answers=lambda _: self._answers(),
            log=self._log,
            environment={},
            folder=self.folder,
            runner=runner,
            stop_signal=signal.SIGINT,
            orphan_signal=signal.SIGINT,
            stop_seconds=30.0,
            refusal_seconds=REFUSAL_SECONDS,
        )

    def tidy(self) -> None:
        """Remove what only a running server needs outside its folder."""
        if self._nickname:
            shutil.rmtree(self._nickname.parent, ignore_errors=True)
            self._nickname = None

    def url(self, database: str, user: str, password: SecretStr) -> str:
        """Return the address of `database` for `user`: a secret, since it holds the password."""
        login = f"{quote(user, safe='')}:{quote(password.get_secret_value(), safe='')}"
        place = urlencode({"host": str(self._socket_folder()), "port": PORT})
        return f"postgresql://{login}@/{quote(database, safe='')}?{place}"

    def owner_url(self, database: str = "postgres") -> str:
        """Return the address of `database` for its owner: a secret."""
        return self.url(database, OWNER, self._owner_password)

    def client_environment(self, database: str) -> dict[str, str]:
        """Return the surroundings of one of Postgres' own programs: they hold the password."""
        return {
            "PGHOST": str(self._socket_folder()),
            "PGPORT": str(PORT),
            "PGUSER": OWNER,
            "PGPASSWORD": self._owner_password.get_secret_value(),
            "PGDATABASE": database,
        }

    def _claim(self, folder: Path, runner: account.Account | None) -> None:
        owner = folder.stat().st_uid
        if runner is None and owner != os.geteuid():
            raise errors.ChildFailed(
                f"{folder} belongs to user {owner}: start the stack as the user who created "
                "it (or as root), or choose another data folder."
            )
        folder.chmod(0o700)
        if runner and owner != runner.user:
            account.give(folder, runner)

    def _create(self, programs: Path, runner: account.Account | None) -> None:
        """Create the cluster beside its place and move it there whole: a kill leaves no half."""
        draft = self.folder.with_name(f"{self.folder.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        self._claim(draft, runner)
        self._initialise(draft, programs, runner)
        try:
            draft.rename(self.folder)
        except OSError as error:
            shutil.rmtree(draft)
            raise errors.ChildFailed(
                f"Postgres cannot create {self.folder} ({error.strerror}): "
                "empty it, or choose another data folder."
            ) from None

    def _initialise(self, draft: Path, programs: Path, runner: account.Account | None) -> None:
        with tempfile.TemporaryFile() as password:
            password.write(self._owner_password.get_secret_value().encode())
            password.seek(0)
            if runner:
                os.fchown(password.fileno(), runner.user, runner.group)
            done = subprocess.run(
                [
                    programs / "initdb",
                    *("-D", _data_argument(draft), "--username", OWNER),
                    *("--auth", "scram-sha-256", "--pwfile", f"/dev/fd/{password.fileno()}"),
                    *("--encoding", "UTF8", "--locale", "C", "--lc-ctype", CTYPE),
                    *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"),
                    *("--data-checksums", "--no-instructions"),
                ],
                cwd=draft,
                env={},
                pass_fds=[password.fileno()],
                capture_output=True,
                text=True,
                check=False,
                user=runner.user if runner else None,
                group=runner.group if runner else None,
                extra_groups=[] if runner else None,
            )
        if done.returncode != 0:
            raise errors.ChildFailed(
                f"Postgres cannot create {self.folder}:\n{done.stderr.strip()}"
            )

    def _options(self) -> list[str]:
        return [
            word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")
        ]

    async def _answers(self) -> bool:
        try:
            connection = await asyncpg.connect(self.owner_url())
        except asyncpg.InvalidPasswordError:
            # It does answer. Whoever connects next is refused as well, and tells it.
            return True
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        await connection.close()
        return True

    def _socket_folder(self) -> Path:
        """Return the socket's folder by a name that fits: a private link where the path is long."""
        if len(os.fsencode(self.folder / SOCKET)) <= LONGEST_SOCKET_PATH:
            return self.folder
        if self._nickname is None:
            self._nickname = Path(tempfile.mkdtemp(prefix="reflection-", dir="/tmp")) / "pg"
            self._nickname.symlink_to(self.folder)
        return self._nickname

    def _forget_reused_pids(self) -> None:
        """Remove lock files of a killed server whose process id now belongs to another program.

        Postgres recovers by itself from a lock file of a process that is gone; it refuses for ever
        when the same account runs something else under that id, as happens in restarted containers.
        """
        for name in ("postmaster.pid", f"{SOCKET}.lock"):
            lock = self.folder / name
            with contextlib.suppress(OSError, ValueError, IndexError):
                pid = int(lock.read_text().splitlines()[0])
                if not Path(f"/proc/{pid}/cwd").samefile(self.folder):
                    lock.unlink()


def _data_argument(folder: Path) -> str:
    """Name the working directory so that an account finds it which cannot enter the folders above.

    Linux resolves /proc/self/cwd without walking the path; the working directory is entered before
    root is given up.
    """
    return "/proc/self/cwd" if sys.platform == "linux" else str(folder)
