"""Cards, bank accounts and wallets: each by its own checksum."""

from __future__ import annotations

import hashlib
import re

from forge_api.redaction.rule import NUMBERS, RANDOM, Rule, lone

_GAP = r"[ .\u00a0-]"
_CARD = re.compile(
    "(?a)"
    + lone("[2-6]", r"[\w.-]")
    + rf"(?:[0-9]{{3}}(?P<gap>{_GAP}?)[0-9]{{4}}(?P=gap)[0-9]{{4}}(?P=gap)[0-9]{{4}}"
    rf"|(?<=3)[0-9]{{3}}(?P<amex>{_GAP}?)[0-9]{{6}}(?P=amex)[0-9]{{4,5}}"
    r"|[0-9]{12,18})(?![0-9]|[.-]?[0-9])(?!\w)"
)
_ISSUERS = re.compile(
    r"4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|3(?:0[0-5]|[689])|6(?:011|5|4[4-9]|2)"
    r"|50|5[6-9]|6[0-9]|35(?:2[89]|[3-8])"
)

_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22,
    "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28,
    "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
    "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26,
    "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20,
    "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30,
    "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22,
    "SA": 24, "SC": 31, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23,
    "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
}  # fmt: skip
_IBAN = re.compile(
    lone("[A-Za-z]", "[A-Za-z0-9]")
    + "[A-Za-z][0-9]{2}(?:"
    + "|".join(
        rf"(?<=(?i:{country})[0-9]{{2}})(?:[ \u00a0-]?[A-Za-z0-9]){{{length - 4}}}"
        for country, length in _IBAN_LENGTHS.items()
    )
    + ")(?![A-Za-z0-9])"
)

_IBAN_BEGINS = re.compile("[0-9]{2}(?<=[A-Za-z]{2}[0-9]{2})(?:[ \u00a0-]?[A-Za-z0-9]){11}")

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def luhn(digits: str) -> bool:
    """Tell whether the last digit is the check digit of those before it (ISO/IEC 7812)."""
    total = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        doubled = digit * 2 if place % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def digits_of(text: str) -> str:
    """Return the ASCII digits of a text."""
    return re.sub(r"[^0-9]", "", text)


def _is_card(match: re.Match[str]) -> bool:
    digits = digits_of(match[0])
    return len(set(digits)) > 1 and bool(_ISSUERS.match(digits)) and luhn(digits)


def _is_iban(match: re.Match[str]) -> bool:
    """Check ISO 7064 mod 97-10, letters read as 10 to 35."""
    plain = re.sub(r"[^A-Za-z0-9]", "", match[0]).upper()
    return int("".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])) % 97 == 1


def _is_bitcoin(match: re.Match[str]) -> bool:
    """Check the four bytes that Base58Check ends with: an address has 25, a key 37 or 38."""
    number = 0
    for letter in match[0]:
        number = number * 58 + _BASE58.index(letter)
    raw = number.to_bytes(39, "big").lstrip(b"\0")
    if len(raw) < 25:
        raw = raw.rjust(25, b"\0")
    return hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]


RULES = (
    Rule("card", _CARD, gate=NUMBERS, holds=_is_card),
    Rule("iban", _IBAN, gate=_IBAN_BEGINS, holds=_is_iban),
    Rule(
        "wallet",
        re.compile(lone("[13]", "[A-Za-z0-9]") + rf"[{_BASE58}]{{25,34}}(?![A-Za-z0-9])"),
        gate=RANDOM,
        holds=_is_bitcoin,
    ),
    Rule(
        "wallet-key",
        re.compile(lone("[5KL]", "[A-Za-z0-9]") + rf"[{_BASE58}]{{50,51}}(?![A-Za-z0-9])"),
        gate=RANDOM,
        holds=_is_bitcoin,
    ),
    Rule(
        "wallet-key",
        re.compile(rf"(?<![A-Za-z0-9])[xyzt]prv[{_BASE58}]{{80,}}+"),
        starts=("xprv", "yprv", "zprv", "tprv"),
    ),
    Rule(
        "wallet-key",
        re.compile(
            r"(?i)\bprivate[ _-]?key(?:\sis|\sof\s[\w-]{1,20}(?:\sis)?)?[\s:=\"']{1,5}"
            r"(?P<secret>(?:0x)?[0-9a-f]{64})(?![0-9a-z])"
        ),
        starts=("private",),
    ),
    Rule(
        "wallet",
        re.compile(r"(?<![A-Za-z0-9])(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{20,}+(?![A-Za-z0-9])"),
        starts=("bc1", "tb1", "ltc1"),
    ),
    Rule(
        "wallet",
        re.compile("0(?<![A-Za-z0-9]0)x[0-9a-fA-F]{40}(?![A-Za-z0-9])"),
        gate="0x",
    ),
    Rule(
        "bank-account",
        re.compile(
            r"(?ai)\b(?:(?:bank )?account|routing|sort code|acct|kontonummer|konto)"
            r"(?: number| no\.?| nr\.?)?(?: is|:|=|\s?#)?\s{1,3}"
            r"(?P<secret>[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9][0-9 -]{6,20}[0-9])(?![\w.-]?[0-9])"
        ),
        starts=("bank account", "account", "routing", "sort code", "acct", "konto"),
    ),
)
