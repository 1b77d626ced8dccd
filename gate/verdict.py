"""What the gate answers: for every diff a route and its reasons, and what has faded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from gate.conflict import Contradiction
from gate.records import Diff
from gate.wording import Span

Route = Literal["safe", "needs_review", "duplicate"]

Code = Literal[
    "duplicate",
    "duplicate_in_batch",
    "near_duplicate",
    "near_duplicate_in_batch",
    "seen_again",
    "no_new_evidence",
    "forgotten_before",
    "contradicts",
    "contradicts_in_batch",
    "op_needs_review",
    "missing_target",
    "unknown_target",
    "no_source_episode",
    "unknown_source_episode",
    "ungrounded",
    "empty_text",
    "hidden_characters",
    "lookalike_characters",
    "only_tools_say_so",
    "only_quoted",
    "not_in_earnest",
    "one_episode",
    "secret",
    "suspicious_instruction",
    "context_echo",
]

DUPLICATE_CODES: frozenset[Code] = frozenset(
    {"duplicate", "duplicate_in_batch", "near_duplicate", "near_duplicate_in_batch"}
)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a diff does not simply pass: a stable code, and what it points at.

    `str()` gives a stable line that begins with the code, such as
    `contradicts bel_12 (negation_overlap)`.
    """

    code: Code
    belief_id: str | None = None
    """The other belief; of `unknown_target`, the id that names none."""

    diff_index: int | None = None
    """The other diff of the same batch."""

    detail: str | None = None
    """What the code speaks of: an episode's id, an op, a share, a similarity, a field."""

    rule: str | None = None
    """Which rule found it."""

    span: Span | None = None
    """Where in this diff's belief."""

    other_span: Span | None = None
    """Where in the other text."""

    score: float | None = None

    def __str__(self) -> str:
        """Return the reason as one stable line."""
        parts: list[str] = [self.code]
        if self.belief_id is not None:
            parts.append(self.belief_id)
        if self.diff_index is not None:
            parts.append(f"diffs[{self.diff_index}]")
        if self.detail is not None:
            parts.append(self.detail)
        if self.rule is not None:
            parts.append(f"({self.rule})")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The gate's answer to one diff; `index` is its place among the diffs."""

    index: int
    diff: Diff
    route: Route
    reasons: tuple[Reason, ...] = ()

    becomes: Diff | None = None
    """What goes on in its place: a near repetition with new evidence strengthens what it repeats.
    """

    new_episodes: tuple[str, ...] = ()
    """Of a repetition of a belief: which of the cited episodes did not teach that one."""


class Decayed(NamedTuple):
    """An active belief that has faded: a report, never an act."""

    belief_id: str
    confidence: float
    decayed: float
    age_days: float


@dataclass(frozen=True, slots=True)
class GateResult:
    """Verdicts by route, in the order of the diffs; `decayed` in the order of the beliefs."""

    safe: tuple[Verdict, ...] = ()
    needs_review: tuple[Verdict, ...] = ()
    duplicates: tuple[Verdict, ...] = ()
    decayed: tuple[Decayed, ...] = ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Every verdict, in the order of the diffs."""
        every = (*self.safe, *self.needs_review, *self.duplicates)
        return tuple(sorted(every, key=lambda verdict: verdict.index))


def conflict_reason(
    found: Contradiction, *, belief_id: str | None = None, diff_index: int | None = None
) -> Reason:
    """Return a contradiction as the reason that a diff carries: of a belief, or of another diff."""
    return Reason(
        "contradicts" if diff_index is None else "contradicts_in_batch",
        belief_id=belief_id,
        diff_index=diff_index,
        rule=found.rule,
        span=found.span,
        other_span=found.other_span,
        score=found.score,
    )
