"""Names of values: where one ends in a sentence, and when two of them name the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gate import lexicon
from gate.statement import Statement
from gate.wording import Span, Token, stem


class Value(NamedTuple):
    """A stretch of words that names one thing: a place, a tool, a person, a role."""

    stems: frozenset[str]
    initials: str
    capital: bool
    span: Span


def value_at(statement: Statement, place: int) -> Value | None:
    """Return the value that begins at word `place`, up to the first word that ends one."""
    named: list[Token] = []
    for token in statement.words[place:]:
        if token.word in lexicon.VALUE_ENDS:
            break
        if token.word not in lexicon.FUNCTION_WORDS and token.word not in lexicon.USER:
            named.append(token)
    return _value(named, statement) if named else None


def same_value(one: Value, other: Value) -> bool:
    """Return whether two values may name the same: one refines or abbreviates the other."""
    if one.stems <= other.stems or other.stems <= one.stems:
        return not (one.stems ^ other.stems) & lexicon.RANK_STEMS
    return _abbreviates(one, other) or _abbreviates(other, one)


def _value(named: Sequence[Token], statement: Statement) -> Value:
    return Value(
        stems=frozenset(stem(token.word) for token in named),
        initials="".join(token.word[0] for token in named),
        capital=named[0].span in statement.capitals,
        span=Span(named[0].span.start, named[-1].span.end),
    )


def _abbreviates(short: Value, long: Value) -> bool:
    return len(long.initials) > 1 and short.stems == {long.initials}
