"""The closed word lists that the rules read by: function words, negators, attitudes, frames.

Each list holds one kind of word and is small enough to be read; what a rule does with it stands
beside the rule. Lists named `…_STEMS` are matched by stem, the others by word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from gate.wording import stem


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, text.split()))


REACH = 16
"""How many words ahead or back a frame looks: more than any honest one needs."""

FUNCTION_WORDS = _words(
    "a an the this that these those such some any each every all both everyone everybody "
    "'s of in on at to from by for with as into onto over under about than then "
    "and or also too very so just only even still already yet now currently again anymore ever "
    "am is are was were be been being do does did done have has had having get got "
    "can could may might must shall should will would need ought going "
    "it its there here he she him her his hers they them their theirs one ones own "
    "thing things way please really quite rather actually usually often regularly sometimes "
    "always if when whenever while because since although though unless until whether "
    "who whom whose which what where how why but longer more most much many let "
    "however therefore finally hopefully obviously generally moreover indeed perhaps probably "
    "especially simply certainly definitely mostly mainly largely primarily in_addition seem seems "
    "tend tends lot lots "
    "el la los las un una unos unas de del y que se lo su es en "
    "der die das den dem des ein eine einen einem einer und ist im mit zu "
    "le les du et une des est il elle ne en au aux "
    "の は を が に と で も です ます だ である する します では じゃ "
    "的 了 是 在 我 和 也 很 都 再 有 会 今 现 还 常 全 已 "
    "mehr noch immer auch sehr ya aún muy también siempre toujours aussi très encore à al bei ago"
)
"""Words that carry no topic of their own."""

USER = _words(
    "user users i me my mine myself we us our ours you your yours "
    "usuario usuaria nutzer nutzerin benutzer utilisateur utilisatrice пользователь "
    "用 户 私 ユーザー"
)
"""The one whom beliefs are about, however the sentence calls them."""

THIRD_PERSON = _words("he she it they this that these those there")
"""Pronouns that begin a sentence about whomever the one before was about."""

SUBJECT_PARTICLES = _words("は が")
"""Behind a subject, in Japanese."""

BARE_USER = _words("user i we you")
"""The user as the subject itself; what follows is a verb."""

AFTER_USER = _words("'s and or also still now currently always often usually really who that")
"""Unless it is one of these."""

ADVERBS_OF_TIME = _words("always now currently usually often sometimes regularly")
"""They stand before a verb."""

# --- what turns a sentence round ---------------------------------------------------------------

PLAIN_NEGATORS = _words(
    "not never no_longer nobody none nothing nowhere neither nor "
    "rarely seldom hardly scarcely barely infrequently selten rarement "
    "nicht nie niemals nunca jamás jamas pas jamais не нет никогда 不 没 沒 未 别 別"
)
"""Words that deny the sentence they stand in."""

NEVER = _words("never nunca jamás jamas nie niemals jamais никогда")
SELDOM = _words("rarely seldom hardly scarcely barely infrequently selten rarement")
"""Words that deny how often; what is seldom so is so sometimes."""

SCOPED_NEGATORS = _words(
    "no without zero lack lacking lacks "
    "kein keine keinen keinem keiner keines ohne ningún ningun ninguna sin aucun aucune sans "
    "без 无 無"
)
"""Words that deny only what follows them: coffee without sugar is still coffee."""

WITHOUT_TOPIC = FUNCTION_WORDS | USER | PLAIN_NEGATORS | SCOPED_NEGATORS
"""Words that say nothing of what a sentence is about; verbs of attitude do not either."""

NEGATIVE_VERB_STEMS = _stems(
    "avoid skip stop quit cease refuse decline omit forgo prohibit forbid forbidden ban "
    "disallow prevent "
    "vermeidet aufgehört verzichtet verweigert evita dejó rechaza évite arrêté arrête"
)
"""Verbs that deny what they govern; after an article or a preposition they are nouns."""

JAPANESE_NEGATIONS = ("ない", "ません", "なかった", "ませんでした", "やめた", "やめました")

JAPANESE_ENDING = re.compile(
    "[\u3040-\u309f]|[\u3040-\u309f]+(?:[るたてだでいうくんよねれせ]|ます|です|した)[はがをにでもとのへ]?"
)
"""Kana that only bend what stands before them."""

NOUN_SIGNS = _words(
    "a an the this that these those my your his her our their 's of from near at bus train"
)
"""Before a word that can be noun or verb: here it is a noun."""

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

# --- what a sentence feels ---------------------------------------------------------------------

LIKE, ALLOW = "LIKE", "ALLOW"

ATTITUDE_STEMS: dict[str, tuple[str, int]] = (
    dict.fromkeys(
        _stems(
            "like love enjoy prefer want favour favor adore appreciate welcome fond wish "
            "mag mögen liebt bevorzugt gusta gustan encanta encantan prefiere aime préfère 爱 好"
        ),
        (LIKE, 1),
    )
    | dict.fromkeys(
        _stems("dislike hate detest loathe despise resent hasst odia detesta déteste 嫌"),
        (LIKE, -1),
    )
    | dict.fromkeys(_stems("accept allow approve permit"), (ALLOW, 1))
    | dict.fromkeys(_stems("reject disapprove"), (ALLOW, -1))
)
"""A verb of attitude → which attitude, and its sign."""

STEMS_WITHOUT_TOPIC = frozenset(map(stem, WITHOUT_TOPIC)) | ATTITUDE_STEMS.keys()

# --- what a sentence hangs on ------------------------------------------------------------------

REASON_WORDS = _words("because since")
"""What follows is a reason, and no part of what is claimed."""

CONDITION_WORDS = _words("if when whenever while although though unless until where who")
"""What follows is a condition: its negations are not the sentence's own."""

