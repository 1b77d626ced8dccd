"""From the rules' findings to texts with placeholders, the same secret the same placeholder.

Idempotent by construction: rounds are repeated until one finds nothing, so that redacting an
answer again changes nothing. A hostile text that does not settle is masked whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from forge_api.redaction import (
    assignments,
    commands,
    contact,
    headers,
    key_blocks,
    national_ids,
    network,
    payment,
    spoken,
    urls,
    vendor_keys,
)
from forge_api.redaction.own_rules import OwnRules
from forge_api.redaction.rule import Reading, Rule, Span, find
from forge_api.redaction.spelling import plain, spellings

RULES: tuple[Rule, ...] = (
    *key_blocks.RULES,
    *vendor_keys.RULES,
    *headers.RULES,
    *urls.RULES,
    *assignments.RULES,
    *commands.RULES,
    *spoken.RULES,
    *payment.RULES,
    *national_ids.RULES,
    *contact.RULES,
    *network.RULES,
)
"""In the order of precedence: where findings overlap, the first one names the kind."""


class _Adopted:
    """What an operator has added: set once, at the start of the process, before any text comes."""

    def __init__(self, own: OwnRules) -> None:
        self.rules = (*own.rules, *RULES)
        self.exceptions = own.exceptions
        self.precedence = {id(rule): place for place, rule in enumerate(self.rules)}

    def spares(self, rule: Rule, found: str) -> bool:
        """Tell whether an exception leaves a finding of this rule standing."""
        return any(one.spares(rule.kind, plain(found)) for one in self.exceptions)


_adopted = [_Adopted(OwnRules())]
_ROUNDS = 8
_UNSETTLED = "[unreadable]"

_PLACEHOLDER = re.compile(r"\[([a-z][a-z-]{1,40}?)(?:-([0-9]{1,6}))?\]")
_LEAST_REPEATED = 6
"""Characters of a secret that is also masked where it stands bare; shorter ones are like words."""

_MOST_REPEATED = 256
"""Secrets of one turn that are looked for bare, so that the time stays linear."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets, and how many different ones of each kind it had."""

    text: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RedactedTexts:
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
    for _ in range(_ROUNDS):
        found = [_find_all(text) for text in masked]
        if not any(found):
            break
        known = _told_by_context(masked, found)
        masked = [
            _mask(text, _merge([*spans, *_repeated(text, known)]), placeholders)
            for text, spans in zip(masked, found, strict=True)
        ]
    else:
        masked = [_UNSETTLED if _find_all(text) else text for text in masked]
    return RedactedTexts(tuple(masked), placeholders.counts())


def _find_all(text: str) -> list[Span]:
    adopted = _adopted[0]
    found = []
    for spelling in spellings(text):
        reading = Reading(spelling.text)
        for rule in adopted.rules:
            for start, end, _ in find(rule, reading):
                found.append(Span(*spelling.placed(start, end), rule))
    if not adopted.exceptions:
        return found
    return [span for span in found if not adopted.spares(span.rule, text[span.start : span.end])]


def _told_by_context(texts: Iterable[str], found: Iterable[list[Span]]) -> dict[str, Rule]:
    """Return the secrets that do not look like one, to know them again where they stand bare."""
    told: dict[str, Rule] = {}
    for text, spans in zip(texts, found, strict=True):
        for start, end, rule in spans:
            if rule.by_context:
                told.setdefault(text[start:end], rule)
    known: dict[str, Rule] = {}
    for written, rule in told.items():
        secret = plain(written)
        if len(secret) >= _LEAST_REPEATED and not secret.isalpha():
            known.setdefault(secret, rule)
    return dict(islice(known.items(), _MOST_REPEATED))


def _repeated(text: str, known: Mapping[str, Rule]) -> Iterator[Span]:
    for spelling in spellings(text) if known else ():
        for secret, rule in known.items():
            place = spelling.text.find(secret)
            while place >= 0:
                end = place + len(secret)
                yield Span(*spelling.placed(place, end), rule)
                place = spelling.text.find(secret, end)


def _merge(spans: list[Span]) -> list[Span]:
    """Join what overlaps, so that nothing of any of them is left standing."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda span: span[:2]):
        if merged and span.start < merged[-1].end:
            merged[-1] = _joined(merged[-1], span)
        else:
            merged.append(span)
    return merged


def _joined(first: Span, second: Span) -> Span:
    precedence = _adopted[0].precedence
    rule = min(first.rule, second.rule, key=lambda rule: precedence[id(rule)])
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
        self._kinds: Counter[str] = Counter()
        self._last: Counter[str] = Counter()
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
