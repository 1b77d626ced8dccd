"""From the rules' findings to texts with placeholders, the same secret the same placeholder.

Idempotent by construction: rounds are repeated until one finds nothing, so that redacting an
answer again changes nothing. A hostile text that does not settle is masked whole.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from forge_api.redaction import (
    assignments,
    codes,
    commands,
    contact,
    headers,
    key_blocks,
    languages,
    national_ids,
    network,
    pairs,
    payment,
    spoken,
    tokens,
    urls,
    vendor_keys,
)
from forge_api.redaction.own_rules import OwnRules
from forge_api.redaction.rule import Rule, Span
from forge_api.redaction.search import Search
from forge_api.redaction.spelling import plain, spellings

RULES: tuple[Rule, ...] = (
    *key_blocks.RULES,
    *vendor_keys.RULES,
    *headers.RULES,
    *urls.RULES,
    *assignments.RULES,
    *commands.RULES,
    *spoken.RULES,
    *tokens.RULES,
    *pairs.RULES,
    *languages.RULES,
    *codes.RULES,
    *payment.RULES,
    *national_ids.RULES,
    *contact.RULES,
    *network.RULES,
)
"""In the order of precedence: where findings overlap, the first one names the kind."""


class _Adopted:
    """What an operator has added: set once, at the start of the process, before any text comes."""

    def __init__(self, own: OwnRules) -> None:
        rules = (*own.rules, *RULES)
        self.search = Search(rules)
        self.exceptions = own.exceptions
        self.precedence = {id(rule): place for place, rule in enumerate(rules)}

    def spares(self, rule: Rule, found: str) -> bool:
        """Tell whether an exception leaves a finding of this rule standing."""
        return any(one.spares(rule.kind, plain(found)) for one in self.exceptions)


_PLACE = itemgetter(0, 1)
_adopted = [_Adopted(OwnRules())]
_ROUNDS = 8
_UNSETTLED = "[unreadable]"

_PLACEHOLDER = re.compile(r"\[([a-z][a-z-]{1,40}?)(?:-([0-9]{1,6}))?\]")
_LEAST_REPEATED = 6
"""Characters of a secret that is also masked where it stands bare; shorter ones are like words."""

_MOST_REPEATED = 256
"""Secrets of one turn that are looked for bare, so that the time stays linear."""


class Redacted(NamedTuple):
    """A text without its secrets, and how many different ones of each kind it had."""

    text: str
    counts: Mapping[str, int]


class RedactedTexts(NamedTuple):
    """Several texts that share their placeholders, in order, and the counts over all of them."""

    texts: tuple[str, ...]
    counts: Mapping[str, int]


def adopt(own: OwnRules) -> None:
    """Put an operator's rules before the others, and leave standing what he excepts.

    For the whole process, and in place of what was adopted before.
    """
    _adopted[0] = _Adopted(own)


def redact(text: str) -> Redacted:
    """Mask what is secret or private in one text."""
    together = redact_together([text])
    return Redacted(together.texts[0], together.counts)


def redact_together(texts: Sequence[str]) -> RedactedTexts:
    """Mask several texts of one turn: a secret that one of them gives away is masked in all."""
    placeholders = _Placeholders(texts)
    masked = list(texts)
    unsettled = set(range(len(masked)))
    for _ in range(_ROUNDS):
        found = {n: _find_all(masked[n]) for n in unsettled}
        if not any(found.values()):
            break
        known = _told_by_context(masked, found)
        unsettled = set()
        for n, text in enumerate(masked):
            own = found.get(n, [])
            spans = _merge([*own, *_repeated(text, known, own)])
            if spans:
                masked[n] = _mask(text, spans, placeholders)
                unsettled.add(n)
    else:
        masked = [_UNSETTLED if _find_all(text) else text for text in masked]
    return RedactedTexts(tuple(masked), placeholders.counts())


def _find_all(text: str) -> list[Span]:
    adopted = _adopted[0]
    found: list[Span] = []
    for spelling in spellings(text):
        spans = adopted.search.find(spelling.text)
        found += spans if spelling.places is None else map(spelling.placed, spans)
    if not adopted.exceptions:
        return found
    return [span for span in found if not adopted.spares(span.rule, text[span.start : span.end])]


def _told_by_context(
    texts: Sequence[str], found: Mapping[int, Iterable[Span]]
) -> Mapping[str, Rule]:
    """Return the secrets that do not look like one, to know them again where they stand bare."""
    told: dict[str, Rule] = {}
    for n, spans in found.items():
        for start, end, rule in spans:
            if rule.by_context:
                told.setdefault(texts[n][start:end], rule)
    known: dict[str, Rule] = {}
    for written, rule in told.items():
        secret = plain(written)
        if len(secret) >= _LEAST_REPEATED and not secret.isalpha():
            known.setdefault(secret, rule)
    return dict(islice(known.items(), _MOST_REPEATED))


def _repeated(text: str, known: Mapping[str, Rule], found: Iterable[Span]) -> Iterator[Span]:
    """Yield where else these secrets stand."""
    places = {(start, end) for start, end, _ in found} if known else ()
    for spelling in spellings(text) if known else ():
        for secret, rule in known.items():
            place = spelling.text.find(secret)
            while place >= 0:
                end = place + len(secret)
                span = spelling.placed(Span(place, end, rule))
                if (span.start, span.end) not in places:
                    yield span
                place = spelling.text.find(secret, end)


def _merge(spans: list[Span]) -> list[Span]:
    """Join what overlaps, so that nothing of any of them is left standing."""
    merged: list[Span] = []
    for span in sorted(spans, key=_PLACE):
        if merged and span.start < merged[-1].end:
            merged[-1] = _joined(merged[-1], span)
        else:
            merged.append(span)
    return merged


def _joined(first: Span, second: Span) -> Span:
    precedence = _adopted[0].precedence
    is_first = precedence[id(first.rule)] <= precedence[id(second.rule)]
    rule = first.rule if is_first else second.rule
    return Span(first.start, max(first.end, second.end), rule)


def _mask(text: str, spans: list[Span], placeholders: _Placeholders) -> str:
    pieces, end_of_last = [], 0
    for start, end, rule in spans:
        pieces += [text[end_of_last:start], placeholders.of(rule.kind, text[start:end])]
        end_of_last = end
    return "".join([*pieces, text[end_of_last:]])


class _Placeholders:
    """Numbers the secrets of each kind; a number that the texts already hold is not given again."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._given: dict[str, str] = {}
        self._kinds: dict[str, int] = defaultdict(int)
        self._last: dict[str, int] = defaultdict(int)
        for text in texts:
            for kind, number in _PLACEHOLDER.findall(text):
                self._last[kind] = max(self._last[kind], int(number or 1))

    def of(self, kind: str, secret: str) -> str:
        """Return the placeholder of this secret, a new one the first time."""
        if secret not in self._given:
            self._given[secret] = self._of_plain(kind, plain(secret))
        return self._given[secret]

    def _of_plain(self, kind: str, secret: str) -> str:
        if secret not in self._given:
            self._kinds[kind] += 1
            self._last[kind] += 1
            number = self._last[kind]
            self._given[secret] = f"[{kind}]" if number == 1 else f"[{kind}-{number}]"
        return self._given[secret]

    def counts(self) -> dict[str, int]:
        """Return how many different secrets of each kind were masked, by kind."""
        return dict(sorted(self._kinds.items()))
