"""Whether forge lives, and whether each part that it needs does its work."""

from __future__ import annotations

from forge_client.wire import Answer


class Health(Answer):
    """`GET /healthz`."""

    status: str


class Readiness(Answer):
    """`GET /readyz`: `parts` has each with `ok` or the name of its failure.

    Where one fails, the answer is the problem `unready`, with `parts` among its members.
    """

    status: str
    parts: dict[str, str]
