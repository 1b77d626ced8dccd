"""What a model's answer turns into, and what is sent to forge of it."""

from __future__ import annotations

from pydantic import Field

from forge_client.names import Kind, Op, Route
from forge_client.runs import Report
from forge_client.wire import Answer, Confidence, Content, Identifier, Note, Request


class BeliefDiff(Request):
    """One change that a model proposes."""

    op: Op
    belief: Content
    confidence: Confidence
    rationale: Note
    source_episodes: list[Identifier] = Field(max_length=1_000)
    target_belief_id: Identifier | None = None
    kind: Kind | None = None


class ProposedBelief(Request):
    """One item of `POST …/beliefs/proposals`."""

    op: Op = "add"
    target_belief_id: Identifier | None = None
    content: Content
    kind: Kind | None = None
    confidence: Confidence = 0.5
    rationale: Note = ""
    source_episodes: list[Identifier] = Field(default_factory=list, max_length=1_000)
    review_reasons: list[Note] = Field(default_factory=list, max_length=50)
    """Reasons that the caller adds; it can clear none of forge's own."""


class ProposalBatch(Request):
    """`POST …/beliefs/proposals`. Items are checked singly: one fault rejects one item.

    `run_id`, `reflected_episodes` and `report` are for worker keys: the run's outcome, the mark
    on the episodes and the proposals are stored in one transaction.
    """

    actor: Note | None = None
    beliefs: list[object] = Field(max_length=100)
    run_id: Identifier | None = None
    reflected_episodes: list[Identifier] = Field(default_factory=list, max_length=20_000)
    report: Report | None = None


class ProposalResult(Answer):
    """Forge's verdict on one item, in the order sent."""

    accepted: bool
    belief_id: str | None = None
    route: Route | None = None
    reasons: list[str] = Field(default_factory=list)
    rejected_code: str | None = None
    rejected_reason: str | None = None
    duplicate_of: str | None = None
    similarity: float | None = None
    new_episodes: list[str] = Field(default_factory=list)
    """Of a repetition: the cited episodes that did not teach what it repeats."""


class ProposalAnswer(Answer):
    """The answer to `POST …/beliefs/proposals`; with a `run_id`, `report` is the stored report."""

    results: list[ProposalResult]
    report: Report | None = None
