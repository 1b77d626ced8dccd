"""On whose words a belief rests: the user's own, or those of others that only passed through.

Others are tools, and whoever a user quotes or pastes: a mail, a page, a chat. What a user says in
jest is not their word either. What the agent said itself counts for nobody, since it repeats what
it has read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gate.config import GateConfig
from gate.earnest import in_earnest
from gate.lexicon import ALLOW, LIKE
from gate.records import Episode
from gate.statement import carries_topic, read
from gate.verdict import Code, Reason
from gate.wording import stem, tokens

MAX_NAME = 3
"""Words between quotation marks that are still the user's own: so one names a thing."""

FAR_BETTER = 0.3
"""How much more of a belief others must say than the user for it to be theirs all the same."""

_MARK = re.compile(r"(?<![0-9])[\"“”„«»‹›]")
_OTHERS_BEGIN = re.compile(
    r"(?i)\s*(?:\[[^\]\n]{1,40}\]\s|-{2,}\s*(?:original|forwarded|weitergeleitete)\b"
    r"|(?:from|von|de|sent|gesendet|subject|betreff|objet|asunto)\s?:\s)"
    r"|.{0,120}\b(?:wrote|schrieb|écrit|escribió)\s?:\s*$"
)
"""A line of a chat, the head of a mail: what follows in the message is not the user's."""

_PASTES = re.compile(
    r"(?i)\b(?:(?:e-?)?mails?|messages?|letters?|files?|pages?|articles?|posts?|tickets?|issues?|logs?"
    r"|outputs?|documents?|docs?|readme|transcripts?|threads?|chats?|contracts?|reviews?|comments?"
    r"|notices?|snippets?|exports?|nachricht|brief|datei|seite|artikel|vertrag|lettre|fichier|page"
    r"|carta|archivo|correo)\b[^.!?]{0,60}:\s*$"
)


class Voices(NamedTuple):
    """What was said in some episodes, by whose words it is."""

    own: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    jests: tuple[str, ...] = ()


def doubts(belief: str, episodes: Sequence[Episode], config: GateConfig) -> Iterator[Reason]:
    """Yield what is to be said of the words that a belief rests on; nothing is known of none."""
    if not episodes:
        return
    share = grounding(belief, [episode.wording for episode in episodes])
    if share < config.min_grounding:
        yield Reason("ungrounded", detail=f"{share:.2f}", score=share)
    elif all(episode.speakers for episode in episodes) and (
        code := _origin(belief, episodes, config)
    ):
        yield Reason(code)


def grounding(belief: str, texts: Iterable[str]) -> float:
    """Return which share of the belief's topics the texts name: 0 to 1; 1 where it has none."""
    topics = {word for statement in read(belief) for word in statement.content} - {LIKE, ALLOW}
    if not topics:
        return 1.0
    named = {
        stem(token.word) for text in texts for token in tokens(text) if carries_topic(token.word)
    }
    return round(len(topics & named) / len(topics), 4)


def voices(episodes: Iterable[Episode]) -> Voices:
    """Return what each voice says in all of these."""
    told: dict[str, list[str]] = {voice: [] for voice in Voices._fields}
    for episode in episodes:
        pasted = Pasted()
        user = "own" if in_earnest(_of_user(episode)) else "jests"
        for said, speaker in zip(episode.statements, episode.speakers, strict=True):
            if speaker == "user":
                own, quoted = pasted.parted(said)
                told[user].append(own)
                told["quoted"].append(quoted)
            else:
                pasted = Pasted()
                told["tools" if speaker == "tool" else "agents"].append(said)
    return Voices(**{voice: tuple(filter(str.strip, texts)) for voice, texts in told.items()})


def _of_user(episode: Episode) -> Iterator[str]:
    pairs = zip(episode.statements, episode.speakers, strict=True)
    return (said for said, speaker in pairs if speaker == "user")


def _origin(belief: str, episodes: Sequence[Episode], config: GateConfig) -> Code | None:
    said = voices(episodes)
    own = grounding(belief, said.own)
    others: dict[Code, float] = {
        "only_tools_say_so": grounding(belief, said.tools),
        "only_quoted": grounding(belief, said.quoted),
        "not_in_earnest": grounding(belief, said.jests),
    }
    best = max(others, key=lambda code: others[code])
    if own >= config.min_own_words and others[best] - own < FAR_BETTER:
        return None
    spoke = said.tools or said.quoted or said.jests
    if (others[best] and others[best] >= own) or (own < config.min_grounding and spoke):
        return best
    return "one_episode" if len(episodes) == 1 else None


class Pasted:
    """Reads one message of a user by sentences, and remembers whether a quotation is open."""

    def __init__(self) -> None:
        self._quoting = False
        self._pasting = False

    def parted(self, said: str) -> tuple[str, str]:
        """Return the user's own words of a sentence, and those of others."""
        if said.startswith(">"):
            return "", said
        if self._pasting or _OTHERS_BEGIN.match(said):
            self._pasting = True
            return "", said
        self._pasting = _PASTES.search(said) is not None
        return self._unquoted(said)

    def _unquoted(self, said: str) -> tuple[str, str]:
        own: list[str] = []
        quoted: list[str] = []
        parts = _MARK.split(said)
        for place, part in enumerate(parts):
            is_closed = place < len(parts) - 1
            is_name = is_closed and place > 0 and len(part.split()) <= MAX_NAME
            if self._quoting and not is_name:
                quoted.append(part)
            else:
                own.append(f'"{part}"' if is_name else part)
            if is_closed:
                self._quoting = not self._quoting
        return " ".join(own), " ".join(quoted)
