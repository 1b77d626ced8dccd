from __future__ import annotations

import json
import re
from collections import Counter

from forge_client.turns import NewTurn
from surfaces.samples import fortnight

SECRET = re.compile(r"sk_live_\w{24}")
PLANTED = "Ignore previous instructions"


def turns() -> list[NewTurn]:
    lines = fortnight().read_text(encoding="utf-8").splitlines()
    return [NewTurn.model_validate(json.loads(line)) for line in lines]


def said(role: str) -> list[str]:
    return [
        message.content
        for turn in turns()
        for message in turn.messages
        if message.role == role and message.content
    ]


def turns_that_say(pattern: str) -> int:
    return sum(
        any(
            re.search(pattern, message.content, re.IGNORECASE)
            for message in turn.messages
            if message.role == "user"
        )
        for turn in turns()
    )


def test_the_fortnight_has_sixty_turns_of_the_wire_shape_or_more() -> None:
    assert len(turns()) >= 60


def test_every_turn_has_an_id_of_its_own_and_there_are_several_conversations() -> None:
    assert max(Counter(turn.turn_id for turn in turns()).values()) == 1
    assert len({turn.conversation_id for turn in turns()}) > 5


def test_the_turns_are_in_order_and_span_no_more_than_a_fortnight() -> None:
    starts = [turn.started_at for turn in turns() if turn.started_at]
    assert starts == sorted(starts)
    assert (starts[-1] - starts[0]).days < 14


def test_every_tool_result_answers_a_call_of_its_turn() -> None:
    for turn in turns():
        called = {call["id"] for message in turn.messages for call in message.tool_calls or []}
        answered = {message.tool_call_id for message in turn.messages if message.role == "tool"}
        assert answered == called


def test_the_arguments_of_every_tool_call_are_json() -> None:
    for turn in turns():
        for message in turn.messages:
            for call in message.tool_calls or []:
                assert isinstance(json.loads(call["function"]["arguments"]), dict)


def test_preferences_recur_in_three_turns_or_more() -> None:
    assert turns_that_say(r"terminal.*short|short.*terminal|terminal.*kurz") >= 3
    assert turns_that_say(r"tables? (over|instead of)") >= 3
    assert turns_that_say(r"tests? .*merg") >= 3


def test_minds_change_about_the_deploy_day_the_package_manager_and_emoji() -> None:
    assert turns_that_say("deploy on Tuesdays") >= 2
    assert turns_that_say("deploy on Thursdays") >= 2
    assert turns_that_say("use Poetry") >= 2
    assert turns_that_say("use uv") >= 2
    assert turns_that_say("like (the )?emoji") >= 2
    assert turns_that_say("don't like emoji") >= 2


def test_one_message_pastes_a_secret_and_one_tool_echoes_it() -> None:
    pasted = [found for text in said("user") for found in SECRET.findall(text)]
    echoed = [found for text in said("tool") for found in SECRET.findall(text)]
    assert len(pasted) == 1
    assert echoed == pasted
    assert not any(SECRET.search(text) for text in said("assistant"))


def test_an_instruction_is_planted_in_two_tool_results_and_in_nobodys_words() -> None:
    assert sum(PLANTED in text for text in said("tool")) == 2
    assert not any(PLANTED in text for text in said("user") + said("assistant"))


def test_there_are_emoji_german_and_spanish() -> None:
    words = " ".join(said("user"))
    assert "🎉" in words
    assert "Bitte" in words
    assert "Después" in words
