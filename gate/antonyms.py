"""Pairs of words that exclude each other.

By hand and small, in the words of working life: these turn any sentence round. Beside them the
many pairs that WordNet lists (`tables/antonyms.py`), which count only where all else is equal.
"""

from __future__ import annotations

import re
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
symmetric asymmetric / typical atypical / eager lazy / stateful stateless / lossy lossless
activated deactivated / aktiviert deaktiviert / activado desactivado / activada desactivada
activados desactivados / activadas desactivadas / habilitado deshabilitado / encrypt decrypt
compress decompress / attach detach / arrive depart / expand shrink / grow shrink / hire fire
strengthen weaken / tighten loosen / appear disappear / gain lose / tall short / spicy mild
temporary permanent / fixed flexible / fixed variable / shared dedicated / voluntary mandatory
voluntary compulsory / compulsory optional / opaque transparent / raw cooked / mutable immutable
optimistic pessimistic / introverted extroverted / modern ancient / rural urban / domestic foreign
landscape portrait / clockwise counterclockwise / clockwise anticlockwise / hourly daily
daily weekly / daily monthly / weekly monthly / monthly yearly / monthly quarterly / nightly weekly
eingeschaltet ausgeschaltet / offen geschlossen / verheiratet ledig / kurz lang / kurze lange
groß klein / große kleine / schnell langsam / laut leise / heiß kalt / hell dunkel
ouvert fermé / ouverte fermée / marié célibataire / mariée célibataire / court long / courte longue
courts longs / courtes longues / rapide lent / chaud froid / clair sombre / activé désactivé
abierto cerrado / abierta cerrada / casado soltero / casada soltera / corto largo / corta larga
cortos largos / cortas largas / rápido lento / caliente frío / claro oscuro / público privado
erlaubt verboten / autorisé interdit / autorisée interdite / autorisés interdits
autorisées interdites / permitido prohibido / permitida prohibida / permitidos prohibidos
permitidas prohibidas / rápidas lentas / rápidos lentos / rápida lenta / rapides lents
オン オフ / 長 短 / 长 短 / 开 关 / 開 閉 / 大 小 / 高 低 / 新 旧 / 早 晚 / 左 右 / 公 私
asleep awake / near far / same different / odd even / forward backward / serial parallel
"""

_NEGATIVE_PREFIXES = ("un", "non", "dés")
_LONGEST_COMPARED = 6
_SHORT_VOWEL = re.compile(r"^([^aeiou]*[aeiou])([bdgmnpt])$")
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
    entries = [entry.split() for line in _PAIRS.splitlines() for entry in line.split("/")]
    told = [(entry[0], entry[1]) for entry in entries if entry]
    adverbs = [(f"{one}ly", f"{other}ly") for one, other in told]
    compared = [
        (f"{_before_er(one)}{ending}", f"{_before_er(other)}{ending}")
        for one, other in told
        if max(len(one), len(other)) <= _LONGEST_COMPARED
        for ending in ("er", "est")
    ]
    return [(stem(one), stem(other)) for one, other in (*told, *adverbs, *compared)]


def _before_er(word: str) -> str:
    """Return what an adjective becomes before `er`: `bigg`, `happi`, `wid`."""
    if word.endswith("y"):
        return f"{word[:-1]}i"
    return _SHORT_VOWEL.sub(r"\1\2\2", word).removesuffix("e")


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
