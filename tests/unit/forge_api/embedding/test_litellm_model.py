"""An endpoint that misbehaves: always one clear failure, never its text, never a vector."""

from __future__ import annotations

import threading
import traceback
from typing import Any

import pytest

from forge_api.embedding import EmbedderUnavailable
from forge_api.embedding.litellm_model import LitellmEmbedder
from tests.fixtures.embedding_endpoint import EmbeddingEndpoint, answer

SECRET = "sk-echoed-9f8e7d6c5b4a39281706"


def of_data(data: list[Any]) -> dict[str, Any]:
    return {**answer([]), "data": data}


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, {"error": {"message": f"bad key {SECRET}", "type": "auth", "code": "x"}}),
        (429, {"error": {"message": f"slow down {SECRET}"}}),
        (500, {"error": {"message": SECRET}}),
        (503, b"<html>" + SECRET.encode()),
        (200, b"not json " + SECRET.encode()),
        (200, {"unexpected": SECRET}),
        (200, of_data([])),
        (200, of_data([{"index": 0, "embedding": []}])),
        (200, of_data([{"index": 0, "embedding": [float("nan"), 1.0]}])),
        (200, answer(["one", "too many"])),
    ],
)
async def test_a_bad_answer_is_one_failure_that_tells_no_secret(
    embedding_endpoint: EmbeddingEndpoint, status: int, body: Any
) -> None:
    embedding_endpoint.script = lambda _: (status, body)
    with pytest.raises(EmbedderUnavailable) as raised:
        await LitellmEmbedder("openai/scripted").embed(["a text"])
    told = "".join(traceback.format_exception(raised.value))
    assert SECRET not in told
    assert "openai/scripted" in str(raised.value)
    assert raised.value.__context__ is None
    assert len(embedding_endpoint.asked) == 1, "a retry was hidden in the client"


async def test_an_endpoint_that_hangs_is_given_up(embedding_endpoint: EmbeddingEndpoint) -> None:
    embedding_endpoint.hold = threading.Event()
    with pytest.raises(EmbedderUnavailable, match="Timeout"):
        await LitellmEmbedder("openai/scripted", timeout_seconds=0.2).embed(["a text"])


async def test_nobody_listening_is_a_failure(
    embedding_endpoint: EmbeddingEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert embedding_endpoint.url
    monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:9/v1")
    with pytest.raises(EmbedderUnavailable, match="scripted"):
        await LitellmEmbedder("openai/scripted").embed(["a text"])


async def test_vectors_of_another_width_than_before_are_refused(
    embedding_endpoint: EmbeddingEndpoint,
) -> None:
    embedder = LitellmEmbedder("openai/scripted")
    await embedder.embed(["a text"])
    embedding_endpoint.script = lambda _: (200, of_data([{"index": 0, "embedding": [1.0, 2.0]}]))
    with pytest.raises(EmbedderUnavailable, match="widths"):
        await embedder.embed(["another text"])


async def test_a_blank_text_is_not_sent(embedding_endpoint: EmbeddingEndpoint) -> None:
    await LitellmEmbedder("openai/scripted").embed(["", "a text", " "])
    assert embedding_endpoint.asked == [["a text"]]


async def test_after_a_failure_the_next_call_may_succeed(
    embedding_endpoint: EmbeddingEndpoint,
) -> None:
    embedder = LitellmEmbedder("openai/scripted")
    embedding_endpoint.script = lambda _: (503, {"error": {"message": "later"}})
    with pytest.raises(EmbedderUnavailable):
        await embedder.embed(["a text"])
    embedding_endpoint.script = lambda texts: (200, answer(texts))
    assert (await embedder.embed(["a text"])).shape == (1, embedder.dimension)
