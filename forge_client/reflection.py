"""What one run of `agent-reflection` is asked for, and how it says where it stands."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from forge_client.runs import Coverage
from forge_client.wire import AgentId, Answer, Instant, Request


def _written_out(value: object) -> object:
    """A bare number, quoted or not, is a mistake here, not seconds since 1970."""
    if isinstance(value, dt.datetime) or (isinstance(value, str) and "-" in value[1:]):
        return value
    raise ValueError("write a time with its offset, such as 2026-01-31T03:00:00Z")


Moment = Annotated[Instant, BeforeValidator(_written_out), Field(strict=False)]


class ReflectionInput(Request):
    """The input of the workflow, typed by hand or sent by a trigger; only `agent_id` is required.

    Types are strict: `"5"` is no number, `1` is no boolean.
    """

    model_config = ConfigDict(strict=True)

    agent_id: AgentId
    pull: Literal["list", "recall"] = "list"
    """`list`: every un-reflected episode. `recall`: the ones that `queries` find, 50 a query."""

    queries: list[Annotated[str, Field(min_length=1, max_length=1_000)]] | None = Field(
        default=None, min_length=1, max_length=20
    )
    since: Moment | None = None
    """Only episodes of this time or later."""

    max_episodes: int | None = Field(default=None, ge=1)
    model: str | None = Field(default=None, min_length=1, max_length=200)
    """From the operator's allowed list; None: the configured one."""

    lambda_per_day: float | None = Field(default=None, allow_inf_nan=False)
    """Decay of the gate's report; 0 or less turns it off; None: the configured one."""

    dry_run: bool = False
    """All but the submit."""

    now: Moment | None = None
    """Pins the gate's clock; None: the workflow's."""


class Progress(Answer):
    """The answer to the query `progress`."""

    step: str
    """`starting`, an activity's name, or `done`."""

    passes: int
    """How many times this run has begun to pull; more than 1 once an event came in."""

    run_id: str
    coverage: Coverage = Field(default_factory=Coverage)
    another_pass: bool = False
    """An event came in during this pass."""
