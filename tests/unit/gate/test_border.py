from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from types import MappingProxyType

import pytest

from forge_client.proposals import BeliefDiff
from gate.border import read_beliefs, read_diffs, read_episodes, read_instant
from gate.faults import GateInputError
from gate.records import Belief, Diff, Episode

PLAIN = {
    "op": "add",
    "belief": "The user naps",
    "confidence": 0.8,
    "rationale": "seen twice",
    "source_episodes": ["ep_1", "ep_2"],
}
READ = Diff("add", "The user naps", 0.8, "seen twice", ("ep_1", "ep_2"))


@dataclass
class ForeignDiff:
    op: str = "add"
    belief: str = "The user naps"
    confidence: float = 0.8
    rationale: str = "seen twice"
    source_episodes: list[str] = field(default_factory=lambda: ["ep_1", "ep_2"])


class Op(StrEnum):
    ADD = "add"


@pytest.mark.parametrize(
    "shape",
    [
        PLAIN,
        MappingProxyType(PLAIN),
        ForeignDiff(),
        BeliefDiff(**PLAIN),
        READ,
        {**PLAIN, "op": Op.ADD},
    ],
    ids=["dict", "mapping", "dataclass", "pydantic", "own", "enum"],
)
def test_every_shape_of_a_diff_reads_the_same(shape: object) -> None:
    assert read_diffs([shape]) == [READ]


def test_shapes_may_be_mixed() -> None:
    assert read_diffs([PLAIN, ForeignDiff()]) == [READ, READ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"op": "learn"}, r"diffs\[1\]\.op: must be one of add, forget"),
        ({"op": 3}, r"diffs\[1\]\.op: must be text"),
        ({"belief": None}, r"diffs\[1\]\.belief: must be text"),
        ({"confidence": "high"}, r"diffs\[1\]\.confidence: must be a number"),
        ({"confidence": 1.5}, r"diffs\[1\]\.confidence: must be from 0 to 1"),
        ({"confidence": float("nan")}, r"diffs\[1\]\.confidence: must be from 0 to 1"),
        ({"source_episodes": "ep_1"}, r"diffs\[1\]\.source_episodes: must be a list"),
        ({"source_episodes": [1]}, r"diffs\[1\]\.source_episodes\[0\]: must be text"),
        ({"target_belief_id": 7}, r"diffs\[1\]\.target_belief_id: must be text or nothing"),
    ],
)
def test_a_wrong_field_is_named_with_its_item(change: dict[str, object], message: str) -> None:
    with pytest.raises(GateInputError, match=message):
        read_diffs([PLAIN, {**PLAIN, **change}])


def test_a_missing_field_is_named() -> None:
    with pytest.raises(GateInputError, match=r"diffs\[0\]\.belief: is missing"):
        read_diffs([{"op": "add"}])


def test_the_error_does_not_quote_the_value() -> None:
    with pytest.raises(GateInputError) as caught:
        read_diffs([{**PLAIN, "confidence": "my secret"}])
    assert "my secret" not in str(caught.value)


@pytest.mark.parametrize("no_list", ["text", {"a": 1}, 3, None])
def test_what_is_no_list_is_refused(no_list: object) -> None:
    with pytest.raises(GateInputError, match="active: must be a list"):
        read_beliefs(no_list, "active")  # type: ignore[arg-type]  # That is the point.


def test_a_belief_needs_only_its_id_and_content() -> None:
    read = read_beliefs([{"id": "bel_1", "content": "x"}], "active")
    assert (read.ids, read.contents, read.versions) == (["bel_1"], ["x"], [None])


def test_a_belief_may_come_as_an_object() -> None:
    read = read_beliefs([Belief("bel_1", "x", version=2)], "active")
    assert (read.ids, read.contents, read.versions) == (["bel_1"], ["x"], [2])


def test_a_bad_time_is_named() -> None:
    with pytest.raises(GateInputError, match=r"active\[0\]\.created_at: must be an RFC 3339 time"):
        read_beliefs([{"id": "bel_1", "content": "x", "created_at": "yesterday"}], "active")


@pytest.mark.parametrize(
    "written",
    [
        "2026-03-01T10:00:00Z",
        "2026-03-01t10:00:00z",
        "2026-03-01T12:00:00+02:00",
        "2026-03-01T10:00:00",
        datetime(2026, 3, 1, 10, tzinfo=UTC),
        datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=2))),
    ],
)
def test_one_moment_may_be_written_in_many_ways(written: object) -> None:
    assert read_instant(written, "now") == datetime(2026, 3, 1, 10, tzinfo=UTC)


def test_an_episode_may_hold_sentences_as_texts_or_objects() -> None:
    given = {
        "id": "ep_1",
        "summary": None,
        "statements": ["He naps.", {"said_by": "user", "text": "I nap."}],
    }
    assert read_episodes([given]) == {"ep_1": Episode("ep_1", "", ("He naps.", "I nap."), "")}
