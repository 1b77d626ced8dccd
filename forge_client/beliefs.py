"""A belief, the doors that change it, and the audit of every change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from forge_client.names import Kind, Op, Scope, Status
from forge_client.wire import Answer, Confidence, Content, Instant, Note, Request

Door = Literal["keep", "forget", "edit", "restore", "undo"]

REVIEW_MARK = "[needs human review]"
"""Stands, with the reasons, before the rationale of whatever a person must look at twice."""

STILL_TRUE = "still_true"
"""The code of the reason of a card that asks whether its target is still true."""

CONTRADICTIONS = frozenset({"contradicts", "contradicts_in_batch"})
"""The codes of the reasons that name a belief which says the opposite."""


class Span(Answer):
    """A stretch of a text: `text[start:end]`, counted in code points."""

    start: int
    end: int


class ReviewReason(Answer):
    """Why a person must look: a stable code, a sentence, and what it points at."""

    code: str
    text: str
    belief_id: str | None = None
    """The other belief, where the reason names one."""

    rule: str | None = None
    """Of a contradiction: which rule found it."""

    span: Span | None = None
    """Where in this belief."""

    other_span: Span | None = None
    """Where in the other belief."""


def before_rationale(reasons: Sequence[ReviewReason]) -> str:
    """Return what the reasons put before a rationale; empty where there are none."""
    return f"{REVIEW_MARK} {'; '.join(one.text for one in reasons)}" if reasons else ""


class Belief(Answer):
    """One sentence an agent holds true, or is asked to."""

    id: str
    agent_id: str
    content: str
    kind: Kind
    scope: Scope = "agent"
    status: Status
    op: Op = "add"
    target_belief_id: str | None = None
    target_version: int | None = None
    confidence: Confidence
    rationale: str = ""
    source_episodes: list[str] = Field(default_factory=list)
    review_reasons: list[ReviewReason] = Field(default_factory=list)
    version: int
    run_id: str | None = None
    superseded_by: str | None = None
    created_at: Instant
    updated_at: Instant
    erased_at: Instant | None = None
    """Its words were erased for good; `content` is empty."""

    erased_sources: list[str] = Field(default_factory=list)
    """Those of `source_episodes` whose words were erased: what it rested on, and lost."""

    embedding_model: str | None = None
    vector: list[float] | None = None

    @property
    def asks(self) -> bool:
        """Whether it is the question if its target is still true."""
        return any(reason.code == STILL_TRUE for reason in self.review_reasons)

    @property
    def why(self) -> str:
        """The proposer's own rationale, for whoever shows the review reasons by themselves."""
        return self.rationale.removeprefix(before_rationale(self.review_reasons)).strip()


class NewBelief(Request):
    """`POST /agents/{id}/memory/beliefs`: a person's or an agent's own proposal, still pending."""

    content: Content
    kind: Kind = "fact"
    confidence: Confidence = 0.5
    rationale: Note = ""
    source_episodes: list[str] = Field(default_factory=list, max_length=1_000)


class AuditRow(Answer):
    """One change of one belief; never edited, never deleted."""

    position: int
    """Place in the agent's audit chain."""

    belief_id: str
    version: int
    decision: int | None = None
    """The first position of the act that wrote this row: a change and its target share it."""

    action: str
    from_status: Status | None
    to_status: Status
    content: str | None
    """The text after the change; None once it was erased."""

    confidence: float | None = None
    kind: Kind | None = None
    scope: Scope | None = None
    target_version: int | None = None
    superseded_by: str | None = None
    reason: str | None = None
    actor: str | None = None
    """A label that the caller chose; who acted is `key_id`."""

    key_id: str
    role: str
    run_id: str | None = None
    at: Instant


class AuditVerdict(Answer):
    """`GET …/memory/audit/verify`: keep `position` and `root` outside, to show a cut tail later."""

    ok: bool
    checked: int
    """Rows that fit, from the first on."""

    first_bad: int | None = None
    """The first position whose row was changed, removed, swapped or added, or belied."""

    reason: str | None = None
    """Of what is not plain from `first_bad`."""

    differing_beliefs: list[str] = Field(default_factory=list)
    """Beliefs that do not read as their last row says: changed behind the audit's back."""

    position: int | None = None
    root: str | None = None


class BeliefWithAudit(Answer):
    """`GET …/beliefs/{bid}`: the audit newest first."""

    belief: Belief
    audit: list[AuditRow]
    correlation_id: str | None = None
    """In the log it ties the whole story: turns, run, verdict, doors."""


class BeliefList(Answer):
    """`GET …/beliefs`: newest first."""

    beliefs: list[Belief]
    total: int
    next_cursor: str | None = None


class DoorRequest(Request):
    """What a person may say at a door."""

    reason: Note | None = None
    actor: Note | None = None


class EditRequest(DoorRequest):
    """`POST …/edit`: the person's own words, confidence, kind or scope; at least one of them."""

    content: Content | None = None
    confidence: Confidence | None = None
    kind: Kind | None = None
    scope: Scope | None = None
    """`org` lets the other agents of the tenant find it; only a person can do that."""


class DoorAnswer(Answer):
    """What every door returns."""

    belief: Belief
