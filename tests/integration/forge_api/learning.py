"""Beliefs on a live forge, for tests: propose, pass doors, look at what became of it."""

from __future__ import annotations

import json
from typing import Any

import httpx

from tests.fixtures.forge import AGENT, Forge

BELIEFS = f"/agents/{AGENT}/memory/beliefs"
JSON = {"Content-Type": "application/json"}


def item(content: str, **fields: Any) -> dict[str, Any]:
    """Return one proposal that cites nothing."""
    return {"content": content, "confidence": 0.7, "source_episodes": [], **fields}


async def propose(forge: Forge, *items: object, **batch: Any) -> list[dict[str, Any]]:
    """Propose as a worker and return the results."""
    answer = await send(forge, *items, **batch)
    assert answer.status_code == 200, answer.text
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


async def send(forge: Forge, *items: object, **batch: Any) -> httpx.Response:
    """Propose as a worker and return the whole answer."""
    async with forge.client("worker") as worker:
        # Dumped here, since the client's own JSON cannot carry lone surrogates.
        body = json.dumps({"beliefs": list(items), **batch})
        return await worker.post(f"{BELIEFS}/proposals", content=body, headers=JSON)


async def pending(forge: Forge, content: str, **fields: Any) -> str:
    """Propose one belief that must be accepted, and return its id."""
    [result] = await propose(forge, item(content, **fields))
    assert result["accepted"], result
    return str(result["belief_id"])


async def active(forge: Forge, content: str, **fields: Any) -> str:
    """Propose and keep one belief, and return its id."""
    belief_id = await pending(forge, content, **fields)
    answer = await door(forge, belief_id, "keep")
    assert answer.status_code == 200, answer.text
    return belief_id


async def change(forge: Forge, op: str, target: str, content: str, **fields: Any) -> str:
    """Propose a change of a belief, and return the change's id."""
    return await pending(forge, content, op=op, target_belief_id=target, **fields)


async def door(
    forge: Forge, belief_id: str, name: str, version: int | None = None, **body: Any
) -> httpx.Response:
    """Knock as a reviewer."""
    headers = {} if version is None else {"If-Match": f'"{version}"'}
    async with forge.client("reviewer") as reviewer:
        return await reviewer.post(f"{BELIEFS}/{belief_id}/{name}", json=body, headers=headers)


async def belief(forge: Forge, belief_id: str) -> dict[str, Any]:
    """Return a belief as it stands."""
    found: dict[str, Any] = (await with_audit(forge, belief_id))["belief"]
    return found


async def with_audit(forge: Forge, belief_id: str) -> dict[str, Any]:
    """Return a belief and its audit, newest first."""
    async with forge.client("reviewer") as reviewer:
        answer = await reviewer.get(f"{BELIEFS}/{belief_id}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
