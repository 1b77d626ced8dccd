"""A text taken apart into statements: who it is about, what it says, and what turns it round.

This is a reader of short plain sentences, not a parser of language. It claims little: words that
carry a topic, the marks of negation and attitude with their scope, and quantities.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from gate import frames, lexicon, phrases
from gate.dates import Date, dates
from gate.descriptions import Description, descriptions
from gate.quantity import Quantity, is_number, quantities
from gate.tense import Tense, tense
from gate.wording import Span, Token, normalize, stem, tokens

MAX_STATEMENTS = 12
"""Distinct statements of one text that are compared; a belief is one sentence, or nearly."""


MAX_WORDS = 256
"""Words of one statement that are compared, so that no text makes the gate slow."""


class Denial(NamedTuple):
    """A word that turns a statement round."""

    kind: Literal["negation", "frequency", "seldom", "avoidance"]
    span: Span
    governs: str | None = None
    """The stem that alone is denied; None: the whole statement is."""


class Attitude(NamedTuple):
    """A verb that says how somebody stands to something."""

    name: str
    sign: int
    span: Span


class Clause(NamedTuple):
    """A stretch of a statement between commas and words that join clauses."""

    words: tuple[Token, ...]
    topics: dict[str, Span]
    circumstances: frozenset[str]
    """Topics that a preposition brings in: when, where, with whom."""

    def topic_after(self, denial: Denial) -> str | None:
        """Return the first topic behind a denial: what it denies."""
        ahead = (t.word for t in self.words if t.span.start > denial.span.start)
        return next(
            (stem(w) for w in ahead if stem(w) in self.topics and not w.endswith("ly")), None
        )

    def count(self, topics: Collection[str]) -> int:
        """Return how often words of these topics stand in it."""
        return sum(stem(token.word) in topics for token in self.words)


@dataclass(frozen=True)
class Statement:
    """One sentence, or one half of a sentence with `but`, as the rules see it."""

    words: tuple[Token, ...]
    """What is claimed: without reasons and conditions."""

    whole: tuple[Token, ...]
    """All words, reasons and conditions included."""

    subject: frozenset[str]
    """Stems of who it is about; empty when it is not said, as in an order."""

    content: dict[str, Span]
    """Stems that carry the topic, in order, each with its first place."""

    denials: tuple[Denial, ...]
    attitude: Attitude | None
    conditional_denials: int
    """Denials inside a condition: `when it does not rain`."""

    quantities: tuple[Quantity, ...]
    capitals: frozenset[Span]
    """Words written with a capital, as names are."""

    breaks: tuple[int, ...]
    """Where in the text a comma, a bracket or a dash stands within it."""

    @property
    def span(self) -> Span:
        """The stretch from the first word to the last."""
        return Span(self.words[0].span.start, self.words[-1].span.end)

    @cached_property
    def dates(self) -> tuple[Date, ...]:
        """The dates that it names."""
        return dates(self.whole)

    @cached_property
    def descriptions(self) -> tuple[Description, ...]:
        """What it calls its subject, where that rules out something else."""
        return descriptions(self.words, len(self.denials))

    @cached_property
    def tense(self) -> Tense:
        """When it is what it tells."""
        return tense(self.words, self.whole)

    @cached_property
    def slots(self) -> tuple[frames.Slot, ...]:
        """The one-valued things that it fills."""
        return frames.slots(self)

    @cached_property
    def left_behind(self) -> tuple[frames.Value, ...]:
        """What it says was given up."""
        return frames.left_behind(self)

    @cached_property
    def given_up(self) -> tuple[frames.Value, ...]:
        """What it says is no more."""
        return frames.given_up(self)

    @cached_property
    def held(self) -> tuple[frames.Value, ...]:
        """What it says is used, or where somebody or something is."""
        return frames.held(self)

    def clause_of(self, denial: Denial) -> Clause:
        """Return the clause in which a denial stands."""
        start = max((at for at in self._clause_starts if at <= denial.span.start), default=0)
        ends = [at for at in self._clause_starts if at > denial.span.start]
        words = [
            t for t in self.whole if start <= t.span.start and (not ends or t.span.start < ends[0])
        ]
        spans = {token.span for token in words} - {self.attitude.span if self.attitude else None}
        topics = {word: span for word, span in self.content.items() if span in spans}
        return Clause(tuple(words), topics, frozenset(_circumstances(words)))

    @cached_property
    def conditions(self) -> frozenset[str]:
        """Topics of the conditions under which it holds."""
        claimed = {token.span for token in self.words}
        return frozenset(w for w, span in self.content.items() if span not in claimed)

    @property
    def is_reported(self) -> bool:
        """Whether it tells what somebody doubts or asks: `wonders whether tests are slow`."""
        return any(
            stem(one.word) in lexicon.DOUBT_STEMS and after.word in ("that", "whether", "if")
            for one, after in pairwise(self.whole)
        )

    @cached_property
    def names(self) -> frozenset[str]:
        """Topics written with a capital, but for the word that opens it."""
        first = self.words[0].span
        return frozenset(w for w, s in self.content.items() if s in self.capitals and s != first)

    @cached_property
    def circumstances(self) -> frozenset[str]:
        """Topics that a preposition brings in, anywhere."""
        return frozenset(_circumstances(self.whole))

    @cached_property
    def _clause_starts(self) -> tuple[int, ...]:
        openers = (t.span.start for t in self.whole if t.word in lexicon.CLAUSE_OPENERS)
        return tuple(sorted({*self.breaks, *openers}))

    @cached_property
    def order(self) -> frames.Order | None:
        """What it sets above what."""
        return frames.order(self)


_FRAME = re.compile(r"[^.!?;:“”\"]{1,60}\b(?:said|says|wrote|writes):\s+(?=[“„«\"])")
"""Who says what stands behind it in quotation marks: that they do is none of it."""

_BOUNDARY = re.compile(
    r"[.!?;…]+(?=\s|$)|[。！？；\n]+|\s[—–-]+\s|—|,?\s+but\s+|,\s+(?=(?:and\s+)?not\s)"
    r"|:\s+(?=[“„«\"])"
    rf"|\s+and\s+(?=(?:{'|'.join(sorted(lexicon.GO_ON))})\s)",
    re.IGNORECASE,
)


_GOES_ON = re.compile(r"\sand\s+\Z", re.IGNORECASE)
_BREAK = re.compile(r"[,;:()]|--")


def read(text: str) -> tuple[Statement, ...]:
    """Return the distinct statements of `text` in order, at most `MAX_STATEMENTS`."""
    distinct: dict[str, Span] = {}
    for span in parts(text):
        distinct.setdefault(normalize(text[span.start : span.end]), span)
        if len(distinct) > MAX_STATEMENTS:
            break
    found: list[Statement] = []
    for span in list(distinct.values())[:MAX_STATEMENTS]:
        statement = _statement(text, span)
        if statement and found and _GOES_ON.search(text, 0, span.start):
            statement = replace(statement, subject=statement.subject or found[-1].subject)
        if statement:
            found.append(statement)
    return tuple(found)


def parts(text: str) -> Iterable[Span]:
    """Yield what `text` says between the ends of sentences, dashes, `but`, and colons of quotes."""
    frame = _FRAME.match(text)
    start = frame.end() if frame else 0
    for boundary in _BOUNDARY.finditer(text, start):
        yield Span(start, boundary.start())
        start = boundary.end()
    yield Span(start, len(text))


def carries_topic(word: str) -> bool:
    """Return whether a canonical word says what a sentence is about."""
    return (
        word not in lexicon.WITHOUT_TOPIC
        and stem(word) not in lexicon.ATTITUDE_STEMS
        and not (word > "\u3000" and lexicon.JAPANESE_ENDING.fullmatch(word))
    )


def is_japanese_negation(word: str) -> bool:
    """Return whether a run of kana denies what stands before it."""
    return word > "\u3000" and word.endswith(lexicon.JAPANESE_NEGATIONS)


def _statement(text: str, part: Span) -> Statement | None:
    whole = _merged(tokens(text, part)[:MAX_WORDS])
    breaks = tuple(found.start() for found in _BREAK.finditer(text, part.start, part.end))
    claim, condition = _claim_and_condition(whole, breaks)
    if not claim:
        return None
    denials, conditional = tuple(_denials(claim)), tuple(_denials(condition))
    counted = quantities(claim)
    attitude = _attitude(claim)
    skipped = {mark.span for mark in (*denials, *conditional)} | {q.span for q in counted}
    skipped |= {one.span for one, after in pairwise(claim) if _is_period(one, after)}
    return Statement(
        words=tuple(claim),
        whole=tuple(whole),
        subject=_subject(claim),
        content=_content([*claim, *condition], skipped, attitude),
        denials=denials,
        attitude=attitude,
        conditional_denials=len(conditional),
        quantities=counted,
        capitals=frozenset(token.span for token in claim if text[token.span.start].isupper()),
        breaks=breaks,
    )


def _is_period(token: Token, after: Token) -> bool:
    """Return whether this is what somebody counts back: `two years ago`."""
    return after.word == "ago" and stem(token.word) in lexicon.PERIOD_STEMS


def _merged(words: Sequence[Token]) -> list[Token]:
    """Leave out idioms, and make one word of each phrase that acts as one."""
    kept: list[Token] = []
    place = 0
    while place < len(words):
        phrase = _phrase_at(words, place)
        if phrase is None:
            kept.append(words[place])
        elif phrase in phrases.PHRASES:
            span = Span(words[place].span.start, words[place + len(phrase) - 1].span.end)
            kept.append(Token(phrases.PHRASES[phrase], span))
        place += len(phrase or (place,))
    return kept


def _phrase_at(words: Sequence[Token], place: int) -> tuple[str, ...] | None:
    for phrase in phrases.PHRASES_BY_FIRST_WORD.get(words[place].word, ()):
        if tuple(token.word for token in words[place : place + len(phrase)]) == phrase:
            return phrase
    return None


def _claim_and_condition(
    words: Sequence[Token], breaks: Sequence[int]
) -> tuple[list[Token], list[Token]]:
    """Leave out what follows a word of reason, and set apart each condition.

    A condition goes from its word to the next comma, or to the end.
    """
    said = words[: _first(lexicon.REASON_WORDS, words)]
    claim: list[Token] = []
    condition: list[Token] = []
    while said:
        place = _first(lexicon.CONDITION_WORDS, said)
        claim += said[:place]
        if place == len(said):
            break
        end = next((at for at in breaks if at >= said[place].span.end), said[-1].span.end)
        condition += [token for token in said[place + 1 :] if token.span.start < end]
        said = [token for token in said[place + 1 :] if token.span.start >= end]
    return claim, condition


def _first(wanted: frozenset[str], words: Sequence[Token]) -> int:
    """Return the place of the first such word that does not open the sentence, else the end."""
    places = (
        place
        for place, token in enumerate(words)
        # `has since moved` gives no reason.
        if place and token.word in wanted and words[place - 1].word not in ("has", "have", "had")
    )
    return next(places, len(words))


def _denials(words: Sequence[Token]) -> Iterable[Denial]:
    for place, token in enumerate(words):
        before = words[place - 1].word if place else ""
        if token.word in lexicon.PLAIN_NEGATORS or is_japanese_negation(token.word):
            yield Denial(_kind(token.word), token.span)
        elif token.word in lexicon.SCOPED_NEGATORS:
            yield Denial("negation", token.span, _next_topic(words, place))
        elif token.word == "plus" and any(other.word == "ne" for other in words[:place]):
            yield Denial("negation", token.span)
        elif stem(token.word) in lexicon.NEGATIVE_VERB_STEMS and before not in lexicon.NOUN_SIGNS:
            yield Denial("avoidance", token.span, _next_topic(words, place))


def _kind(word: str) -> Literal["negation", "frequency", "seldom"]:
    if word in lexicon.SELDOM:
        return "seldom"
    return "frequency" if word in lexicon.NEVER else "negation"


def _next_topic(words: Sequence[Token], place: int) -> str | None:
    ahead = words[place + 1 : place + 1 + lexicon.REACH]
    return next((stem(token.word) for token in ahead if carries_topic(token.word)), None)


def _circumstances(words: Sequence[Token]) -> Iterable[str]:
    """Yield the topics that stand shortly behind a preposition, before the next."""
    left = 0
    for token in words:
        if token.word in lexicon.CIRCUMSTANCE_PREPOSITIONS:
            left = lexicon.CIRCUMSTANCE_REACH
        elif left and carries_topic(token.word):
            yield stem(token.word)
            left -= 1


def _attitude(claim: Sequence[Token]) -> Attitude | None:
    for token in claim:
        if (root := stem(token.word)) in lexicon.ATTITUDE_STEMS:
            name, sign = lexicon.ATTITUDE_STEMS[root]
            return Attitude(name, sign, token.span)
    return None


def _content(
    words: Sequence[Token], skipped: set[Span], attitude: Attitude | None
) -> dict[str, Span]:
    content = {attitude.name: attitude.span} if attitude else {}
    for token in words:
        if token.span not in skipped and carries_topic(token.word):
            content.setdefault(stem(token.word), token.span)
    return content


def _subject(claim: Sequence[Token]) -> frozenset[str]:
    """Return the topic of what stands before the verb; the user himself is `{"user"}`."""
    named: list[Token] = []
    for token in claim:
        if _ends_subject(token.word, named):
            topics = frozenset(
                stem(t.word) for t in named if carries_topic(t.word) and not is_number(t.word)
            )
            return topics or _USER_ALONE if named else frozenset()
        named.append(token)
    return frozenset()


def _ends_subject(word: str, before: Sequence[Token]) -> bool:
    """A verb does, and so does whatever follows the bare user: `the user juggles`."""
    if word in lexicon.PLAIN_NEGATORS or word in lexicon.ADVERBS_OF_TIME or word == "ne":
        return True
    if word in lexicon.SUBJECT_PARTICLES:
        return bool(before)
    if lexicon.is_verb(word):
        return not before or before[-1].word not in lexicon.ARTICLES
    return bool(before) and before[-1].word in lexicon.BARE_USER and word not in lexicon.AFTER_USER


_USER_ALONE = frozenset({"user"})
