"""Agents and the keys that act for them."""

from __future__ import annotations

from pydantic import Field

from forge_client.names import Role
from forge_client.wire import AgentId, Answer, Identifier, Instant, Note, Request


class NewAgent(Request):
    """`POST /agents`."""

    id: AgentId
    name: Note | None = None


class Agent(Answer):
    """One agent of the caller's tenant."""

    id: str
    name: str | None = None
    created_at: Instant


class AgentList(Answer):
    """`GET /agents`: complete, unless a page was asked for."""

    agents: list[Agent]
    next_cursor: str | None = None


class NewKey(Request):
    """`POST /keys`. `agents` binds the key to these agents; absent: every agent of its tenant."""

    role: Role
    agents: list[AgentId] | None = Field(default=None, max_length=1_000)
    label: Note | None = None
    expires_at: Instant | None = None
    said_only: bool = False
    """It opens the log alone, and there what was said (USER, EXTERNAL), not what was thought."""

    advises: bool = False
    """It may write entries and nudges of origin ADVISOR (agent keys)."""


class Key(Answer):
    """One key as it is listed: never the secret itself."""

    id: Identifier
    role: Role
    agents: list[str] | None = None
    label: str | None = None
    created_at: Instant
    last_used_at: Instant | None = None
    expires_at: Instant | None = None
    revoked_at: Instant | None = None
    said_only: bool = False
    advises: bool = False


class CreatedKey(Key):
    """The answer to `POST /keys`: the only time that the secret is shown."""

    key: str


class KeyList(Answer):
    """`GET /keys`."""

    keys: list[Key]
