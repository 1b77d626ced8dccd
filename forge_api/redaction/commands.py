"""Secrets on command lines, in statements of SQL, and where a space parts a name from its value."""

from __future__ import annotations

import re
from typing import Any

from forge_api.redaction.assignments import ISSUED_NAMES
from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import is_reference, is_template, looks_random, looks_secret

_OPTION = r"-(?<![\w-]-)-?(?:\w{1,20}-)*+"
_OPTIONS = re.compile(r"-(?<![\w-]-)[\w-]")
_STATEMENT = r"\b(?:(?:env|arg|setx?|export)\s+\w{0,40}?|login\s+\S{1,80}\s+|require|master)"
_STATEMENTS_START = ("env", "arg", "set", "export", "login", "require", "master")
_STATEMENTS_HEAD = re.compile(r"(?i)\b(?:(?:env|arg|setx?|export|login)\s|require|master)")


def _named(kind: str, names: str, secret: str) -> tuple[Rule, Rule]:
    """Make the rules of a value after the name of an option, and after that of a statement."""
    rest = rf"(?:{names})(?![a-z])[\w-]{{0,20}}\s+[\"']?(?P<secret>{secret})"

    def form(before: str, **started: Any) -> Rule:
        pattern = re.compile(f"(?i){before}{rest}")
        return Rule(kind, pattern, holds=_is_value, trailing=".,;:)", by_context=True, **started)

    return form(_OPTION, gate=_OPTIONS), form(
        _STATEMENT, starts=_STATEMENTS_START, head=_STATEMENTS_HEAD
    )


def _is_value(match: re.Match[str]) -> bool:
    value = match["secret"]
    return (
        not value.startswith("-")
        and looks_secret(value)
        and not is_template(value)
        and not is_reference(value)
    )


def _is_given(match: re.Match[str]) -> bool:
    return not is_template(match["secret"]) and not match["secret"].isdigit()


RULES = (
    # --password …, ENV DB_PASSWORD …, requirepass …, login … password …
    *_named("password", "password|passphrase|passwd|pass|pwd|auth", r"[^\s\"'`]++"),
    *_named("secret", ISSUED_NAMES, r"[^\s\"'`]{8,}+"),
    # CREATE USER … IDENTIFIED BY '…', ALTER ROLE … PASSWORD '…'
    Rule(
        "password",
        re.compile(
            r"(?i)\b(?:identified\s+(?:with\s+\w+\s+)?by|password)\s+(?P<quote>['\"])"
            r"(?P<secret>(?:(?!(?P=quote))[^\n]){3,}+)"
        ),
        starts=("identified", "pass"),
        head=re.compile(r"(?i)identified\s|password\s+['\"]"),
        holds=lambda match: _is_given(match) and " " not in match["secret"],
        by_context=True,
    ),
    # curl -u user:…, sshpass -p …, docker login -p …, redis-cli -a …, mysql -p…
    Rule(
        "password",
        re.compile(
            r"(?i)-(?<![\w-]-)(?:u|-user|-proxy-user)[ =]\s{0,3}[\"']?[^\s:\"']{1,128}:"
            r"(?P<secret>[^\s\"']++)"
        ),
        gate=_OPTIONS,
        holds=_is_given,
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(r"(?i)\bsshpass\s+-p\s{0,3}[\"']?(?P<secret>[^\s\"']++)"),
        starts=("sshpass",),
        holds=_is_given,
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(
            r"(?i)\b(?:login\b[^\n|;]{0,120}?\s-p|redis-cli\b[^\n|;]{0,120}?\s-a)\s{1,3}[\"']?"
            r"(?P<secret>[^\s\"']{6,}+)"
        ),
        starts=("login", "redis-cli"),
        holds=lambda match: looks_random(match["secret"]) and not is_template(match["secret"]),
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(
            r"(?i)\b(?:mysql|mysqldump|mariadb|mongo|psql)\b[^\n|;]{0,120}?\s-p"
            r"(?P<secret>[^\s\"']{4,}+)"
        ),
        starts=("mysql", "mariadb", "mongo", "psql"),
        holds=lambda match: looks_random(match["secret"]) and not is_template(match["secret"]),
        by_context=True,
    ),
)
