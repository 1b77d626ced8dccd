"""Secrets told in a sentence: "the wifi password is …", "PIN 4821", "das Passwort lautet …"."""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule
from forge_api.redaction.wording import is_reference, is_template, looks_random, looks_secret

_PASSWORDS = (
    r"pass[ -]?(?:word|phrase|code|wd)|pwd?|(?:(?<=\b(?:db|pi) )|(?<=\b(?:ssh|vpn|ftp) )"
    r"|(?<=\b(?:root|sudo|wifi) )|(?<=\b(?:admin|wi-fi|login) ))pass"
    r"|passwort|kennwort|losungswort|contrase[nñ]a|clave|senha"
    r"|palavra-passe|mot de passe|wachtwoord|parola d'ordine|lösenord|adgangskode|has[lł]o|пароль"
)
_TOKENS = (
    r"(?:api|access|secret|private|auth|account|license|encryption|master)[ -]?(?:key|token|code)"
    r"|token|secret|credentials?|schlüssel|clé(?: d'api)?|llave|ключ"
)
_ABOUT = r"(?:\s(?:for|to|of|on|at|in|für|zum|zur|para|de|del|pour|du)\s[^.!?\n:=]{1,60}?)?"
_IS = (
    r"(?:\s{0,3}:(?=\s)|['’]s(?=\s)"
    r"|\s(?:is|was|are|will be|ist|war|lautet|heißt|es|era|está|sera|est|était|é|è|to|это)(?!\w))"
    r"(?:\s(?:now|still|just|set to|jetzt|nun|ahora|maintenant|agora))?\s{0,3}[:=]?\s{0,3}"
)
_WORD = r"[\"'`“”„«‘’*_(]{0,3}(?P<secret>[^\s\"`“”„«»‘’]++)"
_ENDS = re.compile(r"[\"'`”»’*_)]{0,3}(?:[.,;!?]|\s*\Z|\s*\n|\s+(?:and|but|so|und|y|et|e)\b)")
_NO_PASSWORD = re.compile(
    r"(?i)(?:\w+(?:ed|ing|able|ible|ive|less|ful|tion|en|ent|ant|ly|al)|too|very|not|no|now|still|just"
    r"|weak|strong|short|long|safe|secure|unsafe|insecure|right|wrong|correct|simple|easy|hard|old"
    r"|new|good|bad|fine|okay|same|plain|plaintext|case|text|set|reset|unique|common|public|private"
    r"|here|there|gone|lost|stale|due|from|in|on|at|to|a|an|the|my|our|your|their|what|where|why|how"
    r"|falsch|richtig|nicht|kein|sehr|leer|incorrecta|correcta|vacía|incorrect|vide|faux|bon)\W*\Z"
)


def _is_told_password(match: re.Match[str]) -> bool:
    value = match["secret"].rstrip(".,;:!?)*_")
    if is_template(value) or is_reference(value):
        return False
    if looks_secret(value):
        return True
    if not 5 <= len(value) <= 64 or not value.isalpha() or _NO_PASSWORD.match(value):
        return False
    return _ENDS.match(match.string, match.start("secret") + len(value)) is not None


def _is_told_token(match: re.Match[str]) -> bool:
    value = match["secret"]
    return (
        len(value) >= 8
        and looks_secret(value)
        and not value.rstrip(".,;:!?)").isdigit()
        and not is_template(value)
        and not is_reference(value)
    )


def _is_pair(match: re.Match[str]) -> bool:
    value = match["secret"]
    return len(value) >= 6 and looks_random(value) and looks_secret(value)


def _is_phrase(match: re.Match[str]) -> bool:
    """Tell words drawn by chance from a sentence about the passphrase: that has grammar."""
    return not _GRAMMAR.search(match["secret"])


_GRAMMAR = re.compile(
    r"(?i)\b(?:the|our|your|this|that|and|for|with|without|from|not|must|should|has|have|can|was|are"
    r"|will|when|before|after|each|every|only|same|stored|kept|asked|needed|required|changed)\b"
)

_PASSWORDS_START = (
    "pass", "pw", "kennwort", "losungswort", "contrase", "clave", "senha", "palavra-passe", "mot ",
    "wachtwoord", "parola", "lösenord", "adgangskode", "hasl", "hasł", "пароль",
)  # fmt: skip

_PASSWORDS_HEAD = re.compile(rf"(?i)\b(?:{_PASSWORDS})\b")

