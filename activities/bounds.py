"""How large what enters a workflow's history may be, in bytes.

Temporal retries an oversized result for ever and hangs on an oversized argument (over 2 MiB), so
each step measures what it returns and fails by name instead.
"""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from activities.faults import permanent
from forge_client import failures

MAX_RESULT = 1024 * 1024
"""Of one activity's result or argument."""

MAX_PROPOSAL = 256 * 1024
"""Of `propose`: its diffs travel on beside the ids of the episodes and inside the report."""

MAX_EPISODES_A_RUN = 10_000
"""Ids of about 30 bytes; the rest is left for the next run, and counted."""

Model = TypeVar("Model", bound=BaseModel)


def bounded(result: Model, limit: int = MAX_RESULT) -> Model:
    """Return `result`.

    Raises:
        ApplicationError: `TooLarge`, non-retryable; the message says both sizes.
    """
    size = len(result.model_dump_json().encode())
    if size > limit:
        raise permanent(
            failures.TOO_LARGE,
            f"{type(result).__name__} has {size} bytes, {limit} may enter the history; "
            "set max_episodes lower, or have the model propose less",
        )
    return result
