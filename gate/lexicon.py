"""The closed word lists that the rules read by: function words, negators, attitudes, frames.

Each list holds one kind of word and is small enough to be read; what a rule does with it stands
beside the rule. Lists named `…_STEMS` are matched by stem, the others by word.
"""

from __future__ import annotations

import re

from gate.wording import stem, stem_list, word_list

REACH = 16
"""How many words ahead or back a frame looks: more than any honest one needs."""

FUNCTION_WORDS = word_list(
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
    "的 了 是 在 我 和 也 很 再 有 会 今 现 还 常 全 已 可 以 許 许 "
    "mehr noch immer auch sehr ya aún muy también siempre toujours aussi très encore à al bei "
    "ago um"
)
"""Words that carry no topic of their own."""

USER = word_list(
    "user users i me my mine myself we us our ours you your yours "
    "usuario usuaria nutzer nutzerin benutzer utilisateur utilisatrice пользователь "
    "用 户 私 ユーザー"
)
"""The one whom beliefs are about, however the sentence calls them."""

THIRD_PERSON = word_list("he she it they this that these those there")
"""Pronouns that begin a sentence about whomever the one before was about."""

SUBJECT_PARTICLES = word_list("は が")
"""Behind a subject, in Japanese."""

BARE_USER = word_list("user i we you")
"""The user as the subject itself; what follows is a verb."""

AFTER_USER = word_list("'s and or also still now currently always often usually really who that")
"""Unless it is one of these."""

ADVERBS_OF_TIME = word_list("always now currently usually often sometimes regularly")
"""They stand before a verb."""

# --- what turns a sentence round ---------------------------------------------------------------

PLAIN_NEGATORS = word_list(
    "not never no_longer nobody none nothing nowhere neither nor "
    "rarely seldom hardly scarcely barely infrequently selten rarement "
    "nicht nie niemals nunca jamás jamas pas jamais не нет никогда 不 没 沒 未 别 別 禁止"
)
"""Words that deny the sentence they stand in."""

NEVER = word_list("never nunca jamás jamas nie niemals jamais никогда")
SELDOM = word_list("rarely seldom hardly scarcely barely infrequently selten rarement")
"""Words that deny how often; what is seldom so is so sometimes."""

SCOPED_NEGATORS = word_list(
    "no without zero lack lacking lacks "
    "kein keine keinen keinem keiner keines ohne ningún ningun ninguna sin aucun aucune sans "
    "без 无 無"
)
"""Words that deny only what follows them: coffee without sugar is still coffee."""

WITHOUT_TOPIC = FUNCTION_WORDS | USER | PLAIN_NEGATORS | SCOPED_NEGATORS
"""Words that say nothing of what a sentence is about; verbs of attitude do not either."""

NEGATIVE_VERB_STEMS = stem_list(
    "avoid skip stop quit cease refuse decline omit forgo prohibit forbid forbidden ban "
    "disallow prevent "
    "vermeidet aufgehört verzichtet verweigert evita dejó rechaza évite arrêté arrête aufgegeben 抜"
)
"""Verbs that deny what they govern; after an article or a preposition they are nouns."""

JAPANESE_NEGATIONS = ("ない", "ません", "なかった", "ませんでした", "やめた", "やめました")

JAPANESE_ENDING = re.compile(
    "[\u3040-\u309f]|[\u3040-\u309f]+(?:[るたてだでいうくんよねれせ]|ます|です|した)[はがをにでもとのへ]?"
)
"""Kana that only bend what stands before them."""

NOUN_SIGNS = word_list(
    "a an the this that these those my your his her our their 's of from near at bus train"
)
"""Before a word that can be noun or verb: here it is a noun."""

# --- what a sentence feels ---------------------------------------------------------------------

LIKE, ALLOW = "LIKE", "ALLOW"

ATTITUDE_STEMS: dict[str, tuple[str, int]] = (
    dict.fromkeys(
        stem_list(
            "like love enjoy prefer want favour favor adore appreciate welcome fond wish "
            "mag mögen liebt bevorzugt gusta gustan encanta encantan ama amo prefiere aime préfère "
            "爱 好"
        ),
        (LIKE, 1),
    )
    | dict.fromkeys(
        stem_list("dislike hate detest loathe despise resent hasst odia detesta déteste 嫌"),
        (LIKE, -1),
    )
    | dict.fromkeys(stem_list("accept allow approve permit"), (ALLOW, 1))
    | dict.fromkeys(stem_list("reject disapprove"), (ALLOW, -1))
)
"""A verb of attitude → which attitude, and its sign."""

STEMS_WITHOUT_TOPIC = frozenset(map(stem, WITHOUT_TOPIC)) | ATTITUDE_STEMS.keys()

# --- what a sentence hangs on ------------------------------------------------------------------

REASON_WORDS = word_list("because since")
"""What follows is a reason, and no part of what is claimed."""

CONDITION_WORDS = word_list("if when whenever while although though unless until where who")
"""What follows is a condition: its negations are not the sentence's own."""

