"""A text in sentences: code blocks whole, lists by item, addresses and numbers unbroken."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦–—]|[0-9]{1,3}[.)]|[a-z]\)|#{1,6}|>+|\|)\s+")
_RULE = re.compile(r"[\s\-=_*~#|>+.:]*\Z")
_LONG_LINE = 60
"""Characters from which a line that ends without a full stop is taken for wrapped prose."""

_END = re.compile(r"(?:[.!?…]+[\"'”’»)\]*_]*(?=\s)|[。！？｡]+[」』”’）)]*|\n)")
_ABBREVIATION = re.compile(
    r"(?i)(?:^|[\s(\"'“])(?:e\.?g|i\.?e|cf|vs|approx|ca|vol|pp?|fig|mr|mrs|ms|dr|prof|st|mt|gen|sen|rep"
    r"|gov|capt|lt|col|sgt|z\.\s?b|d\.\s?h|bzw|ggf|evtl|inkl|zzgl|sra?|srta|p\.\s?ej|mme|mlle|c\.-à-d"
    r"|p\.\s?ex|[a-z])\.\Z"
)
_ABBREVIATION_OR_END = re.compile(
    r"(?i)(?:^|[\s(\"'“.])(?:etc|no|nr|sec|min|dept|inc|ltd|co|corp|jr|a\.m|p\.m|u\.s|u\.k|u\.\s?a|usw|abs"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[0-9]{1,2})\.\Z"
)
_GOES_ON = re.compile(
    r"\s*(?:[a-zà-ÿ0-9]|(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November"
    r"|Dezember)\b)"
)
_INTERJECTION = re.compile(
    r"(?i)(?:no|nope|nah|yes|yep|yeah|ok|okay|sure|right|actually|wait|stop|hmm+|well|please|sorry|wrong"
    r"|incorrect|great|nein|ja|doch|bitte|non|oui|sí|si|não|sim|不|不是|不对|对|好|いや|いいえ|はい|違う"
    r"|違います)[\s.,!…。！、，]*\Z"
)


def sentences(text: str) -> list[str]:
    """Return the sentences in order, each on one line; only list marks and rulers are left out.

    What is quoted line by line keeps its `>`, before each sentence. A fenced code
    block is one sentence. A word like "No." stands with what follows it.
    """
    found = [
        " ".join(sentence.split())
        for block, is_code in _blocks(text)
        for sentence in ([block] if is_code else _of_prose(block))
    ]
    return _with_interjections([sentence for sentence in found if not _RULE.match(sentence)])


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """Yield stretches of text, and whether each is a fenced code block; an open fence runs on."""
    place = 0
    opening = _FENCE.search(text)
    while opening:
        closing = _closing_fence(text, opening)
        end = closing.end() if closing else len(text)
        yield text[place : opening.start()], False
        yield text[opening.start() : end], True
        place = end
        opening = _FENCE.search(text, place)
    yield text[place:], False


def _closing_fence(text: str, opening: re.Match[str]) -> re.Match[str] | None:
    fence = re.compile(
        rf"^[ \t]*{re.escape(opening[1][0])}{{{len(opening[1])},}}[ \t]*$", re.MULTILINE
    )
    return fence.search(text, opening.end())


def _of_prose(text: str) -> Iterator[str]:
    for paragraph in _paragraphs(text):
        item = _ITEM.match(paragraph)
        start = item.end() if item else 0
        # Whose words they are must stay to be seen, sentence by sentence.
        mark = "> " if item and item[0].lstrip().startswith(">") else ""
        for end in _END.finditer(paragraph):
            if _ends_here(paragraph, start, end):
                yield mark + paragraph[start : end.end()]
                start = end.end()
        yield mark + paragraph[start:]


def _paragraphs(text: str) -> Iterator[str]:
    """Yield lines, joined where one was only wrapped."""
    gathered: list[str] = []
    for line in text.splitlines():
        if not (gathered and _is_continued(gathered[-1], line)):
            yield " ".join(gathered)
            gathered = []
        gathered.append(line.strip())
    yield " ".join(gathered)


def _is_continued(before: str, line: str) -> bool:
    following = line.strip()
    return (
        len(before) >= _LONG_LINE
        and following[:1].islower()
        and before[-1] not in ".!?…:;。！？"
        and not _ITEM.match(line)
    )


def _ends_here(paragraph: str, start: int, end: re.Match[str]) -> bool:
    """Tell a sentence's end from an abbreviation's, an initial's or an ordinal's full stop."""
    goes_on = _GOES_ON.match(paragraph, end.end()) is not None
    if end[0] != ".":
        return not (end[0].startswith(("..", "…")) and goes_on)
    so_far = paragraph[max(start, end.end() - 16) : end.end()]
    if _ABBREVIATION.search(so_far):
        return False
    return not (goes_on and _ABBREVIATION_OR_END.search(so_far))


def _with_interjections(found: list[str]) -> list[str]:
    """Put "No." and its like in front of the sentence that they belong to."""
    joined: list[str] = []
    for sentence in found:
        if joined and _INTERJECTION.match(joined[-1]):
            joined[-1] = f"{joined[-1]} {sentence}"
        else:
            joined.append(sentence)
    return joined
