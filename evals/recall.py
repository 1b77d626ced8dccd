"""How much of a question's evidence `search` finds, beside BM25 and a bare cosine in the same run.

    python -m evals.recall [--file CONVERSATIONS.json] [--json]

Each conversation is told to a forge, as an agent of its own, on an embedded Postgres that is thrown
away afterwards. A turn is what an agent reports: what the first speaker says, and what the second
answers to it. The same again with each message as a turn of its own, since others measure so.
Evidence are the messages that hold the answer; a turn that is found brings all of its messages.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import numpy as np

from evals import command, sets, table
from evals.command import Measured
from evals.house import BEGAN, TENANT, open_memory
from forge_api.embedding import choose
from forge_api.memory import agents
from forge_api.memory.recall import Question, search
from forge_api.memory.turns import TurnRecorder
from forge_api.services import Services
from forge_client.agents import NewAgent
from forge_client.turns import Message, NewTurn

KS = (5, 10, 25, 50)
WAYS = ("search", "bm25", "cosine")
_WORD = re.compile(r"\w+")

Role = Literal["user", "assistant"]
Ranking = Sequence[str]
Shares = list[list[float]]
"""A row a question, a column a k."""


@dataclass(frozen=True, slots=True)
class Told:
    """One turn as it is reported: `messages` by id, each with its role and `name: text`."""

    session: int
    messages: dict[str, tuple[Role, str]]

    @property
    def text(self) -> str:
        """All that is said in it."""
        return " ".join(text for _, text in self.messages.values())


Turns = dict[str, Told]
"""By the id of the first message, in order of time."""

Asked = Sequence[tuple[str, set[str]]]
"""Questions, each with the ids of the messages that answer it."""


def measure(path: Path) -> Measured:
    """Return the mean share of the evidence among the first k, for each k, way and shape of turn.

    Raises:
        UnreadableSet: the file is not of LoCoMo's shape.
    """
    try:
        samples = json.loads(path.read_text("utf-8"))
        asked = [_questions(sample) for sample in samples]
        exchanges = [_exchanges(sample) for sample in samples]
        messages = [_single_messages(sample) for sample in samples]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise sets.UnreadableSet(f"{path}: not in LoCoMo's shape") from error
    told = {"set": path.stem, "questions": sum(map(len, asked))}
    return told | asyncio.run(_measure(exchanges, messages, asked))


def row(measured: Measured) -> Measured:
    """Return the line of one set: search, BM25 and cosine at each k."""
    shapes = {"": measured, "message ": measured["single_messages"]}
    found = {f"{name}@{k}": _three(told, k) for name, told in shapes.items() for k in KS}
    return {"set": measured["set"], "questions": measured["questions"], **found}


def _three(told: Measured, k: int) -> str:
    return " / ".join(table.shown(told[way][str(k)]) for way in WAYS)


async def _measure(
    exchanges: Sequence[Turns], messages: Sequence[Turns], asked: Sequence[Asked]
) -> Measured:
    async with open_memory() as forge:
        found = await _found(forge, "exchanges", exchanges, asked)
        return found | {"single_messages": await _found(forge, "messages", messages, asked)}


async def _found(
    forge: Services, shape: str, conversations: Sequence[Turns], asked: Sequence[Asked]
) -> Measured:
    shares: dict[str, Shares] = {way: [] for way in WAYS}
    for number, (turns, questions) in enumerate(zip(conversations, asked, strict=True)):
        agent = f"{shape}-{number}"
        await _tell(forge, agent, turns)
        for way, rankings in (await _rank(forge, agent, turns, questions)).items():
            pairs = zip(rankings, questions, strict=True)
            shares[way] += [_shares(ranking, evidence, turns) for ranking, (_, evidence) in pairs]
    return {way: dict(zip(map(str, KS), _means(rows), strict=True)) for way, rows in shares.items()}


async def _tell(forge: Services, agent: str, turns: Turns) -> None:
    await agents.create(forge.pool, TENANT, NewAgent(id=agent), BEGAN)
    recorder = TurnRecorder(forge.pool, forge.keyring, forge.embedder, TENANT)
    for place, (turn_id, told) in enumerate(turns.items()):
        turn = NewTurn(
            turn_id=turn_id,
            conversation_id=f"session-{told.session}",
            finished_at=BEGAN + timedelta(minutes=place),
            messages=[Message(role=role, content=text) for role, text in told.messages.values()],
        )
        await recorder.record(agent, turn, BEGAN)


async def _rank(
    forge: Services, agent: str, turns: Turns, questions: Asked
) -> dict[str, list[Ranking]]:
    """Return the ids that each way finds, best first, a ranking a question."""
    asked = [text for text, _ in questions]
    found: list[Ranking] = []
    for text in asked:
        question = Question(TENANT, agent, text, scope="episodes", k=max(KS))
        answer = await search(forge.pool, forge.embedder, question)
        found.append([episode.turn_id for episode in answer.episodes])
    bm25 = _Bm25(turns)
    return {
        "search": found,
        "bm25": [bm25.rank(text) for text in asked],
        "cosine": await _by_cosine(turns, asked),
    }


async def _by_cosine(turns: Turns, asked: Sequence[str]) -> list[Ranking]:
    embedder = choose(None)
    held = np.asarray(await embedder.embed([told.text for told in turns.values()]))
    wanted = np.asarray(await embedder.embed(list(asked)))
    ids = list(turns)
    return [[ids[at] for at in np.argsort(-row, kind="stable")] for row in wanted @ held.T]


class _Bm25:
    """The textbook's, k1 = 1.2 and b = 0.75, over lower-case words."""

    def __init__(self, turns: Turns) -> None:
        self._counts = {key: Counter(_words(told.text)) for key, told in turns.items()}
        self._usual = sum(map(Counter.total, self._counts.values())) / max(len(turns), 1)
        self._holders = Counter(word for counts in self._counts.values() for word in counts)

    def rank(self, question: str) -> Ranking:
        """Return all ids, best first."""
        words = set(_words(question))
        return sorted(self._counts, key=lambda key: -self._score(self._counts[key], words))

    def _score(self, counts: Counter[str], words: set[str]) -> float:
        length = 1.2 * (0.25 + 0.75 * counts.total() / self._usual)
        shared = [word for word in words if word in counts]
        return math.fsum(self._rarity(w) * counts[w] * 2.2 / (counts[w] + length) for w in shared)

    def _rarity(self, word: str) -> float:
        holders = self._holders[word]
        return math.log(1 + (len(self._counts) - holders + 0.5) / (holders + 0.5))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _exchanges(sample: Any) -> Turns:
    """Begin a turn with each session, and where the first speaker speaks after an answer."""
    turns: Turns = {}
    told, last = Told(-1, {}), "assistant"
    for session, key, role, text in _messages(sample):
        if session != told.session or (last, role) == ("assistant", "user"):
            told = turns[key] = Told(session, {})
        told.messages[key] = (role, text)
        last = role
    return turns


