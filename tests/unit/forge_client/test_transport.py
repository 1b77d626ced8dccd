from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_client.client import ForgeClient
from forge_client.errors import ForgeError, ForgeRefused, ForgeUnavailable
from forge_client.problems import STATUS_OF
from forge_client.transport import to_json
from forge_client.turns import NewTurn
from tests.fixtures.http_server import Handler, listening

KEY = "sk_forge_" + "k" * 40


@dataclass
class Script:
    """What the server answers; what it was asked."""

    url: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"{}"
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def problem(self, status: int, code: str, **more: object) -> None:
        self.status = status
        document = {"title": "t", "status": status, "code": code, "detail": "d", **more}
        self.body = json.dumps(document).encode()


@pytest.fixture
def script() -> Iterator[Script]:
    told = Script()

    class Forge(Handler):
        def answer(self) -> None:
            told.asked.append((self.path, dict(self.headers), self.body()))
            self.send(told.status, told.headers, told.body)

    with listening(Forge) as told.url:
        yield told


async def fault(url: str) -> ForgeError:
    async with ForgeClient(url, KEY) as forge:
        with pytest.raises(ForgeError) as caught:
            await forge.get_agent("my-agent")
    return caught.value


@pytest.mark.parametrize(("code", "status"), STATUS_OF.items())
async def test_every_problem_of_forge_is_passing_or_permanent(
    script: Script, code: str, status: int
) -> None:
    script.problem(status, code)
    found = await fault(script.url)
    passing = status == 429 or status >= 500
    assert isinstance(found, ForgeUnavailable if passing else ForgeRefused)
    assert (found.code, found.status) == (code, status)
    assert str(found).endswith(f"GET /agents/my-agent: {status} {code}")


@pytest.mark.parametrize("status", [408, 425, 429, 502, 504])
async def test_what_a_proxy_says_passes_where_it_may_pass(script: Script, status: int) -> None:
    script.status, script.body = status, b"<html>"
    assert isinstance(await fault(script.url), ForgeUnavailable)


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"{}"])
async def test_an_answer_of_another_shape_is_refused(script: Script, body: bytes) -> None:
    script.body = body
    found = await fault(script.url)
    assert isinstance(found, ForgeRefused)
    assert found.code == "unreadable_answer"


async def test_no_forge_at_all_is_unavailable_without_its_address() -> None:
    found = await fault("http://127.0.0.1:9")
    assert isinstance(found, ForgeUnavailable)
    assert str(found) == "forge is unavailable: GET /agents/my-agent: no_connection"


async def test_a_forge_that_hangs_is_unavailable(script: Script) -> None:
    async with ForgeClient(script.url, KEY, timeout=httpx.Timeout(1e-6, connect=5)) as forge:
        with pytest.raises(ForgeUnavailable) as caught:
            await forge.get_agent("my-agent")
    assert caught.value.code == "timeout"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), ("soon", None), ("-1", None)],
)
async def test_retry_after_is_read_as_seconds(
    script: Script, header: str, seconds: float | None
) -> None:
    script.problem(503, "embedder_unavailable")
    script.headers = {"Retry-After": header}
    found = await fault(script.url)
    assert isinstance(found, ForgeUnavailable)
    assert found.retry_after == seconds


async def test_a_call_is_never_repeated(script: Script) -> None:
    script.problem(503, "database_unavailable")
    await fault(script.url)
    assert len(script.asked) == 1


async def test_wrong_fields_are_named(script: Script) -> None:
    script.problem(422, "invalid", errors=[{"loc": ["body", "beliefs", 0], "msg": "m"}])
    assert "(body.beliefs.0)" in str(await fault(script.url))


async def test_the_key_travels_in_its_header_and_shows_nowhere_else(script: Script) -> None:
    script.problem(401, "unauthenticated")
    async with ForgeClient(script.url, KEY) as forge:
        with pytest.raises(ForgeRefused) as caught:
            await forge.get_agent("my-agent")
        shown = f"{forge!r} {forge._transport!r} {caught.value!r} {caught.value}"
    assert KEY not in shown
    assert script.asked[0][1]["Authorization"] == f"Bearer {KEY}"


async def test_an_id_cannot_leave_its_place_in_the_address(script: Script) -> None:
    async with ForgeClient(script.url, KEY) as forge:
        for astray in ("", "..", "bel_1/keep"):
            with pytest.raises(ForgeRefused, match="belief_not_found"):
                await forge.get_belief("my-agent", astray)
        assert script.asked == []
        with pytest.raises(ForgeRefused):
            await forge.get_belief("my-agent", "..?x=#\ud800")
    assert script.asked[0][0] == "/agents/my-agent/memory/beliefs/..%3Fx%3D%23%3F"


any_text = st.text(st.characters(exclude_categories=()))


@given(content=any_text)
def test_a_turn_travels_verbatim_lone_surrogates_and_nul_included(content: str) -> None:
    turn = NewTurn.model_validate(
        {
            "turn_id": "t",
            "conversation_id": "c",
            "started_at": "2026-01-01T00:00:00Z",
            "messages": [{"role": "user", "content": content, "name": None}],
            "metadata": {"k": [None, content]},
        }
    )
    sent = json.loads(to_json(turn))
    assert sent["messages"][0]["content"] == content
    assert sent["metadata"] == {"k": [None, content]}
    assert sent["started_at"] == "2026-01-01T00:00:00+00:00"
