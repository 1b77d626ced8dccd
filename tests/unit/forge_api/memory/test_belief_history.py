from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory import belief_history
from forge_api.memory.belief_history import MOST_COMPARED, changed_words
from forge_client.beliefs import AuditRow, Span

texts = st.text(st.sampled_from("ab \n.é日"), max_size=40)
AT = datetime(2026, 1, 1, tzinfo=UTC)


def row(version: int, **fields: Any) -> AuditRow:
    known = {
        "position": version,
        "belief_id": "bel_1",
        "version": version,
        "action": "edit",
        "from_status": "active",
        "to_status": "active",
        "content": "The user likes tea",
        "confidence": 0.7,
        "kind": "fact",
        "scope": "agent",
        "key_id": "key_1",
        "role": "reviewer",
        "at": AT,
    }
    return AuditRow(**known | fields)


def without(text: str, spans: list[Span]) -> str:
    kept, place = [], 0
    for span in spans:
        kept.append(text[place : span.start])
        place = span.end
    return "".join([*kept, text[place:]])


@given(texts, texts)
def test_without_the_words_that_differ_both_texts_are_one(before: str, after: str) -> None:
    removed, added = changed_words(before, after)
    assert without(before, removed) == without(after, added)


@given(texts)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert changed_words(text, text) == ([], [])


def test_the_words_that_changed_are_marked_and_no_others() -> None:
    removed, added = changed_words("The user likes green tea", "The user likes black tea")
    assert (removed, added) == ([Span(start=15, end=20)], [Span(start=15, end=20)])


def test_long_texts_are_marked_whole() -> None:
    before, after = "a " * MOST_COMPARED, "a " * MOST_COMPARED + "b"
    assert changed_words(before, after) == (
        [Span(start=0, end=len(before))],
        [Span(start=0, end=len(after))],
    )


def test_the_first_version_differs_from_nothing() -> None:
    first = row(1, action="propose", from_status=None, to_status="pending")
    [step] = belief_history.told("bel_1", [first]).steps
    assert {one.field: (one.before, one.after) for one in step.differences} == {
        "status": (None, "pending"),
        "content": (None, "The user likes tea"),
        "confidence": (None, 0.7),
        "kind": (None, "fact"),
        "scope": (None, "agent"),
    }


def test_a_version_tells_only_what_it_changed() -> None:
    newest, _ = belief_history.told("bel_1", [row(2, confidence=0.9), row(1)]).steps
    assert [(one.field, one.before, one.after) for one in newest.differences] == [
        ("confidence", 0.7, 0.9)
    ]


def test_erased_words_are_said_to_be_erased() -> None:
    newest, _ = belief_history.told("bel_1", [row(2, content=None), row(1, content=None)]).steps
    assert newest.erased
    assert newest.differences == []
