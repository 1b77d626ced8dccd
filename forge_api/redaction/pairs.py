"""Passwords beside what they belong to: after a user or a network, before the word "password"."""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule, lone
from forge_api.redaction.spoken import ABOUT, ENDS
from forge_api.redaction.wording import cannot_be_a_word, is_template

_VALUE = r"[^\s\"'`(]"
_NAMED = (
    r"(?:(?P<whose>the|my|our|your|his|her|their|its|an?)\s)?(?:[a-z][\w-]{0,20}\s){0,3}?"
    r"(?:pass(?:word|phrase|code)|pwd)\b(?![-\s](?:manager|polic|field|form|hash|scheme|prompt|reset"
    r"|provider|store|vault|grant|limit|length|generat|encod|replac|page|dialog|box|format|rule"
    r"|requirement|strength|check|file|hint|rotation|ticket|change|recovery|protect|server|service))"
)
_IS_NAMED = r"(?:(?:[—–-]\s)?that['’]?s|is|was|as|(?:when|where|if)\s[a-z ]{2,20}?\sfor)\s" + _NAMED
_WORD_AND_NUMBER = re.compile(r"[A-Za-z]+[-_.]?v?[0-9.]+\Z|[A-Z]{2,10}-[0-9]+\Z")


def _cannot_be_a_word(match: re.Match[str]) -> bool:
    return cannot_be_a_word(match["secret"])


def _is_before_its_name(match: re.Match[str]) -> bool:
    """Leave the names of things, as in "Keycloak26 is the one whose password it asks for"."""
    is_personal = (match["whose"] or "").lower() in {"my", "our", "your", "his", "her", "their"}
    if _WORD_AND_NUMBER.match(match["secret"]) and not is_personal:
        return False
    return cannot_be_a_word(match["secret"])


def _pair(pattern: str, *starts: str) -> Rule:
    compiled = re.compile(f"(?i){pattern}")
    return Rule(
        "password",
        compiled,
        starts,
        holds=_cannot_be_a_word,
        trailing=ENDS,
        by_context=True,
    )


RULES = (
    # "login admin/Tr0…", "creds: jane@example.org / Tr0…", "default password is admin/Tr0…"
    _pair(
        r"\b(?:log[ -]?ins?|credentials?|creds|sign[ -]?in"
        r"|(?:default |(?:user(?:name)?|u|id) ?/ ?)(?:p|pw|pass(?:word)?))"
        rf"{ABOUT}(?:\s(?:is|are|as|with))?\s?:?"
        r"\s{1,3}[\w.@+-]{1,64}\s?[/:|]\s?(?P<secret>[^\s/|\"'`]++)(?!/)",
        "log", "cred", "sign", "default ", "user", "u/", "id/", "id /",
    ),
    # "user = ada, pass = Tr0…"
    _pair(
        r"\b(?:user(?:name)?|login|u|e?mail)\s{0,2}[:=]\s{0,2}\S{1,64}?[\s,;/|]{1,4}(?:and\s)?"
        r"(?:password|passwd|pass|pw|p)\s{0,2}[:=]\s{0,2}(?P<secret>[^\s\"'`]++)",
        "user", "login", "u:", "u=", "email", "mail",
    ),
    # "admin:Tr0…"
    _pair(
        r"(?<![\w./:-])(?<!chown )(?<!chgrp )(?:admin(?:istrator)?|root):(?P<secret>[^\s\"'`]++)",
        "admin", "root:",
    ),
    # "wifi: Home / pass Tr0…", and the text of the code that a telephone scans
    _pair(
        r"\b(?:ssid|wi-?fi|hotspot)\b[^\n]{1,60}?[,;/|\s]\s?(?:key|pass|pw|psk)(?:\s?[:=]|\sis)?\s"
        r"(?P<secret>[^\s\"'`]++)",
        "ssid", "wifi", "wi-fi", "hotspot",
    ),
    Rule(
        "password",
        re.compile(r"\bWIFI:[^\n]{0,160}?(?<=[:;])P:(?P<secret>(?:\\.|[^;\\\n])++)"),
        gate="WIFI:",
        holds=lambda match: not is_template(match["secret"]),
        by_context=True,
    ),
    # "Tr0… is my wifi password", "use Tr0… as the admin password"
    Rule(
        "password",
        re.compile(
            f"(?P<secret>{lone(_VALUE, _VALUE)}{_VALUE}{{5,63}}+)"
            rf"[\"'`]?\s[(]?(?i:{_IS_NAMED})"
        ),
        gate=re.compile(rf"\s[(]?(?i:{_IS_NAMED})"),
        holds=_is_before_its_name,
        trailing=",",
        by_context=True,
    ),
    # "I made Tr0… the password"
    Rule(
        "password",
        re.compile(
            r"(?i)\b(?:us(?:e|ed|ing)|enter(?:ed)?|typed?|put|made|make|set|tr(?:y|ied))\s[\"'`]?"
            rf"(?P<secret>{_VALUE}{{6,64}}+)[\"'`]?\s(?:for\s)?{_NAMED}"
        ),
        starts=("use", "using", "enter", "type", "put", "made", "make", "set", "try", "tried"),
        holds=_is_before_its_name,
        by_context=True,
    ),
)  # fmt: skip
