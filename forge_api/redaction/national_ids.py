"""Numbers that a state gives a person: by their checksum, or by the words before them."""

from __future__ import annotations

import re
from collections.abc import Callable

from forge_api.redaction.payment import digits_of, luhn
from forge_api.redaction.rule import NUMBERS, TOKENS, Rule, lone

_AFTER = (
    r"(?:[\s-]?(?:number|num[eé]ro|n[uú]mero|nummer|no\.?|nr\.?|n[º°]|id|#))?"
    r"(?:\s(?:is|was|ist|es|est))?\s?[:=#]?\s{0,3}"
)


def _weighted(weights: tuple[int, ...], digits: str) -> int:
    return sum(weight * int(digit) for weight, digit in zip(weights, digits, strict=False))


def _is_ssn(match: re.Match[str]) -> bool:
    """Refuse what the US never issued: area 000, 666 and 9xx, group 00, serial 0000."""
    digits = digits_of(match[0])
    return (
        digits[:3] not in {"000", "666"}
        and digits[0] != "9"
        and digits[3:5] != "00"
        and digits[5:] != "0000"
    )


def _is_dni(match: re.Match[str]) -> bool:
    number = match[0].upper().replace("-", "").replace(" ", "")
    digits = number[:-1].replace("X", "0").replace("Y", "1").replace("Z", "2")
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(digits) % 23] == number[-1]


def _is_cpf(match: re.Match[str]) -> bool:
    digits = digits_of(match[0])
    return len(set(digits)) > 1 and all(
        (_weighted(tuple(range(place + 1, 1, -1)), digits[:place]) * 10) % 11 % 10
        == int(digits[place])
        for place in (9, 10)
    )


def _is_nir(match: re.Match[str]) -> bool:
    plain = re.sub(r"\s", "", match[0]).upper()
    number = int(plain[:-2].replace("2A", "19").replace("2B", "18"))
    return 97 - number % 97 == int(plain[-2:])


def _is_chinese_id(match: re.Match[str]) -> bool:
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return "10X98765432"[_weighted(weights, match[0][:17]) % 11] == match[0][17].upper()


def _is_personnummer(match: re.Match[str]) -> bool:
    return luhn(digits_of(match[0])[-10:])


def _is_hetu(match: re.Match[str]) -> bool:
    number = int(match[0][:6] + match[0][7:10])
    return "0123456789ABCDEFHJKLMNPRSTUVWXY"[number % 31] == match[0][10]


def _is_belgian(match: re.Match[str]) -> bool:
    """Check mod 97, with a 2 before the number of who was born from 2000 on."""
    digits = digits_of(match[0])
    return int(digits[9:]) in {97 - int(f"{era}{digits[:9]}") % 97 for era in ("", "2")}


def _is_codice_fiscale(match: re.Match[str]) -> bool:
    odd = (
        1,
        0,
        5,
        7,
        9,
        13,
        15,
        17,
        19,
        21,
        2,
        4,
        18,
        20,
        11,
        3,
        6,
        8,
        12,
        14,
        16,
        10,
        22,
        25,
        24,
        23,
    )
    total = 0
    for place, letter in enumerate(match[0].upper()[:15]):
        value = int(letter) if letter.isdigit() else ord(letter) - ord("A")
        total += value if place % 2 else odd[value]
    return chr(ord("A") + total % 26) == match[0][15].upper()


