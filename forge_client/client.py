"""The one typed way to call forge over HTTP, for the worker and the command line alike.

A method a route, in the order of a memory's life. Nothing is repeated and nothing is cached; what
goes wrong is a `forge_client.errors.ForgeError`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Sequence
from types import TracebackType
from typing import Any, Literal, Self, TypeVar
from urllib.parse import quote

import httpx
from pydantic import ValidationError

from forge_client.agents import Agent, AgentList, CreatedKey, KeyList, NewAgent, NewKey
from forge_client.beliefs import (
    AuditVerdict,
    Belief,
    BeliefList,
    BeliefWithAudit,
    Door,
    DoorAnswer,
    DoorRequest,
    NewBelief,
)
from forge_client.cards import CardFilter, CardList
from forge_client.decisions import Decision, DecisionAnswer, DecisionResult
from forge_client.entries import LogVerdict
from forge_client.episodes import Episode, EpisodeList
from forge_client.erasures import Erasure, ErasureRequest
from forge_client.errors import ForgeRefused, ForgeUnavailable
from forge_client.health import Readiness
from forge_client.history import BeliefHistory
from forge_client.names import EPISODES_READY, Kind, Status
from forge_client.narratives import ImportAccount
from forge_client.problems import STATUS_OF
from forge_client.proposals import ProposalAnswer, ProposalBatch
from forge_client.recall import Context, Embeddings, EmbedRequest, Provenance, SearchAnswer
from forge_client.runs import Announcement, Report, RunList
from forge_client.sign_in import SignInLink
from forge_client.still_true import StillTrueAnswer, StillTrueRequest
from forge_client.tiers import (
    DueSummaries,
    DueSummariesRequest,
    NewSummaries,
    NewSummary,
)
from forge_client.transport import DEFAULT_TIMEOUT, Transport
from forge_client.turns import NewTurn, RecordedTurn
from forge_client.upkeep import Slice, SliceRequest
from forge_client.wire import Answer

Shape = TypeVar("Shape", bound=Answer)

CREATED = 201
PAGE = 200
"""Items asked for in one page of a complete list."""

EPISODES_BY_ID = 100
"""Ids named in one address: about 3 kB, well under what every HTTP server takes."""


class ForgeClient:
    """One forge, one key, one connection pool; open it with `async with`, or `close()` it."""

    def __init__(self, url: str, key: str | None, timeout: httpx.Timeout = DEFAULT_TIMEOUT) -> None:
        self._transport = Transport(url, key, timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Give back the connections."""
        await self._transport.close()

    # Agents and keys.

    async def create_agent(self, agent: NewAgent) -> Agent:
        """`POST /agents`; 409 `id_taken`."""
        return await self._ask(Agent, "POST", "/agents", body=agent)

    async def list_agents(self) -> list[Agent]:
        """`GET /agents`."""
        return (await self._ask(AgentList, "GET", "/agents")).agents

    async def due_agents(self, *, cursor: str | None = None, limit: int = PAGE) -> AgentList:
        """`GET /agents?due=true`: a page, by id, of those with un-reflected episodes."""
        query = {"due": "true", "cursor": cursor, "limit": limit}
        return await self._ask(AgentList, "GET", "/agents", query=query)

    async def get_agent(self, agent_id: str) -> Agent:
        """`GET /agents/{id}`; 404 `agent_not_found`."""
        return await self._ask(Agent, "GET", _agent(agent_id))

    async def create_key(self, key: NewKey) -> CreatedKey:
        """`POST /keys`: the only time that the secret is shown."""
        return await self._ask(CreatedKey, "POST", "/keys", body=key)

    async def list_keys(self) -> KeyList:
        """`GET /keys`."""
        return await self._ask(KeyList, "GET", "/keys")

    async def revoke_key(self, key_id: str) -> None:
        """`DELETE /keys/{id}`."""
        await self._transport.call("DELETE", f"/keys/{_part(key_id, 'not_found')}")

    async def make_sign_in_link(self) -> SignInLink:
        """`POST /sign-in/links`: signs in at the pages as this reviewer's key, once."""
        return await self._ask(SignInLink, "POST", "/sign-in/links")

    # Turns, episodes, recall.

    async def record_turn(self, agent_id: str, turn: NewTurn) -> RecordedTurn:
        """`POST …/turns`: the same turn again gives the same answer; 409 `turn_differs`."""
        return await self._ask(RecordedTurn, "POST", f"{_agent(agent_id)}/turns", body=turn)

    async def record_turn_once(self, agent_id: str, turn: NewTurn) -> bool:
        """As `record_turn`; return whether it was new: False, it was there already."""
        path = f"{_agent(agent_id)}/turns"
        return (await self._transport.exchange("POST", path, body=turn)).status == CREATED

    async def list_episodes(
        self,
        agent_id: str,
        *,
        reflected: bool | None = None,
        since: dt.datetime | None = None,
        cursor: str | None = None,
        limit: int = PAGE,
    ) -> EpisodeList:
        """`GET …/memory/episodes`: one page, oldest first; `total` counts all that match."""
        query = {
            "reflected": _flag(reflected),
            "since": _instant(since),
            "cursor": cursor,
            "limit": limit,
        }
        return await self._ask(
            EpisodeList, "GET", f"{_agent(agent_id)}/memory/episodes", query=query
        )

    async def each_episode(
        self,
        agent_id: str,
        *,
        reflected: bool | None = None,
        since: dt.datetime | None = None,
    ) -> AsyncIterator[Episode]:
        """Yield the complete list, page by page."""
        cursor: str | None = None
        while True:
            page = await self.list_episodes(
                agent_id, reflected=reflected, since=since, cursor=cursor
            )
            for episode in page.episodes:
                yield episode
            if (cursor := page.next_cursor) is None:
                return

    async def episodes_by_id(
        self, agent_id: str, ids: Sequence[str], *, vectors: bool = False
    ) -> list[Episode]:
        """`GET …/memory/episodes?ids=`: those of `ids` that exist, in the order of memory."""
        path = f"{_agent(agent_id)}/memory/episodes"
        found: list[Episode] = []
        for start in range(0, len(ids), EPISODES_BY_ID):
            query = {
                "ids": ",".join(ids[start : start + EPISODES_BY_ID]),
                "include": _vectors(vectors),
                "limit": EPISODES_BY_ID,
            }
            found += (await self._ask(EpisodeList, "GET", path, query=query)).episodes
        return found

    async def search(
        self,
        agent_id: str,
        q: str,
        *,
        k: int = 12,
        scope: Literal["agent", "org", "episodes"] = "agent",
        since: dt.datetime | None = None,
    ) -> SearchAnswer:
        """`GET …/memory/search`; 503 `embedder_unavailable`."""
        query = {"q": q, "k": k, "scope": scope, "since": _instant(since)}
        return await self._ask(
            SearchAnswer, "GET", f"{_agent(agent_id)}/memory/search", query=query
        )

    async def get_context(self, agent_id: str, q: str, *, budget_tokens: int) -> Context:
        """`GET …/context`: active beliefs as a block for the agent's prompt."""
        query = {"q": q or None, "budget_tokens": budget_tokens}
        return await self._ask(Context, "GET", f"{_agent(agent_id)}/context", query=query)

    async def embed(self, texts: list[str]) -> Embeddings:
        """`POST /embeddings` (worker keys): forge's own vectors for other texts."""
        return await self._ask(Embeddings, "POST", "/embeddings", body=EmbedRequest(texts=texts))

    # Beliefs, doors, cards.

    async def list_beliefs(
        self,
        agent_id: str,
        *,
        status: Status | None = None,
        kind: Kind | None = None,
        as_of: dt.datetime | None = None,
        vectors: bool = False,
        cursor: str | None = None,
        limit: int = PAGE,
    ) -> BeliefList:
        """`GET …/memory/beliefs`: one page, newest first."""
        query = {
            "status": status,
            "kind": kind,
            "as_of": _instant(as_of),
            "include": _vectors(vectors),
            "cursor": cursor,
            "limit": limit,
        }
        return await self._ask(BeliefList, "GET", _beliefs(agent_id), query=query)

    async def all_beliefs(
        self, agent_id: str, status: Status, *, vectors: bool = False
    ) -> list[Belief]:
        """Every belief of one status, newest first."""
        found: list[Belief] = []
        cursor: str | None = None
        while True:
            page = await self.list_beliefs(agent_id, status=status, vectors=vectors, cursor=cursor)
            found += page.beliefs
            if (cursor := page.next_cursor) is None:
                return found

    async def get_belief(self, agent_id: str, belief_id: str) -> BeliefWithAudit:
        """`GET …/beliefs/{bid}`: the belief, and its audit newest first."""
        return await self._ask(BeliefWithAudit, "GET", _belief(agent_id, belief_id))

    async def get_history(self, agent_id: str, belief_id: str) -> BeliefHistory:
        """`GET …/beliefs/{bid}/history`: what each version changed, newest first."""
        return await self._ask(BeliefHistory, "GET", f"{_belief(agent_id, belief_id)}/history")

    async def get_provenance(
        self, agent_id: str, belief_id: str, *, verbatim: bool = False
    ) -> Provenance:
        """`GET …/provenance`: from the belief back to the words that taught it."""
        query = {"verbatim": _flag(verbatim)}
        path = f"{_belief(agent_id, belief_id)}/provenance"
        return await self._ask(Provenance, "GET", path, query=query)

    async def create_belief(self, agent_id: str, belief: NewBelief) -> Belief:
        """`POST …/memory/beliefs`: stored as pending."""
        return await self._ask(Belief, "POST", _beliefs(agent_id), body=belief)

    async def propose(self, agent_id: str, batch: ProposalBatch) -> ProposalAnswer:
        """`POST …/beliefs/proposals`; the same `run_id` again: the same answer; 409 `overtaken`."""
        return await self._ask(
            ProposalAnswer, "POST", f"{_beliefs(agent_id)}/proposals", body=batch
        )

    async def pass_door(
        self,
        agent_id: str,
        belief_id: str,
        door: Door,
        request: DoorRequest,
        *,
        version: int | None = None,
    ) -> Belief:
        """`POST …/beliefs/{bid}/{door}`; with `version`, 412 `version_moved` where it moved."""
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        path = f"{_belief(agent_id, belief_id)}/{door}"
        return (await self._ask(DoorAnswer, "POST", path, body=request, headers=headers)).belief

    async def list_cards(
        self,
        agent_id: str | None = None,
        *,
        only: CardFilter | None = None,
        cursor: str | None = None,
        limit: int = PAGE,
    ) -> CardList:
        """`GET …/cards`: open cards, newest first; of every agent where none is named."""
        path = "/cards" if agent_id is None else f"{_agent(agent_id)}/cards"
        query = {"filter": only, "cursor": cursor, "limit": limit}
        return await self._ask(CardList, "GET", path, query=query)

    async def ask_still_true(self, agent_id: str, request: StillTrueRequest) -> StillTrueAnswer:
        """`POST …/cards/still-true` (reviewer keys): cards that ask about faded beliefs."""
        return await self._ask(
            StillTrueAnswer, "POST", f"{_agent(agent_id)}/cards/still-true", body=request
        )

    async def verify_log(self, anchors: Sequence[str] = ()) -> LogVerdict:
        """`GET /reflection-memory/verify`; `anchors`: `<position>:<root>` of earlier verdicts."""
        return await self._ask(
            LogVerdict, "GET", "/reflection-memory/verify", query={"anchor": list(anchors)}
        )

    async def decide(self, agent_id: str, decisions: Sequence[Decision]) -> list[DecisionResult]:
        """`POST …/cards/decisions` (reviewer keys): many doors, a result each, in order."""
        path = f"{_agent(agent_id)}/cards/decisions"
        return (await self._ask(DecisionAnswer, "POST", path, body=decisions)).results

    async def verify_audit(self, agent_id: str, anchor: str | None = None) -> AuditVerdict:
        """`GET …/memory/audit/verify`; `anchor` is `<position>:<root>` of an earlier verdict."""
        path = f"{_agent(agent_id)}/memory/audit/verify"
        return await self._ask(AuditVerdict, "GET", path, query={"anchor": anchor})

    async def erase(self, agent_id: str, request: ErasureRequest) -> Erasure:
        """`POST …/erasures` (admin keys): turns out of memory for good; 404 `turn_not_found`."""
        return await self._ask(Erasure, "POST", f"{_agent(agent_id)}/erasures", body=request)

    # The log, whole.

    def narrative(
        self, media_type: str, *, after: int = 0, masked: bool = False
    ) -> AsyncGenerator[bytes]:
        """`GET /reflection-memory/narrative`: the document behind a position, as it comes."""
        query = {"after": after, "masked": _flag(masked)}
        return self._transport.receive("/reflection-memory/narrative", media_type, query)

    async def import_narrative(self, body: AsyncIterable[bytes], media_type: str) -> ImportAccount:
        """`POST /reflection-memory/import` (admin keys): safe to repeat."""
        answer = await self._transport.send("/reflection-memory/import", body, media_type)
        return ImportAccount.model_validate(answer)

    # Runs and events.

    async def list_runs(
        self, agent_id: str, *, cursor: str | None = None, limit: int = PAGE
    ) -> RunList:
        """`GET …/runs`: reports, newest first."""
        query = {"cursor": cursor, "limit": limit}
        return await self._ask(RunList, "GET", f"{_agent(agent_id)}/runs", query=query)

    async def get_run(self, agent_id: str, run_id: str) -> Report:
        """`GET …/runs/{run_id}`."""
        return await self._ask(Report, "GET", _run(agent_id, run_id))

    async def put_run(self, report: Report) -> Report:
        """`PUT …/runs/{run_id}` (worker keys): a run that stored nothing."""
        return await self._ask(Report, "PUT", _run(report.agent_id, report.run_id), body=report)

    async def announce_episodes(self, agent_id: str) -> Announcement:
        """`POST …/events/reflection-episodes-ready`: tells a running reflection, or starts one."""
        return await self._ask(Announcement, "POST", f"{_agent(agent_id)}/events/{EPISODES_READY}")

    # Background work.

    async def embed_slice(self, limit: int) -> Slice:
        """`POST /upkeep/embeddings` (worker keys): give so many texts the embedder's vectors."""
        return await self._ask(Slice, "POST", "/upkeep/embeddings", body=SliceRequest(limit=limit))

    async def fade_slice(self, limit: int) -> Slice:
        """`POST /upkeep/tiers` (worker keys): let agents' tiers take in so much, and fade."""
        return await self._ask(Slice, "POST", "/upkeep/tiers", body=SliceRequest(limit=limit))

    async def due_summaries(self, model: str | None) -> DueSummaries:
        """`POST /upkeep/summaries/due` (worker keys): what `model` shall summarise next."""
        body = DueSummariesRequest(model=model)
        return await self._ask(DueSummaries, "POST", "/upkeep/summaries/due", body=body)

    async def keep_summaries(self, summaries: Sequence[NewSummary]) -> Slice:
        """`POST /upkeep/summaries` (worker keys): records that go to rung 2."""
        body = NewSummaries(summaries=list(summaries))
        return await self._ask(Slice, "POST", "/upkeep/summaries", body=body)

    # Health, and the interface itself.

    async def is_live(self) -> None:
        """`GET /healthz`; raises where forge does not answer."""
        await self._transport.call("GET", "/healthz")

    async def readiness(self) -> Readiness:
        """`GET /readyz`: each part, whether or not all of them do their work."""
        try:
            return await self._ask(Readiness, "GET", "/readyz")
        except ForgeUnavailable as fault:
            if fault.code != "unready":
                raise
            return Readiness(status=fault.code, parts=fault.facts["parts"])

    async def description(self) -> dict[str, Any]:
        """`GET /openapi.json`: every route, with the roles that it lets in as `x-roles`."""
        return dict(await self._transport.call("GET", "/openapi.json"))

    async def _ask(self, shape: type[Shape], method: str, path: str, **details: Any) -> Shape:
        answer = await self._transport.call(method, path, **details)
        try:
            return shape.model_validate(answer)
        except ValidationError as fault:
            raise ForgeRefused(f"{method} {path}", "unreadable_answer", 200) from fault


def _agent(agent_id: str) -> str:
    return f"/agents/{_part(agent_id, 'agent_not_found')}"


def _beliefs(agent_id: str) -> str:
    return f"{_agent(agent_id)}/memory/beliefs"


def _belief(agent_id: str, belief_id: str) -> str:
    return f"{_beliefs(agent_id)}/{_part(belief_id, 'belief_not_found')}"


def _run(agent_id: str, run_id: str) -> str:
    return f"{_agent(agent_id)}/runs/{_part(run_id, 'run_not_found')}"


def _part(name: str, unknown: str) -> str:
    """Quote an id; one that would lead to another address is `unknown` without asking."""
    if name in {"", ".", ".."} or "/" in name:
        detail = "An id is never empty, just dots, or with a slash"
        raise ForgeRefused("an address", unknown, STATUS_OF[unknown], detail)
    return quote(name, safe="", errors="replace")


def _flag(value: bool | None) -> str | None:
    return None if value is None else str(value).lower()


def _instant(value: dt.datetime | None) -> str | None:
    return None if value is None else value.isoformat()


def _vectors(wanted: bool) -> str | None:
    return "vectors" if wanted else None
