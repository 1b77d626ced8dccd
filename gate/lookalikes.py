"""Letters that pass for others: a word in two scripts, or in shapes that only look like letters."""

from __future__ import annotations

import re
import unicodedata

from gate.wording import Span

_WORD = re.compile(r"[^\W\d_]+")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
_LATIN_TWINS = frozenset("асеорхуіјѕһԁԛԝАВЕКМНОРСТХІЈЅУοαρυνικτΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
"""Letters of Cyrillic and Greek that one cannot tell from Latin ones."""

_STYLED = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]+")
"""Full-width and mathematical letters."""

_SHORT = 3
"""Letters of a word such as `Δt`, which may mix scripts."""


def lookalike_spans(text: str) -> list[Span]:
    """Return each word that is not what it looks like, in order."""
    if text.isascii():
        return []
    words = [Span(*match.span()) for match in _WORD.finditer(text)]
    latin = any(_scripts(text[span.start : span.end]) == {"LATIN"} for span in words)
    return [span for span in words if _deceives(text[span.start : span.end], latin)]


def _deceives(word: str, among_latin: bool) -> bool:
    if _STYLED.search(word):
        return True
    scripts = _scripts(word)
    if len(scripts) > 1:
        return len(word) > _SHORT or "CYRILLIC" in scripts
    return among_latin and len(word) > 1 and _LATIN_TWINS.issuperset(word)


def _scripts(word: str) -> set[str]:
    names = (unicodedata.name(letter, "").partition(" ")[0] for letter in word)
    return {name for name in names if name in _SCRIPTS}
