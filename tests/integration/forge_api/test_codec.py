"""What Temporal's tools get opened, and by whom."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
from pydantic import SecretBytes
from temporalio.api.common.v1 import Payload

from forge_api.settings import Settings
from temporal_link.codec import ENCODING, SealingCodec
from temporal_link.settings import TemporalSettings
from tests.fixtures.forge import AGENT, TENANT, Forge, live_forge

KEY = SecretBytes(bytes(range(32)))
CANARY = "canary-9d02"


@pytest_asyncio.fixture
async def sealing_forge(forge_settings: Settings) -> AsyncIterator[Forge]:
    temporal = TemporalSettings(address="127.0.0.1:1", codec_key=KEY)
    async with live_forge(replace(forge_settings, temporal=temporal)) as live:
        live.keys = await live.keys_of(TENANT)
        await live.create_agent()
        yield live


async def sealed(agent_id: str) -> dict[str, Any]:
    payload = Payload(metadata={"encoding": b"json/plain"}, data=json.dumps(CANARY).encode())
    [closed] = await SealingCodec(KEY, agent_id).encode([payload])
    return written(closed)


def written(payload: Payload) -> dict[str, Any]:
    metadata = {name: coded(value) for name, value in payload.metadata.items()}
    return {"metadata": metadata, "data": coded(payload.data)}


def coded(value: bytes) -> str:
    return base64.b64encode(value).decode()


async def opened(forge: Forge, key: str, *payloads: dict[str, Any]) -> list[bool]:
    """Return which of these payloads come back open."""
    async with forge.client(key=key) as client:
        answer = await client.post("/codec/decode", json={"payloads": payloads})
    assert answer.status_code == 200, answer.text
    data = [base64.b64decode(one["data"]) for one in answer.json()["payloads"]]
    return [CANARY.encode() in one for one in data]


async def test_a_reviewer_reads_what_is_about_his_agents_and_the_rest_stays_sealed(
    sealing_forge: Forge,
) -> None:
    forge = sealing_forge
    await forge.create_agent("other-agent")
    bound = await forge.create_key("reviewer", agents=[AGENT])
    payloads = [await sealed(AGENT), await sealed("other-agent"), await sealed("")]
    assert await opened(forge, forge.keys["reviewer"], *payloads) == [True, True, True]
    assert await opened(forge, bound.key, *payloads) == [True, False, False]
    rival = (await forge.keys_of("rival"))["reviewer"]
    assert await opened(forge, rival, *payloads) == [False, False, False]


async def test_no_other_role_gets_anything_opened(sealing_forge: Forge) -> None:
    body = {"payloads": [await sealed(AGENT)]}
    for role in ("agent", "worker", "admin"):
        async with sealing_forge.client(role) as client:
            assert (await client.post("/codec/decode", json=body)).status_code == 403


async def test_who_is_signed_in_reads_without_a_form_s_token(sealing_forge: Forge) -> None:
    async with sealing_forge.client() as client:
        await client.post("/sign-in", data={"key": sealing_forge.keys["reviewer"]})
        answer = await client.post("/codec/decode", json={"payloads": [await sealed(AGENT)]})
    assert answer.status_code == 200


async def test_what_is_sealed_for_the_command_line_names_its_agent(sealing_forge: Forge) -> None:
    asked = json.dumps({"agent_id": AGENT}).encode()
    plain = written(Payload(metadata={"encoding": b"json/plain"}, data=asked))
    async with sealing_forge.client("reviewer") as client:
        answer = await client.post("/codec/encode", json={"payloads": [plain]})
    [payload] = answer.json()["payloads"]
    assert payload["metadata"]["encoding"] == coded(ENCODING)
    assert payload["metadata"]["agent"] == coded(AGENT.encode())
    foreign = json.dumps({"agent_id": "other-agent"}).encode()
    plain = written(Payload(metadata={"encoding": b"json/plain"}, data=foreign))
    async with sealing_forge.client("reviewer") as client:
        answer = await client.post("/codec/encode", json={"payloads": [plain]})
    assert answer.json()["code"] == "invalid"


async def test_what_is_no_list_of_payloads_or_was_changed_is_told(sealing_forge: Forge) -> None:
    changed = await sealed(AGENT)
    changed["data"] = coded(b"x" * 40)
    async with sealing_forge.client("reviewer") as client:
        bodies: list[Any] = [{"payloads": [changed]}, {"payloads": 3}, "nothing"]
        for body in bodies:
            answer = await client.post("/codec/decode", json=body)
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


@pytest.mark.parametrize("way", ["decode", "encode"])
async def test_what_names_a_member_twice_is_refused_whoever_reads_which(
    sealing_forge: Forge, way: str
) -> None:
    twice = f'{{"agent_id": "{AGENT}", "agent_id": "other-agent"}}'.encode()
    payload = Payload(metadata={"encoding": b"json/plain"}, data=twice)
    bodies = ['{"payloads": [], "payloads": []}']
    bodies += [json.dumps({"payloads": [written(payload)]})] if way == "encode" else []
    async with sealing_forge.client("reviewer") as client:
        for body in bodies:
            answer = await client.post(f"/codec/{way}", content=body)
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
            assert "twice" in answer.json()["detail"]


async def test_a_forge_that_seals_nothing_says_so(forge: Forge) -> None:
    async with forge.client("reviewer") as client:
        assert (await client.post("/codec/decode", json={"payloads": []})).status_code == 404
        assert (await client.get("/temporal/")).status_code == 404
