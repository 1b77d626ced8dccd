"""What every embedder promises, run once for each of them."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from forge_api import embedding
from forge_api.embedding import Embedder
from tests.fixtures.embedding_endpoint import EmbeddingEndpoint

BUILT_IN, SCRIPTED = None, "openai/scripted"


@pytest.fixture(params=[BUILT_IN, SCRIPTED], ids=["built-in", "litellm"])
def embedder(request: pytest.FixtureRequest, embedding_endpoint: EmbeddingEndpoint) -> Embedder:
    assert embedding_endpoint.url
    return embedding.choose(request.param)


async def test_each_text_has_one_row_of_length_one(embedder: Embedder) -> None:
    vectors = await embedder.embed(["tea in the morning", "a green bicycle", "早上喝茶 ☕"])
    assert vectors.dtype == np.float32
    assert vectors.shape == (3, embedder.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-5)


async def test_the_same_text_has_the_same_vector_whatever_stands_beside_it(
    embedder: Embedder,
) -> None:
    alone = await embedder.embed(["tea in the morning"])
    among = await embedder.embed(["x " * 400, "tea in the morning", "y"])
    np.testing.assert_array_equal(alone[0], among[1])


async def test_texts_that_share_words_are_nearer_than_strangers(embedder: Embedder) -> None:
    near, far = "please answer in short sentences", "the invoice of March is overdue"
    vectors = await embedder.embed(["please answer with short sentences", near, far])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


async def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert (await embedder.embed([])).shape[0] == 0


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u3000"])
async def test_a_blank_text_gets_the_first_axis_and_never_a_nan(
    embedder: Embedder, text: str
) -> None:
    (vector,) = await embedder.embed([text])
    assert vector[0] == 1.0
    assert np.linalg.norm(vector) == 1.0


@pytest.mark.parametrize("text", ["\ud83d", "a\0b", "\u202e", "word " * 20_000])
async def test_odd_texts_are_embedded_too(embedder: Embedder, text: str) -> None:
    vectors = await embedder.embed([text, "plain"])
    assert np.isfinite(vectors).all()
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-5)


async def test_more_texts_than_one_batch_keep_their_order(embedder: Embedder) -> None:
    texts = [f"word{number}" for number in range(700)]
    vectors = await embedder.embed(texts)
    np.testing.assert_array_equal(vectors[650], (await embedder.embed(["word650"]))[0])


async def test_many_callers_at_once_get_their_own_rows(embedder: Embedder) -> None:
    texts = [f"caller {number}" for number in range(12)]
    found = await asyncio.gather(*(embedder.embed([text]) for text in texts))
    together = await embedder.embed(texts)
    np.testing.assert_array_equal(np.concatenate(found), together)


async def test_the_name_tells_the_model(embedder: Embedder) -> None:
    assert embedder.name in {"built-in:wordllama-256", SCRIPTED}


@pytest.mark.parametrize("model", [None, "", "  "])
def test_no_model_means_the_built_in_one(model: str | None) -> None:
    assert embedding.choose(model).name == "built-in:wordllama-256"