RULES = (
    Rule(
        "password",
        re.compile(rf"(?i)\b(?:{_PASSWORDS})\b{_ABOUT}{_IS}{_WORD}"),
        starts=_PASSWORDS_START,
        head=_PASSWORDS_HEAD,
        holds=_is_told_password,
        trailing=".,;:!?)*_'",
        by_context=True,
    ),
    # "log in with password Tr0…", "password 'Tr0…'": only what cannot be a word.
    Rule(
        "password",
        re.compile(rf"(?i)\b(?:{_PASSWORDS})\s{{1,3}}{_WORD}"),
        starts=_PASSWORDS_START,
        head=_PASSWORDS_HEAD,
        holds=lambda match: (
            len(match["secret"]) >= 6
            and looks_random(match["secret"])
            and looks_secret(match["secret"])
            and not match["secret"][0].isdigit()
            and not is_template(match["secret"])
            and not is_reference(match["secret"])
        ),
        trailing=".,;:!?)*_'",
        by_context=True,
    ),
    # "login admin/Tr0…", "creds: jane@example.org / Tr0…"
    Rule(
        "password",
        re.compile(
            r"(?i)\b(?:log[ -]?ins?|credentials?|creds|sign[ -]?in)(?:\s(?:is|are|as|with))?\s?:?"
            r"\s{1,3}[\w.@+-]{1,64}\s?[/:|]\s?(?P<secret>[^\s/|\"'`]++)(?!/)"
        ),
        starts=("log", "cred", "sign"),
        holds=_is_pair,
        trailing=".,;:!?)*_'",
        by_context=True,
    ),
    Rule(
        "password",
        re.compile(
            rf"(?i)\bpass[ -]?phrase\b{_ABOUT}{_IS}[\"'`“«]?"
            r"(?P<secret>(?:[a-z]{3,12}[ -]){3,11}[a-z]{3,12})(?=[\"'`”».!]{0,2}\s{0,3}(?:\n|\Z))"
        ),
        starts=("pass",),
        head=re.compile(r"(?i)pass[ -]?phrase"),
        holds=_is_phrase,
        by_context=True,
    ),
    Rule(
        "secret",
        re.compile(rf"(?i)\b(?:{_TOKENS})\b{_ABOUT}{_IS}{_WORD}"),
        starts=(
            "api",
            "access",
            "secret",
            "private",
            "auth",
            "account",
            "license",
            "encryption",
            "master",
            "token",
            "credential",
            "schlüssel",
            "clé",
            "llave",
            "ключ",
        ),
        holds=_is_told_token,
        trailing=".,;:!?)*_'",
        by_context=True,
    ),
    # No space parts the words there.
    Rule(
        "password",
        re.compile(
            r"(?i)(?:(?:password|pwd)\s?(?=[是为為は：])|密码|密碼|口令|パスワード|暗証番号"
            r"|비밀번호|암호)"
            r"(?:[是为為はがを：:=는은가이\s「『“\"]|叫|改成){0,4}"
            r"(?P<secret>[!-~]{4,}+)"
        ),
        starts=(
            "password",
            "pwd",
            "密码",
            "密碼",
            "口令",
            "パスワード",
            "暗証番号",
            "비밀번호",
            "암호",
        ),
        head=re.compile(r"(?i)(?:(?:password|pwd)\s?)?[^\x00-\x7f]"),
        holds=lambda match: not is_template(match["secret"]),
        trailing=".,;:!?)\"'",
        by_context=True,
    ),
    Rule(
        "seed-phrase",
        re.compile(
            r"(?i)\b(?:seed|recovery|mnemonic|backup|wallet)(?: (?:phrase|words|seed)){0,3}+"
            r"(?: is| are)?\s?:?\s{1,3}[\"'`]?(?P<secret>(?:[a-z]{3,8}[ \n]){11,23}[a-z]{3,8})\b"
        ),
        starts=("seed", "recovery", "mnemonic", "backup", "wallet"),
    ),
    Rule(
        "pin",
        re.compile(
            r"(?i)\b(?:pin(?: number)?|cvv2?|cvc|otp|one[- ]time (?:code|password)|[2m]fa code"
            r"|(?:verification|security|confirmation|access|door|gate|alarm|unlock|entry|sms|login)"
            r" code|tan|einmalcode|código de verificación|code de vérification)"
            r"(?:\s(?:is|was|ist|es|est)|\s?[:=])?\s{1,3}(?P<secret>[0-9]{3,8}(?:[ -][0-9]{3,4})?)"
            r"(?![\w.,:/-]?[0-9])"
        ),
        starts=(
            "pin",
            "cvv",
            "cvc",
            "otp",
            "one",
            "2fa",
            "mfa",
            "verification",
            "security",
            "confirmation",
            "access",
            "door",
            "gate",
            "alarm",
            "unlock",
            "entry",
            "sms",
            "login",
            "tan",
            "einmalcode",
            "código",
            "code de",
        ),
    ),
)
