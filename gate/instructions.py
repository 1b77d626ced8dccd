"""Words that command the agent instead of stating what is so, by what they are after.

A first set. It looks for a verb and its object within a sentence, never for a verb alone: an
honest `always run the tests` must pass.
"""

from __future__ import annotations

import re

from gate.wording import Span

_PRIVATE = (
    r"(?:passwords?|secrets?|credentials?|api[ _-]?keys?|private keys?|access tokens?"
    r"|session tokens?|system prompt)"
)
_ADDRESS = r"(?:https?://|[\w.+-]{1,64}@[\w-]+\.\w)"
_RULES = r"(?:instructions?|prompts?|rules?|messages?|guidelines?|policy|policies|guardrails?)"
_PERSON = r"(?:users?|anyone|owners?|reviewers?|humans?|operators?)"

_KINDS: dict[str, str] = {
    "override": (
        r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}"
        r"\b(?:previous|prior|above|earlier|preceding|system|safety|all)\b[^.\n]{0,30}"
        rf"\b{_RULES}\b"
    ),
    "role": (
        r"\byou are now\b|\bact as (?:an? |the )?(?:root|admin|system|developer)\b"
        r"|</?\s?(?:system|assistant|instructions?)\s?>|\[/?INST\]|<\|im_(?:start|end)\|>"
    ),
    "exfiltration": (
        r"\b(?:send|forward|upload|post|e-?mail|copy|share|leak|transmit|exfiltrate|include"
        rf"|reveal|print|disclose|expose)\b[^\n]{{0,80}}?(?:{_ADDRESS}|\b{_PRIVATE}\b)"
    ),
    "concealment": (
        r"\b(?:do not|don['’]?t|never|without)\s(?:\w+\s)?"
        r"(?:tell|inform|notify|mention|alert)(?:ing)?\b"
        rf"[^.\n]{{0,25}}\b{_PERSON}\b"
    ),
    "approval": (
        r"\bwithout\s(?:\w+\s){0,2}(?:asking|approval|confirmation|permission|consent)\b"
        r"|\b(?:automatically|always)\s(?:approve|trust)s?\b|\bauto-?approve"
    ),
    "execution": r"\bcurl\s+\S|\brm\s+-rf\b|\|\s?(?:ba)?sh\b|\bsudo\s\w|\beval\(",
}
_LOOK_BACK = 120
"""Characters before an instruction in which the word that forbids it is looked for."""

_PATTERNS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _KINDS.items()}


_FORBIDDING = re.compile(
    r"\b(?:never|do not|don['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|may not|cannot"
    r"|can['’]?t|avoid|refuses? to|(?:doesn|does no)['’]?t? (?:want|like)"
    r"|nobody|no one|forbid|forbidden to)\b[^.:;!?\n]{0,80}$",
    re.IGNORECASE,
)
_TURNED_BACK = re.compile(
    r"\b(?:hesitate|forget|fail|mind|stop|refuse|worry|ask|wait|bother)\b", re.IGNORECASE
)
_FORBIDDABLE = frozenset({"approval", "exfiltration", "execution"})
"""What an honest rule of safety forbids: `never deploy without asking the user`."""


def find_instructions(text: str) -> dict[str, Span]:
    """Return each kind of suspicious instruction in `text`, with its first place.

    What a sentence forbids is no instruction to do it.
    """
    found = ((kind, _first(kind, pattern, text)) for kind, pattern in _PATTERNS.items())
    return {kind: span for kind, span in found if span}


def _first(kind: str, pattern: re.Pattern[str], text: str) -> Span | None:
    spans = (Span(*match.span()) for match in pattern.finditer(text))
    return next((s for s in spans if kind not in _FORBIDDABLE or not _is_forbidden(text, s)), None)


def _is_forbidden(text: str, span: Span) -> bool:
    """Look back within the sentence; `do not hesitate to` forbids nothing."""
    before = _FORBIDDING.search(text[max(0, span.start - _LOOK_BACK) : span.start])
    return before is not None and not _TURNED_BACK.search(before.group())
