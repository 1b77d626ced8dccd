"""Private keys as text blocks: PEM of every make, OpenSSH, PGP; also one cut off, or in base64.

Certificates and public keys are meant to be shown, and stay.
"""

from __future__ import annotations

import base64
import re

from forge_api.redaction.rule import Rule

_OPENING = r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_CLOSING = r"-----END [A-Z0-9 ]{1,60}-----"
_ANYTHING = r"(?:[^-]++|-(?!----))*+"

# Without its closing line: header lines, then lines of base64; the line breaks may be escaped.
_BREAK = r"(?:\\+[nr]|[\s\"'+,|>])*+"
_HEADERS = rf"(?:{_BREAK}[A-Z][A-Za-z-]{{2,30}}: [^\n\\]{{1,200}})*+"
_LINES = rf"(?:{_BREAK}[A-Za-z0-9/+=]{{16,}}+)++(?:{_BREAK}[A-Za-z0-9/+=]{{1,15}}+\s*+\Z)?"

# "-----BEGIN" once more in base64, with and without a line break before it; lines of 16 or more.
_WRAPPED_STARTS = ("LS0tLS1CRUdJTi", "Ci0tLS0tQkVHSU4")
_WRAPPED = rf"(?:{'|'.join(_WRAPPED_STARTS)})[\w+/-]{{20,}}+(?:{_BREAK}[\w+/-]{{16,}}+)*+={{0,2}}"


def _wraps_private_key(match: re.Match[str]) -> bool:
    """Tell a private key from a certificate by its first line."""
    opening = re.sub(r"[^A-Za-z0-9+/]", "", match[0][:120])
    return b"PRIVATE KEY" in base64.b64decode(opening[: len(opening) // 4 * 4])


RULES = (
    Rule(
        "private-key",
        re.compile(
            r"(?i:private-lines): [0-9]{1,4}(?P<secret>(?:(?:\s|\\+[nr])++[A-Za-z0-9+/=]{16,}+)++)"
        ),
        starts=("private-lines",),
    ),
    Rule(
        "private-key",
        re.compile(rf"{_OPENING}(?:{_ANYTHING}{_CLOSING}|{_HEADERS}{_LINES})"),
        starts=("-----begin",),
    ),
    Rule(
        "private-key",
        re.compile(rf"(?a){_WRAPPED}"),
        starts=tuple(start.lower() for start in _WRAPPED_STARTS),
        holds=_wraps_private_key,
    ),
)
