"""The words that `wording` and `third_person` go by: tables only.

English is read best; German and Spanish are known by their words for always, never and prefer.
"""

from __future__ import annotations

import re


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern that finds any of these, whatever their case."""
    return re.compile("|".join(patterns), re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ADVERBS = (
    r"(?:(?:\w+ly|also|always|just|never|often|so|still|too|usually|very|super|even|actually|now"
    r"|do|don't|do not|no longer)\s+)*"
)

_LASTING_VERBS = (
    "adore|avoid|believe|build|camp|care|celebrate|cherish|choose|commit|cook|deploy|dislike|dream"
    "|drink|drive|eat|enjoy|explore|hate|help|hike|keep|lead|learn|like|live|look after"
    "|look forward|love|manage|own|paint|plan to|play|prefer|read|release|ride|roast|run|share|ship"
    "|speak|spend|struggle|study|swim|take care|teach|travel|use|value|visit|volunteer|walk|watch"
    "|wear|work|write"
)
"""What one does again and again, or what lasts."""

SPEAKER = re.compile(
    r"(?P<name>(?!Again|Also|Note|Question|Remember|Reminder|Todo)[A-Z]\w{1,30}):\s"
)
"""A name before a colon, as transcripts of two people carry it."""

SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")

CLAUSE_END = any_of(
    r"\s+[—–-]+\s+",
    r"--\s*",
    r";\s+",
    r",\s+(?:so|but|because|'cause|either|they|just as|by the way)\b",
    r":\s+(?=(?:i|we|my|our|never|always|don't|please)\b)",
)
"""Where one statement ends and the next begins."""

MAIN_CLAUSE = re.compile(
    r"^((?!(?:when|if|before|after|in|on|at|as|for|with|while|since|to|lately|then)\b)[^,]{9,}),\s+"
    r"(?=(?:and )?(?:i|i'm|i've|we|my|our)\b)",
    re.IGNORECASE,
)
"""A whole statement, and a comma before the next; "when I travel, I …" stays one."""

TAG = re.compile(r",? (?:remember|right|ok|okay|please|yes|no)\?$", re.IGNORECASE)
"""What makes a statement look like a question."""

AFTERTHOUGHT = any_of(
    r"(?:,? (?:again|please|by the way|either|remember|that, please|too|though|as well))+$"
)
"""What a clause loses at its end without losing its sense."""

EDGES = re.compile(r"^[^\w(\[`@/.#]+|[^\w)\]`%+#]+$")
"""Marks, quotes and pictographs around a clause."""

CONTRAST = re.compile(r",? (?:and )?(?:not|no longer|nicht)\b[^,]*$", re.IGNORECASE)
"""A tail that only says what is not meant."""

DENIAL = any_of(
    r"(?:,? (?:not|no longer|nicht)|\b(?:instead of|rather than|statt)"
    r"|\b(?:switched|moved|changed|migrated) (?:away )?from)\s+([^,]*?)(?:\s+(?:to|now)\b|,|$)"
)
"""What is named as no more, or not meant: the first group."""

LEAD_IN = any_of(
    r"^(?:(?:yeah|yep|yes|no|oh|ok|okay|well|actually|again|hey|hi|perfect|good|nice|thanks|lately"
    r"|anyway|btw|by the way|honestly|tl;dr|remember|and again|also|plus|of course|sorry|wow|oops)"
    r"(?:\s+\w+)?[,:!]\s+"
    r"|(?:and|but|so|also|then|please|bitte|by the way,?)\s+"
    r"|since (?:we|our|the) last[^,]*,\s+|since then,?\s+"
    r"|[a-z]+,\s+(?=(?:i|i'm|i've|it's|you|you're|you've|that|that's|this|we|my|your|what|thanks"
    r"|those|way|sounds|glad|good|great|nice|awesome|wow|congrats)\b))+"
)
"""What a clause begins with before it says anything: interjections, a name, "please"."""

CHATTER = any_of(
    r"(?:thanks|thank you|wow|that|this|these|those|it|they|he|she|sounds|glad|congrat|good|nice"
    r"|great|cool|awesome|amazing|perfect|lol|haha|take care|talk to|see you|can't wait|long time"
    r"|how|what|hope|bye|you|your|enjoy|keep it up|keep up|way to go|let me|let's|totally|so true"
    r"|looks|welcome|here|there|wishing|hang in|cherish|happy|sorry|no worries|no problem|of course"
    r"|schönes?|guten|gracias|danke|perfecto|hola|hallo|merci|bonjour)\b",
    rf"i {_ADVERBS}(?:agree|hope|see|know|guess|think so|bet|mean|wish|appreciate|remember)\b",
    r"i(?:'ll| will|'d be|'d love to (?:see|hear|know|join)|'m off|'m sure|'m down| can| could)\b",
    rf"i(?:'m| am|'ve been|'m feeling) {_ADVERBS}(?:glad|happy|proud|excited|sorry|thankful"
    r"|grateful|stoked|thrilled|pumped|lucky|blessed|good|great|fine|okay|doing|here|sure|going)\b",
)
"""How small talk begins; also what points at something said before, and so does not stand alone."""

INTERJECTION = any_of(
    r"^(?:(?:no|nope|nah|stop|wait|ugh|oh|oh my|ah|hm+|ok|okay|right|well|sorry|good|morning"
    r"|thanks)(?:[.!,…]+|(?= no\b))\s+)+(?=\S+ \S+ \S+)",
    r"^(?:please,? |and )?(?:remember|keep in mind|bear in mind|note)(?: that|,|:) (?=\S+ \S+)",
)
"""What a sentence loses at its beginning without losing its sense."""

SMALL_TALK = any_of(
    r"^(?:thanks|thank you|y(?:ep|up|eah)|wow|haha|congrat\w*|(?:they|he|she)'ll)\b",
    r"\bhere for you\b|\bproud of you\b|\b(?:excited|happy|glad) (?:for|about)\b|\bmeans a lot\b",
    r"^i (?:\w+ )?(?:agree|appreciate)\b",
)
"""How a sentence begins that answers somebody, or says what others will do."""

NO_SPEECH = any_of(
    r"\b\d\d:\d\d:\d\d\b|#{2,}|\bsystem (?:override|message|prompt)\b",
    r"\[[a-z][a-z0-9-]+(?: \d+)?\]",
    r"https?://",
    r"```",
    r"^\s*[>$#|{}<]",
    r"[{}|]{2}",
    r"«",
)
"""Masked secrets, quotes, code, links and lines of a log are shown, not said."""

NEGATION = any_of(
    r"\b(?:not|no|never|nor|none|nothing|without|cannot|stop(?:ped|s)?|avoid|refuse[sd]?|hate"
    r"|dislike|out of|nicht|kein\w*|nie|nunca|jamás)\b",
    r"n['’]t\b",
)
"""A clause with one of these says the opposite of the same clause without."""

PASSING = any_of(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|soon|this one|right now|the other day|for now"
    r"|(?:last|this|next|past) (?:time|night|week|weekend|month|year|morning|evening|summer|winter"
    r"|\w+day)|heute|morgen|gestern|woche|hoy|ayer|mañana)\b",
)
"""What holds for a day holds no longer at the next reading."""

_OBJECTLESS = r"(?!\s+(?:it|that|this|them|you|your|how|those|these|the (?:way|idea))\b)"

BEFORE_A_QUESTION = re.compile(
    r"(?P<told>(?:i|i'm|we|we're|my|our)\b[^?]{6,}?)(?:,|;| [–—-]) (?:(?:so|and|but) )?"
    r"(?:what|who|how|when|where|which|why|can|could|is|are|do|does|should|would|will|any)\b[^?]*\?$",
    re.IGNORECASE,
)
"""A statement about the speaker with a question behind it."""

LIKING = any_of(
    rf"\bi(?:'d| would)? {_ADVERBS}(?:prefer|rather|like|love|enjoy|hate|dislike)\b{_OBJECTLESS}"
    r"(?! to (?:see|hear|know)\b)",
    rf"\bi {_ADVERBS}want\b(?! to\b)(?! you\b){_OBJECTLESS}",
    r"\bi(?: want|'d like) you to\b",
    r"\bmy favou?rite\b",
    rf"\bi(?:'m| am) {_ADVERBS}(?:a (?:\w+ )?fan|fond|into|keen|passionate)\b",
    r"\bich (?:mag|bevorzuge|möchte)\b",
    r"\bprefiero\b",
)
"""A preference in the first person."""

_AROUND = r"\b(?:before|after) (?:a|an|any|each|every|the|you|we|\w+ing)\b"
_STANDING = (
    (
        r"\b(?:always|never|from (?:now|today) on|going forward|in (?:the )?future"
        r"|(?:every|each) time|whenever|by default|any ?more|no longer|instead of|rule"
        r"|at all times|for good|as usual)\b"
    ),
    r"\bwhen(?:ever)? (?:i'm|i am|i|we|there)\b",
    r"\b(?:should|must) (?:be|always|never|not)\b",
    r"\bwithout (?:asking|my|a|an)\b",
)
STANDING = any_of(*_STANDING, _AROUND)
"""What makes an order more than a single request."""

ALWAYS = any_of(*_STANDING)
"""What makes a statement hold for longer than a turn."""

DESCRIBES = any_of(r"\b(?:is|are|was|were|isn't|aren't|been|it's|that's)\b")
"""The verb of a statement about how things are, which orders nothing."""

HAPPENED = any_of(
    rf"^(?:i|we) {_ADVERBS}(?:recently )?(?:(?!need)\w+ed|went|gave|got|had|took|made|saw|met|found"
    r"|did|was|ran|won|lost|told|came|thought|felt|said|bought|wrote|left|put|set|read)\b"
)
"""How a clause begins that tells what the speaker once did."""

ADDRESSED = any_of(r"\b(?:you|your|you're|you've|yours|yourself)\b")
"""What speaks of the listener tells no fact about the speaker."""

FRAGMENT = any_of(
    r"^(?:especially|even|have|has|been|makes?|just|like|or|which|who|than|as|if|whenever|because"
    r"|besides|except)\b",
    r"\blike (?:this|that|these|those)\b",
)
"""How a clause begins that needs another one to be understood."""

POINTS_AWAY = any_of(r"\b(?:it|this|that|these|those|them|there|here)$")
"""How a clause ends that speaks of something named elsewhere."""

POINTS_BACK = any_of(r"^(?:it|they) |^it's (?:about|like)\b")
"""How a quotation begins that nobody understands."""

DEMONSTRATIVE = any_of(r"\b(?:this|that|these|those)\b")

PRONOUN = any_of(
    r"(?<!keep )(?<!make )\bit\b|\b(?:it's|they|they're|them|their|he|him|his|she|her)\b"
)
NAMES_SOMETHING = any_of(
    r"\b(?:my|our|the|an?|any|each|every|all|no|some\w*|any\w*|one)\b|(?<=\w )(?-i:[A-Z])\w+"
)
PLURAL = re.compile(r"\b\w{3,}(?<![isu])s\b")
SINGULAR = _words("it it's he him his she her")
"""Before a pronoun: what it can stand for."""

FOREIGN_STANDING = any_of(r"\b(?:immer|nie|niemals|siempre|nunca|(?:cada|jede[rsmn]?) \w+)\b")
"""The same as `STANDING`, in German and Spanish."""

FORBIDS = any_of(
    r"\b(?:never|must not|do not|not allowed|no longer|avoid|nie|niemals|nunca)\b",
    r"\bdon't\b",
)
"""Of an order: it is a constraint."""

SEQUENCE = any_of(
    r"\b(?:before|after|then|first|once|(?:every|each) time|después|antes|(?:nach|vor) jede\w?)\b"
)
"""Of an order: it is a procedure."""

OWN_SUBJECT = any_of(r"^(?:i|i'm|i've|i'd|we|we're|we've|my|our)\b")

HABIT = any_of(
    r"^(?:i|we) (?:always|usually|never|every)\b",
    r"^(?:i|we) .*\b(?:before|after) (?:each|every|a|an)\b",
)
"""What the speaker does each time: a procedure, though no order."""

LASTING_FACT = any_of(
    r"\b(?:my|our) (?:[\w,-]+ ){1,5}(?:is|are|means?|has|have)\b",
    rf"\bi(?:'m| am) {_ADVERBS}(?:a|an|the|from|in(?! the)|based|working|learning|looking into"
    r"|thinking of|studying|building|responsible|allergic|vegan|vegetarian|called|new to)\b",
    rf"\bi(?:'m| am) {_ADVERBS}(?!(?:going|looking|getting|feeling|doing|having|being|heading"
    r"|trying|thinking|hoping|sending|telling|saying|wondering|coming|leaving|sitting|taking)\b)\w+ing\b",
    r"\bi(?:'ve| have) (?:always |also |recently )?been \w+ing\b",
    rf"\b(?:i|we) {_ADVERBS}(?:{_LASTING_VERBS}|have(?! to|n't| been)|need(?! to)|want to|wanna"
    r"|try to|meet|switched|moved)\b",
    r"\b(?:helps?|makes?|lets?|keeps?|gives?|inspires?|motivates?|calms?)\b.{0,12}\bme\b",
    r"\b(?:important|matters?|means \w+(?: \w+)?) to me\b",
    r"\bway (?:for me )?to \w+ my\b",
)
"""What is so for longer than a turn, about the speaker or their people."""

OF_THE_MOMENT = any_of(
    r"\b(?:tired|back|done|stuck|ready|busy|late|lost|confused|hungry|sick|ill|bored|home|free|afraid"
    r"|sure|curious|unsure|certain|online|offline|awake|asleep|upset|angry|sad|worried|nervous|kidding"
    r"|joking|serious|impressed|surprised|jealous|listening|waiting|all (?:ears|set))$",
    r"\b(?:again|still|now|just|this|that|broke|broken|crash\w*|fail\w*|error\w*|slow|down|stopped|works?)\b",
    r"^(?:i|we) (?:\w+ly )?(?:want|need|got|mean|think|feel|don't know|can|could|couldn't|would"
    r"|wouldn't|will|won't|may|might|should|must|(?:can't|cannot) (?:access|believe|connect|figure"
    r"|find|get|log|open|reach|remember|run|see|wait))\b",
)
"""What one says in the first person, word for word again, and only ever means for the moment."""

JUST_NOW = any_of(
    r"^(?:i|we) (?:have|need) (?:a|an|no|some|another|the|help|your) ?(?:\w+ )?"
    r"(?:idea|issue|meeting|problem|question|request|task|favou?r|hand|help|summary|draft)?s?\b",
    r"\b(?:is|are) (?:\w+ly )?(?:acting|breaking|crashing|failing|freezing|hanging|leaking|loading"
    r"|stuck|timing|throwing|down|broken|slow)\b",
)
"""What is wanted or wrong at this moment."""

DAYS = _words(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
    thursdays fridays saturdays sundays
    """
)