CLAUSE_OPENERS = _words("that which who because while when where although though if since so as")
"""Words that begin another clause."""

HEDGE_STEMS = _stems("feel hope believe think wish guess suppose suspect doubt")
"""Verbs that tell what somebody thinks, and not what is."""

EXCEPTION_WORDS = _words("else except besides otherwise little")
"""Words that leave something out of what is claimed."""

CIRCUMSTANCE_PREPOSITIONS = _words(
    "at in on for with during before after by from to about under over through until without"
)
CIRCUMSTANCE_REACH = 2
"""Topics behind a preposition that belong to it."""

AUXILIARIES = _words(
    "am is are was were be been being do does did have has had "
    "can could may might must shall should will would need ought"
)

COMMON_VERB_STEMS = _stems(
    "use run work live reside move switch migrate write read speak eat drink smoke play keep "
    "store host deploy ship send receive report own drive take make go come start finish sign "
    "commit push pull merge review test build buy sell pay cost say call ask answer reply target "
    "plan learn teach study join leave react wake sleep travel visit skip prefer "
    "wohnt wohne lebt lebe arbeitet arbeite vive vivo trabaja trabajo habite vit travaille nutzt "
    "benutzt verwendet usa utiliza utilise trinkt isst bebe come boit mange "
    "喝 吃 用 住 写 看 抽 学 跑 买 使 "
    "support require contain include handle provide offer serve expose accept receive remain rely "
    "become belong depend exist follow manage maintain expire listen begin own enjoy live reside"
)
"""Verbs that end a subject."""

# --- change and single values ------------------------------------------------------------------

CHANGE_VERB_STEMS = _stems(
    "move switch migrate change pivot transition promote relocate convert upgrade reschedule expand"
)
"""Verbs after which `from` names what was, and `to` what is."""

ABANDON_VERB_STEMS = _stems(
    "drop ditch abandon replace leave quit sell cancel remove retire decommission discontinue "
    "deprecate scrap"
)
"""Verbs whose object was, and is no more."""

FORMERLY = _words("originally previously formerly initially")

PASSIVES = _words("is are was were been being")
"""Words before what was done to the subject."""

FORMERLY_ELSEWHERE = _words("früher damals ehemals antes antaño autrefois jadis solía 曾 昔 以前")
"""Words of other languages by which a sentence tells of what is over."""

