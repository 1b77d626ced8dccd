"""Words that can say the same: pairs that WordNet lists (`tables/synonyms.py`), by their stems.

They help only to find again what a clause denies; no two beliefs are the same by them.
"""

from __future__ import annotations

from gate.tables import synonyms as table
from gate.wording import stem


def synonyms_of(word: str) -> frozenset[str]:
    """Return the stems that can stand for this stem."""
    return _SYNONYMS.get(word, frozenset())


def _listed() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for entry in table.PAIRS.split("/"):
        one, other = map(stem, entry.split())
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


_SYNONYMS = _listed()
