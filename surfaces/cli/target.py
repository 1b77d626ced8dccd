"""Which forge and which Temporal a command talks to, and with whose key.

A data folder (`--data-dir`, `REFLECTION_DATA_DIR`) means the stack that runs on it, and the key of
the role that the command needs. Without one, `FORGE_URL` with `FORGE_API_KEY` (or its `_FILE`) and
`TEMPORAL_…` name servers of your own. Without either: the stack on `.reflection`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from forge_client.client import ForgeClient
from forge_client.names import Role
from stack import stack_file
from surfaces.cli.options import DEFAULT_FOLDER
from temporal_link import settings
from temporal_link.settings import TemporalSettings


class NoKey(Exception):
    """There is no key to call forge with; the message says where one is looked for."""


class Target(ABC):
    """The servers of one command."""

    @property
    @abstractmethod
    def forge_url(self) -> str:
        """Return the address of forge."""

    def forge(self, role: Role) -> ForgeClient:
        """Return a client with the key of `role`; close it after use.

        Raises:
            NoKey: none is set, or its file cannot be read.
        """
        return ForgeClient(self.forge_url, self.key(role))

    @abstractmethod
    def key(self, role: Role) -> str:
        """Return the key to call with where `role` is needed."""

    @abstractmethod
    def temporal(self) -> TemporalSettings:
        """Return how to reach Temporal."""

    @abstractmethod
    def web_ui(self) -> str | None:
        """Return the address of Temporal's Web UI, where it is known."""


@dataclass(frozen=True)
class StackTarget(Target):
    """The stack that runs on a data folder."""

    folder: Path
    file: stack_file.StackFile

    @property
    def forge_url(self) -> str:
        return self.file.forge_url

    def key(self, role: Role) -> str:
        return _content(Path(self.file.key_files[role]), f"the {role} key of the stack")

    def temporal(self) -> TemporalSettings:
        codec_key = self.folder / "secrets" / "codec-key"
        return settings.read_temporal(
            {
                "TEMPORAL_ADDRESS": self.file.temporal_address,
                "TEMPORAL_CODEC_KEY_FILE": str(codec_key),
            }
        )

    def web_ui(self) -> str:
        return self.file.temporal_ui_url


@dataclass(frozen=True)
class OwnTarget(Target):
    """Servers that the environment names; one key, whatever the command."""

    given: Mapping[str, str]

    @property
    def forge_url(self) -> str:
        return self.given["FORGE_URL"]

    def key(self, role: Role) -> str:
        if key := self.given.get("FORGE_API_KEY"):
            return key
        if path := self.given.get("FORGE_API_KEY_FILE"):
            return _content(Path(path), "FORGE_API_KEY_FILE")
        raise NoKey(f"FORGE_API_KEY is not set: set it, or FORGE_API_KEY_FILE, to a {role} key.")

    def temporal(self) -> TemporalSettings:
        return settings.read_temporal(self.given)

    def web_ui(self) -> None:
        return None


def find(data_dir: Path | None, environ: Mapping[str, str] | None = None) -> Target:
    """Return the servers to talk to; `data_dir` is None where none was named.

    Raises:
        StackError: no stack has been started on the folder.
    """
    environ = settings.environment() if environ is None else environ
    if data_dir is None and environ.get("FORGE_URL"):
        return OwnTarget(environ)
    folder = (data_dir or DEFAULT_FOLDER).absolute()
    return StackTarget(folder, stack_file.read(folder / "stack.json"))


def _content(path: Path, what: str) -> str:
    try:
        key = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise NoKey(f"{what} cannot be read ({type(error).__name__}): {path}") from None
    if not key:
        raise NoKey(f"{what} is empty: {path}")
    return key