VALUE_ENDS = _words(
    "and or but because since when while if to from for in at as with after before until now "
    "currently by where who which that due so on over"
)
"""Words that end the name of a value."""

SINGLE_VALUED: dict[tuple[str, str], str] = {
    (stem(verb), preposition): slot
    for slot, frames in {
        "residence": (
            "live in/reside in/base in/base out/relocate to/locate in/move to/headquarter in/"
            "wohnt in/wohne in/lebt in/lebe in/vive en/vivo en/reside en/habite à/vit à/住 在"
        ),
        "employer": (
            "work at/work for/employ by/employ at/arbeitet bei/arbeite bei/trabaja en/trabajo en/"
            "trabaja para/travaille chez/travaille pour"
        ),
        "manager": "report to",
        "birthplace": "born in",
        "spouse": "marry to",
        "deploy day": "deploy on",
        "release day": "release on",
        "platform": "host on/run on/deploy to/läuft auf/laufen auf",
        "role": "work as",
        "licence": "license under/release under/publish under/distribute under",
        "owner": "own by/manage by/maintain by/lead by",
        "name": "is called/is named/rename to",
    }.items()
    for verb, preposition in map(str.split, frames.split("/"))
}
"""(stem of the verb, preposition) → the one-valued thing that the two state."""

POSTPOSED = {"住": "residence", "働": "employer", "勤": "employer", "工": "employer"}
"""Verbs that stand behind their value: `東京に住んでいる`, `在谷歌工作`."""

POSTPOSED_PARTICLES = _words("に で")
"""Between a value and such a verb, in Japanese."""

VERBS_OF_SLOT = {
    name: frozenset(
        [
            *(
                stem(preposition) if verb == stem("is") else verb
                for (verb, preposition), slot in SINGLE_VALUED.items()
                if slot == name
            ),
            *(verb for verb, slot in POSTPOSED.items() if slot == name),
        ]
    )
    for name in SINGLE_VALUED.values()
}
"""Stems of which a text must have one to fill the slot."""

UNIQUE_ADJECTIVE_STEMS = _stems("favourite main primary default preferred current only sole")
"""Adjectives that make any noun one-valued: the favourite editor, the main database."""

UNIQUE_NOUN_STEMS = _stems(
    "manager boss role title job position employer company name birthday age email phone address "
    "city hometown country timezone zone deadline editor shell husband wife spouse partner owner "
    "maintainer mentor advisor supervisor capital password port limit branch"
)
"""Things of which one has one: somebody's manager, a project's deadline."""

ROLE_TITLE_STEMS = _stems("role title job position")

ROLE_STEMS = _stems(
    "engineer developer designer manager director analyst scientist architect administrator "
    "consultant teacher student nurse doctor lawyer accountant researcher professor founder cto "
    "ceo pm sre vp writer"
)
"""Nouns that end the name of a role."""

RANK_STEMS = _stems("senior junior staff principal lead head chief assistant associate director")
"""Words that change a role and do not merely describe it."""

STATE_STEMS = _stems(
    "live reside base locate use run work am is are have host deploy target submit apply "
    "drive play drink smoke eat subscribe take handle own ride attend"
)
"""Verbs that say how things stand, so that a change ends what they say."""

PRESENT_SIGNS = _words("is are am has have do does will can now today")
"""Words by which a sentence tells how things are."""

EARLIER_LIVES = _words("student child kid boy girl teenager teen intern apprentice")
"""What somebody was before he was what he is: `as a student`."""

INTENTIONS = _stems("want plan hope intend consider wish aim")
"""Verbs of what may come to be, before `to`."""

LATER = _words("next soon later tomorrow eventually")

PERIODS = _words("year month week summer winter spring autumn decade century job")
PERIOD_STEMS = _stems(" ".join(sorted(PERIODS))) | _stems("day hour minute")
"""What can be the last, or ago: a time that is over."""

HABIT_STEMS = _stems("use smoke drink eat play study work live own drive speak learn teach train")
"""Verbs of what somebody does for a time."""

