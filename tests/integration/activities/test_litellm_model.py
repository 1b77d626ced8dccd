from __future__ import annotations

import asyncio
import json
import traceback

import pytest

from activities.proposers import errors, prompt
from activities.proposers.answer_format import ANSWER_FORMAT
from activities.proposers.litellm_model import LitellmProposer
from activities.proposers.proposer import ProposerInput, Vectors
from tests.fixtures.diary import belief, diary, episode
from tests.fixtures.model_endpoint import KEY, MODEL, Manner, ModelEndpoint, Scripted, fails, says

DIFF = {
    "op": "add",
    "belief": "The user prefers tables",
    "confidence": 0.8,
    "rationale": "said twice",
    "source_episodes": ["ep_1", "ep_2"],
    "kind": "preference",
}
USAGE = {"prompt_tokens": 120, "completion_tokens": 40, "total_tokens": 160}


async def no_embedder(_: list[str]) -> Vectors:
    raise AssertionError("a model embeds nothing")


def question(*turns: str) -> ProposerInput:
    return ProposerInput(diary(*turns), no_embedder, [belief("The user likes tea")])


async def ask(timeout_seconds: float = 30.0) -> None:
    await LitellmProposer(MODEL, timeout_seconds).propose(question("I prefer tables."))


async def test_one_call_without_tools_carries_rules_and_memory(
    model_endpoint: ModelEndpoint,
) -> None:
    model_endpoint.script(says(json.dumps([DIFF]), USAGE))
    answer = await LitellmProposer(MODEL).propose(question("I prefer tables.", "Tables again."))
    assert [diff.belief for diff in answer.diffs] == [DIFF["belief"]]
    assert answer.model.model_dump() == {
        "name": MODEL,
        "calls": 1,
        "input_tokens": 120,
        "output_tokens": 40,
        "cost_usd": None,
    }
    (request,) = model_endpoint.requests
    assert "tools" not in request
    assert request["messages"][0]["content"] == prompt.RULES
    assert "I prefer tables." in request["messages"][1]["content"]
    assert "The user likes tea" in request["messages"][1]["content"]


async def test_a_known_model_has_a_price(model_endpoint: ModelEndpoint) -> None:
    answer = says("[]", USAGE)
    model_endpoint.script(Scripted({**answer.body, "model": "gpt-4o-mini"}))
    proposed = await LitellmProposer("openai/gpt-4o-mini").propose(question("I prefer tables."))
    assert proposed.model.cost_usd is not None
    assert 0 < proposed.model.cost_usd < 0.01


async def test_a_model_that_can_is_held_to_the_schema_and_any_other_is_not(
    model_endpoint: ModelEndpoint,
) -> None:
    model_endpoint.script(says(json.dumps({"diffs": [DIFF | {"target_belief_id": None}]})))
    for model in ("openai/gpt-4o-mini", MODEL):
        answer = await LitellmProposer(model).propose(question("I prefer tables."))
        assert [diff.belief for diff in answer.diffs] == [DIFF["belief"]]
    held, free = model_endpoint.requests
    assert held["response_format"] == ANSWER_FORMAT
    assert "response_format" not in free
    assert not {"tools", "tool_choice", "functions"} & (held.keys() | free.keys())


async def test_an_answer_has_no_more_room_than_its_model_gives(
    model_endpoint: ModelEndpoint,
) -> None:
    for model in ("openai/gpt-3.5-turbo", MODEL):
        await LitellmProposer(model).propose(question("I prefer tables."))
    assert [request["max_tokens"] for request in model_endpoint.requests] == [4_096, 8_192]


async def test_an_answer_that_was_cut_off_never_counts(model_endpoint: ModelEndpoint) -> None:
    model_endpoint.script(says("[]", USAGE, finish_reason="length"))
    with pytest.raises(errors.AnswerUndecodable, match="cut off") as fault:
        await ask()
    assert fault.value.model.output_tokens == 40


