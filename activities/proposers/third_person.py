"""A user's clause as a belief about the user: "I prefer tables" → "The user prefers tables".

Only where grammar is certain; everything else is quoted word for word, and an order stays an order.
"""

from __future__ import annotations

import re

from activities.proposers import vocabulary

_TOKEN = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?|[^A-Za-z]+")
_LATER = {
    "i": "they",
    "i'm": "they're",
    "i've": "they've",
    "i'd": "they'd",
    "i'll": "they'll",
    "me": "them",
    "my": "their",
    "mine": "theirs",
    "myself": "themselves",
}
"""After the speaker was named once."""

_CONTRACTED = {"i'm": "is", "i've": "has", "i'll": "will", "i'd": "would"}
_HAD = re.compile(r"\bi'd (?!(?:rather|love|like|prefer|want|never|always)\b)", re.IGNORECASE)
"""Where "I'd" may mean "I had"."""
_IRREGULAR = {"am": "is", "have": "has", "do": "does", "don't": "does not", "go": "goes"}
_UNCHANGED = frozenset({"can", "could", "will", "would", "should", "must", "was", "had", "did"})
_PLURAL = re.compile(r"\b(?:we|our|us|ours|we're|we've|let's)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"[.!?]\s+\S")
"""More sentences than one are quoted as they are."""

_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself)\b", re.IGNORECASE)


def in_third_person(text: str, speaker: str | None = None) -> str:
    """Return `text` as one sentence about the speaker, "The user" where no name is known."""
    who = speaker or "The user"
    told = _retell(text, who)
    return _sentence(told) if told else f"{who} said: “{_sentence(text)}”"


def is_plain(text: str) -> bool:
    """Tell whether `text` can be retold, and need not be quoted."""
    return _retell(text, "The user") is not None


def _retell(text: str, who: str) -> str | None:
    if _PLURAL.search(text) or _HAD.search(text) or _SEVERAL.search(text):
        return None
    if _FIRST_PERSON.search(text):
        return _rewrite(text, who)
    return text if _is_order(text) else None


def _rewrite(text: str, who: str) -> str | None:
    """Name the speaker once, then go on with "they"; None where the verb is not certain."""
    tokens = _TOKEN.findall(text.replace("’", "'"))
    first = next(i for i, token in enumerate(tokens) if token.lower() in _LATER)
    word = tokens[first].lower()
    who = who if first == 0 else who[0].lower() + who[1:] if who == "The user" else who
    rest = tokens[first + 1 :]
    if word == "my":
        named: list[str] | None = [f"{who}'s", *rest]
    elif word == "me":
        named = [who, *rest]
    elif word in _CONTRACTED:
        named = [who, " ", _CONTRACTED[word], *rest]
    else:
        named = _conjugate(who, rest) if word == "i" else None
    if named is None:
        return None
    told = "".join(tokens[:first] + named[:1] + [_say_later(token) for token in named[1:]])
    return told.replace("they am ", "they are ").replace("they was ", "they were ")


def _conjugate(who: str, rest: list[str]) -> list[str] | None:
    """Put the verb after "I" into the third person, adverbs before it left where they are."""
    for at, token in enumerate(rest):
        word = token.lower()
        if not word.strip() or word in vocabulary.ADVERBS_BEFORE_VERB:
            continue
        verb = third_person_verb(word)
        return [who, *rest[:at], verb, *rest[at + 1 :]] if verb else None
    return None


def third_person_verb(word: str) -> str | None:
    """Return "prefers" for "prefer"; None for a verb that is not known."""
    if word in _UNCHANGED:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word not in vocabulary.KNOWN_VERBS:
        return None
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _say_later(token: str) -> str:
    return _LATER.get(token.lower(), token)


def _is_order(text: str) -> bool:
    """Tell an order of which a reader knows who obeys it."""
    return bool(vocabulary.STANDING.search(text)) and not vocabulary.FOREIGN_STANDING.search(text)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
