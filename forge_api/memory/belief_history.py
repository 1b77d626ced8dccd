"""A belief's audit read as differences: which fields each version changed, and which words.

No clock and no I/O. Long texts are not compared word by word: all of both is marked then.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from forge_client.beliefs import AuditRow, Span
from forge_client.history import BeliefHistory, Difference, HistoryStep

FIELDS = ("content", "confidence", "kind", "scope", "target_version", "superseded_by")
"""What a version may change, besides the status."""

MOST_COMPARED = 1_000
"""Words of one text that are compared one by one; the cost grows with their product."""

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")

Words = Sequence[re.Match[str]]


def told(belief_id: str, audit: Sequence[AuditRow]) -> BeliefHistory:
    """Return the history that these rows tell; both newest first."""
    steps = [_step(row, before) for row, before in zip(audit, [*audit[1:], None], strict=True)]
    return BeliefHistory(belief_id=belief_id, steps=steps)


def changed_words(before: str, after: str) -> tuple[list[Span], list[Span]]:
    """Return where words are gone from one text, and where they are new in the other."""
    old, new = list(_WORDS.finditer(before)), list(_WORDS.finditer(after))
    if max(len(old), len(new)) > MOST_COMPARED:
        return [Span(start=0, end=len(before))], [Span(start=0, end=len(after))]
    # Its shortcut for frequent elements would take a common word for a changed one.
    matcher = difflib.SequenceMatcher(None, _texts(old), _texts(new), autojunk=False)
    steps = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    removed = [_span(old, start, end) for _, start, end, _, _ in steps if start < end]
    added = [_span(new, start, end) for _, _, _, start, end in steps if start < end]
    return removed, added


def _step(row: AuditRow, before: AuditRow | None) -> HistoryStep:
    return HistoryStep(
        **row.model_dump(include=set(HistoryStep.model_fields)),
        status=row.to_status,
        erased=row.content is None,
        differences=list(_differences(row, before)),
    )


def _differences(row: AuditRow, before: AuditRow | None) -> Iterator[Difference]:
    if row.from_status != row.to_status:
        yield Difference(field="status", before=row.from_status, after=row.to_status)
    for field in FIELDS:
        old, new = getattr(before, field, None), getattr(row, field)
        if old == new:
            continue
        difference = Difference(field=field, before=old, after=new)
        if field == "content" and isinstance(old, str) and isinstance(new, str):
            difference.removed, difference.added = changed_words(old, new)
        yield difference


def _texts(words: Words) -> list[str]:
    return [word[0] for word in words]


def _span(words: Words, start: int, end: int) -> Span:
    return Span(start=words[start].start(), end=words[end - 1].end())
