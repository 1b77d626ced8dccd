"""Tokens and keys told in a sentence: "the API key is …", "use token …", "our Mailchimp key: …"."""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule
from forge_api.redaction.spoken import ABOUT, ENDS, IS, WORD
from forge_api.redaction.wording import (
    is_reference,
    is_template,
    is_uuid,
    looks_random,
    looks_secret,
)

_NAMES = (
    r"(?:api|access|secret|private|auth|account|license|encryption|master|admin|app|application"
    r"|global|wi-?fi|wlan|wpa[23]?|network|hotspot)[ -]?(?:pass)?(?:key|token|code)"
    r"|token|secret|credentials?|(?-i:PAT)|schlüssel|clé(?: d'api)?|llave|ключ"
)
_STARTS = (
    "api", "access", "secret", "private", "auth", "account", "license", "encryption", "master",
    "admin", "app", "global", "wifi", "wi-fi", "wlan", "wpa", "network", "hotspot", "token", "pat",
    "credential", "schlüssel", "clé", "llave", "ключ",
)  # fmt: skip
_HEAD = re.compile(rf"(?i)\b(?:{_NAMES})\b")
_WHOSE = (
    "datadog", "algolia", "mailchimp", "mandrill", "opsgenie", "cloudflare", "stripe", "openai",
    "anthropic", "twilio", "sendgrid", "google", "azure", "heroku", "sentry", "pagerduty",
    "zendesk", "asana", "trello", "mailgun", "segment", "amplitude", "mixpanel", "my", "our",
    "your", "her", "his",
)  # fmt: skip
_CHANGES_OF_CASE = re.compile("[a-z][A-Z]")
_PARTS_OF_WORDS = re.compile(r"[a-z]{7}|[0-9.]{12}")


def _is_told(match: re.Match[str]) -> bool:
    value = match["secret"]
    return (
        len(value) >= 8
        and looks_secret(value)
        and not value.rstrip(".,;:!?)").isdigit()
        and not is_template(value)
        and not is_reference(value)
    )


def _is_drawn(match: re.Match[str]) -> bool:
    """Tell what a machine drew from a word with a number, an id and a version."""
    value = match["secret"][:64]
    return (
        (sum(map(str.isdigit, value)) >= 3 or len(_CHANGES_OF_CASE.findall(value)) >= 3)
        and looks_random(value)
        and not is_uuid(value)
        and not is_template(value)
        and not is_reference(value)
        and not _PARTS_OF_WORDS.search(value)
    )


RULES = (
    Rule(
        "secret",
        re.compile(rf"(?i)\b(?:{_NAMES})\b{ABOUT}{IS}{WORD}"),
        starts=_STARTS,
        head=_HEAD,
        holds=_is_told,
        trailing=ENDS,
        by_context=True,
    ),
    # "use token 3f9…", "datadog api key 3f9…"
    Rule(
        "secret",
        re.compile(
            rf"(?i)\b(?:{_NAMES})\s{{1,3}}(?:[—–→-]\s)?[\"'`]?(?P<secret>[\w.~+/=-]{{12,}}+)"
        ),
        starts=_STARTS,
        head=_HEAD,
        holds=_is_drawn,
        trailing=".",
        by_context=True,
    ),
    # "mailchimp key: 3f9…", "my key is 3f9…"
    Rule(
        "secret",
        re.compile(
            rf"(?i)\b(?:{'|'.join(_WHOSE)})\s(?:[\w-]{{1,16}}\s){{0,2}}?key(?:\s(?:is|was)|\s?[:=])?"
            r"\s{1,3}[\"'`]?(?P<secret>[\w.~+/=-]{16,}+)"
        ),
        starts=tuple(f"{whose} " for whose in _WHOSE),
        holds=_is_drawn,
        trailing=".",
        by_context=True,
    ),
)
