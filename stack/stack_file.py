"""`stack.json`: where a running stack answers, and where its keys lie. It holds no secret."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from stack import errors, private_file
from stack.ports import Ports


@dataclass(frozen=True)
class StackFile:
    """The file's content, member by member."""

    forge_url: str
    temporal_address: str
    temporal_ui_url: str
    database_url_file: str
    key_files: dict[str, str]
    """Role → path: admin, worker, agent, reviewer."""

    @property
    def ports(self) -> Ports:
        """Where that stack listened."""
        temporal = int(self.temporal_address.rpartition(":")[2])
        forge, ui = (urlsplit(url).port for url in (self.forge_url, self.temporal_ui_url))
        return Ports(forge or Ports.forge, temporal, ui or Ports.ui)

    def write(self, path: Path) -> None:
        """Replace the file in one step: a reader sees the old one or the new one."""
        private_file.write(path, json.dumps(dataclasses.asdict(self), indent=2) + "\n")


def read(path: Path) -> StackFile:
    """Return what a stack wrote.

    Raises:
        PartMissing: there is no such file: no stack has been started on this folder.
        LayoutMismatch: it is not what a stack writes.
    """
    try:
        return StackFile(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        raise errors.PartMissing(
            f"No stack has been started on {path.parent}: run `reflection up --data-dir "
            f"{path.parent}`, or name another folder (--data-dir, REFLECTION_DATA_DIR)."
        ) from None
    except (ValueError, TypeError):
        raise errors.LayoutMismatch(
            f"{path} is not what a stack writes: start the stack again, or name another folder."
        ) from None
