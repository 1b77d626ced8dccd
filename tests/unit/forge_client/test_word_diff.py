from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_client import word_diff
from forge_client.beliefs import Span

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
