"""One event on two dates: the freeze begins on Wednesday, or on Friday; a birthday in May, or June.

What happens once must be told: by its verb, or as what `is on` the date. A team can meet on Monday
and on Thursday.
"""

from __future__ import annotations

from gate import lexicon, units
from gate.conflict import Contradiction
from gate.dates import Date
from gate.quantity import is_number
from gate.statement import Statement
from gate.wording import stem


def dates_differ(a: Statement, b: Statement) -> Contradiction | None:
    """Find two statements that differ in the date of what happens once."""
    if a.denials or b.denials or len(a.dates) != 1 or len(b.dates) != 1:
        return None
    one, other = a.dates[0], b.dates[0]
    if not one.excludes(other) or not (_is_once(a, one) and _is_once(b, other)):
        return None
    about, about_other = _about(a, one), _about(b, other)
    if not about & about_other or not (about <= about_other or about_other <= about):
        return None
    score = round(len(about & about_other) / len(about | about_other), 4)
    return Contradiction("date", one.span, other.span, score)


def _is_once(statement: Statement, date: Date) -> bool:
    before = [token.word for token in statement.whole if token.span.end <= date.span.start]
    if not lexicon.ONCE_STEMS.isdisjoint(map(stem, before)):
        return True
    place = max((n for n, word in enumerate(before) if word in lexicon.DATING_WORDS), default=None)
    return place is not None and all(map(_may_stand_between, before[place + 1 :]))


def _may_stand_between(word: str) -> bool:
    """`is at 3 pm on Thursday`."""
    lists = (lexicon.DATING_PREPOSITIONS, lexicon.ARTICLES, units.HALVES_OF_THE_DAY)
    return is_number(word) or any(word in some for some in lists)


def _about(statement: Statement, date: Date) -> frozenset[str]:
    """Return the topics of what happens then, whatever is said of its planning."""
    topics = {
        word
        for word, span in statement.content.items()
        if not date.span.start <= span.start < date.span.end
    }
    return frozenset(topics - lexicon.PLANNING_STEMS)
