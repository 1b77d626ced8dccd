"""docs/gate.md tells of every reason code, in a row of its own or beside its like."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from forge_api.memory import review_reasons
from forge_client.beliefs import STILL_TRUE
from gate.verdict import Code, Reason

PAGE = (Path(__file__).parents[3] / "docs" / "gate.md").read_text("utf-8")
OF_DUPLICATES = {
    "seen_again",
    "no_new_evidence",
    "duplicate_in_batch",
    "near_duplicate_in_batch",
}
"""They are dropped, so that no card carries these."""


def test_every_code_is_documented_and_no_other() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == {*get_args(Code), STILL_TRUE}


def test_every_code_that_a_card_can_carry_has_its_words() -> None:
    told = review_reasons.from_gate([Reason(code) for code in get_args(Code)], [])
    assert {one.code for one in told if one.text == one.code} == OF_DUPLICATES
