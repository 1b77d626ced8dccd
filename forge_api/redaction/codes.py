"""What opens something and is no password: PINs, one-time codes, seed phrases."""

from __future__ import annotations

import re

from forge_api.redaction.rule import Rule

_KINDS = (
    r"verification|security|confirmation|authenticat(?:or|ion)|auth|access|door|gate|alarm|unlock"
    r"|entry|sms|log[ -]?in|sign[ -]?in|backup|recovery|reset|activation|voicemail|safe|lock|locker"
    r"|garage|keypad|one[- ]time|[2m]fa"
)
_SENDERS = "facebook|google|whatsapp|instagram|microsoft|paypal|amazon"
_NAMES = (
    rf"pin(?:[ -](?:code|number)|['’]s)?|(?:{_KINDS}) (?:code|pin|password|passcode)"
    r"|cvv2?|cvc|otp|passcode|puk|m?tan|[2m]fa(?=\s?:)"
    r"|code to (?:unlock|open|enter|disarm)|combination (?:to|for|of) (?:the|my|our)"
    r"|code (?:to|for|of|at) (?:the|my|our) (?:(?:front|back) )?(?:door|gate|garage|safe|alarm"
    r"|lock(?:er)?|phone|lift|keypad)|(?:safe|lock|locker|vault) combination|bike lock"
    r"|your (?:[a-z]{2,16} )?code(?= is [0-9]{4,8}(?:[.,;!]|\s*\Z|\n))"
    r"|einmalcode|bestätigungscode|zugangscode"
    r"|code de vérification|code (?:de|du) (?:la |l['’])?(?:porte|portail|immeuble|alarme)"
    r"|código de verifica(?:ción|ção)|código de(?:l| la)? (?:puerta|alarma|portal|entrada)"
    r"|codice di verifica|verificatiecode"
    r"|пин(?:-код)?|код (?:от|из) \w{2,20}|код (?:подтверждения|доступа)"
)
_STARTS = (
    "pin", "verification", "security", "confirmation", "auth", "access", "door", "gate", "alarm",
    "unlock", "entry", "sms", "log", "sign", "backup", "recovery", "reset", "activation",
    "voicemail", "safe", "lock", "vault", "garage", "keypad", "one", "2fa", "mfa", "cvv", "cvc",
    "otp", "passcode", "puk", "tan", "mtan", "code to", "code for", "code of", "code at", "code d",
    "combination", "bike lock", "your ", "einmalcode", "bestätigungscode", "zugangscode", "código",
    "codice", "verificatiecode", "пин", "код ",
)  # fmt: skip
_ABOUT = (
    r"(?:\s(?:for|of|on|at|in|to|from|that|they|you|we|he|she|i|it|my|your|the|right|now|sent|texted"
    r"|unlock|open|safe|locker|vault|für|para|per|pour)(?:\s[\w'’-]{1,15}){0,6}?"
    r"(?=\s(?:is|was|ist|es|est|è|é|lautet)\s|\s?[:=]))?"
)
_GIVES = r"(?:\s(?:is|was|ist|es|est|è|é|lautet)|\s?[:=])?\s{1,3}"
_NUMBER = r"[0-9]{3,8}(?:[ -][0-9]{3,4})?"
_NO_COUNT = (
    r"(?![\w.,:/-]?[0-9])(?!\s?%)"
    r"(?!\s(?:lines?|bytes?|char|digits?|seconds?|minutes?|hours?|days?|steps?|times|ms|items?"
    r"|pages?)\b)"
)

RULES = (
    # "PIN 4821", "the code they texted me is 739204"
    Rule(
        "pin",
        re.compile(rf"(?i)\b(?:{_NAMES}){_ABOUT}{_GIVES}(?P<secret>{_NUMBER}){_NO_COUNT}"),
        starts=_STARTS,
    ),
    # "use code 739204 to log in"
    Rule(
        "pin",
        re.compile(
            r"(?i)\b(?:use|enter|type)\s(?:(?:the\s)?code\s)?(?P<secret>[0-9]{4,8})"
            r"(?:\sas\s(?:the|your)\scode)?\s(?:to\s(?:log|sign|verify|confirm|unlock|open|authenticate)"
            r"|when\s[a-z ]{2,20}\s(?:code|pin)\b)"
        ),
        starts=("use ", "enter ", "type "),
    ),
    # "739204 is your verification code"
    Rule(
        "pin",
        re.compile(
            r"[0-9](?<![\w.][0-9])[0-9]{3,7}\sis\s(?i:your|my|the|our|his|her)\s"
            r"(?:[\w-]{1,20}\s){0,2}?"
            rf"(?i:pin|otp|passcode|(?:{_KINDS}|{_SENDERS}) (?:code|pin|password))\b"
        ),
        gate=" is ",
    ),
    # "2FA secret: JBSW Y3DP …"
    Rule(
        "secret",
        re.compile(
            r"\b(?i:[2m]fa|t?otp|authenticator|setup)\s(?i:secret|key|seed|setup key)(?i:\sis)?"
            r"[\s:=]{1,4}"
            r"(?P<secret>[A-Z2-7]{4}(?:[ -]?[A-Z2-7]{4}){2,15}[A-Z2-7]{0,3})(?![A-Za-z0-9])"
        ),
        starts=("2fa", "mfa", "totp", "otp", "authenticator", "setup"),
    ),
    # No space parts the words there.
    Rule(
        "pin",
        re.compile(
            r"(?:验证码|驗證碼|(?i:pin)[码は]|確認コード|認証コード|인증번호|인증 코드)"
            r"[是为為は：:은는\s]{0,4}"
            r"(?P<secret>[0-9]{4,8})(?![0-9])"
        ),
        starts=(
            "pin码", "pinは", "验证码", "驗證碼", "確認コード", "認証コード",
            "인증번호", "인증 코드",
        ),
    ),
    Rule(
        "seed-phrase",
        re.compile(
            r"(?i)\b(?:seed|recovery|mnemonic|backup|wallet)(?: (?:phrase|words|seed)){0,3}+"
            r"(?: is| are)?\s?:?\s{1,3}[\"'`]?(?P<secret>(?:[a-z]{3,8}[ \n]){11,23}[a-z]{3,8})\b"
        ),
        starts=("seed", "recovery", "mnemonic", "backup", "wallet"),
    ),
)  # fmt: skip
