"""The promises of the log name tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUARANTEES = (ROOT / "docs" / "guarantees.md").read_text("utf-8")

NAMED = sorted(set(re.findall(r"`(test_[a-z0-9_]+)`", GUARANTEES)))


@pytest.fixture(scope="module")
def defined() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        found.update(
            re.findall(r"^(?:async )?def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
        )
    return found


@pytest.mark.parametrize("name", NAMED)
def test_a_test_that_a_promise_names_exists(name: str, defined: set[str]) -> None:
    assert name in defined


def test_promises_are_numbered_without_a_gap_and_each_names_a_test() -> None:
    promises = re.split(r"^(\d+)\. ", GUARANTEES, flags=re.MULTILINE)[1:]
    assert [int(number) for number in promises[::2]] == list(range(1, len(promises) // 2 + 1))
    for text in promises[1::2]:
        assert re.search(r"`test_\w+`", text), text
