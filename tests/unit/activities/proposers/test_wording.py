from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from activities.proposers.wording import read, read_clauses, take_speaker


def texts(sentence: str) -> list[str]:
    return [clause.text for clause in read_clauses(sentence)]


def kinds(sentence: str) -> list[str | None]:
    return [clause.kind for clause in read_clauses(sentence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Good morning!",
        "Thanks, that helps a lot 🙏",
        "That's great, Mel!",
        "Wow, I'm so happy for you!",
        "You're doing an awesome job looking after yourself!",
        "lol, never mind 😄",
        "How long have you been married?",
        "Can't wait to see it.",
        "ok",
    ],
)
def test_chatter_and_questions_say_nothing(sentence: str) -> None:
    assert texts(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I prefer tables over bullet lists.", "preference"),
        ("I'd rather see the diff first.", "preference"),
        ("I don't like emoji in commit messages.", "preference"),
        ("Keep answers short when I'm in the terminal.", "preference"),
        ("Use uv instead of Poetry.", "preference"),
        ("Bitte antworte im Terminal immer kurz.", "preference"),
        ("Never push to the main branch.", "constraint"),
        ("Always run the tests before you merge.", "procedure"),
        ("After every incident we write a postmortem.", "procedure"),
        ("My timezone is Europe/Berlin.", "fact"),
        ("We deploy on Thursdays.", "fact"),
        ("Painting helps me relax after work.", "fact"),
    ],
)
def test_what_lasts_is_told_by_kind(sentence: str, kind: str) -> None:
    assert kinds(sentence) == [kind]


@pytest.mark.parametrize(
    "sentence",
    [
        "Tag the release and deploy billing-api.",
        "Write a failing test for it.",
        "I went to the dentist yesterday.",
        "I love that painting of yours.",
        "Freeze main tonight.",
        "Sharing our experiences isn't always easy.",
        "Even if it's not always easy.",
    ],
)
def test_single_requests_events_and_fragments_do_not_last(sentence: str) -> None:
    assert set(kinds(sentence)) <= {None}


def test_a_sentence_falls_into_its_statements() -> None:
    assert texts("We deploy on Tuesdays, so please have the list ready.") == [
        "We deploy on Tuesdays",
        "have the list ready",
    ]
    assert texts("I live in Hamburg, so my timezone is Europe/Berlin.") == [
        "I live in Hamburg",
        "my timezone is Europe/Berlin",
    ]


def test_a_condition_stays_with_what_it_holds_for() -> None:
    assert texts("When I travel, I answer mail only once.") == [
        "When I travel, I answer mail only once"
    ]


def test_interjections_names_and_afterthoughts_are_left_out() -> None:
    assert texts("No, use uv instead of Poetry again, please.") == ["use uv instead of Poetry"]
    assert texts("Melanie, I love camping trips too!") == ["I love camping trips"]
    assert texts("In the terminal I prefer short answers, remember?") == [
        "In the terminal I prefer short answers"
    ]


def test_a_masked_secret_teaches_nothing() -> None:
    assert texts("My key is always [stripe-key] in staging.") == []


def test_what_is_only_contrasted_is_denied_and_not_meant() -> None:
    (clause,) = read_clauses("We deploy on Thursdays now, no longer on Tuesdays.")
    assert not clause.negated
    assert clause.slots == {"thursday"}
    assert clause.denied == {"tuesday"}


def test_a_switch_denies_what_it_leaves() -> None:
    assert read("We switched from Poetry to uv").denied == {"poetry"}


def test_without_never_and_not_turn_a_clause_round() -> None:
    assert read("I want answers without emoji").negated
    assert read("I don’t want emoji").negated
    assert not read("I want emoji").negated


def test_a_name_before_a_colon_is_the_speaker() -> None:
    assert take_speaker("Caroline: I love painting") == ("Caroline", "I love painting")
    assert take_speaker("Again: run the tests") == (None, "Again: run the tests")


@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    for clause in read_clauses(text):
        assert clause.text.strip()
        assert "" not in clause.stems
