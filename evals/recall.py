"""How much of a question's evidence `search` finds, beside BM25 and a bare cosine in the same run.

    python -m evals.recall [--file CONVERSATIONS.json] [--json]

Each conversation is told to a forge of its own agent, on an embedded Postgres that is thrown away
afterwards; one message is one turn. Evidence are the messages that hold the answer.
"""

from __future__ import annotations

import asyncio
import base64
import json
import math
import re
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import SecretStr

from evals import command, sets, table
from evals.command import Measured
from forge_api import services
from forge_api.embedding import choose
from forge_api.memory import agents, keys
from forge_api.memory.recall import Question, search
from forge_api.memory.turns import TurnRecorder
from forge_api.services import Services
from forge_api.settings import Settings
from forge_client.agents import NewAgent, NewKey
from forge_client.turns import Message, NewTurn
from stack import forge_database
from stack.postgres import Postgres

KS = (5, 10, 25, 50)
TENANT = "evals"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
_WORD = re.compile(r"\w+")

Ranking = Sequence[str]
Told = dict[str, str]
"""Id of a message → its speaker and text, in order."""

Conversation = tuple[Told, list[tuple[str, set[str]]]]
"""What was said, and questions about it with the ids of the messages that answer them."""


def measure(path: Path) -> Measured:
    """Return the mean share of the evidence among the first k, for each k and each way.

    Raises:
        UnreadableSet: the file is not of LoCoMo's shape.
    """
    try:
        samples = json.loads(path.read_text("utf-8"))
        told = [(_messages(sample), _questions(sample)) for sample in samples]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise sets.UnreadableSet(f"{path}: not in LoCoMo's shape") from error
    return asyncio.run(_measure(path.stem, told))


def row(measured: Measured) -> Measured:
    """Return the line of one set."""
    found = {
        f"{way}@{k}": measured[way][str(k)] for k in KS for way in ("search", "bm25", "cosine")
    }
    return {"set": measured["set"], "questions": measured["questions"], **found}


async def _measure(name: str, told: Sequence[Conversation]) -> Measured:
    shares: dict[str, list[list[float]]] = {"search": [], "bm25": [], "cosine": []}
    async with _forge() as forge:
        for number, (messages, questions) in enumerate(told):
            await _tell(forge, f"agent-{number}", messages)
            for way, rankings in (
                await _rank(forge, f"agent-{number}", messages, questions)
            ).items():
                pairs = zip(rankings, questions, strict=True)
                shares[way] += [_shares(ranking, evidence) for ranking, (_, evidence) in pairs]
    means = {
        way: dict(zip(map(str, KS), _means(rows), strict=True)) for way, rows in shares.items()
    }
    return {"set": name, "questions": len(shares["search"]), **means}


@asynccontextmanager
async def _forge() -> AsyncIterator[Services]:
    """Open memory on a server of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="evals-") as name:
        folder = Path(name)
        password = SecretStr(secrets.token_urlsafe())
        server = Postgres(folder / "data", folder / "log", SecretStr(secrets.token_urlsafe()))
        await server.start()
        try:
            await forge_database.prepare(server, password)
            url = SecretStr(server.url(forge_database.DATABASE, forge_database.APP, password))
            master = SecretStr(base64.b64encode(secrets.token_bytes(32)).decode())
            async with services.opened(Settings(url, master)) as forge:
                await keys.create_on_server(forge.pool, TENANT, NewKey(role="admin"), BEGAN)
                yield forge
        finally:
            await server.stop()


async def _tell(forge: Services, agent: str, messages: Told) -> None:
    await agents.create(forge.pool, TENANT, NewAgent(id=agent), BEGAN)
    recorder = TurnRecorder(forge.pool, forge.keyring, forge.embedder, TENANT)
    for place, (message, text) in enumerate(messages.items()):
        turn = NewTurn(
            turn_id=message,
            conversation_id=message.partition(":")[0],
            finished_at=BEGAN + timedelta(minutes=place),
            messages=[Message(role="user", content=text)],
        )
        await recorder.record(agent, turn, BEGAN)


async def _rank(
    forge: Services, agent: str, messages: Told, questions: Sequence[tuple[str, set[str]]]
) -> dict[str, list[Ranking]]:
    """Return the ids that each way finds, best first, a ranking a question."""
    asked = [text for text, _ in questions]
    found: list[Ranking] = []
    for text in asked:
        question = Question(TENANT, agent, text, scope="episodes", k=max(KS))
        answer = await search(forge.pool, forge.embedder, question)
        found.append([episode.turn_id for episode in answer.episodes])
    bm25 = _Bm25(messages)
    return {
        "search": found,
        "bm25": [bm25.rank(text) for text in asked],
        "cosine": await _by_cosine(messages, asked),
    }


async def _by_cosine(messages: Told, asked: Sequence[str]) -> list[Ranking]:
    embedder = choose(None)
    held = np.asarray(await embedder.embed(list(messages.values())))
    wanted = np.asarray(await embedder.embed(list(asked)))
    ids = list(messages)
    return [[ids[at] for at in np.argsort(-row, kind="stable")] for row in wanted @ held.T]


class _Bm25:
    """The textbook's, k1 = 1.2 and b = 0.75, over lower-case words."""

    def __init__(self, messages: Told) -> None:
        self._counts = {key: Counter(_words(text)) for key, text in messages.items()}
        self._usual = sum(map(Counter.total, self._counts.values())) / max(len(messages), 1)
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


def _messages(sample: Any) -> Told:
    said = (message for session in sample["sessions"] for message in session["messages"])
    return {message["id"]: f"{message['speaker']}: {message['text']}" for message in said}


def _questions(sample: Any) -> list[tuple[str, set[str]]]:
    held = _messages(sample)
    asked = ((one["question"], set(one["evidence"]) & held.keys()) for one in sample["qa"])
    return [(question, evidence) for question, evidence in asked if evidence]


def _shares(ranking: Ranking, evidence: set[str]) -> list[float]:
    return [len(evidence.intersection(ranking[:k])) / len(evidence) for k in KS]


def _means(rows: Sequence[Sequence[float]]) -> list[float | None]:
    columns = zip(*rows, strict=True) if rows else [()] * len(KS)
    return [table.share(math.fsum(column), len(rows)) for column in columns]


if __name__ == "__main__":
    sys.exit(command.run(sys.argv[1:], __doc__ or "", sets.conversations(), measure, row))