NUMBER = re.compile(r"\d+(?:[:.]\d+)*")

EMPTY_WORDS = _words(
    """
    a about after again all also always am an and any are as at be because been before being
    both but by can could did do does doing don't down each either even ever every few for from
    get gets getting give gives gave going gonna got had has have having he her here him his how
    i i'd i'll i'm i've if in into is it it's its just keep know let like likes ll lot lots love
    loves make makes making me more most much must my myself need needs never no nor not now of
    off on once one only or other our out over own people please prefer prefers really say see
    she should since so some someone something still such super take than thank thanks that
    that's the their them then there these they they're thing things think this those through to
    too truly try trying under until up us use used using very want wanna wants was way we we're
    we've were what when where which while who why will with without would yes you you're your
    amazing awesome cool good great nice happy special der die das und ich bitte ist im in den
    el la los las un una de en y que no lo se por con para su te me mi si ya sus al del le es
    wie für es mit auf auch noch nur nicht ein eine einen von zu zum zur dass wir sie er mir uns
    was wenn aber oder so bei dem den sich haben hat bin sind war wird kann soll
    """
)
"""Words that carry no content of their own."""

ADVERBS_BEFORE_VERB = _words(
    """
    also always just never often really still too usually actually now generally normally simply
    definitely strongly much
    """
)

KNOWN_VERBS = frozenset(verb.split()[0] for verb in _LASTING_VERBS.split("|")) | _words(
    "expect feel find know make mean need pay see start tend think try wait want"
)
"""Verbs whose third person is regular."""
