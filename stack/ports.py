"""The three ports that a stack listens on, all on the loopback address."""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass

from stack import errors

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Ports:
    """Where each part listens."""

    forge: int = 8110
    temporal: int = 7233
    ui: int = 8233

    def require_free(self) -> None:
        """Tell, before anything is started, that a port cannot be had.

        Raises:
            PortTaken: with the port, the part and the option that chooses another.
        """
        for port, part, option in self._named():
            _require_free(port, part, option)

    def _named(self) -> list[tuple[int, str, str]]:
        return [
            (self.forge, "forge", "--forge-port"),
            (self.temporal, "Temporal", "--temporal-port"),
            (self.ui, "Temporal's Web UI", "--ui-port"),
        ]


def _require_free(port: int, part: str, option: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As servers do: a connection that just ended on this port does not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            what = "is in use" if error.errno == errno.EADDRINUSE else "cannot be had"
            raise errors.PortTaken(
                f"Port {port} on {HOST}, for {part}, {what} ({error.strerror}): "
                f"choose another with {option}, or stop what listens there."
            ) from None
