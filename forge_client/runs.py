"""The report of one run: what it read, proposed, and why it ended as it did."""

from __future__ import annotations

from pydantic import Field

from forge_client.names import Op, Outcome, Route
from forge_client.wire import Answer, Instant


class Coverage(Answer):
    """How much of the un-reflected memory the run read."""

    reflected: int = 0
    available: int = 0
    left_for_next_run: int = 0


class DiffResult(Answer):
    """One diff's way through the gate and forge; where they differ, forge's verdict stands."""

    op: Op
    belief: str
    route: Route
    reasons: list[str] = Field(default_factory=list)
    accepted: bool = False
    belief_id: str | None = None
    rejected_reason: str | None = None
    rejected_code: str | None = None
    duplicate_of: str | None = None
    new_episodes: list[str] = Field(default_factory=list)
    """Of what is held already and was seen again: the cited episodes that did not teach it."""

    source_episodes: list[str] = Field(default_factory=list)


class Decayed(Answer):
    """An active belief whose confidence has faded; a report, never an act."""

    belief_id: str
    confidence: float
    decayed: float
    age_days: float


class ModelUse(Answer):
    """What was asked of a model. `calls` counts every attempt; None: the provider did not say."""

    name: str
    calls: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


class Failure(Answer):
    """Why a run failed: a stable type and a sentence of field names, ids and codes."""

    type: str
    message: str
    activity: str | None = None


class Report(Answer):
    """The result of `agent-reflection`, stored and served by forge; failures too."""

    run_id: str
    agent_id: str
    outcome: Outcome
    failure: Failure | None = None
    coverage: Coverage = Field(default_factory=Coverage)
    proposed: int = 0
    accepted: int = 0
    rejected: int = 0
    over_limit: int = 0
    results: list[DiffResult] = Field(default_factory=list)
    decayed: list[Decayed] = Field(default_factory=list)
    decayed_total: int = 0
    """All that faded; `decayed` lists the ones that lost most, up to a bound."""

    model: ModelUse
    earlier_passes: ModelUse | None = None
    """In the result of a workflow of several passes: what those before this one asked of a model.
    Each of them has a report of its own in forge."""

    started_at: Instant
    finished_at: Instant | None = None


class RunList(Answer):
    """`GET /agents/{id}/runs`: newest first."""

    runs: list[Report]
    total: int
    next_cursor: str | None = None


class Announcement(Answer):
    """The answer to `POST …/events/reflection-episodes-ready`."""

    workflow_id: str
    started: bool
    """False: a running reflection was told, and makes another pass."""
