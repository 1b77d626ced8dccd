from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.fading import (
    KEPT_SHARE,
    LEAST_KEPT,
    Record,
    fade_score,
    key_sentences,
    retrieval_score,
)


def record(age_days: float = 1.0, used: int = 0, weight: float = 0.0, *tags: str) -> Record:
    return Record(age_days, used, weight, tags)


@given(st.floats(0, 1_000), st.floats(0, 5), st.integers(0, 50), st.floats(0, 1))
def test_age_and_pressure_fade_use_and_feeling_hold(
    age: float, pressure: float, used: int, weight: float
) -> None:
    score = fade_score(record(age, used, weight), pressure)
    assert fade_score(record(age + 1, used, weight), pressure) > score
    assert fade_score(record(age, used, weight), pressure + 1) >= score
    assert fade_score(record(age, used + 1, weight), pressure) < score
    assert fade_score(record(age, used, weight, "tea"), pressure) < score


def test_relevance_recency_feeling_and_tags_find() -> None:
    plain = retrieval_score(record(), 0.5, "what about tea?")
    assert retrieval_score(record(), 0.9, "what about tea?") > plain
    assert retrieval_score(record(0.0), 0.5, "what about tea?") > plain
    assert retrieval_score(record(1.0, 0, 0.5), 0.5, "what about tea?") > plain
    assert retrieval_score(record(1.0, 0, 0.0, "Tea"), 0.5, "what about tea?") > plain


@given(st.text(max_size=3_000))
def test_key_sentences_take_about_a_third_and_are_always_the_same(text: str) -> None:
    kept = key_sentences(text)
    assert kept == key_sentences(text)
    assert len(kept) <= max(LEAST_KEPT, int(len(text) * KEPT_SHARE))


def test_a_correction_is_kept_before_other_sentences() -> None:
    text = " ".join(["The weather was mild and nobody said much."] * 20)
    assert "No, always ask Ann first." in key_sentences(f"{text} No, always ask Ann first. {text}")
