"""The words of descriptions: who is there, where things stand, and which one in a row."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gate.wording import stem, stem_list, word_list

PLACE_PREPOSITIONS = word_list("in on at near from of")

SCENE_OPENERS = word_list("a an there several some one many few another people here")
"""Words that open the description of a scene: they bring in somebody who was not named before."""

PERSON_STEMS = stem_list(
    "man woman boy girl child kid person guy lady baby toddler dog cat player worker crowd group "
    "student couple gentleman teenager adult he she they"
)
"""Whom scenes are about."""

SCENE_REACH = 4
"""Words behind `the` among which the one whom the scene is about is named."""

LONGEST_NAME = 3
"""Words of a name or a phrase that one other word can replace."""

_PLACE_PHRASES = (
    "far away from=far/far from=far/near to=near/close to=near/next to=near/in front of=front/"
    "on top of=above/at the top of=above/inside of=inside/outside of=outside"
)
PLACE_PHRASES = {
    "_".join(map(stem, words.split())): name
    for words, name in (entry.split("=") for entry in _PLACE_PHRASES.split("/"))
}
"""Phrases that say where, by their stems → the word for the same."""


PLACE_PHRASE_HEADS = frozenset(name.partition("_")[0] for name in PLACE_PHRASES)
_PLACE_PHRASES_BY_HEAD = {
    head: sorted(
        (tuple(name.split("_")) for name in PLACE_PHRASES if name.partition("_")[0] == head),
        key=lambda words: (-len(words), words),
    )
    for head in sorted(PLACE_PHRASE_HEADS)
}


def place_phrases_from(word: str) -> Sequence[tuple[str, ...]]:
    """Return the phrases that say where and begin with this stem, longest first."""
    return _PLACE_PHRASES_BY_HEAD.get(word, ())


_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_PLACES_IN_ORDER = {stem(word): n for n, word in enumerate(_ORDINALS.split(), 1)} | {
    "thirtieth": 30,
    "fortieth": 40,
    "fiftieth": 50,
    "hundredth": 100,
}
_NUMBERED = re.compile(r"(\d{1,6})(?:st|nd|rd|th)")


def place_in_order(word: str) -> int | None:
    """Return 2 for `second` and `2nd`; None for what is no ordinal number."""
    match = _NUMBERED.fullmatch(word)
    return int(match.group(1)) if match else _PLACES_IN_ORDER.get(word)
