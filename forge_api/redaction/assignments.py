"""Secrets that only the name before them gives away: `PASSWORD=…`, `"token": "…"`, `--secret …`.

Assignments of shells, environment files, JSON, YAML, TOML, XML, SQL, connection strings and the
common programming languages. What is said in a sentence is in `spoken.py`, commands are in
`commands.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import (
    is_reference,
    is_template,
    is_uuid,
    looks_random,
    looks_secret,
)

CHOSEN_NAMES = (
    r"pass[ _-]?(?:words?|wds?|phrases?|codes?)|passwort|pwd|pswd?|(?<![a-z])pw(?![a-z])"
    r"|(?<=[_.\-])pass|(?<![a-z])pass(?=\s{0,3}=|(?-i:(?<=pass)):\s)"
    r"|(?<=[\"'<?&;])pass(?=[\"'>=])|(?<=db)pass|(?<=user)pass|kennwort|contrase[nñ]a|senha"
    r"|mot[_ -]?de[_ -]?passe|wachtwoord|пароль|密码|密碼|パスワード|비밀번호"
    r"|(?<![a-z])psk(?![a-z])"
)
CHOSEN_STARTS = (
    "pass", "pw", "kennwort", "contrase", "senha", "mot", "wachtwoord", "пароль", "密码", "密碼",
    "パスワード", "비밀번호", "psk", "psw",
)  # fmt: skip

ISSUED_NAMES = (
    r"secret|token|credentials?|passkey|auth[_-]?key"
    r"|(?:api|access|private|signing|encryption|master|account|licen[cs]e|deploy|storage|service"
    r"|subscription|functions?|shared[_ -]?access|hmac|pre[_-]?shared"
    r"|(?<=\b)(?:app|global|wi-?fi|wlan|wpa[23]?|network))[_ -]?key"
    r"|session[_ -]?(?:id|key)|sess[_-]?id|sessid|connect\.sid"
    r"|(?<=[_-])(?:key|(?:(?<=hub_)|(?<=lab_)|(?<=ext_)|(?<=\bgh_))pat)"
    r"(?=[\"']?\s{0,9}[=:])"
)
ISSUED_STARTS = (
    "secret", "token", "credential", "key", "pat", "api", "auth", "access", "private", "signing",
    "passkey", "encryption", "master", "account", "licen", "deploy", "storage", "service",
    "subscription", "function", "shared", "hmac", "sess", "connect.sid", "preshared",
    "pre-shared", "pre_shared", "app", "global", "wifi", "wi-fi", "wlan", "wpa", "network",
)  # fmt: skip
"""Chosen by people, and issued by machines: the names, and with what they begin."""

_REST = r"(?P<rest>[\w-]{0,40}+)"
_CLOSED = r"(?:\\{0,4}[\"'])?[\])]{0,2}"
_TYPE = r"(?:\??:\s{0,3}[\w.<>\[\]|? ]{1,30}+(?=\s{0,3}=))??"
_GIVES = r"\s{0,20}(?:=>|:=|==|=|:|\|)\s{0,8}"
_PREFIX = r"(?:[rbfu@$]{1,2}(?=[\"']))?"
_QUOTE = r"(?P<quote>\\{0,4}[\"'`])"
_QUOTED = r"(?P<secret>(?:(?!(?<!\\)(?P=quote))[^\n])++)"

# So that the rules do not ask again what they have answered.
_IS_NOT_MASKED = r"(?!\s{0,8}\\{0,4}[\"'`]?\[[a-z][a-z0-9-]*+\])"

# A label that is a name, and "value" beside it.
_LABEL = r"(?:name|key|var(?:iable)?|field)\\*[\"']?\s{0,3}[:=]\s{0,3}\\*[\"']?"
_IS_VALUED = r"\\*[\"']?\s{0,3},?\s{0,40}\\*[\"']?value\\*[\"']?"
_LABELLED = re.compile(rf"(?i){_LABEL}[\w.-]{{1,80}}+(?: [\w.-]{{1,40}}+)?{_IS_VALUED}")

# Up to white space, or to what can only begin the next part of a list, query or connection string.
_BARE = (
    r"(?![\"'`])(?P<secret>(?:[^\s\"'`,;&<>\\]++|[,;&](?=[^\s\"'`,;&])(?![\w.\- ]{1,40}[=:])"
    r"|[\"'`<>](?=\w)|\\(?![nrt\"']))++)"
)

_NOT_THE_SECRET = re.compile(
    r"(?i)(?:file(?:name)?|path|url|uri|name|ids?|type|policy|length|len|min|max|expir\w*|ttl|count"
    r"|limit|field|hint|reset\w*|env|manager|store|ref|version|label|prefix|suffix|endpoint"
    r"|provider|format|size|budget|usage|param\w*|input|prompt|strength|required|enabled|age|at"
    r"|placeholder|error|message|title|text|regex|pattern|strategy|s)\Z"
)
_MESSAGE = re.compile(
    r"(?i)\b(?:must|should|please|enter|required|invalid|incorrect|forgot\w*|missing|cannot)\b"
    r"|(?:\b(?:is|are|be|the|your|at least|too|was|has|not|for|this|with|and|or|you)\b.*?){2}"
)
_RESULT = re.compile(r"[a-z]+(?:_[a-z]+)*_?[0-9]*\Z")
"""What passes: the name of a test."""

_LAST_WORD = re.compile(r"[A-Z]?[a-z0-9]*\Z|[A-Z0-9]*\Z")


def _rules(
    kind: str, names: str, named_by: tuple[str, ...], is_value: Callable[[re.Match[str]], bool]
) -> tuple[Rule, ...]:
    """Make the rules of all forms in which something with one of these names is given a value."""

    def holds(match: re.Match[str]) -> bool:
        return _is_named(match) and is_value(match)

    name = rf"(?P<name>{names}){_REST}"
    head = re.compile(
        rf"(?i){name}(?:{_CLOSED}{_TYPE}{_GIVES}{_IS_NOT_MASKED}|[\"']?\s{{0,3}}[,(])"
    )

    def form(pattern: str, **tried: Any) -> Rule:
        return Rule(kind, re.compile(f"(?i){pattern}"), holds=holds, by_context=True, **tried)

    return (
        form(
            rf"{name}{_CLOSED}{_TYPE}{_GIVES}{_PREFIX}{_QUOTE}{_QUOTED}", starts=named_by, head=head
        ),
        form(
            rf"{name}{_CLOSED}{_GIVES}(?:[|>][-+]?\s{{1,20}}|!\w{{1,20}}\s)?{_BARE}",
            starts=named_by,
            head=head,
            trailing=".,;:!?)]}\\",
        ),
        # setPassword("…"), define('DB_PASSWORD', '…')
        form(
            rf"{name}[\"']?\s{{0,3}}[,(]\s{{0,3}}{_QUOTE}(?P<secret>[^\s\"'`\\]{{6,}}+)(?P=quote)",
            starts=named_by,
            head=head,
        ),
        # <password>…</password>
        form(
            rf"<(?:\w{{1,20}}[:.-])?{name}(?:\s[^<>]{{0,80}})?>\s{{0,8}}"
            r"(?P<secret>[^\s<>]++)(?=\s{0,8}</)",
            gate="</",
        ),
        # {"name": "DB_PASSWORD", "value": "…"}, - name: TOKEN\n  value: …
        form(
            rf"{_LABEL}\w{{0,40}}?{name}{_IS_VALUED}\s{{0,3}}[:=]\s{{0,3}}\\*[\"']?"
            r"(?P<secret>[^\s\"'`,}\\]++)",
            starts=("name", "key", "var", "field"),
            head=_LABELLED,
        ),
    )


def _is_named(match: re.Match[str]) -> bool:
    return _is_name_of_secret(match) and not is_template(match["secret"])


def _is_name_of_secret(match: re.Match[str]) -> bool:
    """Tell `api_key`, `apiKeyProd`, `TOKEN_2` from `tokenizer`, `max_tokens`, `password_url`."""
    rest, name = match["rest"], match["name"]
    if not rest:
        return True
    last_word = _LAST_WORD.search(rest)
    if last_word and _NOT_THE_SECRET.match(last_word[0]):
        return False
    return rest[0] in "_-" or rest[0].isdigit() or (rest[0].isupper() and name[-1].islower())


def _is_password(match: re.Match[str]) -> bool:
    value = match["secret"]
    if "quote" in match.re.groupindex:
        return len(value) >= 3 and not _MESSAGE.search(value[:512])
    if is_reference(value) or (match["name"] == "pass" and _RESULT.match(value)):
        return False
    return looks_secret(value) or (len(value) >= 6 and _is_setting(match))


def _is_setting(match: re.Match[str]) -> bool:
    """Tell a setting, where a plain word is a value, from code, where it is a name."""
    text, start = match.string, match.start("name")
    before = text[max(0, start - 80) : start]
    is_glued = re.search(r"(?:[?&;]|<)[\w.-]*\Z", before) is not None
    gives = text[match.end("rest") : match.start("secret")].rstrip()
    return (match["name"].isupper() or is_glued) and gives[-1:] in {"=", ">"}


def _is_token(match: re.Match[str]) -> bool:
    value = match["secret"]
    if len(value) < 8 or not looks_secret(value) or value.isdigit() or re.search(r"\s", value):
        return False
    if is_uuid(value) and match["name"].lower().startswith(("sess", "connect")):
        return False
    return not is_reference(value)


RULES = (
    # variable "db_password" { default = "…" }
    Rule(
        "password",
        re.compile(
            rf"(?i)\bvariable\s{{1,3}}[\"'][\w-]{{0,40}}?(?P<name>{CHOSEN_NAMES}|{ISSUED_NAMES}){_REST}[\"']"
            r"\s{0,8}\{[^{}]{0,400}?\bdefault\s{0,20}=\s{0,3}[\"'](?P<secret>[^\"'\n]{4,}+)"
        ),
        starts=("variable",),
        holds=_is_named,
        by_context=True,
    ),
    # <key>password</key><string>…</string>
    Rule(
        "password",
        re.compile(
            rf"(?i)<key>[\w -]{{0,40}}?(?P<name>{CHOSEN_NAMES}|{ISSUED_NAMES}){_REST}</key>"
            r"\s{0,20}<string>(?P<secret>[^<\n]++)"
        ),
        gate="</key>",
        holds=_is_named,
        by_context=True,
    ),
    # pwd%3D… inside another address
    Rule(
        "password",
        re.compile(
            r"%3D(?:(?<=(?i:pwd)%3D)|(?<=(?i:password)%3D)|(?<=(?i:secret)%3D)|(?<=(?i:token)%3D))"
            r"(?P<secret>[^\s&;\"'%]{4,}+)"
        ),
        gate="%3D",
        holds=lambda match: not is_template(match["secret"]),
        by_context=True,
    ),
    # auth=("app", "…"), mysqli_connect("db", "app", "…")
    Rule(
        "password",
        re.compile(
            r"(?i)(?:auth\s?=|connect|pdo|getconnection|log_?in|authenticate|networkcredential|sign_?in)"
            r"\s?\(\s?(?:[\"'][^\"'\n]{1,120}[\"']\s?,\s?){1,2}[\"'](?P<secret>[^\"'\n]{4,}+)[\"']"
        ),
        starts=(
            "auth",
            "connect",
            "pdo",
            "getconnection",
            "login",
            "log_in",
            "networkcredential",
            "signin",
            "sign_in",
        ),
        holds=lambda match: looks_random(match["secret"]) and not is_template(match["secret"]),
        by_context=True,
    ),
    # A key in JSON, as it travels between programs: {"kty": "EC", "d": "…"}
    Rule(
        "private-key",
        re.compile(
            r"[\"'](?:d|k|p|q|dp|dq|qi)[\"']\s{0,3}:\s{0,3}[\"'](?P<secret>[\w-]{22,}+)[\"']"
        ),
        gate="kty",
    ),
    *_rules("password", CHOSEN_NAMES, CHOSEN_STARTS, _is_password),
    *_rules("secret", ISSUED_NAMES, ISSUED_STARTS, _is_token),
)
