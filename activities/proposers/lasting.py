"""How far a sentence says of itself that it holds for longer than its turn.

Signs only, of the words as they stand; whether the sentence means it, a second telling shows, or a
person at a door.
"""

from __future__ import annotations

from enum import IntEnum

from activities.proposers import wording
from activities.proposers.vocabulary import (
    ALWAYS,
    CHATTER,
    FOREIGN_STANDING,
    HAPPENED,
    LIKING,
    PASSING,
    SMALL_TALK,
    any_of,
)
from gate.earnest import is_unmeant


class Lasting(IntEnum):
    """How far a sentence lasts."""

    NO = 0
    """It asks, tells a story, holds for this turn only, or is not meant."""

    UNTOLD = 1
    """Nothing tells."""

    LIKELY = 2
    """It says how something is, or has to be."""

    SURELY = 3
    """It says that it is a rule, a habit, a preference, or was told before."""


_PLURAL = r"\w{2,}(?<![isu])s\b"
_FIRST = r"^(?:and |so |but |then )?"

REQUEST = any_of(rf"{_FIRST}(?:please )?(?:can|could|would|will) (?:you|we)\b")
"""How a wish begins that only looks like a question."""

ASKS = any_of(
    rf"{_FIRST}(?:what|who|how|why|where|which|whose)\b(?! (?:i|we|i'm|we're)\b)",
    rf"{_FIRST}(?:is|are|was|were|do|does|did|am|has|have|will)(?:n't)?"
    r" (?:i|we|you|he|she|it|they|the|there|my|this|that|one)\b",
)
"""How a question begins that lacks its mark."""

ONLY_ONCE = any_of(
    r"\b(?:only|just) (?:for )?(?:this|that|once|today|now)\b|\bthis (?:\w+ ){0,3}only\b",
    r"\b(?:this once|this (?:one )?time|for once|for now|as an exception|exceptionally)\b",
)
"""What says that it holds no longer than this turn."""

RESTRICTS = any_of(r",? (?:but|and) (?:please )?(?:don't|do not)\b")
"""What bounds one request: "…, but don't change anything"."""

STORY = any_of(
    r"\blast (?:spring|summer|autumn|fall|winter|year|month|week|weekend|night|\w+day)\b",
    r"\b(?:years?|months?|weeks?|days?) ago\b|\bwhen (?:i|we) (?:was|were|began|started|got|had)\b",
    r"\b(?:he|she|they|nobody|somebody|everyone) (?:said|says|told|asked|thinks)\b",
    r"^(?:once )?(?:a|an|some|another|one of)\b (?!rule\b)|^(?:he|she|they)\b|^\w+ wants\b",
    r"^\w+(?: \w+)? (?:says|reports|claims|complains|reckons)\b|\bthen it (?:came|turned) out\b",
    r"\byou know what\b|^(?:k|ok|okay|yep|yes)?,? ?(?:done|fixed|sent|worked|sorted)\b",
    r"^(?:(?-i:[A-Z])[\w'’]+(?: (?-i:[A-Z])\w+)?|(?:my|our|the) [\w'’-]+(?: [\w'’-]+)?)"
    r" (?:\w+ed|cut|went|gave|got|took|made|came|said|saw|met|ran|told|thought|felt|left|wrote"
    r"|bought|rang)\b",
)
"""What tells of others, or of what is over."""

INSISTS = any_of(
    r"\b(?:from (?:now|here|today) on|going forward|changed my mind)\b",
    r"(?:^|, )(?:in|for) (?:the )?future\b",
    r"\bas of (?:now|\w+day|(?:next|this) \w+|(?-i:[A-Z])\w+)\b|\ba lasting (?:one|rule)\b",
    r"(?:\b(?:please|do|must|always|and)|,) (?:please |do )?"
    r"(?:remember|keep in mind|bear in mind|note down)\b(?! (?:when|how|the time|what)\b)",
    r"\bstanding (?:request|order|rule|instruction)\b|\bmake (?:it )?a (?:habit|rule)\b",
    r"\b(?:house|ground|golden|hard) rule\b|\brule for (?:the rest|all)\b|\bfor all times?\b",
    r"\b(?:no exceptions?|in stone|once and for all|for ?ever|burn (?:it|this|that) in)\b",
    r"\b(?:never,? ever|ever again|i mean it|write this (?:down|behind)|in your head)\b",
    r"(?-i:\b(?:NEVER|ALWAYS|EVERY TIME)\b)|, always[.!]?$",
    r"\b(?:ab (?:jetzt|sofort)|künftig|in zukunft|merk dir|de ahora en adelante"
    r"|a partir de (?:ahora|hoy)|désormais|dorénavant|à l'avenir)\b",
)
"""How one asks in so many words that it be remembered."""

