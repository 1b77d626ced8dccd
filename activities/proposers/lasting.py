"""What of a sentence tells that it holds for longer than its turn, and what that it does not.

Signs only, of the words as they stand; whether the sentence means it, a second telling shows, or a
person at a door.
"""

from __future__ import annotations

from activities.proposers import wording
from activities.proposers.vocabulary import (
    ALWAYS,
    FOREIGN_STANDING,
    HAPPENED,
    LIKING,
    PASSING,
    SMALL_TALK,
    any_of,
)

_PLURAL = r"\w{2,}(?<![isu])s\b"

REQUEST = any_of(r"^(?:and |so |but |please )?(?:can|could|would|will) (?:you|we)\b")
"""How a wish begins that only looks like a question."""

ASKS = any_of(
    r"^(?:and |so |but |then )?(?:what|who|how|why|where|which|whose)(?:'s|'re)?\b",
    r"^(?:and |so |but |then )?(?:is|are|was|were|do|does|did|am|has|have|will)(?:n't)?"
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

PLAY = any_of(
    r"^sure[!,]|\b(?:oh|ah|yeah|yes),? (?:yes|sure|great|wonderful|right|lovely|brilliant)\b",
    r"\b(?:ha ?ha|lol|kidding|joking|joke|imagine|pretend|hypothetical\w*|role.?play|let's say"
    r"|suppose|what if|as if|sarcas\w*)\b",
)
"""Irony, and what is only supposed."""

STORY = any_of(
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
    r"\b(?:from now on|(?:in|for) (?:the )?future|going forward|for good|changed my mind)\b",
    r"\bas of (?:now|\w+day|(?:next|this) \w+|(?-i:[A-Z])\w+)\b",
    r"(?:\b(?:please|do|must|always|and)|,) (?:please |do )?"
    r"(?:remember|keep in mind|bear in mind|note down)\b(?! (?:when|how|the time|what)\b)",
    r"\bstanding (?:request|order|rule|instruction)\b|\bmake (?:it )?a (?:habit|rule)\b",
    r"\b(?:house|ground|golden|hard) rule\b",
    r"\b(?:ab (?:jetzt|sofort)|künftig|in zukunft|merk dir|de ahora en adelante"
    r"|a partir de (?:ahora|hoy)|désormais|dorénavant|à l'avenir)\b",
)
"""How one asks in so many words that it be remembered."""

LASTS = any_of(
    *(ALWAYS.pattern, LIKING.pattern, FOREIGN_STANDING.pattern, INSISTS.pattern),
    # What was agreed before, and is not kept.
    r"\b(?:of course|you know(?! what)|remember|don't forget|keep in mind|otherwise)\b",
    r"\b(?:like|as) (?:last time|before|ever|always|agreed|discussed)\b|\bsame (?:\w+ )?as\b",
    r"\byou(?:'re| are) (?:(?:supposed|meant) to|doing it again)\b|\byou keep \w+ing\b",
    r"\byou (?:wrote|used|sent|said|forgot|left)\b|\bhow (?:often|many times) (?:do|must|have) i\b",
    r"\b(?:is|are|was|were|'s|got|gone|goes|get) (?:\w+ )?wrong\b|\bwrong (?:again|one)\b",
    # How often, and how far.
    r"\b(?:every|each) \w+|\b(?:of the|a) (?:week|month|quarter|year)\b|\b(?:once|twice) an?\b",
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:usual|(?:i|we) usually)\b",
    r"\ball (?:my|our|your)\b|\b(?:everywhere|in everything|across the board|throughout)\b",
    r"\bonly(?! (?:\w+ing|think|because|if|a|an|one|got|read|had|thing|just|way|want|wanted)\b)",
    # How it has to be.
    r"\b(?:must (?!be|have)|mustn't|(?:has|have|needs?) to be|allergic|means)\b",
    r"\b(?:is|are|'s|it's) (?:called|spelt|spelled|written)\b",
    r"\bcorrect (?:\w+ ){0,2}is\b|\bproper\b",
    r"\b(?:no|nothing|none|not) (?:\w+ ){0,6}(?:before|after|without|until|unless)\b",
    r"\b(?:fixed|right|same|proper) order\b|\bstays? (?:exactly |just )?(?:as|the same|in)\b",
    r"\b(?:leave|keep) .{1,60}\bas (?:they|it|is)\b|\b(?:fyi|for the record|just so you know)\b",
    rf"^no (?!problems|worries|plans|news|ideas|questions|thanks)(?:\w+ ){{0,2}}{_PLURAL}",
    r"^\w+(?: \w+)?,? not \w+(?: \w+)?\W*$",
    # An order about all of a kind: "write dates out".
    r"^(?:please |pls |just )?(?:write|name|call|keep|leave|spell|format|translate|round|sort|sign"
    r"|put|use|give|show|lose|drop|split|say)"
    r" (?:(?!the|th[ei]s|that|those|his|her|its|some|two|three|four|five|six|\d)\w+ )?"
    rf"(?!this|his|its|has|was|us){_PLURAL}",
    # What the speaker does, or cannot bear.
    r"^(?:i|we) (?:bill|charge|quote|sign|invoice|bake|sell|translate|order|pay|buy|store|name|call"
    r"|treat|grow|run|host|log|tag|merge|test|review|track|back up|measure)\b",
    r"\bi (?:can't|cannot|can not) (?:stand|bear|think in|read|have|eat|drink|see|hear|do)\b",
    r"\b(?:how|the way) i (?:like|want|prefer|do|write|work|have)\b|\blike it (?:that|this) way\b",
    r"\b(?:makes?|drives?|gives?|sends?) me (?:itch|mad|crazy|nervous|wild|grumpy|up the wall"
    r"|the creeps|a headache)\b",
    # In German and Spanish.
    r"\b(?:ya sabes|como siempre|wie immer|wie (?:üblich|sonst)|sonst|bei allem|solo|nur)\b",
)
"""What tells that a sentence was not meant for this turn alone."""

_OF_THIS_TURN = (HAPPENED, SMALL_TALK, STORY, ASKS, ONLY_ONCE, RESTRICTS, PLAY)


def lasts(said: str, corrects: bool) -> bool:
    """Tell whether a sentence speaks of longer than its turn.

    `corrects`: it sets the agent right.
    """
    if said.endswith("?") and not REQUEST.search(said):
        return False
    if any(sign.search(said) for sign in _OF_THIS_TURN):
        return False
    if LASTS.search(said):
        return True
    return corrects and not PASSING.search(said) and len(wording.content(said)) > 1


def insists(said: str) -> bool:
    """Tell whether a sentence that lasts asks to be remembered: it need not be told twice."""
    return bool(INSISTS.search(said))
