"""The tools, and the server that offers them over standard input and output.

An agent reads its memory, reports turns, and proposes; what it proposes waits for a person. No tool
passes a door, and forge would refuse the agent's key at every one.
"""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context as Call
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import Field

from forge_client.beliefs import Belief, BeliefList, BeliefWithAudit, NewBelief
from forge_client.cards import CardList
from forge_client.client import ForgeClient
from forge_client.names import MAX_QUERY, Kind, Status
from forge_client.recall import Context, Provenance, SearchAnswer
from forge_client.transport import to_json
from forge_client.turns import NewTurn, RecordedTurn
from surfaces.agent_tools import lines
from surfaces.cli import failures

INSTRUCTIONS = (
    "Your own long-term memory. Ask get_context or search_memory before you answer, and report "
    "each finished turn with record_turn. What you propose is believed once a person keeps it."
)

Query = Annotated[str, Field(max_length=MAX_QUERY)]


class AgentTools:
    """One agent's tools at forge; each is offered under the name of its method."""

    def __init__(self, forge: ForgeClient, agent_id: str) -> None:
        self._forge, self._agent = forge, agent_id

    async def record_turn(
        self, turn_id: str, conversation_id: str, messages: list[dict[str, Any]]
    ) -> RecordedTurn:
        """Report a finished turn in chat-completions messages; a repeat changes nothing."""
        turn = {"turn_id": turn_id, "conversation_id": conversation_id, "messages": messages}
        return await self._forge.record_turn(self._agent, NewTurn.model_validate(turn))

    async def search_memory(self, query: Query, k: int = 12) -> SearchAnswer:
        """Find the episodes and active beliefs nearest to the query, the best first."""
        return await self._forge.search(self._agent, query, k=k)

    async def get_context(self, query: Query = "", budget_tokens: int = 1_000) -> Context:
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
        found = await self._forge.get_provenance(self._agent, belief_id)
        # A turn's own words may hold half a character, which this protocol cannot carry.
        return Provenance.model_validate_json(lines.mended(to_json(found).decode()))

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


class AgentServer(MCPServer[Any]):
    """Offers one agent's tools, and tells what went wrong as the command line tells a person."""

    def __init__(self, forge: ForgeClient, agent_id: str) -> None:
        super().__init__("mule-reflection", instructions=INSTRUCTIONS, log_level="WARNING")
        tools = AgentTools(forge, agent_id)
        for one in TOOLS:
            self.add_tool(getattr(tools, one.__name__))

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Call[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; a fault of ours stays one, and leaves its traceback on standard error.

        Raises:
            ToolError: with what is wrong and what helps, never with what was sent.
        """
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if error.__cause__ is None:
                raise ToolError("There is no such tool: `tools/list` names them") from None
            if (told := failures.spoken(error.__cause__)) is None:
                raise
            raise ToolError(told) from None

    async def run_stdio_async(self) -> None:
        """Serve over standard input and output until the client ends."""
        async with stdio_server(stdin=lines.whole()) as (incoming, outgoing):
            options = self._lowlevel_server.create_initialization_options()
            await self._lowlevel_server.run(incoming, outgoing, options)
