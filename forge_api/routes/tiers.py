"""`/agents/{id}/tiers`: an agent's own views of what it lived."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from forge_api.access import ALL_ROLES, GuardedRoute, allow
from forge_api.memory.fade import Fade
from forge_api.memory.keys import Caller
from forge_api.memory.summaries import Summaries
from forge_api.memory.tier_views import Views
from forge_api.memory.tiers import Tiers
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.tiers import (
    DueSummaries,
    DueSummariesRequest,
    FadeAnswer,
    FadeRequest,
    LongTermTier,
    NewSummaries,
    Rehydrated,
    RehydrateRequest,
    TierRecord,
    WitnessRequest,
    WorkingTier,
)
from forge_client.upkeep import Slice, SliceRequest
from reflection_memory.log import ReflectionMemory

router = APIRouter(route_class=GuardedRoute, tags=["tiers"])

Anybody = Annotated[Caller, Depends(allow(*ALL_ROLES))]
Agent = Annotated[Caller, Depends(allow("agent"))]
Keeper = Annotated[Caller, Depends(allow("agent", "worker"))]
Worker = Annotated[Caller, Depends(allow("worker"))]
Budget = Annotated[int | None, Query(ge=1, le=1_000_000)]
Text = Annotated[str | None, Query(min_length=1, max_length=4_000, pattern=r"\S")]
Results = Annotated[int, Query(ge=1, le=50)]


def views_of(services: CurrentServices, caller: Caller) -> Views:
    """Return what the records of the caller's tenant say."""
    log = ReflectionMemory(services.pool, services.keyring, caller.tenant)
    return Views(services.pool, log, services.keyring, caller.tenant)


def _tiers(services: CurrentServices, caller: Caller, agent_id: str) -> Tiers:
    return Tiers(views_of(services, caller), services.embedder, agent_id)


def _fade(services: CurrentServices, caller: Caller) -> Fade:
    return Fade(views_of(services, caller), services.embedder)


def _summaries(services: CurrentServices, caller: Caller) -> Summaries:
    return Summaries(views_of(services, caller))


@router.get("/agents/{agent_id}/tiers/working")
async def read_working_tier(
    agent_id: str, caller: Anybody, services: CurrentServices, budget_tokens: Budget = None
) -> WorkingTier:
    """Return the newest records that fit the budget, oldest first."""
    return await _tiers(services, caller, agent_id).working(budget_tokens)


@router.get("/agents/{agent_id}/tiers/long-term", responses=refuses("embedder_unavailable"))
async def search_long_term_tier(
    agent_id: str, caller: Anybody, services: CurrentServices, q: Text = None, k: Results = 12
) -> LongTermTier:
    """Find records by relevance, recency, emotion and tags; the best one comes verbatim."""
    return await _tiers(services, caller, agent_id).long_term(q, k, services.clock())


@router.post("/agents/{agent_id}/tiers/witness", responses=refuses("entry_not_found", "erased"))
async def witness_entry(
    agent_id: str, request: WitnessRequest, caller: Agent, services: CurrentServices
) -> TierRecord:
    """Keep the agent's own perspective on an entry, which several agents may have of the same."""
    return await _tiers(services, caller, agent_id).witness(request, services.clock())


@router.post("/agents/{agent_id}/tiers/rehydrate", responses=refuses("entry_not_found", "erased"))
async def rehydrate_record(
    agent_id: str, request: RehydrateRequest, caller: Keeper, services: CurrentServices
) -> Rehydrated:
    """Return the entry behind a record, from whatever rung; `used` makes it working memory."""
    return await _tiers(services, caller, agent_id).rehydrate(request, services.clock())


@router.post("/agents/{agent_id}/tiers/fade")
async def fade_tiers(
    agent_id: str, request: FadeRequest, caller: Keeper, services: CurrentServices
) -> FadeAnswer:
    """Take in what is new, and let records fade as far as their scores say; safe to repeat."""
    return await _fade(services, caller).step(agent_id, request, services.clock())


@router.post("/upkeep/tiers")
async def fade_due_tiers(wanted: SliceRequest, caller: Worker, services: CurrentServices) -> Slice:
    """Do so for agents that are due; `done` and `left` count agents."""
    return await _fade(services, caller).sweep(wanted.limit, services.clock())


@router.post("/upkeep/summaries/due")
async def list_due_summaries(
    wanted: DueSummariesRequest, caller: Worker, services: CurrentServices
) -> DueSummaries:
    """Note which model the worker has, and return what it shall summarise."""
    now = services.clock()
    return await _summaries(services, caller).due(wanted.limit, wanted.model, now)


@router.post("/upkeep/summaries")
async def keep_summaries(new: NewSummaries, caller: Worker, services: CurrentServices) -> Slice:
    """Let records go to rung 2, with what a model made of them; safe to repeat."""
    return await _summaries(services, caller).keep(new.summaries)
