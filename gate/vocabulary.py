"""What one written word can mean to the rules, whatever sentence it stands in.

The index asks it of each distinct word. It errs on one side only: a word may promise a topic that
the sentence then does not use, never the other way round.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from gate import lexicon, negation
from gate.antonyms import topic
from gate.quantity import is_number
from gate.statement import carries_topic, is_japanese_negation
from gate.wording import spell_out, stem, tokens

Sign = Literal["loose", "change", "order", "copula", "role", "current", "marker"]
"""What makes a belief worth reading in full:

`loose`: it may have several statements; `change`, `order`, `copula`, `role`, `current`: it may hold
the frame that a rule looks for; `marker`: one of the seed's.
"""

_LETTERS = re.compile(r"\w+")
_BREAK = re.compile(r"[.!?;…,]$|[—–。！？；]|^-+$")
_MARKER_HEADS = frozenset(_LETTERS.findall(marker)[0] for marker in negation.MARKERS)
_PHRASE_WORDS = frozenset(word for words in (*lexicon.IDIOMS, *lexicon.PHRASES) for word in words)
_SIGN_OF_WORD: dict[str, Sign] = {
    **dict.fromkeys(("over", "than", "rather", "instead"), "order"),
    **dict.fromkeys(("is", "are", "'s"), "copula"),
    **dict.fromkeys((*sorted(lexicon.REASON_WORDS), "but"), "loose"),
    "currently": "current",
}
_SIGN_OF_STEM: dict[str, Sign] = {
    **dict.fromkeys(lexicon.CHANGE_VERB_STEMS | lexicon.ABANDON_VERB_STEMS, "change"),
    **dict.fromkeys(lexicon.ROLE_STEMS | lexicon.ROLE_TITLE_STEMS, "role"),
}


class Words:
    """The distinct words of many texts, each blank-separated and in lower case.

    Most are plain letters, are one word to the rules too, and bring one topic: those are kept in
    flat tables, since there can be many thousands.
    """

    def __init__(self, written: Iterable[str]) -> None:
        self._topic_of_plain: dict[str, str] = {}
        self._topics_of_joined: dict[str, frozenset[str]] = {}
        self._joined_by_token: dict[str, list[str]] = defaultdict(list)
        self._by_sign: dict[Sign, list[str]] = defaultdict(list)
        self._plain: set[str] = set()
        certain: list[str] = []
        for word in written:
            if _is_plain(word):
                self._plain.add(word)
                is_certain = self._add_plain(word)
            else:
                is_certain = self._add_joined(word)
            if is_certain:
                certain.append(word)
        self.certain = frozenset(certain)
        """Words that bring their topics in every sentence."""

        self.numbers = frozenset(filter(str.isdigit, self._plain))

    def of_topics(self, topics: frozenset[str]) -> Iterable[tuple[str, frozenset[str]]]:
        """Yield the words that can bring any of these topics, each with all of its topics."""
        for word, name in self._topic_of_plain.items():
            if name in topics:
                yield word, frozenset((name,))
        for word, names in self._topics_of_joined.items():
            if not names.isdisjoint(topics):
                yield word, names

    def of_seed_tokens(self, wanted: Iterable[str]) -> list[str]:
        """Return the words that hold these tokens of the seed's rule: once for each token."""
        found = []
        for token in sorted(wanted):
            found += [token] if token in self._plain else []
            found += self._joined_by_token.get(token, ())
        return found

    def with_sign(self, sign: Sign) -> Sequence[str]:
        """Return the words that bear this sign."""
        return self._by_sign.get(sign, ())

    def _add_plain(self, word: str) -> bool:
        if word.isdigit():
            self._topic_of_plain[word] = word
            return False
        root = stem(word)
        self._sign(word, _signs(word, root))
        if word in _MARKER_HEADS:
            self._by_sign["marker"].append(word)
        if word in lexicon.WITHOUT_TOPIC or root in lexicon.ATTITUDE_STEMS:
            return False
        self._topic_of_plain[word] = topic(root)
        return not _is_ambiguous(word, root)

    def _add_joined(self, written: str) -> bool:
        """Add what is written with punctuation, or contracted."""
        words = [token.word for token in tokens(written)]
        bearing = [word for word in words if carries_topic(word)]
        self._topics_of_joined[written] = frozenset(topic(stem(word)) for word in bearing)
        for token in negation.content_tokens(written):
            self._joined_by_token[token].append(written)
        self._sign(written, {sign for word in words for sign in _signs(word, stem(word))})
        if _BREAK.search(written):
            self._by_sign["loose"].append(written)
        if not _MARKER_HEADS.isdisjoint(_LETTERS.findall(written)):
            self._by_sign["marker"].append(written)
        return bool(bearing) and not any(_is_ambiguous(word, stem(word)) for word in words)

    def _sign(self, written: str, signs: Iterable[Sign]) -> None:
        for sign in signs:
            self._by_sign[sign].append(written)


def _is_plain(written: str) -> bool:
    return written.isascii() and written.isalnum() and len(spell_out(written)) == 1


def _is_ambiguous(word: str, root: str) -> bool:
    return (
        root in _AMBIGUOUS_STEMS
        or word in _PHRASE_WORDS
        or is_number(word)
        or is_japanese_negation(word)
    )


def _signs(word: str, root: str) -> Iterable[Sign]:
    if word in _SIGN_OF_WORD:
        yield _SIGN_OF_WORD[word]
    if root in _SIGN_OF_STEM:
        yield _SIGN_OF_STEM[root]


_AMBIGUOUS_STEMS = (
    lexicon.NEGATIVE_VERB_STEMS | lexicon.CHANGE_VERB_STEMS | lexicon.UNIT_SIZES.keys()
)
