from __future__ import annotations

import pytest
from pydantic import BaseModel, ValidationError

from forge_client import field_faults
from forge_client.beliefs import EditRequest
from forge_client.entries import EntryFilter
from forge_client.erasures import ErasureRequest
from forge_client.reflection import ReflectionInput
from forge_client.turns import NewTurn

TURN = {"turn_id": "t", "conversation_id": "c", "messages": [{"role": "user"}]}


@pytest.mark.parametrize(
    ("shape", "sent", "told"),
    [
        (NewTurn, TURN | {"mesages": 1}, "mesages: no such field: mend the name, or leave it out"),
        (NewTurn, TURN | {"messages": []}, "messages: must hold at least one item"),
        (NewTurn, TURN | {"turn_id": ""}, "turn_id: must hold at least one character"),
        (NewTurn, {"turn_id": "t", "conversation_id": "c"}, "messages: is missing"),
        (NewTurn, TURN | {"messages": ["hunter2"]}, "messages.0: must be a JSON object"),
        (
            NewTurn,
            TURN | {"messages": [{"role": "hunter2"}]},
            "messages.0.role: must be system, developer, user, assistant, tool or function",
        ),
        (NewTurn, TURN | {"started_at": "hunter2"}, f"started_at: {field_faults.A_TIME}"),
        (ErasureRequest, {}, "give turn_ids or conversation_id, and not both"),
        (EditRequest, {"confidence": 2}, "confidence: must be 1.0 or less"),
        (EditRequest, {"content": " "}, "content: is blank; give at least one visible character"),
        (ReflectionInput, {"agent_id": "a", "dry_run": 1}, "dry_run: must be true or false"),
        (EntryFilter, {"after": "hunter2"}, "after: must be a whole number"),
    ],
)
def test_a_fault_says_in_plain_words_what_to_mend(
    shape: type[BaseModel], sent: dict[str, object], told: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        shape.model_validate(sent)
    assert field_faults.sentence(refused.value) == told


def test_what_we_have_no_words_for_keeps_the_validators_own() -> None:
    found = {"type": "is_instance_of", "loc": (), "msg": "Input should be a spoon", "ctx": {}}
    assert field_faults.message(found) == "Input should be a spoon"


def test_values_of_a_filter_stand_between_commas_or_in_several_parameters() -> None:
    asked = EntryFilter.model_validate({"types": ["MESSAGE,SPIKE", "TOOL_USE"], "sources": ["a,b"]})
    assert asked.types == ["MESSAGE", "SPIKE", "TOOL_USE"]
    assert asked.sources == ["a", "b"]
