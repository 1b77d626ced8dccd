"""A sentence that is meant to last is told from one that is of its turn."""

from __future__ import annotations

import pytest

from activities.proposers.lasting import insists, lasts


@pytest.mark.parametrize(
    "said",
    [
        "Please call me Sam in mails, as I told you last week, as always.",
        "That's how I like it, the dates on the left.",
        "From now on the minutes go to Ruth first.",
        "You keep forgetting the umlauts.",
        "We only do decaf at ours.",
        "Can you make a habit of checking the tyre pressure?",
        "I can't stand pop-ups.",
        "Write years in full.",
        "No adjectives in headlines.",
        "Leave the recipe names as they are.",
        "Thursdays are for the allotment.",
        "Nothing leaves this house unsigned without my say.",
        "Serif, not sans.",
    ],
)
def test_a_rule_a_habit_and_a_reminder_last(said: str) -> None:
    assert lasts(said, corrects=False)


@pytest.mark.parametrize(
    "said",
    [
        "Do you always answer like this?",
        "what does one usually say then",
        "When I was small every summer was hot.",
        "Uncle Bert said one should never whistle indoors.",
        "She only eats soup.",
        "A neighbour of ours always mows on Sundays.",
        "Only this once, write it in capitals.",
        "For this letter only, use first names.",
        "Sort it, but don't change anything.",
        "Oh great, from now on we all speak Latin.",
        "Imagine you must always rhyme.",
        "Thanks, always a pleasure!",
        "I fixed all my bikes.",
        "Done, every test is green.",
        "My sister asked whether it always rains here.",
    ],
)
def test_questions_stories_exceptions_and_irony_do_not(said: str) -> None:
    assert not lasts(said, corrects=True)


def test_a_correction_lasts_unless_it_is_of_a_day_or_says_nothing() -> None:
    assert lasts("The blue stamp goes on the copy.", corrects=True)
    assert not lasts("The blue stamp goes on the copy.", corrects=False)
    assert not lasts("The blue stamp is out today.", corrects=True)
    assert not lasts("Wrong!", corrects=True)


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("Please remember that the gate sticks.", True),
        ("From now on, feed the cat at six.", True),
        ("As of May the fee is forty.", True),
        ("Standing request: a list of open tickets on Mondays.", True),
        ("Ab jetzt bitte ohne Anhang.", True),
        ("I remember that summer.", False),
        ("The gate always sticks.", False),
    ],
)
def test_who_asks_to_be_remembered_insists(said: str, asks: bool) -> None:
    assert insists(said) is asks
