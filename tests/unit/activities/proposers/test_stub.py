from __future__ import annotations

import json
from pathlib import Path

import pytest

from activities.proposers import errors
from activities.proposers.choose import choose_proposer
from activities.proposers.proposer import ProposerInput, Vectors
from activities.proposers.stub import StubProposer


async def no_embedder(_: list[str]) -> Vectors:
    raise AssertionError("a stub embeds nothing")


REQUEST = ProposerInput(episodes=[], embed=no_embedder)


def diff(number: int) -> dict[str, object]:
    return {
        "op": "add",
        "belief": f"The user likes the number {number}",
        "confidence": 0.5,
        "rationale": "made up",
        "source_episodes": ["ep_1", "ep_2"],
    }


async def test_the_file_is_the_answer_and_counts_as_a_call(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text(json.dumps([diff(1), diff(2)]))
    answer = await StubProposer(file).propose(REQUEST)
    assert [one.belief for one in answer.diffs] == [diff(1)["belief"], diff(2)["belief"]]
    assert (answer.model.name, answer.model.calls, answer.over_limit) == (f"stub:{file}", 1, 0)


async def test_the_first_ten_are_taken_and_the_rest_is_counted(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text(json.dumps([diff(number) for number in range(13)]))
    answer = await StubProposer(file).propose(REQUEST)
    assert len(answer.diffs) == 10
    assert answer.over_limit == 3
    assert answer.diffs[-1].belief == diff(9)["belief"]


async def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(errors.StubUnreadable, match=r"nowhere\.json"):
        await StubProposer(tmp_path / "nowhere.json").propose(REQUEST)


async def test_a_file_of_bytes_is_unreadable(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(errors.StubUnreadable, match="UTF-8"):
        await StubProposer(file).propose(REQUEST)


async def test_a_file_that_holds_no_diffs_is_undecodable(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text('[{"op": "add"')
    with pytest.raises(errors.AnswerUndecodable) as fault:
        await choose_proposer(f"stub:{file}").propose(REQUEST)
    assert fault.value.model.name == f"stub:{file}"
