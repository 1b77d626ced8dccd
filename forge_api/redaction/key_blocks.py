"""Private keys as text blocks: PEM of every make, OpenSSH, PGP; also one that breaks off.

Certificates and public keys are meant to be shown, and stay.
"""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule

_OPENING = r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_CLOSING = r"-----END [A-Z0-9 ]{1,60}-----"
_ANYTHING = r"(?:[^-]++|-(?!----))*+"

# Without its closing line: header lines, then lines of base64; the line breaks may be escaped.
_BREAK = r"(?:\\+[nr]|[\s\"'+,|>])*+"
_HEADERS = rf"(?:{_BREAK}[A-Z][A-Za-z-]{{2,30}}: [^\n\\]{{1,200}})*+"
_LINES = rf"(?:{_BREAK}[A-Za-z0-9/+=]{{16,}}+)++(?:{_BREAK}[A-Za-z0-9/+=]{{1,15}}+\s*+\Z)?"

RULES = (
    Rule(
        "private-key",
        re.compile(rf"{_OPENING}(?:{_ANYTHING}{_CLOSING}|{_HEADERS}{_LINES})"),
        starts=("-----BEGIN",),
    ),
)
