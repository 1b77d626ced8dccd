"""How numbers are written, and what they count: words for them, units and their sizes."""

from __future__ import annotations

from gate.wording import stem, stem_list, word_list

_SMALL_NUMBERS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_ROUND_NUMBERS = {
    **dict.fromkeys(("fünfzehn", "quince", "quinze"), 15),
    **dict.fromkeys(("zwanzig", "veinte", "vingt"), 20),
    **dict.fromkeys(("dreißig", "treinta", "trente"), 30),
    **dict.fromkeys(("fünfzig", "cincuenta", "cinquante"), 50),
    **dict.fromkeys(("hundert", "cien", "cent", "百"), 100),
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "hundred": 100,
}
_NUMBERS_ELSEWHERE = (
    "zwei dos deux 二 两/drei tres trois 三/vier cuatro quatre 四/fünf cinco cinq 五/sechs seis 六/"
    "sieben siete sept 七/acht ocho huit 八/neun nueve neuf 九/zehn diez dix 十/elf onze/"
    "zwölf doce douze"
)
NUMBER_WORDS = (
    {word: n for n, word in enumerate(_SMALL_NUMBERS.split(), 2)}
    | {w: n for n, words in enumerate(_NUMBERS_ELSEWHERE.split("/"), 2) for w in words.split()}
    | _ROUND_NUMBERS
)
"""Without `one`, which is a pronoun more often, and `zero`, which is a negation."""

_SECONDS: dict[str, float] = {
    **dict.fromkeys(("millisecond", "ms", "msec"), 0.001),
    **dict.fromkeys(("second", "sec", "s"), 1),
    **dict.fromkeys(("minute", "min"), 60),
    **dict.fromkeys(("hour", "hr", "h"), 3_600),
    "day": 86_400,
    "week": 604_800,
}
_KILOBYTES: dict[str, float] = {
    **dict.fromkeys(("kb", "kib", "kilobyte"), 1),
    **dict.fromkeys(("mb", "mib", "megabyte"), 1_024),
    **dict.fromkeys(("gb", "gib", "gigabyte"), 1_048_576),
    **dict.fromkeys(("tb", "tib", "terabyte"), 1_073_741_824),
}
_METRES: dict[str, float] = {
    **dict.fromkeys(("metre", "meter", "m"), 1),
    **dict.fromkeys(("kilometre", "kilometer", "km"), 1_000),
    **dict.fromkeys(("centimetre", "centimeter", "cm"), 0.01),
}
_GRAMS: dict[str, float] = {
    **dict.fromkeys(("gram", "g"), 1),
    **dict.fromkeys(("kilogram", "kilo", "kg"), 1_000),
}
_DIMENSIONS: dict[str, dict[str, float]] = {
    "time": _SECONDS,
    "size": _KILOBYTES,
    "length": _METRES,
    "weight": _GRAMS,
    "share": {"percent": 1, "%": 1},
}
UNIT_SIZES: dict[str, tuple[str, float]] = {
    stem(unit): (dimension, size)
    for dimension, sizes in _DIMENSIONS.items()
    for unit, size in sizes.items()
}
"""Unit → its dimension, and its size in the dimension's smallest unit here."""

HALVES_OF_THE_DAY = {"am": 0, "pm": 12}

TIMES = {"twice": 2, "thrice": 3}
"""Words that count how often."""

TIMES_OF_DAY = {"noon": 720, "midday": 720, "midnight": 0}
"""Words that tell the time, in minutes."""

BOUND_WORDS = word_list("least most up under below above over within about around roughly")
"""Before a number: it is a bound, and two bounds can both hold."""


NUMBERED_STEMS = stem_list("port floor gate room seat apartment platform week")
"""Nouns with a number of which one has one: another number tells otherwise."""
