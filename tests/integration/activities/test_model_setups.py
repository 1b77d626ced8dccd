"""Each model set-up of docs/operating.md, tried against a local OpenAI-compatible endpoint."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from activities.proposers.litellm_model import LitellmProposer
from activities.proposers.proposer import ProposerInput, Vectors
from tests.fixtures.diary import diary
from tests.fixtures.model_endpoint import KEY, ModelEndpoint, says

PAGE = (Path(__file__).parents[3] / "docs" / "operating.md").read_text("utf-8")
SETUPS = re.findall(r"^\| ([\w -]+) \| `([\w/.-]+)` \| `(\w+)` \| `(\w+)` \|$", PAGE, re.MULTILINE)


async def no_embedder(_: list[str]) -> Vectors:
    raise AssertionError("a model embeds nothing")


def test_hosted_local_and_gateway_set_ups_are_documented() -> None:
    assert {"OpenAI", "Ollama", "vLLM", "a litellm gateway"} <= {setup[0] for setup in SETUPS}


@pytest.mark.parametrize(("model", "key", "address"), [setup[1:] for setup in SETUPS])
async def test_a_documented_set_up_asks_its_endpoint_once_with_its_key(
    model_endpoint: ModelEndpoint,
    monkeypatch: pytest.MonkeyPatch,
    model: str,
    key: str,
    address: str,
) -> None:
    for name in ("OPENAI_API_BASE", "OPENAI_API_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv(address, model_endpoint.url)
    monkeypatch.setenv(key, KEY)
    model_endpoint.script(says(json.dumps({"diffs": []})))
    answer = await LitellmProposer(model).propose(ProposerInput(diary("Tea."), no_embedder))
    assert answer.diffs == []
    assert [request["model"] for request in model_endpoint.requests] == [model.partition("/")[2]]
    assert model_endpoint.keys == [KEY]
