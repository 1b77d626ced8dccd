"""Phrases that are read as one word, and those that say nothing: their negators deny nothing."""

from __future__ import annotations

from itertools import product

IDIOMS: tuple[tuple[str, ...], ...] = (
    ("not", "only"),
    ("not", "just"),
    ("not", "merely"),
    ("not", "necessarily"),
    ("not", "always"),
    ("not", "every"),
    ("not", "all"),
    ("or", "not"),
    ("never", "mind"),
    ("no", "doubt"),
    ("no", "matter"),
    ("no", "way"),
    ("no", "worry"),
    ("no", "worries"),
    ("can", "not", "agree", "more"),
    ("could", "not", "agree", "more"),
    ("no", "problem"),
    ("no", "wonder"),
    ("no", "later"),
    ("no", "less"),
    ("no", "more", "than"),
    ("nothing", "but"),
    ("without", "doubt"),
    ("without", "fail"),
    ("not", "to", "mention"),
    ("can", "not", "wait"),
    ("can", "not", "help"),
    ("不", "仅"),
    ("不", "但"),
    ("不", "过"),
    ("特", "别"),
    ("从", "来"),
    ("no", "siempre"),
    ("no", "solo"),
    ("no", "sólo"),
    ("no", "solamente"),
    ("no", "todos"),
    ("no", "todas"),
    ("nicht", "nur"),
    ("nicht", "immer"),
    ("nicht", "alle"),
    ("pas", "toujours"),
    ("pas", "seulement"),
    ("pas", "tous"),
    ("pas", "toutes"),
    ("不", "总"),
    ("不", "只"),
    ("不", "都"),
    ("并", "非"),
    ("总", "是"),
    ("已", "经"),
    ("不", "是", "所", "有"),
)
"""Phrases whose negator denies nothing."""

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

PHRASES: dict[tuple[str, ...], str] = {
    **{("周", day): name for day, name in zip("一二三四五六日", _WEEKDAYS, strict=True)},
    **{("星", "期", day): name for day, name in zip("一二三四五六日", _WEEKDAYS, strict=True)},
    **{(day, "曜", "日"): name for day, name in zip("月火水木金土日", _WEEKDAYS, strict=True)},
    ("no", "longer"): "no_longer",
    ("no", "more"): "no_longer",
    ("not", "any", "longer"): "no_longer",
    ("no", "one"): "nobody",
    ("以", "前"): "以前",
    ("之", "前"): "以前",
    ("喜", "欢"): "like",
    ("讨", "厌"): "hate",
    ("大", "好"): "like",
    ("大", "嫌"): "hate",
    ("rather", "than"): "over",
    ("instead", "of"): "over",
    ("more", "than"): "over",
    ("better", "than"): "over",
    ("stepped", "down", "as"): "abandon",
    ("dropped", "out", "of"): "abandon",
    ("a", "single"): "1",
    **{
        ("once", each, period): often
        for each in ("a", "per", "every")
        for period, often in (("day", "daily"), ("week", "weekly"), ("month", "monthly"))
    },
    ("经", "理"): "manager",
    ("上", "司"): "manager",
    **dict.fromkeys((("上", "午"), ("午", "前")), "morning"),
    **dict.fromkeys((("下", "午"), ("午", "後"), ("午", "后")), "afternoon"),
    ("在", "线"): "online",
    ("离", "线"): "offline",
    ("禁", "止"): "禁止",
    **dict.fromkeys(product(("give", "gives", "gave", "given"), ("up",)), "abandon"),
    ("rid", "of"): "abandon",
    ("a", "dozen"): "12",
    **{
        (each, period): often
        for each in ("every", "each")
        for period, often in (
            ("hour", "hourly"),
            ("day", "daily"),
            ("night", "nightly"),
            ("week", "weekly"),
            ("month", "monthly"),
            ("quarter", "quarterly"),
        )
    },
    ("胜", "过"): "over",
    ("开", "启"): "开",
    ("打", "开"): "开",
    ("关", "闭"): "关",
    ("简", "短"): "短",
    ("详", "细"): "长",
}
"""Phrases that act as one word."""


def _by_first_word() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Longest first, so that `no more than` is found before `no more`."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted((*IDIOMS, *PHRASES), key=lambda words: (-len(words), words)):
        found.setdefault(phrase[0], []).append(phrase)
    return {word: tuple(phrases) for word, phrases in found.items()}


PHRASES_BY_FIRST_WORD = _by_first_word()
