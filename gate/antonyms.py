"""Pairs of words that exclude each other.

By hand and small, in the words of working life: these turn any sentence round. Beside them the
many pairs that WordNet lists (`tables/antonyms.py`), which count only where all else is equal.
"""

from __future__ import annotations

from collections.abc import Iterable

from gate.tables import antonyms as table
from gate.wording import stem

_PAIRS = """
short long / terse verbose / concise verbose / brief detailed / brief long / terse detailed
concise detailed / short detailed / concise long / terse long / short verbose / brief verbose
silence chatter / quiet loud / quiet noisy / silent chatty
safe dangerous / enabled disabled / on off / open closed / public private
legal illegal / visible hidden
mandatory optional / required optional / manual automatic / manually automatically
early late / earlier later / first last / before after / morning evening / day night
fast slow / quick slow / quickly slowly / high low / big small / large small / old new
heavy light / dark light / hot cold / warm cool / hard easy / hard soft / simple complex
strict lenient / strict loose / formal informal / formal casual / polite rude / serious playful
synchronous asynchronous / sync async / static dynamic / local remote / online offline
remotely onsite / monolith microservices / squash rebase / tabs spaces
left right / top bottom / up down / inside outside / indoors outdoors / front back / above below
true false / right wrong / good bad / best worst / better worse
happy sad / alive dead / single married / present absent / full empty / rich poor / young old
strong weak / wide narrow / deep shallow / thick thin / clean dirty / wet dry / sweet bitter
increase decrease / raise lower / add remove / start stop
succeed fail / pass fail / win lose / buy sell / agree disagree
free paid / cheap expensive / urgent unimportant / important unimportant / internal external
male female / behind front / little big / small huge / tiny huge / tiny big / little large
small enormous / small giant / little giant / little huge / tiny large / happy unhappy
happy depressed / happy miserable / poorly well
singular plural / uppercase lowercase / ascending descending / horizontal vertical
minimum maximum / min max / include exclude
everything nothing / everywhere nowhere / vegetarian carnivore / 👍 👎 / ✅ ❌
possible impossible / correct incorrect / valid invalid / active inactive / complete incomplete
secure insecure / connect disconnect / honest dishonest / regular irregular / direct indirect
asleep awake / near far / same different / odd even / forward backward / serial parallel
"""

_NEGATIVE_PREFIXES = ("un", "non")
_ADJECTIVE_ENDINGS = ("ent", "ant", "abl", "ibl", "iv", "ous", "at")
_DENYING_PREFIXES = ("un", "non", "in", "im", "il", "ir", "dis")


def opposed(one: str, other: str) -> bool:
    """Return whether two stems exclude each other, by the table or by a negative prefix."""
    return other in _OPPOSITES.get(one, ()) or _negates(one, other) or _negates(other, one)


def are_antonyms(one: str, other: str) -> bool:
    """Return whether two stems are antonyms by hand, by prefix, or by WordNet."""
    return opposed(one, other) or negates(one, other) or other in _LISTED.get(one, ())


def has_antonym(word: str) -> bool:
    """Return whether a stem has an antonym by hand or by WordNet."""
    return word in _OPPOSITES or word in _LISTED


def negates(one: str, other: str) -> bool:
    """Return whether one stem is the other with a prefix that denies it.

    WordNet must list the two, or the ending be an adjective's: `inform` denies no `form`.
    """
    if not (_denies(one, other) or _denies(other, one)):
        return False
    return other in _LISTED.get(one, ()) or one.endswith(_ADJECTIVE_ENDINGS)


def has_negated(word: str) -> bool:
    """Return whether a prefix makes a listed antonym of a stem, or was there to make it one."""
    return any(negates(word, other) for other in _LISTED.get(word, ()))


def topic(word: str) -> str:
    """Return the one name under which a stem and all its opposites are looked up."""
    if word in _CHIEF:
        return _CHIEF[word]
    for prefix in _NEGATIVE_PREFIXES:
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) > 2:
            return _CHIEF.get(rest, rest)
    return word


def _negates(longer: str, shorter: str) -> bool:
    return len(shorter) > 2 and _prefix(longer, shorter) in _NEGATIVE_PREFIXES


def _denies(longer: str, shorter: str) -> bool:
    return _prefix(longer, shorter) in _DENYING_PREFIXES


def _prefix(longer: str, shorter: str) -> str:
    """Return what stands before `shorter` where `longer` ends with it."""
    return longer[: len(longer) - len(shorter)] if longer.endswith(shorter) else ""


def _pairs() -> list[tuple[str, str]]:
    entries = (entry.split() for line in _PAIRS.splitlines() for entry in line.split("/"))
    return [(stem(entry[0]), stem(entry[1])) for entry in entries if entry]


def _listed() -> dict[str, frozenset[str]]:
    entries = (entry.split() for entry in table.PAIRS.split("/"))
    return _both_ways((stem(one), stem(other)) for one, other in entries)


def _both_ways(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


def _chiefs() -> dict[str, str]:
    """Name each group of connected words after its first in the alphabet."""
    chief: dict[str, str] = {}
    for word in sorted(_OPPOSITES):
        waiting = [word]
        while waiting:
            member = waiting.pop()
            if member not in chief:
                chief[member] = word
                waiting.extend(_OPPOSITES[member])
    return chief


_OPPOSITES = _both_ways(_pairs())
_LISTED = _listed()
_CHIEF = _chiefs()
