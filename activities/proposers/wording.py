"""How one clause of a user is read: chatter, a single request, or what may last, and its content.

A few rules, read top to bottom, over the tables of `vocabulary`; no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from activities.proposers import vocabulary
from forge_client.names import Kind
from gate.wording import stem

MIN_WORDS = 3
MIN_MEANT = 2
"""Words that are left where a contrast is taken off: "in Celsius, not Fahrenheit"."""

MAX_CHARACTERS = 240
"""A longer clause is a pasted text rather than something said."""


_SIGNS_OF_THE_MOMENT = (vocabulary.PASSING, vocabulary.FRAGMENT, vocabulary.POINTS_AWAY)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause as it was said.

    `speaker` is the name before a colon, where the text carries one. `kind` is None for what does
    not last: it may support a belief, but never be one. `stems` carry the content; `slots` are the
    days, numbers and the like that two clauses must share to say the same. `plain` tells a
    statement about the speaker or what is theirs, which lasts if it recurs in the same words.
    `asks` tells a single request, which lasts if it was once a rule or a correction.
    """

    text: str
    speaker: str | None
    kind: Kind | None
    negated: bool
    opening: tuple[str, ...]
    stems: frozenset[str]
    denied: frozenset[str]
    slots: frozenset[str]
    plain: bool
    asks: bool

    def repeats(self, other: Clause) -> bool:
        """Tell whether `other` says this in the same words, but for empty ones."""
        same_side = self.negated == other.negated and self.speaker == other.speaker
        return same_side and self.stems == other.stems and self.slots == other.slots


def take_speaker(sentence: str) -> tuple[str | None, str]:
    """Return the name before the colon, if there is one, and what was said."""
    found = vocabulary.SPEAKER.match(sentence.strip())
    return (found["name"], sentence.strip()[found.end() :]) if found else (None, sentence.strip())


def read_clauses(said: str, speaker: str | None = None) -> Iterator[Clause]:
    """Yield the clauses of what was said, chatter and questions left out."""
    for sentence in vocabulary.SENTENCE_END.split(said):
        spoken = _stated(vocabulary.TAG.sub("", sentence.strip()))
        if not _is_no_speech(spoken):
            yield from _split(spoken, speaker)


def _split(sentence: str, speaker: str | None) -> Iterator[Clause]:
    for part in vocabulary.CLAUSE_END.split(vocabulary.MAIN_CLAUSE.sub(r"\1; ", sentence)):
        text = _tidy(vocabulary.LEAD_IN.sub("", _tidy(part)))
        if _says_something(text):
            yield read(text, speaker)


def leans(sentence: str) -> bool:
    """Tell whether a sentence needs the one before it to be understood."""
    if _dangles(sentence) or vocabulary.FRAGMENT.search(sentence):
        return True
    return bool(vocabulary.DEMONSTRATIVE.search(sentence))


def read(text: str, speaker: str | None = None) -> Clause:
    """Read one clause, or one belief, as it stands."""
    meant = _without_contrast(text)
    words = _words(meant)
    return Clause(
        text=text,
        speaker=speaker,
        kind=_kind_of(text),
        negated=bool(vocabulary.NEGATION.search(meant)),
        opening=_opening(words),
        stems=_stems(words),
        denied=_stems(_words(" ".join(vocabulary.DENIAL.findall(text)))),
        slots=_slots(words),
        plain=_is_plain(text),
        asks=_asks(text),
    )


def content(text: str) -> frozenset[str]:
    """Return the stems that carry the content of a text."""
    return _stems(_words(_without_contrast(text)))


def _stems(words: list[str]) -> frozenset[str]:
    carrying = (word.removesuffix("'s") for word in words if word not in vocabulary.EMPTY_WORDS)
    return frozenset(stem(word) for word in carrying if word not in vocabulary.EMPTY_WORDS)


def _slots(words: list[str]) -> frozenset[str]:
    days = (word.removesuffix("s") for word in words if word in vocabulary.DAYS)
    numbers = (word for word in words if vocabulary.NUMBER.fullmatch(word))
    return frozenset((*days, *numbers))


def _opening(words: list[str]) -> tuple[str, ...]:
    """Return subject, verb and the first word of content after them: "we", "use", "poetry"."""
    plain = [word for word in words if word not in vocabulary.ADVERBS_BEFORE_VERB]
    content = (stem(word) for word in plain[2:] if word not in vocabulary.EMPTY_WORDS)
    return (*plain[:2], next(content, ""))