COPULAS = _words("am is are was were 's")

ONCE_STEMS = _stems(
    "begin start end finish close open launch expire leave depart arrive land due schedule plan "
    "release freeze ship birthday anniversary deadline born marry graduate happen renew wedding "
    "last pay until place"
)
"""Words of what happens once, or on one date at a time."""

DATING_WORDS = COPULAS | _words("在 は ist sind est sont es son")
"""Words that stand between an event and its date."""

DATING_PREPOSITIONS = _words("on in for at am im um el le la the")

PLANNING_STEMS = _stems("schedule plan set fix move due")
"""Verbs that tell of a date, and nothing of what happens then."""

# --- numbers -----------------------------------------------------------------------------------

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
}
UNIT_SIZES: dict[str, tuple[str, float]] = {
    stem(unit): (dimension, size)
    for dimension, sizes in _DIMENSIONS.items()
    for unit, size in sizes.items()
}
"""Unit → its dimension, and its size in the dimension's smallest unit here."""

TIMES_OF_DAY = {"noon": 720, "midday": 720, "midnight": 0}
"""Words that tell the time, in minutes."""

BOUND_WORDS = _words("least most up under below above over within about around roughly")
"""Before a number: it is a bound, and two bounds can both hold."""


NUMBERED_STEMS = _stems("port floor gate room seat apartment platform")
"""Nouns with a number of which one has one: another number tells otherwise."""

# --- scenes ------------------------------------------------------------------------------------

ARTICLES = _words("a an the")

PLACE_PREPOSITIONS = _words("in on at near from of")

SCENE_OPENERS = _words("a an there several some one many few another people here")
"""Words that open the description of a scene: they bring in somebody who was not named before."""

PERSON_STEMS = _stems(
    "man woman boy girl child kid person guy lady baby toddler dog cat player worker crowd group "
    "student couple gentleman teenager adult he she they"
)
"""Whom scenes are about."""

SCENE_REACH = 4
"""Words behind `the` among which the one whom the scene is about is named."""

LONGEST_NAME = 3
"""Words of a name or a phrase that one other word can replace."""

_PLACE_PHRASES = (
    "far away from=far/far from=far/near to=near/close to=near/next to=near/in front of=front/"
    "on top of=above/at the top of=above/inside of=inside/outside of=outside"
)
PLACE_PHRASES = {
    "_".join(map(stem, words.split())): name
    for words, name in (entry.split("=") for entry in _PLACE_PHRASES.split("/"))
}
"""Phrases that say where, by their stems → the word for the same."""


PLACE_PHRASE_HEADS = frozenset(name.partition("_")[0] for name in PLACE_PHRASES)
_PLACE_PHRASES_BY_HEAD = {
    head: sorted(
        (tuple(name.split("_")) for name in PLACE_PHRASES if name.partition("_")[0] == head),
        key=lambda words: (-len(words), words),
    )
    for head in sorted(PLACE_PHRASE_HEADS)
}


def place_phrases_from(word: str) -> Sequence[tuple[str, ...]]:
    """Return the phrases that say where and begin with this stem, longest first."""
    return _PLACE_PHRASES_BY_HEAD.get(word, ())


_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_PLACES_IN_ORDER = {stem(word): n for n, word in enumerate(_ORDINALS.split(), 1)} | {
    "thirtieth": 30,
    "fortieth": 40,
    "fiftieth": 50,
    "hundredth": 100,
}
_NUMBERED = re.compile(r"(\d{1,6})(?:st|nd|rd|th)")


def place_in_order(word: str) -> int | None:
    """Return 2 for `second` and `2nd`; None for what is no ordinal number."""
    match = _NUMBERED.fullmatch(word)
    return int(match.group(1)) if match else _PLACES_IN_ORDER.get(word)


def is_verb(word: str) -> bool:
    """Return whether a word is one of the verbs that these lists know."""
    root = stem(word)
    return word in AUXILIARIES or root in COMMON_VERB_STEMS or root in ATTITUDE_STEMS
