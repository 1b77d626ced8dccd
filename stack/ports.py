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
        for listener in self._listeners():
            _require_free(listener)

    def shared(self) -> str | None:
        """Return, for a person, which parts were given the same port; None where all differ."""
        listeners = self._listeners()
        for place, one in enumerate(listeners):
            for other in listeners[place + 1 :]:
                if one.port == other.port:
                    return (
                        f"{one.option} and {other.option} are both {one.port}: "
                        f"{one.part} and {other.part} need a port each."
                    )
        return None

    def _listeners(self) -> list[_Listener]:
        return [
            _Listener(self.forge, "forge", "--forge-port", "FORGE_PORT"),
            _Listener(self.temporal, "Temporal", "--temporal-port", "TEMPORAL_PORT"),
            _Listener(self.ui, "Temporal's Web UI", "--ui-port", "UI_PORT"),
        ]


@dataclass(frozen=True)
class _Listener:
    """A part that listens, and what chooses its port: an option, or a variable of make's."""

    port: int
    part: str
    option: str
    variable: str


def _require_free(listener: _Listener) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As servers do: a connection that just ended on this port does not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, listener.port))
        except OSError as error:
            what = "is in use" if error.errno == errno.EADDRINUSE else "cannot be had"
            raise errors.PortTaken(
                f"Port {listener.port} on {HOST}, for {listener.part}, {what} "
                f"({error.strerror}): choose another with {listener.option} "
                f"(make: {listener.variable}=…), or stop what listens there."
            ) from None
