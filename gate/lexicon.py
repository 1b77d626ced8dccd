"""The closed word lists that the rules read by: function words, negators, attitudes, frames.

Each list holds one kind of word and is small enough to be read; what a rule does with it stands
beside the rule. Lists named `…_STEMS` are matched by stem, the others by word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    "especially simply certainly definitely in_addition seem seems tend tends lot lots "
    "el la los las un una unos unas de del y que se lo su es en "
    "der die das den dem des ein eine einen einem einer und ist im mit zu "
    "le les du et une des est il elle ne en au aux "
    "の は を が に と で も です ます だ である する します では じゃ "
    "的 了 是 在 我 和"
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

BARE_USER = _words("user i we you")
"""The user as the subject itself; what follows is a verb."""

AFTER_USER = _words("'s and or also still now currently always often usually really who that")
"""Unless it is one of these."""

ADVERBS_OF_TIME = _words("always now currently usually often sometimes regularly")
"""They stand before a verb."""

# --- what turns a sentence round ---------------------------------------------------------------

PLAIN_NEGATORS = _words(
    "not never no_longer nobody none nothing nowhere neither nor "
    "rarely seldom hardly scarcely barely infrequently "
    "nicht nie niemals nunca jamás jamas pas jamais не нет никогда 不 没 沒 未 别 別"
)
"""Words that deny the sentence they stand in."""

INFREQUENT = _words("never rarely seldom hardly scarcely barely infrequently nunca nie jamais")

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
    "disallow prevent"
)
"""Verbs that deny what they govern; after an article or a preposition they are nouns."""

JAPANESE_NEGATIONS = ("ない", "ません", "なかった")

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
)
"""Phrases whose negator denies nothing."""

PHRASES: dict[tuple[str, ...], str] = {
    ("no", "longer"): "no_longer",
    ("no", "more"): "no_longer",
    ("not", "any", "longer"): "no_longer",
    ("no", "one"): "nobody",
    ("rather", "than"): "over",
    ("instead", "of"): "over",
    ("more", "than"): "over",
    ("better", "than"): "over",
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
        _stems("like love enjoy prefer want favour favor adore appreciate welcome fond wish"),
        (LIKE, 1),
    )
    | dict.fromkeys(_stems("dislike hate detest loathe despise resent"), (LIKE, -1))
    | dict.fromkeys(_stems("accept allow approve permit"), (ALLOW, 1))
    | dict.fromkeys(_stems("reject disapprove"), (ALLOW, -1))
)
"""A verb of attitude → which attitude, and its sign."""

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
    "plan learn teach study join leave react wake sleep travel visit skip prefer"
)
"""Verbs that end a subject."""

# --- change and single values ------------------------------------------------------------------

CHANGE_VERB_STEMS = _stems(
    "move switch migrate change pivot transition promote relocate convert upgrade reschedule expand"
)
"""Verbs after which `from` names what was, and `to` what is."""

ABANDON_VERB_STEMS = _stems("drop ditch abandon replace leave quit")
"""Verbs whose object was, and is no more."""

FORMERLY = _words("originally previously formerly initially")

VALUE_ENDS = _words(
    "and or but because since when while if to from for in at as with after before until now "
    "currently by where who which that due so on over"
)
"""Words that end the name of a value."""

SINGLE_VALUED: dict[tuple[str, str], str] = {
    (stem(verb), preposition): slot
    for slot, frames in {
        "residence": "live in/reside in/base in/base out/relocate to/locate in/move to",
        "employer": "work at/work for/employ by/employ at",
        "manager": "report to",
        "birthplace": "born in",
        "spouse": "marry to",
        "deploy day": "deploy on",
        "release day": "release on",
        "platform": "host on/run on/deploy to",
        "role": "work as",
    }.items()
    for verb, preposition in map(str.split, frames.split("/"))
}
"""(stem of the verb, preposition) → the one-valued thing that the two state."""

VERBS_OF_SLOT = {
    name: frozenset(verb for (verb, _), slot in SINGLE_VALUED.items() if slot == name)
    for name in SINGLE_VALUED.values()
}

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
    "live reside base locate use run work am is are have host deploy target submit apply"
)
"""Verbs that say how things stand, so that a change ends what they say."""

# --- numbers -----------------------------------------------------------------------------------

_SMALL_NUMBERS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_ROUND_NUMBERS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100}
NUMBER_WORDS = {word: n for n, word in enumerate(_SMALL_NUMBERS.split(), 2)} | _ROUND_NUMBERS
"""Without `one`, which is a pronoun more often, and `zero`, which is a negation."""

_SECONDS = {
    "second": 1,
    "sec": 1,
    "minute": 60,
    "min": 60,
    "hour": 3_600,
    "day": 86_400,
    "week": 604_800,
}
_KILOBYTES = {"kb": 1, "mb": 1_024, "gb": 1_048_576, "tb": 1_073_741_824}
UNIT_SIZES: dict[str, tuple[str, int]] = {
    **{stem(unit): ("time", size) for unit, size in _SECONDS.items()},
    **{unit: ("size", size) for unit, size in _KILOBYTES.items()},
}
"""Unit → its dimension, and its size in the dimension's smallest unit here."""

BOUND_WORDS = _words("least most up under below above over within about around roughly")
"""Before a number: it is a bound, and two bounds can both hold."""


# --- scenes ------------------------------------------------------------------------------------

ARTICLES = _words("a an the")

COPULAS = _words("am is are was were 's")

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