_FORMS: dict[str, tuple[str, Callable[[re.Match[str]], bool] | None]] = {
    "brazil": (r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", _is_cpf),
    "france": (
        r"(?<=[12]) ?[0-9]{2} ?(?:0[1-9]|1[0-2]) ?(?:[0-9]{2}|2[AB]) ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}",
        _is_nir,
    ),
    "china": (
        r"(?<=[1-9])[0-9]{5}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])[0-9]{3}[0-9Xx]",
        _is_chinese_id,
    ),
    "korea": (r"[0-9](?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])-[1-4][0-9]{6}", None),
    "sweden": (
        r"(?:(?<=1)9[0-9]|(?<=2)0[0-9])?[0-9](?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])[-+][0-9]{4}",
        _is_personnummer,
    ),
    "finland": (r"(?<=[0-3])[0-9][01][0-9]{3}[-+A-F][0-9]{3}[0-9A-FHJ-NPR-Y]", _is_hetu),
    "belgium": (r"[0-9]\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}", _is_belgian),
    "switzerland": (r"(?<=7)56\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}", None),
    "russia": (r"[0-9]{2}-[0-9]{3}-[0-9]{3} [0-9]{2}", None),
}
"""What follows the first digit, and the check. No number has the form of two of them."""


def _any_form() -> str:
    return "|".join(f"(?P<{country}>{form}(?![\\w-]))" for country, (form, _) in _FORMS.items())


def _is_of_its_form(match: re.Match[str]) -> bool:
    holds = _FORMS[str(match.lastgroup)][1]
    return holds is None or holds(match)


def _number(
    kind: str,
    first: str,
    others: str,
    holds: Callable[[re.Match[str]], bool] | None = None,
    gate: re.Pattern[str] = NUMBERS,
) -> Rule:
    """Make the rule of a number by its first character and what follows it."""
    pattern = lone(first, r"[\w.-]") + others + r"(?![\w-])"
    return Rule(kind, re.compile(pattern, re.ASCII), gate=gate, holds=holds)


def _named(kind: str, words: str, number: str, starts: str) -> Rule:
    """Make the rule of a number that only the words before it tell; with what they start."""
    pattern = rf"(?i)\b(?:{words}){_AFTER}(?P<secret>{number})(?![\w-]?[0-9])"
    return Rule(kind, re.compile(pattern), starts=tuple(starts.split("|")))


RULES = (
    _number("ssn", r"[0-8]", r"[0-9]{2}-[0-9]{2}-[0-9]{4}", _is_ssn),
    Rule(
        "ssn",
        re.compile(
            rf"(?i)\b(?:ssn|social security|tax id|itin|tin){_AFTER}"
            r"(?P<secret>[0-9]{3}[ .]?[0-9]{2}[ .]?[0-9]{4})(?![\w-]?[0-9])"
        ),
        starts=("ssn", "social security", "tax id", "itin", "tin"),
    ),
    # United Kingdom: National Insurance; NHS.
    _number(
        "national-id",
        r"[A-CEGHJ-PR-TW-Z]",
        r"[A-CEGHJ-NPR-TW-Z](?<!BG|GB|KN|NK|NT|TN|ZZ)(?: ?[0-9]{2}){3} ?[A-D]",
    ),
    _named("national-id", r"nhs", r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}", "nhs"),
    # Spain, Italy, Mexico.
    _number("national-id", r"[0-9XYZ]", r"[0-9]{7}-?[A-HJ-NP-TV-Z]", _is_dni),
    _number(
        "national-id",
        r"[A-Z]",
        r"[A-Z]{5}[0-9]{2}[A-EHLMPRST][0-9]{2}[A-Z][0-9]{3}[A-Z]",
        _is_codice_fiscale,
        gate=TOKENS,
    ),
    _number("national-id", r"[A-Z]", r"[A-Z]{3}[0-9]{6}[HM][A-Z]{5}[0-9A-Z][0-9]", gate=TOKENS),
    _number("national-id", r"[0-9]", f"(?:{_any_form()})", _is_of_its_form),
    # Only by name: Germany, Austria, India, Canada, Australia, Netherlands, Poland, Switzerland.
    _named(
        "national-id",
        r"steuer-?id\w*|steuer(?:liche )?identifikationsnummer|idnr|aadhaar|aadhar|sin|medicare|tfn"
        r"|social insurance|tax file|bsn|burgerservicenummer|pesel|ahv|sozialversicherungsnummer"
        r"|svnr|cpf|rut|national (?:id|insurance)|identity card|id card|personalausweis\w*|dni|nie"
        r"|nif|curp|my ?number",
        r"(?=[A-Z.-]{0,6}[0-9])[0-9A-Z][0-9A-Z .-]{6,18}[0-9A-Z]",
        "steuer|idnr|aadha|sin|social insurance|tfn|tax file|medicare|bsn|burger|pesel|ahv|sozial"
        "|svnr|cpf|rut|national i|identity card|id card|personal|dni|nie|nif|curp|my number"
        "|mynumber",
    ),
    _named(
        "national-id",
        r"cpr|fødselsnummer|cnp|rodné číslo|tc kimlik|cui[lt]|rijksregister(?:nummer)?|oib|cédula"
        r"|cedula|rg|ein|kennitala|teudat zehut|снилс|инн|マイナンバー|个人番号|주민등록번호",
        r"[0-9](?:[./ -]?[0-9]){6,13}(?:-[0-9kKxX])?",
        "cpr|fødselsnummer|cnp|rodné|tc kimlik|cuil|cuit|rijksregister|oib|cédula|cedula|rg |rg:"
        "|ein |ein:|kennitala|teudat|снилс|инн|マイナ|个人番号|주민등록번호",
    ),
    _named("national-id", r"nric", r"[STFGM][0-9]{7}[A-Z]", "nric"),
    _named("national-id", r"hkid", r"[A-Z]{1,2}[0-9]{6}\(?[0-9A]\)?", "hkid"),
    _named("national-id", r"ppsn?", r"[0-9]{7}[A-Z]{1,2}", "pps"),
    _named("national-id", r"rfc", r"[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}", "rfc"),
    _named(
        "national-id",
        r"vsnr|rentenversicherungsnummer",
        r"[0-9]{2} ?[0-9]{6} ?[A-Z] ?[0-9]{3}",
        "vsnr|rentenv",
    ),
    _named("national-id", r"pan(?: card)?", r"(?-i:[A-Z]{5}[0-9]{4}[A-Z])", "pan"),
    _named(
        "passport",
        r"passport|reisepass(?:nummer)?|pasaporte|passeport|paszport|passaporto|паспорт",
        r"(?=[A-Z]{0,3}[0-9])[A-Z0-9]{6,10}|[0-9]{4} ?[0-9]{6}",
        "passport|reisepass|pasaporte|passeport|paszport|passaporto|паспорт",
    ),
    _named(
        "driving-licence",
        r"driver'?s? licen[cs]e|driving licen[cs]e|führerschein(?:nummer)?|dl",
        r"(?=[A-Z0-9-]{0,8}[0-9]{3})[A-Z0-9][A-Z0-9-]{5,18}[A-Z0-9]",
        "driver|driving|führerschein|dl |dl:|dl#|dl=",
    ),
)  # fmt: skip
