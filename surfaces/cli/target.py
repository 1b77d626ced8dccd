"""Which forge and which Temporal a command talks to, and with whose key.

A named data folder (`--data-dir`, `REFLECTION_DATA_DIR`) means the stack on it, whole: the settings
below count for nothing then, and that is said. Else `FORGE_URL` names a forge of your own, with
`FORGE_API_KEY` (or its `_FILE`) and `TEMPORAL_…`. Else it is the stack on `.reflection`, here or in
the nearest folder above; `FORGE_API_KEY` and `TEMPORAL_…` then take the place of its single values.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from forge_client.client import ForgeClient
from forge_client.errors import ForgeUnavailable
from forge_client.names import Role
from stack import stack_file
from stack.stack_file import StackFile
from surfaces.cli import screen
from surfaces.cli.options import DEFAULT_FOLDER
from temporal_link import settings
from temporal_link.settings import TemporalSettings

KEY = ("FORGE_API_KEY", "FORGE_API_KEY_FILE")
CODEC_KEY = ("TEMPORAL_CODEC_KEY", "TEMPORAL_CODEC_KEY_FILE")
SINGLE_VALUES = ("FORGE_URL", *KEY, "TEMPORAL_ADDRESS", *CODEC_KEY)
"""What a person sets to reach another server, and must not find ignored without a word."""


class NoKey(Exception):
    """There is no key to call forge with; the message says where one is looked for."""


class NoServers(Exception):
    """Nothing says which servers to talk to; the message says where it was looked for."""


class Target(ABC):
    """The servers of one command."""

    @property
    @abstractmethod
    def forge_url(self) -> str:
        """Return the address of forge."""

    @asynccontextmanager
    async def forge(self, role: Role | None) -> AsyncIterator[ForgeClient]:
        """Open a client with the key of `role`, without a key for None.

        Raises:
            NoKey: none is set, or its file cannot be read.
        """
        async with ForgeClient(self.forge_url, role and self.key(role)) as client:
            try:
                yield client
            except (ForgeUnavailable, BaseExceptionGroup) as fault:
                for one in _unreachable(fault):
                    one.add_note(self.forge_remedy)
                raise

    @abstractmethod
    def key(self, role: Role) -> str:
        """Return the key to call with where `role` is needed."""

    @abstractmethod
    def temporal(self) -> TemporalSettings:
        """Return how to reach Temporal."""

    @abstractmethod
    def web_ui(self) -> str | None:
        """Return the address of Temporal's Web UI, where it is known."""

    @property
    @abstractmethod
    def forge_remedy(self) -> str:
        """Return what helps when forge does not answer."""

    @property
    @abstractmethod
    def temporal_remedy(self) -> str:
        """Return what helps when Temporal does not answer."""


@dataclass(frozen=True)
class StackTarget(Target):
    """The stack that runs on a data folder; `given` takes the place of its single values."""

    folder: Path
    file: StackFile
    given: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def forge_url(self) -> str:
        return self.file.forge_url

    @property
    def forge_remedy(self) -> str:
        return f"start the stack: `reflection up --data-dir {self.folder}`"

    @property
    def temporal_remedy(self) -> str:
        elsewhere = self.given.get("TEMPORAL_ADDRESS")
        return "correct TEMPORAL_ADDRESS, or unset it" if elsewhere else self.forge_remedy

    def key(self, role: Role) -> str:
        return _given_key(self.given) or _content(
            Path(self.file.key_files[role]),
            f"the {role} key of the stack",
            f"a missing or empty one is made anew when you {self.forge_remedy}",
        )

    def temporal(self) -> TemporalSettings:
        given = {name: told for name, told in self.given.items() if name.startswith("TEMPORAL_")}
        codec_key = {CODEC_KEY[1]: str(self.folder / "secrets" / "codec-key")}
        own = {} if any(map(given.get, CODEC_KEY)) else codec_key
        return settings.read_temporal(
            {"TEMPORAL_ADDRESS": self.file.temporal_address} | own | _told(given)
        )

    def web_ui(self) -> str | None:
        return None if self.given.get("TEMPORAL_ADDRESS") else f"{self.forge_url}/temporal"


