"""Ways to reach a person: e-mail addresses and telephone numbers."""

from __future__ import annotations

import re

from forge_api.redaction.payment import digits_of
from forge_api.redaction.rule import NUMBERS, Rule, lone

_LETTER = r"A-Za-z0-9\u00c0-\u024f\u0400-\u04ff"
_LOCAL = f"[{_LETTER}_%+'-]"
_EMAIL = re.compile(
    lone(_LOCAL, f"[{_LETTER}._%+'-]") + rf"{_LOCAL}*+(?:\.{_LOCAL}++)*+\.?@"
    rf"(?P<host>(?:[{_LETTER}-]{{1,63}}+\.)+(?:xn--[a-z0-9-]{{2,40}}|[A-Za-z]{{2,24}}|рф|укр|бел|срб))"
)
_FILE_ENDINGS = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "pdf", "js", "mjs", "cjs", "ts", "tsx",
     "jsx", "css", "scss", "html", "json", "yaml", "yml", "toml", "lock"}
)  # fmt: skip
_SPELT_OUT = re.compile(
    lone(f"[{_LETTER}._-]", f"[{_LETTER}._-]")
    + rf"(?i:[{_LETTER}._-]{{1,63}}+\s?[\[({{]\s?at\s?[\])}}]\s?[{_LETTER}-]{{1,63}}+"
    rf"(?:\s?[\[({{]\s?dot\s?[\])}}]\s?[{_LETTER}-]{{1,63}}+|\.[{_LETTER}-]{{1,63}}+){{1,4}})"
)

_SAID = re.compile(
    lone("[A-Za-z0-9]", r"[\w.-]")
    + r"[\w.-]{1,63}+ at (?!(?:the|a|this|that|every) )[a-z0-9-]{2,63}+"
    r"(?: dot [a-z0-9-]{2,63}+)? dot (?:com|org|net|edu|gov|io|co|ai|me|info|[a-z]{2})\b",
    re.ASCII | re.IGNORECASE,
)
_ENCODED = re.compile(
    lone("[A-Za-z0-9]", r"[\w.%+-]")
    + r"[\w.+-]{0,63}+%40[a-z0-9-]{1,63}+(?:\.[a-z0-9-]{1,63}+){1,4}",
    re.ASCII | re.IGNORECASE,
)


def _is_mailbox(match: re.Match[str]) -> bool:
    """Leave `git@host:path`, `icon@2x.png`, and the user and password of an address."""
    text, start = match.string, match.start()
    if match[0].startswith(("git@", "hg@", "svn@")) or "noreply.github.com" in match["host"]:
        return False
    if match["host"].rpartition(".")[2].lower() in _FILE_ENDINGS:
        return False
    before = text[max(0, start - 120) : start]
    return "://" not in before or not re.search(r"://[^\s/]*\Z", before)


# -- Telephone numbers -------------------------------------------------------------------------

