from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_client import word_diff
from forge_client.beliefs import Belief, Span
from forge_client.cards import Conflict

NOW = datetime(2026, 3, 1, tzinfo=UTC)
texts = st.text(st.sampled_from("ab c.\n"), max_size=40)


def without(text: str, spans: list[Span]) -> str:
    for span in reversed(spans):
        text = text[: span.start] + text[span.end :]
    return text


@given(texts, texts)
def test_what_is_left_of_both_is_the_same(old: str, new: str) -> None:
    gone, came = word_diff.changed(old, new)
    assert without(old, gone) == without(new, came)


def test_a_word_that_changed_is_all_that_differs() -> None:
    gone, came = word_diff.changed("deploys on Mondays", "deploys on Fridays")
    assert (gone, came) == ([Span(start=11, end=18)], [Span(start=11, end=18)])


@pytest.mark.parametrize(
    ("span", "other_span", "ours", "theirs"),
    [
        ((4, 9), (0, 9), ["never"], []),
        ((0, 15), (0, 9), ["never "], []),
        (None, None, ["never "], []),
        ((4, 9), (4, 9), ["never"], ["sleep"]),
    ],
)
def test_what_clashes_is_never_all_of_a_text(
    span: tuple[int, int] | None,
    other_span: tuple[int, int] | None,
    ours: list[str],
    theirs: list[str],
) -> None:
    content, other = "You never sleep", "You sleep"
    found = word_diff.clashing(
        content,
        Conflict(
            belief=belief(other),
            rule="negation_overlap",
            span=Span(start=span[0], end=span[1]) if span else None,
            other_span=Span(start=other_span[0], end=other_span[1]) if other_span else None,
        ),
    )
    texts_of = zip((content, other), found, strict=True)
    assert [[text[one.start : one.end] for one in spans] for text, spans in texts_of] == [
        ours,
        theirs,
    ]


def belief(content: str) -> Belief:
    return Belief(
        id="bel_1",
        agent_id="my-agent",
        content=content,
        kind="fact",
        status="active",
        confidence=0.8,
        version=1,
        created_at=NOW,
        updated_at=NOW,
    )
