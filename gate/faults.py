"""The one error of the gate: input that has not the promised shape."""

from __future__ import annotations


class GateInputError(ValueError):
    """A field is missing or has the wrong shape; the message names it, never its value."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