GO_ON = word_list("now has have then became")
"""Words with which, behind `and`, another statement about the same subject begins."""

CLAUSE_OPENERS = word_list("that which who because while when where although though if since so as")
"""Words that begin another clause."""

HEDGE_STEMS = stem_list("feel hope believe think wish guess suppose suspect doubt wonder")
"""Verbs that tell what somebody thinks, and not what is."""

DOUBT_STEMS = stem_list("doubt ask wonder deny question")
"""Verbs behind which nothing is claimed."""

EXCEPTION_WORDS = word_list("else except besides otherwise little")
"""Words that leave something out of what is claimed."""

CIRCUMSTANCE_PREPOSITIONS = word_list(
    "at in on for with during before after by from to about under over through until without "
    "en à au aux chez zu im am bei auf"
)
CIRCUMSTANCE_REACH = 2
"""Topics behind a preposition that belong to it."""

AUXILIARIES = word_list(
    "am is are was were be been being do does did have has had "
    "can could may might must shall should will would need ought"
)

COMMON_VERB_STEMS = stem_list(
    "use run work live reside move switch migrate write read speak eat drink smoke play keep "
    "store host deploy ship send receive report own drive take make go come start finish sign "
    "commit push pull merge review test build buy sell pay cost say call ask answer reply target "
    "plan learn teach study join leave react wake sleep travel visit skip prefer "
    "wohnt wohne lebt lebe arbeitet arbeite vive vivo trabaja trabajo habite vit travaille nutzt "
    "fonctionne funciona funktioniert unterstützt soporta supporte deployt despliega déploie "
    "benutzt verwendet usa utiliza utilise trinkt isst bebe come boit mange "
    "喝 吃 用 住 写 看 抽 学 跑 买 使 "
    "support require contain include handle provide offer serve expose accept receive remain rely "
    "become belong depend exist follow manage maintain expire listen begin own enjoy live reside"
)
"""Verbs that end a subject."""

# --- change and single values ------------------------------------------------------------------

CHANGE_VERB_STEMS = stem_list(
    "move switch migrate change pivot transition promote relocate convert upgrade reschedule "
    "expand transfer"
)
"""Verbs after which `from` names what was, and `to` what is."""

ABANDON_VERB_STEMS = stem_list(
    "drop ditch abandon replace leave quit sell cancel remove retire decommission discontinue "
    "deprecate scrap trade"
)
"""Verbs whose object was, and is no more."""

FORMERLY = word_list("originally previously formerly initially")

PASSIVES = word_list("is are was were been being")
"""Words before what was done to the subject."""

VALUE_ENDS = word_list(
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

POSTPOSED_PARTICLES = word_list("に で")
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

UNIQUE_ADJECTIVE_STEMS = stem_list("favourite main primary default preferred current only sole")
"""Adjectives that make any noun one-valued: the favourite editor, the main database."""

UNIQUE_NOUN_STEMS = stem_list(
    "manager boss role title job position employer company name birthday age email phone address "
    "city hometown country timezone zone deadline editor shell husband wife spouse partner owner "
    "maintainer mentor advisor supervisor capital password port limit branch chef jefe jefa"
)
"""Things of which one has one: somebody's manager, a project's deadline."""

ROLE_TITLE_STEMS = stem_list("role title job position")

ROLE_STEMS = stem_list(
    "engineer developer designer manager director analyst scientist architect administrator "
    "consultant teacher student nurse doctor lawyer accountant researcher professor founder cto "
    "ceo pm sre vp writer"
)
"""Nouns that end the name of a role."""

RANK_STEMS = stem_list("senior junior staff principal lead head chief assistant associate director")
"""Words that change a role and do not merely describe it."""

STATE_STEMS = stem_list(
    "live reside base locate use run work am is are have host deploy target submit apply "
    "drive play drink smoke eat subscribe take handle own ride attend store enroll"
)
"""Verbs that say how things stand, so that a change ends what they say."""

PERIODS = word_list("year month week summer winter spring autumn decade century job")
PERIOD_STEMS = stem_list(" ".join(sorted(PERIODS))) | stem_list("day hour minute")
"""What can be the last, or ago: a time that is over."""

ARTICLES = word_list("a an the")

COPULAS = word_list("am is are was were 's")

ONCE_STEMS = stem_list(
    "begin start end finish close open launch expire leave depart arrive land due schedule plan "
    "release freeze ship birthday anniversary deadline born marry graduate happen renew wedding "
    "last pay until place"
)
"""Words of what happens once, or on one date at a time."""

DATING_WORDS = COPULAS | word_list("在 は ist sind est sont es son")
"""Words that stand between an event and its date."""

DATING_PREPOSITIONS = word_list("on in for at am im um el le la the")

PLANNING_STEMS = stem_list("schedule plan set fix move due")
"""Verbs that tell of a date, and nothing of what happens then."""


def is_verb(word: str) -> bool:
    """Return whether a word is one of the verbs that these lists know."""
    root = stem(word)
    return word in AUXILIARIES or root in COMMON_VERB_STEMS or root in ATTITUDE_STEMS
