"""An agent's tiers: its own views of entries of the log, each with its `original_entry_id`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from forge_client.entries import Entry
from forge_client.wire import AgentId, Answer, Identifier, Instant, Note, Request

MAX_SUMMARIES = 20
"""Records that one question to a model is about."""

Tier = Literal["working", "long_term"]


class TierRecord(Answer):
    """What an agent has of one entry."""

    original_entry_id: str
    position: int
    tier: Tier
    rung: int
    """0 verbatim, 1 key sentences, 2 a summary, 3 vector and tags."""

    cue: bool = False
    """Of the long term, seen verbatim for a moment: unused, that dissolves."""

    text: str = ""
    """Of this rung; of rung 0 and of a cue, the entry's words, without secrets."""

    framing: str = ""
    """The agent's own perspective."""

    tags: list[str] = Field(default_factory=list)
    emotional_weight: float = 0.0
    tokens: int
    used: int = 0
    occurred_at: Instant
    touched_at: Instant
    score: float | None = None


class TierHealth(Answer):
    """Two signals.

    Reads that often go to the log: it fades too soon. Cues that nobody uses: the wrong ones come.
    """

    reads: int
    substrate_share: float | None = None
    """Of all reads of tiers, how many rehydrated a record from the log."""

    used_share: float | None = None
    """Of the rehydrated records, how many were used before the next fade."""


class WorkingTier(Answer):
    """`GET /agents/{id}/tiers/working`: the newest that fit the budget, oldest first."""

    records: list[TierRecord]
    tokens: int
    budget_tokens: int
    left_out: int
    rung_2: str
    """Whether records can be summarised by a model."""

    health: TierHealth


class LongTermTier(Answer):
    """`GET /agents/{id}/tiers/long-term`: best first; only the best is rehydrated."""

    query: str | None
    records: list[TierRecord]
    health: TierHealth


class WitnessRequest(Request):
    """`POST …/tiers/witness`: the agent's own perspective on an entry that it may see."""

    entry_id: Identifier
    framing: Note = ""
    tags: list[Note] = Field(default_factory=list, max_length=20)
    emotional_weight: float = Field(default=0.0, ge=0.0, le=1.0, allow_inf_nan=False)


class RehydrateRequest(Request):
    """`POST …/tiers/rehydrate`: the entry behind a record; `used` makes it working memory again."""

    entry_id: Identifier
    used: bool = False


class Rehydrated(Answer):
    """A record with the entry behind it."""

    record: TierRecord
    entry: Entry


class DueSummariesRequest(Request):
    """`POST /upkeep/summaries/due` (worker keys): which model there is, None where none is set."""

    model: str | None = Field(default=None, min_length=1, max_length=200)
    limit: int = Field(default=MAX_SUMMARIES, ge=1, le=MAX_SUMMARIES)


class DueSummary(Answer):
    """A record that a model shall summarise: its words without secrets, bounded."""

    agent_id: str
    original_entry_id: str
    text: str


class DueSummaries(Answer):
    """What one question to a model is about, and how much there is in all."""

    records: list[DueSummary]
    left: int


class NewSummary(Request):
    """What a model made of a record of `whole` characters; empty: nothing."""

    agent_id: AgentId
    original_entry_id: Identifier
    text: str = Field(max_length=20_000)
    whole: int = Field(ge=0)


class NewSummaries(Request):
    """`POST /upkeep/summaries` (worker keys): records that go to rung 2; safe to repeat."""

    summaries: list[NewSummary] = Field(max_length=MAX_SUMMARIES)


class FadeRequest(Request):
    """`POST …/tiers/fade`: one step; what is given is kept as the agent's own setting."""

    budget_tokens: int | None = Field(default=None, ge=1, le=1_000_000)
    thresholds: list[float] | None = Field(default=None, min_length=3, max_length=3)
    """Of the fade score: past the first to rung 1, the second to rung 2, the third to long term."""


class FadeAnswer(Answer):
    """What one step has done."""

    taken_in: int
    """Entries of the agent's own that became records."""

    condensed: int
    """Records that went to their key sentences."""

    wanting: int = 0
    """Records that a model shall summarise."""

    moved: int
    """Records that went to the long term."""

    emptied: int
    """Records of the long term of which vector and tags are left."""

    dissolved: int
    """Cues that nobody used."""

    more: bool
    """There are further entries to take in."""

    rung_2: str
