"""Secrets that only the name before them gives away: `PASSWORD=…`, `"token": "…"`, `--secret …`.

Assignments of shells, environment files, JSON, YAML, TOML, XML, SQL, connection strings and the
common programming languages. What is said in a sentence is in `spoken.py`.
"""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import (
    is_reference,
    is_template,
    is_uuid,
    looks_random,
    looks_secret,
)

_PASSWORDS = (
    r"pass(?:words?|wds?|phrases?|codes?)|pwd|(?<=[_.\-])pass|(?<=[\"'<?&;])pass(?=[\"'>=])"
    r"|(?<=db)pass|(?<=user)pass|passwort|kennwort|contrase[nñ]a|senha|mot[_ -]?de[_ -]?passe"
    r"|motdepasse|wachtwoord|пароль|密码|密碼|パスワード|비밀번호"
)
_TOKENS = (
    r"secret|token|credentials?|passkey|api[_ -]?key|apikey|auth[_-]?key|access[_ -]?key"
    r"|private[_ -]?key|signing[_ -]?key|encryption[_ -]?key|master[_ -]?key|account[_ -]?key"
    r"|license[_ -]?key|licence[_ -]?key|deploy[_ -]?key|storage[_ -]?key|service[_ -]?key"
    r"|subscription[_ -]?key|functions?[_ -]?key|shared[_ -]?access[_ -]?key|hmac[_ -]?key"
    r"|session[_ -]?(?:id|key)|sess[_-]?id|sessid|connect\.sid|(?<=[_-])key(?=[\"']?\s*[=:])"
)
_NAME = rf"(?:(?P<password>{_PASSWORDS})|(?P<token>{_TOKENS}))(?P<rest>[\w-]{{0,40}})"
_TYPE = r"(?:\??:\s{0,3}[\w.<>\[\]|? ]{1,30}?(?=\s{0,3}=))?"
_GIVES = r"\s{0,3}(?:=>|:=|==|=|:|\|)\s{0,8}"
_QUOTE = r"(?P<quote>\\{0,4}[\"'`])"
_QUOTED = r"(?P<secret>(?:(?!(?P=quote))(?:\\[^\n]|[^\n\\])|\\(?=\\{0,3}[\"'`])(?!(?P=quote)))++)"

# Up to white space, or to what can only begin the next part of a list, query or connection string.
_BARE = (
    r"(?![\"'`])(?P<secret>(?:[^\s\"'`,;&<>\\]++|[,;&](?=[^\s\"'`,;&])(?![\w.\- ]{1,40}[=:])"
    r"|[\"'`<>](?=\w)|\\(?![nrt\"']))++)"
)

_NOT_THE_SECRET = re.compile(
    r"(?i)[_-]?(?:file(?:name)?|path|url|uri|name|ids?|type|policy|length|len|min|max|expir\w*|ttl"
    r"|count|limit|field|hint|reset\w*|env|manager|store|ref|version|label|prefix|suffix|endpoint"
    r"|provider|format|size|budget|usage|param\w*|input|prompt|strength|required|enabled|age|at"
    r"|placeholder|error|message|title|text|regex|pattern|strategy|s)\Z"
)
_SPOKEN = re.compile(
    r"(?i)(?:\b(?:is|are|be|must|should|the|your|please|enter|required|invalid|incorrect|forgot"
    r"|at least|too|cannot|was|has|not|for|this|with|and|or|you)\b)"
)
_UPPER = re.compile(r"[A-Z][A-Z0-9_]*\Z")


def _is_name_of_secret(match: re.Match[str]) -> bool:
    """Tell `api_key`, `apiKeyProd`, `TOKEN_2` from `tokenizer`, `max_tokens`, `password_url`."""
    rest, word = match["rest"], match["password"] or match["token"]
    if not rest:
        return True
    if _NOT_THE_SECRET.match(rest) or _NOT_THE_SECRET.search(re.split(r"[_-]", rest)[-1] or "-"):
        return False
    return rest[0] in "_-" or rest[0].isdigit() or (rest[0].isupper() and word[-1].islower())


def _holds_token(match: re.Match[str]) -> bool:
    value = match["secret"]
    if len(value) < 8 or not looks_secret(value) or value.isdigit():
        return False
    return not (is_uuid(value) and match["token"].lower().startswith(("sess", "connect")))


def _holds_quoted(match: re.Match[str]) -> bool:
    value = match["secret"]
    if not _is_name_of_secret(match) or is_template(value):
        return False
    if match["token"]:
        return not is_reference(value) and not re.search(r"\s", value) and _holds_token(match)
    return len(value) >= 3 and not _SPOKEN.search(value[:512])


def _holds_bare(match: re.Match[str]) -> bool:
    value = match["secret"]
    if not _is_name_of_secret(match) or is_template(value) or is_reference(value):
        return False
    if match["token"]:
        return _holds_token(match)
    return looks_secret(value) or (len(value) >= 6 and _is_setting(match))


def _is_setting(match: re.Match[str]) -> bool:
    """Tell a line of settings, where a plain word is a value, from code, where it is a name."""
    line_start = match.string.rfind("\n", 0, match.start()) + 1
    before = match.string[max(line_start, match.start() - 80) : match.start()]
    upper = _UPPER.match(match["password"]) is not None
    glued = re.search(r"[?&;][\w.-]*\Z", before) is not None
    return (upper or glued) and "=" in match.string[match.end("rest") : match.start("secret")]


