"""The measurements run on the project's own cases, which hold."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evals import contradictions, duplicates, recall, redaction, sets


def test_of_the_own_cases_the_stronger_rules_flag_only_contradictions_and_nearly_all() -> None:
    measured = contradictions.measure(sets.OWN_CASES)
    assert measured["stronger"]["false_alarms"] == []
    assert measured["stronger"]["recall"] >= 0.85


def test_no_contradiction_of_the_own_cases_is_swallowed_as_a_repetition() -> None:
    measured = duplicates.measure(sets.OWN_CASES)
    assert measured["gate"]["swallowed"] == []
    assert measured["cosine"]["swallowed"] != []


def test_every_secret_of_the_own_cases_is_masked_and_nothing_else() -> None:
    measured = redaction.measure(redaction.OWN_CASES)
    assert measured["missed"] == []
    assert measured["false_alarms"] == []
    assert measured["secrets"] >= 300


def test_a_message_that_answers_a_question_is_found_in_three_ways(tmp_path: Path) -> None:
    said = ["My dog is called Biscuit.", "I moved to Lisbon.", "The oven runs hot."]
    messages = [{"id": f"D1:{n}", "speaker": "Ana", "text": text} for n, text in enumerate(said)]
    asked = {"question": "What is the dog called?", "evidence": ["D1:0"]}
    path = tmp_path / "small.json"
    path.write_text(json.dumps([{"sessions": [{"messages": messages}], "qa": [asked]}]))
    measured = recall.measure(path)
    assert [measured[way]["5"] for way in ("search", "bm25", "cosine")] == [1, 1, 1]


def test_a_measurement_prints_json() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "evals.contradictions", "--file", str(sets.OWN_CASES), "--json"],
        check=True,
        capture_output=True,
    )
    (measured,) = json.loads(told.stdout)
    assert measured["pairs"] == len(sets.read_pairs(sets.OWN_CASES))


def test_a_file_of_another_shape_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"text": "x"}\n')
    with pytest.raises(sets.UnreadableSet, match=r"other\.jsonl:1"):
        sets.read_pairs(path)
