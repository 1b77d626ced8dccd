"""What keeps two texts apart however near their vectors are: a turn, a number, a name, a kind.

Vectors hardly see a `not`, and 5 minutes lie beside 50. Near-duplicates must pass here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from gate import antonyms, exclusion, lexicon
from gate.contradiction import find_contradiction
from gate.negation import contradicts
from gate.quantity import is_number
from gate.statement import Statement, read


@dataclass(frozen=True, slots=True)
class Said:
    """All that a text says, its statements laid together."""

    topics: frozenset[str]
    names: frozenset[str]
    """Topics written with a capital, those that open a sentence left out."""

    numbers: frozenset[str | tuple[str, float]]
    words: tuple[str, ...]
    turns: int
    """Denials and dislikes: an odd number turns it round."""

    @classmethod
    def of(cls, text: str) -> Said:
        """Read `text`."""
        statements = read(text)
        return cls(
            topics=frozenset(word for one in statements for word in one.content) - _ATTITUDES,
            names=frozenset(word for one in statements for word in one.names),
            numbers=frozenset(number for one in statements for number in _numbers(one)),
            words=tuple(token.word for one in statements for token in one.whole),
            turns=sum(_turns(one) for one in statements),
        )


def says_the_same(a: str, b: str) -> bool:
    """Return whether two texts with near vectors repeat each other: no rule says otherwise."""
    return not (contradicts(a, b) or find_contradiction(a, b) or differ(a, b))


def differ(a: str, b: str) -> bool:
    """Return whether two texts say different things, though a vector may not tell."""
    one, other = Said.of(a), Said.of(b)
    if one.numbers != other.numbers or _other_names(one, other):
        return True
    if _two_change_places(one, other) or not _QUALIFIERS.isdisjoint({*one.words} ^ {*other.words}):
        return True
    only_a, only_b = one.topics - other.topics, other.topics - one.topics
    opposites = {x for x, y in product(only_a, only_b) if antonyms.are_antonyms(x, y)}
    if any(exclusion.exclude_each_other(x, y) for x, y in product(only_a, only_b)):
        return True
    return (one.turns + other.turns + len(opposites)) % 2 == 1


def _two_change_places(one: Said, other: Said) -> bool:
    """`tea before coffee` is not `coffee before tea`; `tea and coffee` is `coffee and tea`."""
    if not _EITHER_WAY.isdisjoint(one.words):
        return False
    pairs = zip(one.words, other.words, strict=False)
    changed = {(x, y) for x, y in pairs if x != y}
    alike = len(one.words) == len(other.words) and len(changed) <= _CHANGED
    return alike and any((y, x) in changed for x, y in changed)


def _other_names(one: Said, other: Said) -> bool:
    """Each names somebody or something that the other does not."""
    return bool(one.names - other.topics) and bool(other.names - one.topics)


def _numbers(statement: Statement) -> Iterable[str | tuple[str, float]]:
    counted = {quantity.span for quantity in statement.quantities}
    for quantity in statement.quantities:
        yield quantity.unit, quantity.value
    for token in statement.words:
        if is_number(token.word) and token.span not in counted:
            yield token.word


def _turns(statement: Statement) -> int:
    dislikes = statement.attitude is not None and statement.attitude.sign < 0
    return len(statement.denials) + statement.conditional_denials + dislikes


_CHANGED = 3
_EITHER_WAY = frozenset({"and", "or", "und", "oder", "y", "et", "ou", "married", "和", "と"})
"""Words on both sides of which the same can stand."""

_QUALIFIERS = frozenset({"less", "more", "least", "most", "fewer", "other", "only"})
"""Small words that make another statement of the same topics."""

_ATTITUDES = {lexicon.LIKE, lexicon.ALLOW}
