"""The tools, and the server that offers them over standard input and output.

An agent reads its memory, reports turns, and proposes; what it proposes waits for a person. No tool
passes a door, and forge would refuse the agent's key at every one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from forge_client.beliefs import Belief, BeliefList, BeliefWithAudit, NewBelief
from forge_client.cards import CardList
from forge_client.client import ForgeClient
from forge_client.errors import ForgeError
from forge_client.names import Kind, Status
from forge_client.recall import Context, Provenance, SearchAnswer
from forge_client.turns import Message, NewTurn, RecordedTurn
from surfaces.cli import failures

INSTRUCTIONS = (
    "Your own long-term memory. Ask get_context or search_memory before you answer, and report "
    "each finished turn with record_turn. What you propose is believed once a person keeps it."
)

Asked = ParamSpec("Asked")
Answered = TypeVar("Answered")


class AgentTools:
    """One agent's tools at forge; each is offered under the name of its method."""

    def __init__(self, forge: ForgeClient, agent_id: str) -> None:
        self._forge, self._agent = forge, agent_id

    async def record_turn(
        self, turn_id: str, conversation_id: str, messages: list[dict[str, Any]]
    ) -> RecordedTurn:
        """Report a finished turn in chat-completions messages; a repeat changes nothing."""
        said = [Message.model_validate(one) for one in messages]
        turn = NewTurn(turn_id=turn_id, conversation_id=conversation_id, messages=said)
        return await self._forge.record_turn(self._agent, turn)

    async def search_memory(self, query: str, k: int = 12) -> SearchAnswer:
        """Find the episodes and active beliefs nearest to the query, the best first."""
        return await self._forge.search(self._agent, query, k=k)

    async def get_context(self, query: str = "", budget_tokens: int = 1_000) -> Context:
        """Return what you believe as a block for your prompt, nearest to the query first."""
        return await self._forge.get_context(self._agent, query, budget_tokens=budget_tokens)

    async def list_beliefs(
        self, status: Status = "active", kind: Kind | None = None, cursor: str | None = None
    ) -> BeliefList:
        """List beliefs, newest first; `cursor` is the page before's `next_cursor`."""
        return await self._forge.list_beliefs(
            self._agent, status=status, kind=kind, cursor=cursor, limit=50
        )

    async def get_belief(self, belief_id: str) -> BeliefWithAudit:
        """Return one belief, and who changed it when."""
        return await self._forge.get_belief(self._agent, belief_id)

    async def get_provenance(self, belief_id: str) -> Provenance:
        """Return the turns that taught a belief, with secrets masked."""
        return await self._forge.get_provenance(self._agent, belief_id)

    async def list_cards(self, cursor: str | None = None) -> CardList:
        """List what waits for a person's decision, newest first."""
        return await self._forge.list_cards(self._agent, cursor=cursor, limit=50)

    async def propose_belief(
        self,
        content: str,
        kind: Kind = "fact",
        rationale: str = "",
        source_episodes: list[str] | None = None,
    ) -> Belief:
        """Propose one sentence to believe; cite the episodes that taught it. A person decides."""
        proposed = NewBelief(
            content=content, kind=kind, rationale=rationale, source_episodes=source_episodes or []
        )
        return await self._forge.create_belief(self._agent, proposed)


TOOLS = (
    AgentTools.record_turn,
    AgentTools.search_memory,
    AgentTools.get_context,
    AgentTools.list_beliefs,
    AgentTools.get_belief,
    AgentTools.get_provenance,
    AgentTools.list_cards,
    AgentTools.propose_belief,
)


def server(forge: ForgeClient, agent_id: str) -> MCPServer[Any]:
    """Return a server whose tools are this agent's."""
    made = MCPServer("mule-reflection", instructions=INSTRUCTIONS, log_level="WARNING")
    tools = AgentTools(forge, agent_id)
    for one in TOOLS:
        made.tool()(_spoken(getattr(tools, one.__name__)))
    return made


def _spoken(
    tool: Callable[Asked, Awaitable[Answered]],
) -> Callable[Asked, Awaitable[Answered]]:
    """Tell an agent of forge's refusal as the command line tells a person."""

    @wraps(tool)
    async def told(*asked: Asked.args, **named: Asked.kwargs) -> Answered:
        try:
            return await tool(*asked, **named)
        except ForgeError as error:
            raise ToolError(failures.spoken(error)) from None

    return told
