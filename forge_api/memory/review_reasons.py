"""Why a person must look, in words: the gate's codes as sentences, and the caller's own reasons."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from forge_client.beliefs import STILL_TRUE, ReviewReason, Span, before_rationale
from gate.verdict import Reason

CALLERS_OWN = "caller"
"""The code of a reason that whoever proposed has added."""

_SENTENCES: Mapping[str, str] = {
    "duplicate": "says what the belief {belief} says",
    "near_duplicate": "says nearly what the belief {belief} says ({detail})",
    "forgotten_before": "repeats what was forgotten {detail}",
    "contradicts": "contradicts the belief {belief} (rule {rule})",
    "contradicts_in_batch": "contradicts {belief}, proposed together with it (rule {rule})",
    "op_needs_review": "would change a belief ({detail})",
    "missing_target": "names no belief that it would change",
    "unknown_target": "would change a belief that this agent does not hold",
    "no_source_episode": "names no episode that taught it",
    "unknown_source_episode": "cites an episode that this agent does not have: {detail}",
    "ungrounded": "is hardly found in the episodes that it cites ({detail})",
    "empty_text": "has no visible text",
    "hidden_characters": "holds characters that cannot be seen ({detail})",
    "lookalike_characters": "holds letters that pass for others ({detail})",
    "only_tools_say_so": "rests on the output of tools alone: nobody said it",
    "only_quoted": "rests on words that the user only passed on: nobody said it himself",
    "not_in_earnest": "rests on words that the user does not seem to mean",
    "one_episode": "rests on one episode, in which the user did not say it",
    "secret": "is about a secret, which has no place in memory ({detail})",
    "suspicious_instruction": "reads like an instruction to the agent ({detail})",
    "context_echo": "quotes the agent's own memory back ({detail})",
}


def from_gate(reasons: Sequence[Reason], ids: Sequence[str]) -> list[ReviewReason]:
    """Return the gate's reasons as served, each once; `ids` names the other beliefs.

    What one rule found in the text and again in its rationale is one reason, told of the text.
    """
    told: dict[tuple[str | None, ...], ReviewReason] = {}
    for reason in (_served(_named(reason, ids)) for reason in reasons):
        found = (reason.code, reason.belief_id, reason.rule or reason.text)
        told.setdefault(found, reason)
    return list(told.values())


def still_true(belief_id: str | None) -> ReviewReason:
    """Return the reason of a card that asks for a belief that has faded."""
    said = "asks whether it is still true; if it is not, forget the belief itself"
    return ReviewReason(code=STILL_TRUE, text=said, belief_id=belief_id)


def with_callers(own: Sequence[ReviewReason], texts: Sequence[str]) -> list[ReviewReason]:
    """Add the caller's reasons, those left out that begin with a code that forge found itself."""
    codes = {reason.code for reason in own}
    added = [
        ReviewReason(code=CALLERS_OWN, text=text)
        for text in dict.fromkeys(texts)
        if text.strip() and text.split(maxsplit=1)[0] not in codes
    ]
    return [*own, *added]


def line(reason: ReviewReason) -> str:
    """Return a reason as one stable line that begins with its code."""
    if reason.code == CALLERS_OWN:
        return reason.text
    parts = [reason.code, reason.belief_id, reason.rule and f"({reason.rule})"]
    return " ".join(part for part in parts if part)


def marked(rationale: str, reasons: Sequence[ReviewReason]) -> str:
    """Return the rationale with the mark and the reasons before it, where there are any."""
    return f"{before_rationale(reasons)}\n{rationale}".rstrip() if reasons else rationale


def _named(reason: Reason, ids: Sequence[str]) -> Reason:
    if reason.diff_index is None:
        return reason
    return dataclasses.replace(reason, belief_id=ids[reason.diff_index])


def _served(reason: Reason) -> ReviewReason:
    sentence = _SENTENCES.get(reason.code, "{code}")
    return ReviewReason(
        code=reason.code,
        text=sentence.format(
            code=reason.code,
            belief=reason.belief_id or "another one",
            rule=reason.rule,
            detail=reason.detail or reason.rule or "unnamed",
        ),
        belief_id=reason.belief_id,
        rule=reason.rule,
        span=reason.span and Span(start=reason.span.start, end=reason.span.end),
        other_span=reason.other_span
        and Span(start=reason.other_span.start, end=reason.other_span.end),
    )