_STARTS = (
    "pass", "pwd", "kennwort", "contrase", "senha", "mot", "wachtwoord", "пароль", "密码", "密碼",
    "パスワード", "비밀번호", "secret", "token", "credential", "key", "api", "auth", "access",
    "private", "signing", "encryption", "master", "account", "licen", "deploy", "storage",
    "service", "subscription", "function", "shared", "hmac", "sess", "connect.sid",
)  # fmt: skip
"""With what the names begin."""

RULES = (
    Rule(
        "secret",
        re.compile(
            rf"(?i){_NAME}[\"'\])]{{0,3}}{_TYPE}{_GIVES}(?:[rbfu@$]{{1,2}}(?=[\"']))?{_QUOTE}{_QUOTED}"
        ),
        starts=_STARTS,
        holds=_holds_quoted,
        by_context=True,
    ),
    Rule(
        "secret",
        re.compile(rf"(?i){_NAME}(?:\\{{0,4}}[\"'])?[\])]?{_GIVES}{_BARE}"),
        starts=_STARTS,
        holds=_holds_bare,
        trailing=".,;:!?)]}\\",
        by_context=True,
    ),
    # setPassword("…"), define('DB_PASSWORD', '…'), .basicAuth("user", "…") is left to its own look.
    Rule(
        "secret",
        re.compile(
            rf"(?i){_NAME}[\"']?\s{{0,3}}[,(]\s{{0,3}}{_QUOTE}(?P<secret>[^\s\"'`\\]++)(?P=quote)"
        ),
        starts=_STARTS,
        holds=lambda match: looks_secret(match["secret"]) and not is_template(match["secret"]),
        by_context=True,
    ),
    # --password …, -token …; and what Dockerfiles, redis.conf, .netrc and others part by a space.
    Rule(
        "secret",
        re.compile(
            rf"(?i)(?:(?<![\w-])--?(?:[\w]{{1,20}}-)*+|\b(?:env|arg|setx|set|export)\s+\w{{0,40}}?|\blogin\s+\S{{1,80}}\s+|\brequire|\bmaster)"
            rf"(?:(?P<password>password|passphrase|passwd|pass|pwd|auth)|(?P<token>{_TOKENS}))(?P<rest>[\w-]{{0,20}})\s+[\"']?(?P<secret>[^\s\"'`]++)"
        ),
        starts=("-", "env", "arg", "set", "export", "login", "require", "master"),
        holds=lambda match: (
            not match["secret"].startswith("-")
            and looks_secret(match["secret"])
            and _holds_bare(match)
        ),
        trailing=".,;:)",
        by_context=True,
    ),
    Rule(
        "secret",
        re.compile(
            rf"(?i)<(?:\w{{1,20}}[:.-])?{_NAME}(?:\s[^<>]{{0,80}})?>\s{{0,8}}(?P<secret>[^\s<>]++)\s{{0,8}}</"
        ),
        starts=("<",),
        holds=_holds_quoted,
        by_context=True,
    ),
    # CREATE USER … IDENTIFIED BY '…', ALTER ROLE … PASSWORD '…'
    Rule(
        "secret",
        re.compile(
            r"(?i)\b(?:identified\s+(?:with\s+\w+\s+)?by|password)\s+(?P<quote>['\"])(?P<secret>(?:(?!(?P=quote))[^\n])++)"
        ),
        starts=("identified", "password"),
        holds=lambda match: (
            not is_template(match["secret"]) and not _SPOKEN.search(match["secret"])
        ),
        by_context=True,
    ),
    # {"name": "DB_PASSWORD", "value": "…"}, - name: TOKEN\n  value: …
    Rule(
        "secret",
        re.compile(
            rf"(?i)(?:name|key|var(?:iable)?|field)\\*[\"']?\s{{0,3}}[:=]\s{{0,3}}\\*[\"']?\w{{0,40}}?{_NAME}\\*[\"']?\s{{0,3}},?\s{{0,40}}"
            r"\\*[\"']?value\\*[\"']?\s{0,3}[:=]\s{0,3}\\*[\"']?(?P<secret>[^\s\"'`,}\\]++)"
        ),
        needs=("value",),
        starts=("name", "key", "var", "field"),
        holds=lambda match: (
            _is_name_of_secret(match)
            and not is_template(match["secret"])
            and (looks_secret(match["secret"]) or match["password"] is not None)
        ),
        by_context=True,
    ),
    # curl -u user:…, sshpass -p …, mysql -p…
    Rule(
        "password",
        re.compile(
            r"(?<![\w-])(?:-u|--user|--proxy-user)[ =]\s{0,3}[\"']?[^\s:\"']{1,128}:(?P<secret>[^\s\"']++)"
        ),
        starts=("-u", "--user", "--proxy-user"),
        holds=lambda match: not is_template(match["secret"]) and not match["secret"].isdigit(),
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(r"\bsshpass\s+-p\s{0,3}[\"']?(?P<secret>[^\s\"']++)"),
        starts=("sshpass",),
        holds=lambda match: not is_template(match["secret"]),
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(
            r"\b(?:mysql|mysqldump|mariadb|mongo|psql)\b[^\n|;]{0,120}?\s-p(?P<secret>[^\s\"']{4,}+)"
        ),
        needs=("-p",),
        starts=("mysql", "mariadb", "mongo", "psql"),
        holds=lambda match: looks_random(match["secret"]) and not is_template(match["secret"]),
        by_context=True,
    ),
)
