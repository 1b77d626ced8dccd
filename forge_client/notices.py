"""A notice that cards wait: what is asked for, what is sent, and what became of it."""

from __future__ import annotations

from typing import Literal

from forge_client.wire import AgentId, Answer, Identifier, Instant, Request


class NoticeRequest(Request):
    """The input of `cards-waiting`: of which run."""

    agent_id: AgentId
    run_id: Identifier


class NoticedBelief(Answer):
    """One card's words; sent only where the operator wants them sent."""

    belief_id: str
    op: str
    content: str
    needs_review: bool


class WaitingCards(Answer):
    """What waits: ids and counts, and where to decide."""

    agent_id: str
    run_id: str
    new_cards: int
    """Of this run, and still open."""

    needs_review: int
    """How many of these a person must look at one by one."""

    open_cards: int
    """All of the agent's."""

    belief_ids: list[str]
    door_url: str
    beliefs: list[NoticedBelief] | None = None


class Notice(Answer):
    """The body of a delivery; the same at every attempt."""

    type: Literal["cards.waiting"] = "cards.waiting"
    timestamp: Instant
    """When it was written, not when it was sent."""

    data: WaitingCards


class Delivery(Answer):
    """The result of `cards-waiting`."""

    outcome: Literal["delivered", "nothing_waits"]
    delivery_id: str | None = None
