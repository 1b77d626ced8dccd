"""One night over every agent that has something to reflect on: what is asked, and what came of it.

A night goes on with a new history now and then; what it has done so far travels along as `resumed`.
"""

from __future__ import annotations

from pydantic import ConfigDict, Field

from forge_client.names import Outcome
from forge_client.runs import ModelUse
from forge_client.wire import Answer, Instant, Request

MAX_NAMED = 500
"""Agents named in one list of a night's report; all of them are counted."""


class NightFailure(Answer):
    """Why one agent's reflection failed; its own report tells more."""

    agent_id: str
    type: str
    message: str


class NightReport(Answer):
    """The result of `reflection-nightly`; of a night that failed, it stands in the failure."""

    agents: int = 0
    """How many reflections this night started and saw end."""

    outcomes: dict[Outcome, int] = Field(default_factory=dict)
    accepted: int = 0
    """Proposals that forge took: so many more cards."""

    told: list[str] = Field(default_factory=list)
    """Agents that were reflecting already: they were told of the night and make another pass."""

    told_total: int = 0
    failed: list[NightFailure] = Field(default_factory=list)
    failed_total: int = 0
    running: list[str] = Field(default_factory=list)
    """Agents that reflect at this moment."""

    spent: ModelUse = Field(default_factory=lambda: ModelUse(name="night"))
    """What all of its reflections asked of models."""

    stopped: str | None = None
    """Why the night ended before its last agent; the rest waits for the next one."""

    started_at: Instant
    finished_at: Instant | None = None


class ResumedNight(Answer):
    """Where a night goes on: after the page that ended at `cursor`, with what came of it so far."""

    cursor: str
    report: NightReport


class NightInput(Request):
    """The input of `reflection-nightly`; it needs none."""

    model_config = ConfigDict(strict=True)

    model: str | None = Field(default=None, min_length=1, max_length=200)
    """For every agent; from the operator's allowed list; None: the configured one."""

    at_once: int | None = Field(default=None, ge=1, le=64)
    """How many agents reflect at the same time; None: as the worker is configured."""

    resumed: ResumedNight | None = Field(default=None, strict=False)
    """Set by the night itself."""
