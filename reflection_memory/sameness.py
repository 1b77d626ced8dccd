"""Whether an entry that arrives says what the log holds under its id.

What was kept is compared, and not the digest: that is over what its first writer gave, who may have
left out when it happened.
"""

from __future__ import annotations

from reflection_memory import body
from reflection_memory.entry import NewEntry, ReflectionEntry


def says_the_same(arrived: NewEntry, kept: ReflectionEntry) -> bool:
    """Tell whether both say the same; whoever claims no time agrees with every."""
    at_the_same_time = arrived.occurred_at is None or arrived.occurred_at == kept.occurred_at
    return at_the_same_time and _said(arrived) == _said(kept)


def _said(entry: NewEntry | ReflectionEntry) -> tuple[object, ...]:
    _, canonical = body.encode(entry.content, entry.references, entry.metadata)
    claims = (entry.origin, entry.lane, entry.type, entry.source, entry.correlation_id)
    return (*claims, canonical)
