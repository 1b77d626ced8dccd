"""Which sentences of a person correct the agent: "no", "actually", "instead", "from now on".

Wordings of a few languages. A sentence too many does less harm than a correction lost.
"""

from __future__ import annotations

import re

# With what a correction begins.
_OPENERS = (
    r"no(?=\W*$|[,.!:;—–-]| (?:no|not|it|that|use|please|wait|the|i (?:said|meant?))\b)",
    "nope|nah|wrong|incorrect|stop|wait|actually|rather|instead|correction|not quite|not like",
    "nein|falsch|eigentlich|stattdessen|halt|stopp",
    "non|en fait|plutôt|faux",
    "en realidad|mejor|mal|não|na verdade|sbagliato|in realtà|invece",
)

# What gives a correction, or a rule for later, away wherever it stands.
_ANYWHERE = (
    r"actually|instead|rather than|no longer|no more|any ?more|always|never(?! mind)",
    r"i (?:meant?|said|told you|asked (?:you )?(?:for|to|not)|changed my mind)|what i meant",
    r"not what i|that(?:'s| is| was)(?: not|n't| wrong| incorrect)|is wrong",
    r"(?:is|are|was)n't (?:right|correct|what)",
    r"you (?:forgot|missed|misunderstood|got .{1,30} wrong)",
    r"please (?:don't|do not|stop|never|avoid|no)|stop \w+ing|quit \w+ing|not \w+(?: \w+)?,? but",
    r"should(?:n't| not| have)|must not|mustn't|remember (?:that|to|not|this)|keep in mind",
    r"from (?:now|here) on|going forward|in (?:the )?future|next time|for the future|changed to",
    # German
    r"ich mein(?:te|e)|nicht .{1,40},? sondern|bitte (?:nicht|kein\w*|nie|immer|stets|ab)",
    r"ab (?:jetzt|sofort|heute)|künftig|in zukunft|von nun an|immer|niemals|nie|hör auf",
    r"stattdessen|nächstes mal|merk dir",
    # French
    r"je voulais dire|s'il (?:te|vous) plaît,? (?:ne|pas|arrête\w*)|au lieu de|plutôt que",
    r"désormais|dorénavant|à partir de maintenant|toujours|jamais|arrêtez? de|la prochaine fois",
    # Spanish, Portuguese, Italian
    r"quise decir|quiero decir|por favor,? n[oã]o?|no .{1,40},? sino|siempre|nunca|jamás|deja de",
    r"a partir de a(?:hora|gora)|de ahora en adelante|en (?:vez|lugar) de|la próxima vez",
    r"eu quis dizer|sempre|pare de|da próxima vez|em vez de|volevo dire|per favore,? non",
    r"d'ora in poi|mai più|la prossima volta",
)

# An order not to; elsewhere than at a beginning it is mostly a remark ("I don't know").
_ORDERS = r"(?:don't|do not|never|stop|avoid|no more|kein\w*|ne \w+ pas|no uses?|não use)\b"
_BEFORE_AN_ORDER = r"(?:^\W*|[,;:.!–—-]\s*|\b(?:please|and|but|so|also|just|bitte|und|y|et)\s+)"

# No spaces part the words there.
_UNSPACED = (
    "不是|不对|不對|不要|别再|別再|请别|請別|其实|其實|而是|改成|从现在起|從現在起|以后|以後|今后",
    "总是|永远|永遠|我的意思|下次|いや|違います|違う|ではなく|じゃなくて|実は|今後|これから|必ず|常に",
    "いつも|やめて|しないで|ないでください|아니|말고|앞으로|항상|절대|하지 마",
)

_FEEDBACK = re.compile(
    rf"^\W*(?:{'|'.join(_OPENERS)})\b|\b(?:{'|'.join(_ANYWHERE)})(?!\w)"
    rf"|{_BEFORE_AN_ORDER}{_ORDERS}|, not \w|{'|'.join(_UNSPACED)}",
    re.IGNORECASE,
)
_NO_FEEDBACK = re.compile(
    r"^\W*(?:no (?:problem|worries|rush|idea|need to|one knows)|never ?mind\W*$|as always"
    r"|wait a (?:moment|second|minute))",
    re.IGNORECASE,
)
_STRAIGHT = str.maketrans("’‘ʼ＇", "''''")
_JUDGED = 2_000
"""Characters of a sentence that are looked at."""


def corrects(sentence: str) -> bool:
    """Tell whether a person's sentence says how it should have been, or shall be."""
    judged = sentence[:_JUDGED].translate(_STRAIGHT)
    return _FEEDBACK.search(judged) is not None and _NO_FEEDBACK.search(judged) is None