def _single_messages(sample: Any) -> Turns:
    return {
        key: Told(session, {key: ("user", text)}) for session, key, _, text in _messages(sample)
    }


def _messages(sample: Any) -> Iterator[tuple[int, str, Role, str]]:
    """Yield the session, the id, the role and what is said, of each message."""
    first = None
    for session, told in enumerate(sample["sessions"]):
        for message in told["messages"]:
            first = first or message["speaker"]
            role: Role = "user" if message["speaker"] == first else "assistant"
            yield session, message["id"], role, f"{message['speaker']}: {message['text']}"


def _questions(sample: Any) -> Asked:
    held = {key for _, key, _, _ in _messages(sample)}
    asked = ((one["question"], set(one["evidence"]) & held) for one in sample["qa"])
    return [(question, evidence) for question, evidence in asked if evidence]


def _shares(ranking: Ranking, evidence: set[str], turns: Turns) -> list[float]:
    found = [{key for one in ranking[:k] for key in turns[one].messages} for k in KS]
    return [len(evidence & some) / len(evidence) for some in found]


def _means(rows: Sequence[Sequence[float]]) -> list[float | None]:
    columns = zip(*rows, strict=True) if rows else [()] * len(KS)
    return [table.share(math.fsum(column), len(rows)) for column in columns]


if __name__ == "__main__":
    sys.exit(command.run(sys.argv[1:], __doc__ or "", sets.conversations(), measure, row))