_CALL = (
    r"(?:phone|telephone|tel|mobile|mob|cell|call|text|sms|whats ?app|signal|fax|dial|ring|reach"
    r"|(?:my|her|his|their|our|contact|direct|office|home|work|emergency) number|number is"
    r"|telefon\w*|handy\w*|mobil\w*|rufnummer|anrufen|t[ée]l[ée]phone|portable|appelle\w*|m[óo]vil"
    r"|tel[ée]fono|celular|ll[áa]ma\w*|telefone|cellulare|numero|číslo|телефон|звони\w*)"
)
_CALLS_START = (
    "phone", "tel", "mob", "cell", "call", "text", "sms", "whats", "signal", "fax", "dial", "ring",
    "reach", "my number", "her number", "his number", "their number", "our number",
    "contact number", "direct number", "office number", "home number", "work number",
    "emergency number", "number is", "handy", "rufnummer", "anrufen", "tél", "portable", "appelle",
    "móvil", "lla", "llá", "numero", "číslo", "тел", "звони",
)  # fmt: skip
_INTERNATIONAL = re.compile(
    r"(?a)(?:\+(?<![\w+.]\+)|0(?<![\w+.]0)(?<![0-9A-Z] 0)0(?=[1-9][0-9]{0,2}[ .()/-])) ?[1-9]"
    r"(?:[ .()/\u00a0-]{0,2}[0-9]){6,14}(?![0-9])"
)
_NORTH_AMERICAN = re.compile(
    "(?a)" + lone("[(1-9]", r"[\w.+/=-]") + r"(?:(?<=1)[ .-][(2-9])?"
    r"(?:(?<=\()[2-9][0-9]{2}\)[ .-]?|(?<=[2-9])[0-9]{2}(?P<gap>[ .-]))"
    r"[2-9][0-9]{2}(?(gap)(?P=gap)|[ .-])[0-9]{4}(?:\s?(?:x|ext\.?)\s?[0-9]{1,5})?(?![\w-]|\.[0-9])"
)
_IN_BRACKETS = re.compile(
    r"(?a)\((?<![\w)]\()0?[1-9][0-9]{1,4}\)[ -]?[0-9]{3,5}[ -]?[0-9]{3,4}(?![\w-])"
)
_WITH_TRUNK_ZERO = re.compile(
    r"(?a)0(?<![\w.,+/-]0)[1-9](?:"
    r"(?P<pair>[ .-])[0-9]{2}(?:(?P=pair)[0-9]{2}){3}"
    r"|[0-9]{1,4}[ /][0-9]{3,4}[ -]?[0-9]{3,5}"
    r"|[0-9]{0,3}-[0-9]{3,4}-[0-9]{3,4}"
    r"|[0-9]{0,2}-(?!(?:19|20)[0-9]{6})[0-9]{7,8}"
    r"|[0-9]{1,3}[ -][0-9]{3} [0-9]{2} [0-9]{2}"
    r")(?![\w-]|[.,][0-9])"
)
_AFTER_A_WORD = re.compile(
    rf"(?i)(?<!\w){_CALL}(?![a-z])[^\w+(\n]{{0,6}}"
    r"(?:(?:me|us|him|her|them|is|at|on|number|no|nr|unter|an|der|am|al|au|es|est|ist|é|è)\b[^\w+(\n]{0,4}){0,4}"
    r"(?P<secret>[+(]?[0-9](?:[ .()/-]{0,2}[0-9]){6,14})(?![\w-]|\.[0-9])"
)
_BEFORE_A_WORD = re.compile(
    lone("[+(0-9]", r"[\w.,+(/-]")
    + r"[0-9](?:[ .()/-]{0,2}[0-9]){6,14}(?=\s(?i:is|es|est|ist|är|è|é)\s"
    r"(?i:my|her|his|their|our|mi|su|mon|son|seine?|ihre?|meine?)\s(?:[\w-]{1,12}\s)?"
    r"(?i:cell|phone|mobile|number|fax|móvil|tel[eé]fono|portable|numéro|handy|nummer))"
)
_RUSSIAN = re.compile(
    r"8(?<![\w.+/=-]8)[ -]?\(?[3-9][0-9]{2}\)?[ -][0-9]{3}[ -][0-9]{2}[ -][0-9]{2}(?![\w-])",
    re.ASCII,
)
_CHINESE = re.compile(
    r"1(?<![\w.+/=-]1)[3-9][0-9](?P<gap>[ -])[0-9]{4}(?P=gap)[0-9]{4}(?![\w-]|[.,][0-9])", re.ASCII
)
_CJK = re.compile(
    r"(?:电话|電話|手机|手機|携帯|휴대폰|전화)[^0-9+\n]{0,6}"
    r"(?P<secret>\+?[0-9](?:[ -]?[0-9]){6,14})"
)
_DATE = re.compile(
    r"(?:19|20)[0-9]{2}[-./ ][0-9]{1,2}[-./ ][0-9]{1,2}"
    r"|[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)[0-9]{2}"
)


def _is_international(match: re.Match[str]) -> bool:
    """Take +442079460958 and +44 20 7946 0958; leave +12345678, a number with its sign."""
    grouped = re.search(r"[ .()/\u00a0-]", match[0][1:]) is not None
    return len(digits_of(match[0])) >= (8 if grouped else 10) and "  " not in match[0]


def _is_dialled(match: re.Match[str]) -> bool:
    return 7 <= len(digits_of(match["secret"])) <= 15 and not _DATE.search(match["secret"])


RULES = (
    Rule("email", _EMAIL, gate="@", holds=_is_mailbox),
    Rule("email", _SPELT_OUT, gate=re.compile(r"[\[({]\s?[Aa][Tt]\s?[\])}]")),
    Rule("email", _SAID, gate=" dot "),
    Rule("email", _ENCODED, gate="%40"),
    Rule("phone", _INTERNATIONAL, gate=NUMBERS, holds=_is_international),
    Rule("phone", _NORTH_AMERICAN, gate=NUMBERS),
    Rule("phone", _IN_BRACKETS, gate=NUMBERS),
    Rule("phone", _WITH_TRUNK_ZERO, gate=NUMBERS),
    Rule("phone", _RUSSIAN, gate=NUMBERS),
    Rule("phone", _CHINESE, gate=NUMBERS),
    Rule("phone", _BEFORE_A_WORD, gate=NUMBERS),
    Rule("phone", _AFTER_A_WORD, starts=_CALLS_START, holds=_is_dialled),
    Rule("phone", _CJK, starts=("电话", "電話", "手机", "手機", "携帯", "휴대폰", "전화")),
)
