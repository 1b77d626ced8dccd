from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.wording import normalize, spell_out, stem, tokens


def words(text: str) -> list[str]:
    return [token.word for token in tokens(text)]


def test_normalizing_lowers_the_case_and_collapses_white_space() -> None:
    assert normalize("  The\tUser \n likes  TEA ") == "the user likes tea"


@given(st.text())
def test_normalizing_twice_changes_nothing_more(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("don't", ("do", "not")),
        ("don’t", ("do", "not")),
        ("Isn’t", ("is", "not")),
        ("cannot", ("can", "not")),
        ("won't", ("will", "not")),
        ("doesnt", ("does", "not")),
        ("user’s", ("user", "'s")),
        ("I'm", ("i", "am")),
        ("l’utilisateur", ("utilisateur",)),
        ("n’aime", ("ne", "aime")),
    ],
)
def test_contractions_are_taken_apart(written: str, expected: tuple[str, ...]) -> None:
    assert spell_out(written) == expected


def test_a_contraction_keeps_the_place_of_the_whole_word() -> None:
    text = "The user don’t mind"
    assert [text[t.span.start : t.span.end] for t in tokens(text) if t.word == "not"] == ["don’t"]


def test_scripts_without_blanks_are_read_by_character() -> None:
    assert words("用户不喜欢") == ["用", "户", "不", "喜", "欢"]


def test_pictographs_are_words_and_punctuation_is_not() -> None:
    assert words("likes 🍕, really!") == ["likes", "🍕", "really"]


@pytest.mark.parametrize(
    "forms",
    [
        ("use", "uses", "used", "using"),
        ("smoke", "smokes", "smoked", "smoking"),
        ("plan", "plans", "planned", "planning"),
        ("reply", "replies", "replied"),
        ("move", "moves", "moved", "moving"),
        ("child", "children"),
        ("write", "wrote", "written", "writing"),
    ],
)
def test_inflections_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@given(st.text())
def test_every_token_stands_where_it_says(text: str) -> None:
    for token in tokens(text):
        assert 0 <= token.span.start < token.span.end <= len(text)
        assert token.word
