from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge_api.web.marked_text import Piece, compared, found_words, pieces, without_unseen

texts = st.text(max_size=60) | st.text(alphabet="a \u200b\u202e\n\ud800é👍", max_size=30)
spans = st.lists(st.tuples(st.integers(0, 70), st.integers(0, 70), st.just("new")), max_size=4)


def read(shown: list[Piece]) -> str:
    """Put the pieces together again, what was written out as the characters it stands for."""
    return "".join(
        "".join(chr(int(number.removeprefix("U+"), base=16)) for number in piece.text.split())
        if piece.mark == "unseen"
        else piece.text
        for piece in shown
    )


@given(texts, spans)
def test_pieces_hold_the_whole_text_whatever_is_marked(text: str, marks: list) -> None:  # type: ignore[type-arg]
    assert read(pieces(text, marks)) == text


@given(texts, texts)
def test_a_comparison_holds_both_texts_whole(old: str, new: str) -> None:
    before, after = compared(old, new)
    assert (read(before), read(after)) == (old, new)


@given(texts, texts)
def test_looking_for_words_loses_none(text: str, sought: str) -> None:
    assert read(found_words(text, sought)) == text


@given(texts)
def test_nothing_unseen_is_left_of_a_text_without_it(text: str) -> None:
    assert all(piece.mark != "unseen" for piece in pieces(without_unseen(text)))


def test_what_differs_is_marked_as_old_and_new() -> None:
    before, after = compared("deploys on Mondays", "deploys on Fridays")
    assert before == [Piece("deploys on "), Piece("Mondays", "old")]
    assert after == [Piece("deploys on "), Piece("Fridays", "new")]


def test_an_inflected_word_is_found() -> None:
    assert Piece("deploy", "found") in found_words("We deploy on Fridays", "The team deploys")