async def test_missing_usage_is_told_as_unknown(model_endpoint: ModelEndpoint) -> None:
    model_endpoint.script(says("[]"))
    use = (await LitellmProposer(MODEL).propose(question("I prefer tables."))).model
    assert (use.calls, use.input_tokens, use.output_tokens, use.cost_usd) == (1, None, None, None)


@pytest.mark.parametrize("text", ["I found nothing to learn.", "[{'op': }]", "", None])
async def test_an_answer_without_diffs_is_undecodable_and_its_tokens_count(
    model_endpoint: ModelEndpoint, text: str | None
) -> None:
    model_endpoint.script(says(text, USAGE))
    with pytest.raises(errors.AnswerUndecodable) as fault:
        await ask()
    assert (fault.value.model.calls, fault.value.model.input_tokens) == (1, 120)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
async def test_a_passing_fault_is_hit_once_and_may_be_tried_again(
    model_endpoint: ModelEndpoint, status: int
) -> None:
    model_endpoint.script(fails(status, retry_after="7"))
    with pytest.raises(errors.ModelUnavailable) as fault:
        await ask()
    assert fault.value.retry_after == 7.0
    assert len(model_endpoint.requests) == fault.value.model.calls == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_a_lasting_fault_is_refused(model_endpoint: ModelEndpoint, status: int) -> None:
    model_endpoint.script(fails(status))
    with pytest.raises(errors.ModelRefused) as fault:
        await ask()
    assert fault.value.status == status
    assert len(model_endpoint.requests) == 1


async def test_a_refusal_says_what_mends_it(model_endpoint: ModelEndpoint) -> None:
    model_endpoint.script(fails(401), fails(400, "This model's maximum context length is 4096"))
    with pytest.raises(errors.ModelRefused, match="key where the worker runs"):
        await ask()
    with pytest.raises(errors.ModelRefused, match="MULE_INPUT_TOKENS"):
        await ask()


async def test_a_provider_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(errors.ModelUnavailable):
        await LitellmProposer(MODEL, api_base="http://127.0.0.1:9/v1").propose(question("Hello."))


@pytest.mark.parametrize("how", ["waits", "drips"])
async def test_an_answer_that_does_not_come_times_out(
    model_endpoint: ModelEndpoint, how: Manner
) -> None:
    model_endpoint.script(Scripted(says("[]").body, manner=how))
    with pytest.raises(errors.ModelUnavailable):
        await ask(timeout_seconds=0.3)
    assert len(model_endpoint.requests) == 1


@pytest.mark.parametrize("status", [401, 503])
async def test_a_providers_text_and_the_key_reach_no_error(
    model_endpoint: ModelEndpoint, status: int
) -> None:
    model_endpoint.script(fails(status, message=f"bad key {KEY}"))
    with pytest.raises(errors.ProposerError) as fault:
        await ask()
    shown = "".join(traceback.format_exception(fault.value)) + repr(fault.value.__context__)
    assert KEY not in shown
    assert "bad key" not in shown


async def test_more_episodes_than_fit_are_refused_before_any_call(
    model_endpoint: ModelEndpoint,
) -> None:
    episodes = [episode(number, "Hello. " * 100) for number in range(10)]
    with pytest.raises(errors.EpisodesTooLarge, match="MULE_INPUT_TOKENS") as fault:
        await LitellmProposer(MODEL, input_tokens=2_000).propose(
            ProposerInput(episodes, no_embedder)
        )
    assert fault.value.model.calls == 0
    assert model_endpoint.requests == []


async def test_many_calls_at_once_and_one_after_another_close_their_transports(
    model_endpoint: ModelEndpoint,
) -> None:
    model_endpoint.script(says("[]", USAGE))
    for _ in range(2):
        answers = await asyncio.gather(
            *(LitellmProposer(MODEL).propose(question("I prefer tables.")) for _ in range(5))
        )
        assert [answer.diffs for answer in answers] == [[]] * 5
    assert len(model_endpoint.requests) == 10
