"""Whether a belief is about a secret: the value itself, or what redaction has put in its place."""

from __future__ import annotations

import re

from gate.wording import Span

_PERSONAL = frozenset(
    {"email", "phone", "ip", "iban", "card", "national-id", "ssn", "wallet", "bank-account"}
)
"""Placeholders of what identifies somebody; every other stands for something that opens a door."""

_PLACEHOLDER = re.compile(r"\[([a-z][a-z-]{1,40}?)(?:-[0-9]{1,6})?\]")
_SECRET_KINDS = re.compile(
    r"(?:[a-z]+-)*(?:key|token|secret|password|pin|webhook|cookie|authorization|jwt|phrase|id)\Z"
)
_VALUE = re.compile(
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY"
    r"|(?<![A-Za-z0-9])(?:sk|rk|pk|ghp|gho|ghs|glpat|xox[a-z]|hf|npm|pypi|AKIA|ASIA|AIza|eyJ)"
    r"[A-Za-z0-9_.-]*[0-9][A-Za-z0-9_.-]{9,}"
    r"|(?i:\b(?:pass(?:word|code|phrase)|passwort|pin|secret|token|api[ -]?key)\b"
    r"(?: [\w'-]{1,20}){0,4}?(?: is|:|=| ist| lautet) ?[\"'`]?(?=[^\s\"'`]*[0-9])[^\s\"'`]{4,})"
)


def find_secret(text: str) -> tuple[str, Span] | None:
    """Return the kind of the first secret that a belief is about, and where; None: of none."""
    for match in _PLACEHOLDER.finditer(text):
        if match[1] not in _PERSONAL and _SECRET_KINDS.match(match[1]):
            return match[1], Span(*match.span())
    found = _VALUE.search(text)
    return ("value", Span(*found.span())) if found else None