def _without_contrast(text: str) -> str:
    meant = vocabulary.CONTRAST.sub("", text)
    return meant if len(_words(meant)) >= MIN_MEANT else text


def _is_no_speech(text: str) -> bool:
    """Tell questions, masked secrets, quotes, code and links from plain speech."""
    return text.endswith("?") or bool(vocabulary.NO_SPEECH.search(text))


def _stated(sentence: str) -> str:
    """Return what is told before a question is asked of it: "my car is a Fiat, what tyres fit?"."""
    told = vocabulary.BEFORE_A_QUESTION.match(sentence)
    return told["told"] if told else sentence


def _tidy(text: str) -> str:
    """Return one line without the marks and afterthoughts at its ends."""
    bare = vocabulary.EDGES.sub("", " ".join(text.split()))
    return vocabulary.AFTERTHOUGHT.sub("", bare)


def _says_something(text: str) -> bool:
    words = _words(text)
    if len(text) > MAX_CHARACTERS or len(words) < (2 if words[:1] == ["i'm"] else MIN_WORDS):
        return False
    return not vocabulary.CHATTER.match(text)


def _kind_of(text: str) -> Kind | None:
    """Return the kind of what lasts, None for a single request, an event or a feeling."""
    if _is_of_the_moment(text):
        return None
    if vocabulary.LIKING.search(text):
        return "preference"
    if _is_order(text) or vocabulary.FOREIGN_STANDING.search(text):
        return _kind_of_order(text)
    if vocabulary.HABIT.search(text):
        return "procedure"
    return "fact" if _is_fact(text) or _holds_for_long(text) else None


def _is_of_the_moment(text: str) -> bool:
    return any(sign.search(text) for sign in _SIGNS_OF_THE_MOMENT) or _dangles(text)


def _dangles(text: str) -> bool:
    """Tell whether "it" or "their" stands in for what another clause names."""
    found = vocabulary.PRONOUN.search(text)
    if found is None:
        return False
    before = text[: found.start()]
    several = found[0].lower() not in vocabulary.SINGULAR and vocabulary.PLURAL.search(before)
    return not several and not vocabulary.NAMES_SOMETHING.search(before)


def _is_fact(text: str) -> bool:
    passes = (vocabulary.HAPPENED, vocabulary.ADDRESSED, vocabulary.JUST_NOW)
    if any(sign.search(text) for sign in passes):
        return False
    return bool(vocabulary.LASTING_FACT.search(text))


def _holds_for_long(text: str) -> bool:
    own = vocabulary.OWN_SUBJECT.search(text) and not vocabulary.HAPPENED.search(text)
    return bool(own) and bool(vocabulary.ALWAYS.search(text))


def _is_plain(text: str) -> bool:
    if not vocabulary.OWN_SUBJECT.search(text):
        return False
    passes = (vocabulary.OF_THE_MOMENT, vocabulary.HAPPENED, vocabulary.JUST_NOW)
    if any(sign.search(text) for sign in (*passes, vocabulary.ADDRESSED)):
        return False
    return not _is_of_the_moment(text)


def _asks(text: str) -> bool:
    describes = (vocabulary.OWN_SUBJECT, vocabulary.DESCRIBES, vocabulary.ADDRESSED)
    if any(sign.search(text) for sign in (*describes, vocabulary.DEMONSTRATIVE)):
        return False
    return not _is_of_the_moment(text)


def kind_of_rest(text: str) -> Kind:
    """Return the kind of what does not last by its own words, but was told again."""
    if vocabulary.OWN_SUBJECT.search(text) or vocabulary.DESCRIBES.search(text):
        return "fact"
    return _kind_of_order(text)


def _is_order(text: str) -> bool:
    describes = vocabulary.OWN_SUBJECT.search(text) or vocabulary.DESCRIBES.search(text)
    return not describes and bool(vocabulary.STANDING.search(text))


def _kind_of_order(text: str) -> Kind:
    if vocabulary.FORBIDS.search(text):
        return "constraint"
    return "procedure" if vocabulary.SEQUENCE.search(text) else "preference"


def _words(text: str) -> list[str]:
    return re.findall(r"\d+(?:[:.]\d+)+|[\w'’+#-]*\w", text.lower().replace("’", "'"))
