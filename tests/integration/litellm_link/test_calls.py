from __future__ import annotations

import asyncio
import importlib
import threading
from typing import Any

from activities.proposers.litellm_model import LitellmProposer
from activities.proposers.proposer import ProposerInput, Vectors
from forge_api.embedding.litellm_model import LitellmEmbedder
from tests.fixtures.diary import diary
from tests.fixtures.embedding_endpoint import EmbeddingEndpoint
from tests.fixtures.model_endpoint import MODEL, ModelEndpoint


async def no_embedder(_: list[str]) -> Vectors:
    raise AssertionError("a model embeds nothing")


def clients_held() -> int:
    litellm: Any = importlib.import_module("litellm")  # Late: once a call has put it offline.
    return len(litellm.in_memory_llm_clients_cache.cache_dict)


async def test_a_completion_that_ends_closes_no_client_of_an_embedding_in_flight(
    model_endpoint: ModelEndpoint, embedding_endpoint: EmbeddingEndpoint
) -> None:
    embedding_endpoint.hold = threading.Event()
    embedding = asyncio.create_task(LitellmEmbedder("openai/scripted").embed(["a text"]))
    await asyncio.to_thread(embedding_endpoint.arrived.wait, 30)

    proposer = LitellmProposer(MODEL, api_base=model_endpoint.url)
    await proposer.propose(ProposerInput(diary("I prefer tables."), no_embedder))
    assert clients_held(), "the embedding has lost its client"

    embedding_endpoint.hold.set()
    assert len(await embedding) == 1
    assert not clients_held()
