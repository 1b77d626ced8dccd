"""Many rules, one reading of a text: it tells which rules can find anything, and where to try them.

Most rules begin with words. All of these are looked for together, so that prose without any costs
one pass, and hostile text as many tries as it has words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from forge_api.redaction.rule import Rule, Span

_Places = Sequence[int]


class Search:
    """Rules made ready to be searched for together; where findings overlap, all are given."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        begun_by: dict[str, dict[re.Pattern[str] | None, list[int]]] = {}
        gated: dict[re.Pattern[str] | str, list[int]] = {}
        for number, rule in enumerate(rules):
            for word in rule.starts:
                begun_by.setdefault(word, {}).setdefault(rule.head, []).append(number)
            if not rule.starts:
                gated.setdefault(rule.gate, []).append(number)
        self._words = _Words(begun_by)
        self._begun_by = {word: list(headed.items()) for word, headed in begun_by.items()}
        self._gated = [
            (gate, [(number, rules[number].pattern.search) for number in numbers])
            for gate, numbers in gated.items()
        ]

    def find(self, text: str) -> Iterator[Span]:
        """Yield what the rules find, in the order of the rules."""
        tries = self._tries(text)
        ends: dict[int, int] = {}
        for number in sorted(tries):
            rule = self._rules[number]
            for match in _matches(rule.pattern, text, tries[number]):
                start, end = match.span(rule.masked)
                while rule.trailing and end > start and text[end - 1] in rule.trailing:
                    end -= 1
                # What an earlier rule has found whole: a second finding would add nothing.
                if end <= start or ends.get(start, 0) >= end:
                    continue
                if rule.holds is None or rule.holds(match):
                    ends[start] = end
                    yield Span(start, end, rule)

    def _tries(self, text: str) -> Mapping[int, Sequence[_Places]]:
        """Return the rules to try, by number, and where: for each of its words; none: anywhere."""
        tries: dict[int, list[_Places]] = {}
        for gate, searches in self._gated:
            if gate in text if isinstance(gate, str) else gate.search(text):
                tries |= {number: [] for number, search in searches if search(text)}
        for word, stands_at in self._words.places(_lowered(text)).items():
            for head, numbers in self._begun_by[word]:
                places = [at for at in stands_at if head.match(text, at)] if head else stands_at
                for number in numbers if places else ():
                    tries.setdefault(number, []).append(places)
        return tries


class _Words:
    """The words that rules begin with, looked for in one pass; in two if it is not all English."""

    def __init__(self, words: Collection[str]) -> None:
        others = [word for word in words if not word.isascii()]
        self._longest = _first_of([word for word in words if word.isascii()])
        self._others = _first_of(others)
        self._in_others = frozenset(max(word) for word in others)
        self._within = {long: [word for word in words if long.startswith(word)] for long in words}

    def places(self, lowered: str) -> Mapping[str, _Places]:
        """Return where each word stands of those that stand anywhere, in order."""
        places: dict[str, list[int]] = defaultdict(list)
        has_none_of_others = lowered.isascii() or self._in_others.isdisjoint(lowered)
        for finder in (self._longest,) if has_none_of_others else (self._longest, self._others):
            for hit in finder.finditer(lowered):
                place = hit.start()
                for word in self._within[hit[1]]:
                    places[word].append(place)
        return places


def _first_of(words: Collection[str]) -> re.Pattern[str]:
    """Make the pattern that finds where any of these words begins, though it be inside another."""
    return re.compile(f"(?=({_any_of(words)}))" if words else "(?!)")


def _any_of(words: Collection[str]) -> str:
    """Make the pattern of the longest of these words, with what they share written once.

    `re` tries one alternative after the other: so it has few to try at any place.
    """
    rests: dict[str, list[str]] = defaultdict(list)
    for word in filter(None, words):
        rests[word[0]].append(word[1:])
    if not rests:
        return ""
    either = "|".join(re.escape(letter) + _any_of(after) for letter, after in rests.items())
    return f"(?:{either}){'?' if '' in words else ''}"


def _matches(
    pattern: re.Pattern[str], text: str, tries: Sequence[_Places]
) -> Iterator[re.Match[str]]:
    if not tries:
        yield from pattern.finditer(text)
    for places in tries:
        end = 0
        for place in places:
            if place >= end and (match := pattern.match(text, place)):
                end = match.end()
                yield match


def _lowered(text: str) -> str:
    """Lower the case and keep every character at its place, which `str.lower` alone does not."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
