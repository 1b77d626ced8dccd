"""What can go wrong between us and forge, told apart once: what passes, and what does not.

    ForgeError
    ├── ForgeUnavailable   no connection, a timeout, 408, 425, 429, 5xx: may work later
    └── ForgeRefused       every other answer that is not a success: never works

No message holds a key or a value that was sent: only the method, the path, the status, the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class ForgeError(Exception):
    """Root of everything that a call of forge raises."""


@dataclass(eq=False)
class ForgeUnavailable(ForgeError):
    """Forge cannot answer now. `retry_after` is in seconds, where forge named a delay."""

    call: str
    code: str
    status: int | None = None
    retry_after: float | None = None
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The members that this problem has besides those of every one."""

    detail: str = field(default="", repr=False)

    def __str__(self) -> str:
        answer = self.code if self.status is None else f"{self.status} {self.code}"
        return f"forge is unavailable: {self.call}: {answer}"


@dataclass(eq=False)
class ForgeRefused(ForgeError):
    """Forge said no. `fields` names what was wrong with the request, never the values."""

    call: str
    code: str
    status: int
    detail: str = field(default="", repr=False)
    fields: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        named = f" ({', '.join(self.fields)})" if self.fields else ""
        return f"forge refused: {self.call}: {self.status} {self.code}{named}"
