"""Secrets inside addresses: `scheme://user:password@host`, tokens as the user, signed queries.

Scheme, user and host stay, since they are what the sentence is about.
"""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule, lone
from forge_api.redaction.wording import is_template, looks_random, looks_secret

_PORT = re.compile(r"[0-9]{1,5}(?:/|$)")
_REST = r"(?=[\w\[$%{<-])"


def _is_password(match: re.Match[str]) -> bool:
    value = match["secret"]
    is_port = _PORT.match(value)
    return not is_port and not is_template(value)


RULES = (
    # user:password@host without a scheme, as proxies and drivers of databases are told.
    Rule(
        "password",
        re.compile(
            lone(r"[\w.-]", r"[\w.@:/+-]") + r"[\w.-]{0,63}+:(?P<secret>[^\s:@/\"'<>]{4,64}+)"
            r"@(?:[\w.-]{1,253}+:[0-9]{2,5}(?!\w)|(?:tcp|unix)\()"
        ),
        gate="@",
        holds=lambda match: looks_random(match["secret"]) and not is_template(match["secret"]),
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(
            r"://[^\s/:@\"'<>]{0,256}+:"
            rf"(?P<secret>[^\s/\"'<>]{{1,512}}|[^\s\"'<>?#:]{{1,256}}?)@{_REST}"
        ),
        starts=("://",),
        holds=_is_password,
        by_context=True,
    ),
    Rule(
        "secret",
        re.compile(r"://(?P<secret>[\w.~+=-]{16,256}+)@"),
        starts=("://",),
        holds=lambda match: looks_random(match["secret"]),
        by_context=True,
    ),
    Rule(
        "secret",
        re.compile(
            r"(?i)[?&;](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|key"
            r"|code|auth|apikey|hmac|sid|st|jwt|access)=(?P<secret>[^\s&#;\"'<>]{16,}+)"
        ),
        gate=re.compile("[?&;]"),
        holds=lambda match: looks_secret(match["secret"]) and not is_template(match["secret"]),
        trailing=".,;:!?)]}",
    ),
)