SURE = any_of(
    *(ALWAYS.pattern, LIKING.pattern, FOREIGN_STANDING.pattern, INSISTS.pattern),
    # It was agreed before, and is not kept.
    r"\b(?:of course|you know(?! what)|remember|don't forget|keep in mind)\b",
    r"\b(?:like|as) (?:last time|before|ever|always|agreed|discussed)\b|\bsame (?:\w+ )?as\b",
    r"\byou(?:'re| are) (?:(?:supposed|meant) to|doing it again)\b|\byou keep \w+ing\b",
    r"\byou (?:wrote|used|sent|said|forgot|left)\b|\bhow (?:often|many times) (?:do|must|have) i\b",
    r"\bi (?:can't|cannot|can not) (?:stand|bear|think in|read|have|eat|drink|see|hear|do|drive)\b",
    # How often.
    r"\b(?:every|each) \w+|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(\w{3,}) after \1\b",
    r"\b(?:usual|(?:i|we) usually|(?:ya sabes|como siempre|wie immer|wie (?:üblich|sonst)))\b",
)
"""What says that a sentence was not meant for this turn alone."""

LIKELY = any_of(
    # How far it reaches.
    r"\b(?:of the|a) (?:week|month|quarter|year)\b|\b(?:once|twice) an?\b|\ball (?:my|our|your)\b",
    r"\b(?:everywhere|in everything|across the board|throughout)\b",
    r"\bonly(?! (?:\w+ing|think|because|if|an?|one|got|read|had|the|thing|just|way|want(?:ed)?)\b)",
    r"\b(?:at (?:the very )?(?:most|least)|max(?:imum)?|minimum|earliest|latest"
    r"|no (?:more|less|later|earlier) than|(?:any|no)thing but)\b",
    # How it is, or has to be.
    r"\b(?:must (?!be|have)|mustn't|(?:has|have|needs?) to be|otherwise|means)\b",
    r"\b(?:is|are|was|were|'s|got|gone|goes|get) (?:\w+ )?wrong\b|\bwrong (?:again|one)\b",
    r"\b(?:is|are|'s|it's) (?:called|spelt|spelled|written)\b",
    r"\bcorrect (?:\w+ ){0,2}is\b|\bproper\b|\b(?:for the record|just so you know)\b",
    r"\b(?:no|nothing|none|not) (?:\w+ ){0,6}(?:before|after|without|until|unless)\b",
    r"\b(?:fixed|right|same|proper) order\b|\bstays? (?:exactly |just )?(?:as|the same|in)\b",
    r"\b(?:leave|keep) .{1,60}\bas (?:they|it|is)\b|^\w+(?: \w+)?,? not \w+(?: \w+)?\W*$",
    rf"^no (?!problems|worries|plans|news|ideas|questions|thanks)(?:\w+ ){{0,2}}{_PLURAL}",
    # An order about all of a kind: "write dates out"; what all of a kind do.
    r"^(?:please |pls |just )?(?:write|name|call|keep|leave|spell|format|translate|round|sort|sign"
    r"|put|use|give|show|lose|drop|split|say)"
    r" (?:(?!the|th[ei]s|that|those|his|her|its|some|two|three|four|five|six|\d)\w+ )?"
    rf"(?!this|his|its|has|was|us){_PLURAL}",
    rf"^(?:\w+ ){{0,2}}{_PLURAL} (?:begin|start|end|go|stay|belong|live|use|need|get|come)\b",
    # What somebody does, is, or cannot bear.
    r"^(?:i|we) (?:bill|charge|quote|sign|invoice|bake|sell|translate|order|pay|buy|store|name|call"
    r"|treat|grow|run|host|log|tag|merge|test|review|track|back up|measure)\b",
    rf"{_FIRST}(?:i|we) (?:don't|do not|won't|never) (?!know|think|see|understand|care|remember"
    r"|want|have|need|get|mind|believe|feel|like it)\w+",
    r"\b(?:how|the way) i (?:like|want|prefer|do|write|work|have)\b|\blike it (?:that|this) way\b",
    r"\b(?:makes?|drives?|gives?|sends?) me (?:itch|mad|crazy|nervous|wild|grumpy|up the wall"
    r"|the creeps|a headache)\b|\bmy preferred\b",
    r"\b(?:allergic|blind|deaf|dyslexic|diabetic|coeliac|vegetarian|vegan|intolerant)\b",
    r"\b(?-i:[A-Z])[a-z]+ (?:has|works|lives|studies|speaks|sleeps|eats|drinks|drives|reads|hates"
    r"|loves|likes|prefers|needs|doesn't|won't|can't|never)\b|^when \w+ing\b",
    r"\b(?:sonst|bei allem|solo|nur)\b",
)
"""What says how something is, or has to be, for longer than it takes to say."""

_OF_THIS_TURN = (HAPPENED, SMALL_TALK, STORY, ASKS, ONLY_ONCE, RESTRICTS)


def lasting(said: str, corrects: bool) -> Lasting:
    """Return how far a sentence lasts; `corrects`: it sets the agent right."""
    is_question = said.endswith("?") and not REQUEST.search(said)
    if is_question or is_unmeant(said) or any(sign.search(said) for sign in _OF_THIS_TURN):
        return Lasting.NO
    if SURE.search(said):
        return Lasting.SURELY
    if CHATTER.match(said):
        return Lasting.NO
    if LIKELY.search(said):
        return Lasting.LIKELY
    if PASSING.search(said):
        return Lasting.NO
    return Lasting.LIKELY if corrects and len(wording.content(said)) > 1 else Lasting.UNTOLD


def insists(said: str) -> bool:
    """Tell whether a sentence that lasts asks to be remembered: it need not be told twice."""
    return bool(INSISTS.search(said))
