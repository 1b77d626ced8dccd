"""The first step: which episodes this run reflects on. It only reads, and fails where it cannot.

It returns ids and counts: texts and vectors never enter a workflow's history.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import accumulate

from temporalio import activity

from activities.bounds import MAX_EPISODES_A_RUN, bounded
from activities.faults import forge_faults, permanent
from activities.heartbeat import beating
from activities.models import Models
from activities.proposers import prompt
from forge_client import failures
from forge_client.client import ForgeClient
from forge_client.errors import ForgeRefused
from forge_client.names import PULL, agent_of, workflow_id
from forge_client.reflection import ReflectionInput
from forge_client.wire import Answer

RECALL_K = 50

RECALL_QUERIES = (
    "what the user prefers, likes or dislikes",
    "what the user corrected or asked to do differently",
    "facts about the user, the team and the project",
    "how tasks are done here, step by step",
    "what must always or never be done",
)
"""Asked where a run wants `recall` and names no queries."""


class Pulled(Answer):
    """What to reflect on, oldest first, out of how many un-reflected episodes there are."""

    episode_ids: list[str]
    available: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """An un-reflected episode: when it was, and how many bytes of a question it takes up."""

    occurred_at: dt.datetime
    size: int


class Pull:
    """Reads through `forge`, as much as one question to a model of `models` holds."""

    def __init__(self, forge: ForgeClient, models: Models) -> None:
        self._forge = forge
        self._models = models

    @activity.defn(name=PULL)
    async def pull(self, request: ReflectionInput) -> Pulled:
        """Choose this run's episodes; a failure after they were counted carries their number.

        Raises:
            ApplicationError: `InvalidInput`, `UnknownAgent`, `EmbedderUnavailable`,
                `ForgeUnavailable`, `ForgeRefused`, `ModelNotAllowed`, `RecallFoundNothing`.
        """
        room = self._models.room_for_episodes(self._models.choose(request.model))
        async with beating():
            with forge_faults(request.agent_id):
                await self._forge.get_agent(request.agent_id)
                await self._refuse_foreign_mark(request.agent_id)
                unreflected = await self._unreflected(request.agent_id)
            with forge_faults(request.agent_id, _nothing_of(unreflected)):
                await self._ask_embedder(request.agent_id)
                chosen = await self._choose(request, unreflected)
        most = min(request.max_episodes or MAX_EPISODES_A_RUN, MAX_EPISODES_A_RUN)
        fitting = _fitting(chosen[:most], unreflected, room)
        return bounded(Pulled(episode_ids=fitting, available=len(unreflected)))

    async def _refuse_foreign_mark(self, agent_id: str) -> None:
        """A run's payloads are marked with the agent of its workflow id, whose reviewers read them.

        So a run of one agent may not go under the id of another one.
        """
        marked = agent_of(activity.info().workflow_id or "")
        if marked in (None, agent_id):
            return
        try:
            await self._forge.get_agent(marked)
        except ForgeRefused:
            return
        raise permanent(
            failures.INVALID_INPUT,
            f"agent_id: this workflow id belongs to the agent {marked}; start {agent_id} under "
            f"{workflow_id(agent_id)}",
        )

    async def _ask_embedder(self, agent_id: str) -> None:
        """A run whose proposals could not be stored must not cost a model call first."""
        await self._forge.search(agent_id, RECALL_QUERIES[0], k=1, scope="episodes")

    async def _unreflected(self, agent_id: str) -> dict[str, Waiting]:
        """The complete list, which recall alone cannot promise: by id, oldest first."""
        listing = self._forge.each_episode(agent_id, reflected=False)
        return {
            episode.id: Waiting(episode.occurred_at, prompt.size_of(episode))
            async for episode in listing
        }

    async def _choose(self, request: ReflectionInput, unreflected: dict[str, Waiting]) -> list[str]:
        recalled = await self._recall(request) if request.pull == "recall" else unreflected.keys()
        chosen = [
            episode
            for episode, waiting in unreflected.items()
            if episode in recalled
            and (request.since is None or waiting.occurred_at >= request.since)
        ]
        if unreflected and not chosen and request.pull == "recall":
            raise permanent(
                failures.RECALL_FOUND_NOTHING,
                f"queries: recall found none of {len(unreflected)} un-reflected episodes; "
                "ask other queries, or set pull to list",
                _nothing_of(unreflected),
            )
        return chosen

    async def _recall(self, request: ReflectionInput) -> AbstractSet[str]:
        found: set[str] = set()
        for query in request.queries or RECALL_QUERIES:
            answer = await self._forge.search(
                request.agent_id, query, k=RECALL_K, scope="episodes", since=request.since
            )
            found |= {episode.id for episode in answer.episodes}
        return found


def _nothing_of(waiting: Mapping[str, Waiting]) -> Pulled:
    """Return what a failed pull has to tell: nothing is read, and so much waits."""
    return Pulled(episode_ids=[], available=len(waiting))


def _fitting(chosen: Sequence[str], waiting: Mapping[str, Waiting], room: int | None) -> list[str]:
    """Return the oldest that fit whole into `room`; the very first always, cut where it must be."""
    if room is None:
        return list(chosen)
    ends = accumulate(waiting[episode].size for episode in chosen)
    return [
        episode
        for place, (episode, end) in enumerate(zip(chosen, ends, strict=True))
        if place == 0 or end <= room
    ]
