"""Secrets on command lines, in statements of SQL, and where a space parts a name from its value."""

from __future__ import annotations

import re
from typing import Any

from forge_api.redaction.assignments import ISSUED_NAMES
from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import is_reference, is_template, looks_random, looks_secret

_OPTION = r"-(?<![\w-]-)-?(?:\w{1,20}-)*+"
_OPTIONS = re.compile(r"-(?<![\w-]-)[\w-]")
_STATEMENT = (
    r"\b(?:(?:env|arg|setx?|export)\s+[\w./:-]{0,60}?|login\s+\S{1,80}\s+|require|master|root|bind)"
)
_STATEMENTS_START = ("env", "arg", "set", "export", "login", "require", "master", "root", "bind")
_STATEMENTS_HEAD = re.compile(
    r"(?i)\b(?:(?:env|arg|setx?|export|login)\s|(?:require|master|root|bind)[a-z])"
)


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


def _is_random(match: re.Match[str]) -> bool:
    return looks_random(match["secret"]) and not is_template(match["secret"])


def _flagged(tools: str, flags: str) -> Rule:
    """Make the rule of tools that take a password after one letter; separated by spaces."""
    named = "|".join(tools.split())
    pattern = (
        rf"\b(?i:{named})\b[^\n|;]{{0,120}}?\s-[{flags}]\s{{0,3}}[\"']?(?P<secret>[^\s\"']{{4,}}+)"
    )
    starts = tuple(tools.split())
    return Rule("password", re.compile(pattern), starts, holds=_is_random, by_context=True)


def _given(pattern: str, *starts: str) -> Rule:
    """Make the rule of what a command is given without an option that names it."""
    compiled = re.compile(f"(?i){pattern}")
    return Rule("password", compiled, starts, holds=_is_random, trailing=";|", by_context=True)


def _is_given(match: re.Match[str]) -> bool:
    return not is_template(match["secret"]) and not match["secret"].isdigit()


RULES = (
    # --password …, ENV DB_PASSWORD …, requirepass …, login … password …
    *_named("password", "password|passphrase|passwd|pass|pwd|pw|auth", r"[^\s\"'`]++"),
    *_named("secret", ISSUED_NAMES, r"[^\s\"'`]{8,}+"),
    # CREATE USER … IDENTIFIED BY '…', ALTER ROLE … PASSWORD '…'
    Rule(
        "password",
        re.compile(
            r"(?i)\b(?:identified\s+(?:with\s+\w+\s+)?by|password)\s+(?P<quote>['\"])"
            r"(?P<secret>(?:(?!(?P=quote))[^\n]){3,}+)"
        ),
        starts=("identified", "password '", 'password "'),
        holds=lambda match: _is_given(match) and " " not in match["secret"],
        by_context=True,
    ),
    # curl -u user:…, http -a user:…, lftp -u user,…
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
        re.compile(
            r"-(?<![\w-]-)(?:a|-auth|u|U)[ =]\s{0,3}[\"']?[\w.@-]{1,64}[:,%]"
            r"(?P<secret>[^\s\"'/]++)(?!/)"
        ),
        gate=_OPTIONS,
        holds=_is_random,
        by_context=True,
    ),
    # mysql -p…, docker login -p …, zip -P …, ldapsearch -w …
    _flagged("mysql mysqldump mariadb mongo mongosh psql login twine", "p"),
    _flagged("useradd usermod 7z 7za rdesktop psexec", "p"),
    _flagged("zip unzip sqlcmd bcp ipmitool mosquitto_pub mosquitto_sub", "P"),
    _flagged("ldapsearch ldapadd ldapmodify ldapwhoami ldappasswd", "w"),
    _flagged("redis-cli", "a"),
    _flagged("snmpwalk snmpget snmpset", "c"),
    _flagged("ssh-keygen", "NP"),
    Rule(
        "password",
        re.compile(r"(?i)\bsshpass\s+-p\s{0,3}[\"']?(?P<secret>[^\s\"']++)"),
        starts=("sshpass",),
        holds=_is_given,
        by_context=True,
    ),
    # echo … | docker login --password-stdin, sudo -S … <<< …
    _given(
        r"\becho\s{1,3}(?:-n\s{1,3})?[\"']?(?:[\w.-]{1,64}:)?(?P<secret>[^\s\"'|]{4,}+)[\"']?\s{0,3}\|\s{0,3}"
        r"(?:sudo\s+-\w*S|passwd|(?:sudo\s+)?chpasswd|[^\n|;]{1,80}?--(?:password|passphrase)-(?:stdin|fd))",
        "echo",
    ),
    _given(
        r"\b(?:sudo\s+-\w*S|passwd|--password-stdin|--with-token)\b[^\n|;]{0,80}?<<<\s{0,3}[\"']?"
        r"(?P<secret>[^\s\"']{4,}+)",
        "sudo",
        "passwd",
        "password-stdin",
        "with-token",
    ),
    # openssl -passin pass:…, keytool -storepass …
    _given(r"-pass(?:in|out)?\s{1,3}pass:(?P<secret>[^\s\"']{4,}+)", "-pass"),
    _given(
        r"-(?:store|key|src|dest|new|old)pass\s{1,3}[\"']?(?P<secret>[^\s\"']{4,}+)",
        "-storepass",
        "-keypass",
        "-srcpass",
        "-destpass",
        "-newpass",
        "-oldpass",
    ),
    # What comes after a user's name, or after the verb.
    _given(
        r"\b(?:rabbitmqctl\s+(?:add_user|change_password)\s+\S{1,64}|htpasswd\s+(?:-\w+\s+){0,4}\S{1,128}\s+"
        r"\S{1,64}|wpa_passphrase\s+\S{1,64}|net\s+user\s+\S{1,64}|net\s+use\s[^\n]{1,128}?/user:\S{1,64}"
        r"|vault\s+login|snmp-server\s+community|enable\s+(?:secret|password)\s+[0-9])\s{1,3}[\"']?"
        r"(?P<secret>[^\s\"'-][^\s\"']{3,}+)",
        "rabbitmqctl",
        "htpasswd",
        "wpa_passphrase",
        "net ",
        "vault ",
        "snmp-server",
        "enable ",
    ),
    # sqlplus scott/…@db, jdbc:oracle:thin:scott/…@//db
    _given(
        r"(?:\bsqlplus\s+(?:-\w+\s+){0,3}|\boracle:(?:thin|oci8?):)[^\s/@:]{1,64}/(?P<secret>[^\s@\"']{4,}+)",
        "sqlplus",
        "oracle:",
    ),
    _given(
        r"\bConvertTo-SecureString\s+(?:-String\s+)?[\"'](?P<secret>[^\"'\n]{4,128}+)[\"']",
        "convertto-securestring",
    ),
    _given(
        r"\bPSCredential\s?\(\s?[\"'][^\"'\n]{1,64}[\"'],\s{0,3}[\"'](?P<secret>[^\"'\n]{4,128}+)[\"']",
        "pscredential",
    ),
    # ~/.pgpass: host:port:database:user:…
    Rule(
        "password",
        re.compile(
            r":(?:5432|5433|6432|3306):[\w*-]{1,64}:[\w.-]{1,64}:(?P<secret>[^\s:@/]{4,}+)(?!\S)"
        ),
        gate=re.compile(r":(?:5432|5433|6432|3306):"),
        holds=_is_given,
        by_context=True,
    ),
)
