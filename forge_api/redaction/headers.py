"""Secrets of HTTP: authorization headers, bearer and basic credentials, cookies, signed tokens."""

from __future__ import annotations

import base64
import binascii
import re

from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import (
    is_reference,
    is_template,
    is_uuid,
    looks_random,
    looks_secret,
)

_SCHEMES = r"bearer|basic|token|apikey|api-key|digest|negotiate|key|jwt|oauth|sso-key|splunk|bot"


def _is_credential(match: re.Match[str]) -> bool:
    value = match["secret"]
    return looks_secret(value) and not is_template(value)


def _is_user_and_password(match: re.Match[str]) -> bool:
    """Decode basic credentials: what has no colon in it is a word after the word "basic"."""
    value = match["secret"].rstrip("=")[:400]
    try:
        decoded = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return b":" in decoded and decoded.isascii()


RULES = (
    Rule(
        "jwt",
        re.compile(r"(?a)(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,}+\.[\w-]{8,}+(?:\.[\w-]*+)*+"),
        starts=("eyj",),
    ),
    Rule(
        "authorization",
        re.compile(
            r"(?i)authorization\\*[\"']?\]?\s{0,3}[:=,]\s{0,3}\\*[\"'`]?\s{0,3}"
            rf"(?:(?:{_SCHEMES})\s{{1,3}})?(?!aws4-)(?P<secret>[\w.~+/=:-]{{8,}}+)"
        ),
        starts=("authorization",),
        holds=_is_credential,
        by_context=True,
    ),
    # Of a scheme that is not known, or one that names its parts.
    Rule(
        "authorization",
        re.compile(
            r"(?i)authorization\\*[\"']?\]?\s{0,3}[:=,]\s{0,3}\\*[\"'`]?[a-z][\w-]{1,30}\s{1,3}"
            r"(?:[^\n]{0,400}?\b(?:token|auth|signature|response|mac)=)?\\*[\"'`]?"
            r"(?P<secret>[\w.~+/=:-]{16,}+)"
        ),
        starts=("authorization",),
        holds=lambda match: looks_random(match["secret"]),
        by_context=True,
    ),
    Rule(
        "authorization",
        re.compile(
            r"(?i)\b(?:bearer|apikey|sso-key|ssws|geniekey|zoho-oauthtoken)\s{1,3}(?P<secret>[\w.~+/=-]{16,}+)"
        ),
        starts=("bearer", "apikey", "sso-key", "ssws", "geniekey", "zoho-oauthtoken"),
        holds=lambda match: looks_random(match["secret"]),
        trailing=".",
        by_context=True,
    ),
    Rule(
        "authorization",
        re.compile(r"(?i)\bbasic\s{1,3}(?P<secret>[A-Za-z0-9+/]{8,}+={0,2})"),
        starts=("basic",),
        holds=_is_user_and_password,
        by_context=True,
    ),
    Rule(
        "cookie",
        re.compile(
            r"(?i)(?<!\w)(?:set-)?cookie\\*[\"']?\s{0,3}[:=]\s{0,3}\\*[\"']?"
            r"(?P<secret>[\w.!#$%&*+^|~-]{1,128}=[^\s;\"'\\,]++(?:;\s{0,2}[\w.!#$%&*+^|~-]{1,128}=[^\s;\"'\\,]++)*+)"
        ),
        starts=("cookie", "set-cookie"),
        holds=lambda match: not is_template(match["secret"].partition("=")[2]),
        by_context=True,
    ),
    Rule(
        "cookie",
        re.compile(
            r"(?i)(?<![a-z])(?:phpsessid|jsessionid|asp\.net_sessionid|connect\.sid|sessionid|csrftoken"
            r"|xsrf-token|laravel_session|__secure-[\w.-]{1,40}|__host-[\w.-]{1,40})=(?P<secret>[^\s;\"'&,]{8,}+)"
        ),
        starts=(
            "phpsessid",
            "jsessionid",
            "asp.net",
            "connect.sid",
            "sessionid",
            "csrftoken",
            "xsrf",
            "laravel",
            "__secure",
            "__host",
        ),
        holds=lambda match: not is_template(match["secret"]),
        by_context=True,
    ),
    Rule(
        "cookie",
        re.compile(
            r"(?i)(?<![a-z-])(?:session|sid|wordpress_logged_in\w{0,40}|aspnetcore\.[\w.]{1,40})"
            r"=(?P<secret>[^\s;\"'&,]{16,}+)"
        ),
        starts=("session=", "sid=", "wordpress_logged_in", "aspnetcore."),
        holds=lambda match: (
            looks_random(match["secret"])
            and not is_uuid(match["secret"])
            and not is_reference(match["secret"])
            and not is_template(match["secret"])
        ),
        by_context=True,
    ),
)
