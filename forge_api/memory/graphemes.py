"""Text cut where a reader sees an end: never inside an emoji, an accented letter or a syllable."""

from __future__ import annotations

import re
import unicodedata

ELLIPSIS = "…"
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_ZERO_WIDTH_JOINER = "\u200d"
_LONGEST_WORD = 40
"""Characters that a cut steps back to end at a word."""


def storable(text: str) -> str:
    """Replace what Postgres text cannot hold, NUL and lone surrogates, by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


def cut(text: str, limit: int) -> str:
    """Return the text, or its beginning and an ellipsis: at most `limit` characters (`limit` ≥ 1).

    Ends at a word where one ends near, else between two graphemes.
    """
    if len(text) <= limit:
        return text
    end = limit - len(ELLIPSIS)
    spaces = [
        place for place in range(max(1, end - _LONGEST_WORD), end + 1) if text[place].isspace()
    ]
    end = spaces[-1] if spaces else end
    while end > 0 and not is_boundary(text, end):
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def is_boundary(text: str, place: int) -> bool:
    """Tell whether a reader sees an end between `text[place - 1]` and `text[place]`."""
    if place <= 0 or place >= len(text):
        return True
    before, after = text[place - 1], text[place]
    if before == "\r" and after == "\n":
        return False
    if _extends(after) or before == _ZERO_WIDTH_JOINER or _is_prepended(before):
        return False
    if _is_flag_half(before) and _is_flag_half(after):
        return _flag_halves_before(text, place) % 2 == 0
    return not _is_one_syllable(before, after)


def _extends(character: str) -> bool:
    """Accents, vowel signs (two that Unicode calls letters), joiners, skin tones, tags."""
    code = ord(character)
    return (
        unicodedata.category(character) in {"Mn", "Me", "Mc"}
        or character in "\u200c\u200d"
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0020 <= code <= 0xE007F
        or code in {0x0E33, 0x0EB3, 0xFF9E, 0xFF9F}
    )


def _is_prepended(character: str) -> bool:
    return 0x0600 <= ord(character) <= 0x0605 or ord(character) in {0x06DD, 0x070F, 0x08E2}


def _is_flag_half(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF


def _flag_halves_before(text: str, place: int) -> int:
    start = place
    while start > 0 and _is_flag_half(text[start - 1]):
        start -= 1
    return place - start


def _is_one_syllable(before: str, after: str) -> bool:
    """Hangul jamo: leading, vowel and trailing letters of one written syllable."""
    leading, vowel, trailing = (
        "\u1100" <= before <= "\u115f",
        "\u1160" <= before <= "\u11a7",
        "\u11a8" <= before <= "\u11ff",
    )
    syllable = "\uac00" <= before <= "\ud7a3"
    open_syllable = syllable and (ord(before) - 0xAC00) % 28 == 0
    next_vowel, next_trailing = "\u1160" <= after <= "\u11a7", "\u11a8" <= after <= "\u11ff"
    if leading:
        return "\u1100" <= after <= "\u115f" or next_vowel or "\uac00" <= after <= "\ud7a3"
    if vowel or open_syllable:
        return next_vowel or next_trailing
    return (trailing or syllable) and next_trailing
