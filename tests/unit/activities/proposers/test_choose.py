from __future__ import annotations

from pathlib import Path

import pytest

from activities.proposers.choose import choose_proposer
from activities.proposers.litellm_model import LitellmProposer
from activities.proposers.recurring import RecurringStatements
from activities.proposers.stub import StubProposer


@pytest.mark.parametrize("setting", [None, "", "  "])
def test_no_model_means_the_built_in_proposer(setting: str | None) -> None:
    assert isinstance(choose_proposer(setting), RecurringStatements)


def test_a_stub_names_its_file() -> None:
    assert choose_proposer("stub:answers/one.json") == StubProposer(Path("answers/one.json"))


def test_any_other_name_is_a_litellm_model() -> None:
    assert choose_proposer("openai/gpt-5-mini") == LitellmProposer("openai/gpt-5-mini")
