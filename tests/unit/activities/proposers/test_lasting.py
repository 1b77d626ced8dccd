"""A sentence that is meant to last is told from one that is of its turn."""

from __future__ import annotations

import pytest

from activities.proposers.lasting import Lasting, insists, lasting


@pytest.mark.parametrize(
    "said",
    [
        "Please call me Sam in mails, as always.",
        "From now on the minutes go to Ruth first.",
        "You keep forgetting the umlauts.",
        "Thursdays are for the allotment.",
        "Every recipe needs its oven heat.",
        "I prefer serif.",
        "I can't stand pop-ups.",
    ],
)
def test_a_rule_a_habit_and_a_reminder_surely_last(said: str) -> None:
    assert lasting(said, corrects=False) is Lasting.SURELY


@pytest.mark.parametrize(
    "said",
    [
        "We only do decaf at ours.",
        "Could you see to it that nothing leaves the house before Ruth has signed?",
        "Write years in full.",
        "No adjectives in headlines.",
        "Leave the recipe names as they are.",
        "Serif, not sans.",
        "Six lines at most.",
        "Ruth is deaf in one ear.",
        "File names begin with the date.",
    ],
)
def test_how_things_are_or_have_to_be_is_likely_to_last(said: str) -> None:
    assert lasting(said, corrects=False) is Lasting.LIKELY


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
        "The blue stamp is out today.",
        "I totally agree, always the blue stamp.",
        "I'm always here for you!",
        "Good stamps only, they look lovely.",
    ],
)
def test_questions_stories_exceptions_and_irony_do_not(said: str) -> None:
    assert lasting(said, corrects=True) is Lasting.NO


def test_a_correction_is_likely_to_last_if_it_says_anything() -> None:
    assert lasting("The blue stamp goes on the copy.", corrects=True) is Lasting.LIKELY
    assert lasting("The blue stamp goes on the copy.", corrects=False) is Lasting.UNTOLD
    assert lasting("Wrong!", corrects=True) is Lasting.UNTOLD


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("Please remember that the gate sticks.", True),
        ("From now on, feed the cat at six.", True),
        ("As of May the fee is forty.", True),
        ("Standing request: a list of open tickets on Mondays.", True),
        ("Tabs NEVER go into YAML.", True),
        ("No lids on the pots, no exceptions.", True),
        ("Ab jetzt bitte ohne Anhang.", True),
        ("I remember that summer.", False),
        ("The gate always sticks.", False),
        ("Excited for the future!", False),
    ],
)
def test_who_asks_to_be_remembered_insists(said: str, asks: bool) -> None:
    assert insists(said) is asks
