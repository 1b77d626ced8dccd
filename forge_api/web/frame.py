"""What stands around every page: who is signed in, which agents there are, where one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Request

from forge_api import session_cookie
from forge_api.access import allow, require_agent
from forge_api.memory import agents
from forge_api.memory.keys import Caller
from forge_api.services import Services
from forge_api.web import addresses

Place = Literal["inbox", "beliefs", "runs", "log"]

Reviewer = Annotated[Caller, Depends(allow("reviewer"))]
"""Who sees the pages: reviewers, signed in or with their key."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of one page for one person."""

    title: str
    place: Place
    agent: str | None
    """The agent that the page is about; None: all that the person may see."""

    agents: Sequence[str]
    csrf: str
    """What every form must carry; empty for a caller with a key, who needs none."""

    back: str
    """Where this page is, for forms that lead back to it."""

    temporal: bool
    """Whether Temporal's Web UI is here."""

    def at(self, place: str) -> str:
        """Return the address of another page about the same agent."""
        return addresses.page(*([place] if place != "inbox" else []), agent=self.agent)

    def about(self, agent: str | None) -> str:
        """Return the address of this kind of page about another agent."""
        return addresses.page(*([self.place] if self.place != "inbox" else []), agent=agent)


@dataclass(frozen=True, slots=True)
class AgentlessPage:
    """Asks which agent is meant: beliefs and runs belong to one."""

    frame: Frame


async def around(
    request: Request,
    services: Services,
    caller: Caller,
    title: str,
    place: Place,
    agent: str | None = None,
) -> Frame:
    """Return the frame for this request.

    Raises:
        Refused: `agent_not_found`, for one that the caller may not see.
    """
    if agent is not None:
        await require_agent(services, caller, agent)
    known = await agents.all_of(services.pool, caller.tenant, caller.bound_to())
    ids = [one.id for one in known]
    session = session_cookie.of(request)
    query = request.url.query
    return Frame(
        title=title,
        place=place,
        agent=agent or (ids[0] if len(ids) == 1 else None),
        agents=ids,
        csrf=session_cookie.csrf_token(session) if session else "",
        back=request.url.path + (f"?{query}" if query else ""),
        temporal=services.temporal_ui is not None,
    )
