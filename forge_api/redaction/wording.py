"""How a secret's text differs from a word's: what the rules that go by context ask."""

from __future__ import annotations

import re

_TEMPLATE = re.compile(
    r"""(?ix)
    \[[a-z][a-z0-9-]*+\]                       # one of our own placeholders, or a like one
    | <[^>]*>? | \{\{? | \$\{ | \$\( | \#\{     # <your-key>, {{ key }}, ${KEY}, $(cat key), #{key}
    | \$(?:[A-Z_][A-Z0-9_]*|[a-z_]+)\Z | %\w+%\Z | \$env: | process\.env | os\.environ
    | (?:env|vault|op|ssm|secretsmanager)[.:]   # a reference to where it is kept
    | [*•●x.…_-]+\Z                             # ****, xxxx, ...
    | (?:your|my|the|some|insert|enter|replace|put|add|change)[_ -]\S* | \S*[_-]here\Z
    | (?:none|null|nil|true|false|undefined|redacted|removed|hidden|masked|omitted|required|optional
        |string|str|text|char|varchar|bytes?|int|integer|number|boolean|bool|any|unknown|object
        |password|passwd|pwd|secret|token|api[_-]?key|key|value|empty|blank|invalid|incorrect|wrong
        |missing|expired|denied|failed|ok|yes|no|prompt|input|env|file|stdin|not|is|and|or)[.,;:!?)]*\Z
    """
)
_ALGORITHM = re.compile(
    r"(?i)(?:sha|md|base|aes|rsa|ed|utf|argon|bcrypt|scrypt|pbkdf|hs|rs|es|ps|v|oauth|http|tls)"
    r"[_-]?[0-9]{1,5}(?:[^0-9a-z]|\Z)"
)
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_SYMBOL = re.compile(r"[!@#$%^&*+=~|?]")
_TURN_TO_UPPER = re.compile(r"[a-z][A-Z]")
_REFERENCE = re.compile(
    r"[A-Za-z_]+(?:(?:\.|->|::)[A-Za-z_]+)+(?:[(\[].*)?\Z|[A-Za-z_][\w.]*[(\[]|[A-Z][A-Z0-9_]{2,}=",
    re.DOTALL,
)
_PATH = re.compile(r"(?i)https?://|(?:\.{1,2}|~)?/(?:[\w.-]+/)*[\w.-]*\Z|[a-z]:\\")
_UUID = re.compile(r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z")
_LONGEST_JUDGED = 512
"""Characters that are looked at; what is longer than a password is judged by its beginning."""


def is_template(value: str) -> bool:
    """Tell a stand-in (`<password>`, `${TOKEN}`, `****`, `required`) from a value."""
    return _TEMPLATE.match(value[:_LONGEST_JUDGED]) is not None


def is_reference(value: str) -> bool:
    """Tell code (`config.password`, `get_token()`) or a place (`/run/secrets/x`) from a value."""
    judged = value[:_LONGEST_JUDGED]
    return bool(_REFERENCE.match(judged) or _PATH.match(judged))


def is_uuid(value: str) -> bool:
    """Tell an identifier in the common form."""
    return _UUID.match(value) is not None


def looks_secret(value: str) -> bool:
    """Tell what people choose or machines make from a word: digits, symbols, odd capitals."""
    judged = value[:_LONGEST_JUDGED].rstrip(".,;:!?)")
    if len(judged) < 4 or _ALGORITHM.match(judged):
        return False
    return (
        _DIGIT.search(judged) is not None
        or _SYMBOL.search(judged) is not None
        or len(_TURN_TO_UPPER.findall(judged)) > 1
    )


def looks_random(value: str) -> bool:
    """Tell a machine's token: digits among letters."""
    judged = value[:_LONGEST_JUDGED]
    return (
        _DIGIT.search(judged) is not None
        and _LETTER.search(judged) is not None
        and not _ALGORITHM.match(judged)
    )


def cannot_be_a_word(value: str) -> bool:
    """Tell what is taken for a secret wherever one is expected: letters and digits, no code."""
    return (
        len(value) >= 6
        and looks_random(value)
        and looks_secret(value)
        and not is_template(value)
        and not is_reference(value)
    )
