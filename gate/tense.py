"""Whether a statement tells of what was and is over: `used to live`, `was hosted there in 2020`.

What began or was changed in the past still holds: `moved to Oslo two years ago` is not over.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from gate import dates, lexicon
from gate.quantity import is_number
from gate.spelling import IRREGULAR
from gate.wording import Token, stem, stem_list, word_list

_AS = frozenset({"as", "when"})
_AS_ELSEWHERE = frozenset({"als", "comme", "como", "étant"})
_WAS = frozenset({"was", "were", "had"})


_FORMERLY_ELSEWHERE = word_list(
    "früher damals ehemals antes antaño autrefois jadis solía 曾 昔 以前"
)
"""Words of other languages by which a sentence tells of what is over."""

_PRESENT_SIGNS = word_list("is are am has have do does will can now today")
"""Words by which a sentence tells how things are."""

_EARLIER_LIVES = word_list("student child kid boy girl teenager teen intern apprentice")
"""What somebody was before he was what he is: `as a student`."""

_INTENTIONS = stem_list("want plan hope intend consider wish aim")
"""Verbs of what may come to be, before `to`."""

_LATER = word_list("next soon later tomorrow eventually")

_HABIT_STEMS = stem_list(
    "use smoke drink eat play study work live own drive speak learn teach train"
)
"""Verbs of what somebody does for a time."""

Tense = Literal["past", "over", "now", "ahead"]


def tense(claim: Sequence[Token], whole: Sequence[Token]) -> Tense:
    """Return when it is what `claim` tells; what is `over` surely holds no more.

    `whole` is the claim with its reasons and conditions.
    """
    said = [token.word for token in claim]
    if _is_told_as_over(said, [token.word for token in whole]):
        return "over"
    if _is_ahead(said):
        return "ahead"
    if not _PRESENT_SIGNS.isdisjoint(said) or not any(map(_is_past, said)):
        return "now"
    words = [token.word for token in whole]
    return "over" if _holds_for_a_time(said) and _names_past_time(words) else "past"


def _is_told_as_over(said: Sequence[str], whole: Sequence[str]) -> bool:
    if not _FORMERLY_ELSEWHERE.isdisjoint(said) or _follow(said, "in", "the", "past"):
        return True
    if _follow(said, "used", "to") and not _follow(said, "is", "used", "to"):
        return True
    was_another = not _EARLIER_LIVES.isdisjoint(whole)
    if was_another and _was_somebody_else(whole, _AS_ELSEWHERE):
        return True
    is_formerly = not lexicon.FORMERLY.isdisjoint(said)
    if not (is_formerly or (was_another and _was_somebody_else(whole, _AS))):
        return False
    return any(map(_is_past, said))


def _is_ahead(said: Sequence[str]) -> bool:
    if "will" in said and not _LATER.isdisjoint(said):
        return True
    if "to" not in said:
        return False
    place = next((n for n, word in enumerate(said) if _is_verb(word)), len(said))
    return [stem(word) for word in said[place : place + 2]][1:] == ["to"] and (
        stem(said[place]) in _INTENTIONS
    )


def _is_verb(word: str) -> bool:
    is_verb = lexicon.is_verb(word) or stem(word) in _INTENTIONS
    return is_verb and stem(word) != "do"


def _follow(said: Sequence[str], *wanted: str) -> bool:
    places = range(len(said) - len(wanted) + 1) if wanted[-1] in said else ()
    return any(tuple(said[place : place + len(wanted)]) == wanted for place in places)


def _is_past(word: str) -> bool:
    return word in _WAS or word.endswith("ed") or (word in IRREGULAR and word[-1] not in "sg")


def _was_somebody_else(said: Sequence[str], openers: frozenset[str]) -> bool:
    return any(
        word in _EARLIER_LIVES and not openers.isdisjoint(said[max(place - 4, 0) : place])
        for place, word in enumerate(said)
    )


def _holds_for_a_time(said: Sequence[str]) -> bool:
    """It tells of a state or a habit, not of a step from one to another."""
    stems = set(map(stem, said))
    steps = lexicon.CHANGE_VERB_STEMS | lexicon.ABANDON_VERB_STEMS | lexicon.NEGATIVE_VERB_STEMS
    return stems.isdisjoint(steps) and not (
        _WAS.isdisjoint(said) and stems.isdisjoint(lexicon.STATE_STEMS | _HABIT_STEMS)
    )


def _names_past_time(said: Sequence[str]) -> bool:
    if {"ago", "once", "until"} & set(said):
        return True
    if any(one == "for" and is_number(after) for one, after in pairwise(said)):
        return True
    return any(
        (before == "last" and word in lexicon.PERIODS) or (before == "in" and dates.is_year(word))
        for before, word in pairwise(said)
    )