@dataclass(frozen=True)
class OwnTarget(Target):
    """Servers that the environment names; one key, whatever the command."""

    given: Mapping[str, str] = field(repr=False)

    @property
    def forge_url(self) -> str:
        return self.given.get("FORGE_URL") or settings.DEFAULT_FORGE_URL

    @property
    def forge_remedy(self) -> str:
        named = self.given.get("FORGE_URL")
        return f"start forge at {self.forge_url}, or {'correct' if named else 'set'} FORGE_URL"

    @property
    def temporal_remedy(self) -> str:
        named = self.given.get("TEMPORAL_ADDRESS")
        return f"start Temporal there, or {'correct' if named else 'set'} TEMPORAL_ADDRESS"

    def key(self, role: Role) -> str:
        if key := _given_key(self.given):
            return key
        raise NoKey(
            f"FORGE_API_KEY is not set: set it, or FORGE_API_KEY_FILE, to a {role} key of "
            f"{self.forge_url}. A stack's own keys go to that stack alone: unset FORGE_URL for it."
        )

    def temporal(self) -> TemporalSettings:
        return settings.read_temporal(self.given)

    def web_ui(self) -> None:
        return None


def find(data_dir: Path | None, environ: Mapping[str, str] | None = None) -> Target:
    """Return the servers to talk to; `data_dir` is None where none was named.

    Raises:
        StackError: no stack has been started on the folder.
        NoServers: nothing is named, and no folder was found.
    """
    environ = settings.environment() if environ is None else environ
    if data_dir is not None:
        _tell_unused(environ)
        return _stack_on(data_dir.absolute(), {})
    folder = discovered()
    if (url := environ.get("FORGE_URL")) and not _is_of(folder, url):
        return OwnTarget(environ)
    if folder is not None:
        return _stack_on(folder, environ)
    if any(map(environ.get, KEY)):
        return OwnTarget(environ)
    raise NoServers(
        f"There is no {DEFAULT_FOLDER} in {Path.cwd()}, nor in any folder of yours above it: start "
        "a stack with `reflection up`, name its folder (--data-dir, REFLECTION_DATA_DIR), or name "
        "servers of your own (FORGE_URL, FORGE_API_KEY)."
    )


def discovered() -> Path | None:
    """Return the data folder of here, or of the nearest folder above; None where there is none.

    Only a folder of one's own counts: a stranger's would name the stranger's servers.
    """
    here = Path.cwd()
    found = (place / DEFAULT_FOLDER for place in (here, *here.parents))
    return next((folder for folder in found if _is_own(folder)), None)


def _is_own(folder: Path) -> bool:
    return folder.is_dir() and folder.stat().st_uid == os.geteuid()


def _stack_on(folder: Path, given: Mapping[str, str]) -> StackTarget:
    return StackTarget(folder, stack_file.read(folder / "stack.json"), given)


def _is_of(folder: Path | None, url: str) -> bool:
    """Tell whether `url` is that of the stack itself, so that its keys may go there."""
    if folder is None or not (folder / "stack.json").exists():
        return False
    return _stack_on(folder, {}).forge_url == url.rstrip("/")


def _tell_unused(environ: Mapping[str, str]) -> None:
    if unused := [name for name in SINGLE_VALUES if environ.get(name)]:
        screen.progress(f"A data folder is named, so its stack is used and not {', '.join(unused)}")


def _unreachable(fault: BaseException) -> Iterator[ForgeUnavailable]:
    if isinstance(fault, BaseExceptionGroup):
        for one in fault.exceptions:
            yield from _unreachable(one)
    elif isinstance(fault, ForgeUnavailable) and fault.code == "no_connection":
        yield fault


def _told(given: Mapping[str, str]) -> dict[str, str]:
    """Leave out what is set to nothing: that says nothing."""
    return {name: value for name, value in given.items() if value}


def _given_key(given: Mapping[str, str]) -> str | None:
    if key := given.get("FORGE_API_KEY"):
        return key
    if path := given.get("FORGE_API_KEY_FILE"):
        return _content(Path(path), "FORGE_API_KEY_FILE", "correct the path, or what it holds")
    return None


def _content(path: Path, what: str, remedy: str) -> str:
    try:
        key = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = f"cannot be read ({type(error).__name__})"
        raise NoKey(f"{what} {why}: {path}. Remedy: {remedy}") from None
    if not key:
        raise NoKey(f"{what} is empty: {path}. Remedy: {remedy}")
    return key
