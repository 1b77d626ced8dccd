"""How much two statements share: what every rule asks before it looks for a clash."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from gate.antonyms import opposed
from gate.statement import Statement
from gate.wording import Span


@dataclass(frozen=True, slots=True)
class Likeness:
    """The topics of two statements, laid beside each other."""

    common: frozenset[str]
    opposites: tuple[tuple[str, str], ...]
    """Pairs of words, one of each statement, that exclude each other."""

    only_a: frozenset[str]
    only_b: frozenset[str]

    @property
    def score(self) -> float:
        """Shared share of all topics, an opposite counting as shared: 0 to 1."""
        shared = len(self.common) + len(self.opposites)
        return round(shared / (shared + len(self.only_a) + len(self.only_b)), 4) if shared else 0.0


def likeness(
    a: Mapping[str, Span], b: Mapping[str, Span], without: Collection[str] = ()
) -> Likeness:
    """Compare the contents of two statements, leaving out the stems in `without`."""
    only_a = [word for word in a if word not in b and word not in without]
    only_b = [word for word in b if word not in a and word not in without]
    opposites = []
    for one in list(only_a):
        other = next((word for word in only_b if opposed(one, word)), None)
        if other is not None:
            opposites.append((one, other))
            only_a.remove(one)
            only_b.remove(other)
    common = frozenset(word for word in a if word in b and word not in without)
    return Likeness(common, tuple(opposites), frozenset(only_a), frozenset(only_b))


def same_subject(a: Statement, b: Statement) -> bool:
    """Return whether two statements are about the same one.

    An order has no subject: it speaks to the user or the agent. A subject that the other statement
    names elsewhere (`has a team of 5`, `the team is 7 people`) counts as the same.
    """
    return a.subject == b.subject or _covers(a, b) or _covers(b, a)


def shared_span(statement: Statement, words: Collection[str]) -> Span:
    """Return the stretch that holds `words`; the whole statement when it holds none."""
    places = [span for word, span in statement.content.items() if word in words]
    if not places:
        return statement.span
    return Span(min(span.start for span in places), max(span.end for span in places))


def _covers(a: Statement, b: Statement) -> bool:
    if not a.subject:
        return b.subject <= _ADDRESSED or b.subject <= a.content.keys()
    return a.subject == _USER and not b.subject <= _ADDRESSED and b.subject <= a.content.keys()


_USER = frozenset({"user"})
_ADDRESSED = frozenset({"user", "agent", "assistant"})
