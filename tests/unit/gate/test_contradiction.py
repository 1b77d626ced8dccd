"""The stronger rules, by kind of clash: what each must find, and what it must leave alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.contradiction import find_contradiction
from tests.unit.gate import sentences

CLASHES = {
    "negation": [
        ("The user does not dislike linters", "The user dislikes linters"),
        ("The user eats meat", "The user does not eat meat"),
        ("The user eats meat", "The user doesn’t eat meat"),
        ("Pushes to main are allowed", "Pushes to main are not allowed"),
        ("The user can work late", "The user can't work late"),
        ("The user owns a printer", "The user owns no printer"),
        ("Everybody in the office drives", "Nobody in the office drives"),
        ("The user works at Initech", "The user no longer works at Initech"),
        ("The user drinks", "The user stopped drinking"),
        ("The user wants answers with tables", "The user wants answers without tables"),
        ("The user likes standups", "The user avoids standups"),
        ("Der Nutzer mag Kaffee", "Der Nutzer mag keinen Kaffee"),
        ("Der Nutzer arbeitet am Freitag", "Der Nutzer arbeitet nicht am Freitag"),
        ("El usuario trabaja los viernes", "El usuario no trabaja los viernes"),
        ("L’utilisateur travaille le vendredi", "L’utilisateur ne travaille pas le vendredi"),
        ("用户用英语写代码", "用户不用英语写代码"),
        ("ユーザーは肉を食べます", "ユーザーは肉を食べません"),
        ("El usuario quiere pruebas", "El usuario no quiere pruebas"),
        ("L’utilisateur aime le thé", "L’utilisateur n’aime pas le thé"),
        ("用户喜欢茶", "用户不喜欢茶"),
        ("Пользователь любит чай", "Пользователь не любит чай"),
    ],
    "replaced": [
        ("The logo is blue", "The logo is green"),
        ("A woman in a red coat is reading", "A woman in a grey coat is reading"),
        ("Two dogs run near the lake", "Two dogs run far away from the lake"),
        ("The server is in North Korea", "The server is in Japan"),
        ("The child is drinking tea", "The child is drinking lemonade"),
        ("The cache is consistent", "The cache is inconsistent"),
        ("A man won the first race", "A man won the 3rd race"),
    ],
    "denial": [
        (
            "The nightly job does not copy the archive, and it sends a report",
            "The nightly job copies the archive to the vault",
        ),
    ],
    "frequency": [
        ("The user always squashes commits", "The user rarely squashes commits"),
        ("The user has used Kafka", "The user has never used Kafka"),
    ],
    "attitude": [
        ("The user loves long walks", "The user hates long walks"),
        ("The team accepts rebases", "The team rejects rebases"),
    ],
    "antonym": [
        ("The user wants brief summaries", "The user wants detailed summaries"),
        ("The pipeline is reliable", "The pipeline is unreliable"),
        ("Caching is enabled on staging", "Caching is disabled on staging"),
        ("The user prefers tabs", "The user prefers spaces"),
    ],
    "amount": [
        ("The user has two cats", "The user has 3 cats"),
        ("The timeout is 30 seconds", "The timeout is 2 minutes"),
        ("The review starts at 9:00", "The review starts at 10:30"),
        ("The review starts at 9 am", "The review starts at 9 pm"),
        ("The sync is at 9:00", "The sync has been moved to 10:30"),
        ("I'm 30 years old", "I'm 31 years old"),
    ],
    "date": [
        ("The lease ends on 31 May", "The lease ends on 2026-08-31"),
        ("The freeze begins on Monday", "The freeze begins on Thursday"),
        ("The fair takes place in spring", "The fair takes place in autumn"),
        ("The passport expires in March", "The passport expires in June"),
    ],
    "ruled_out": [
        ("The user is a vegetarian", "The user eats bacon for breakfast"),
        ("Ben is allergic to shellfish", "Ben eats shellfish every week"),
        ("The user is an only child", "The user has two sisters"),
        ("Lena doesn't own a car", "Lena drives her own van"),
        ("用户是素食者。", "用户吃肉。"),
    ],
    "single_value": [
        ("The user lives in Oslo", "The user lives in Rome"),
        ("The user is based in Oslo", "The user lives in Rome"),
        ("I work at Initech", "I work at Globex"),
        ("The user's manager is Nina", "The user's manager is Omar"),
        ("The user's favourite shell is Fish", "The user's favourite shell is Zsh"),
        (
            "The project uses Redis as its main cache",
            "The project uses Memcached as its main cache",
        ),
        ("The team uses Jira for tickets", "The team uses Linear for tickets"),
        ("My role is Data Engineer", "My role is Senior Data Engineer"),
        ("The team deploys on Mondays", "The team deploys on Thursdays"),
    ],
    "reversed": [
        ("The user prefers Go over Java", "The user prefers Java over Go"),
        ("Rust is faster than Python", "Python is faster than Rust"),
    ],
    "change": [
        ("The user uses Slack", "The user switched from Slack to Teams"),
        ("The user lives in Oslo", "The user moved from Oslo to Rome"),
        ("The service runs on Heroku", "The service was migrated from Heroku"),
        ("The user plays chess every week", "The user gave up chess"),
        ("The team uses Trac", "Trac was decommissioned in May"),
    ],
}

COMPATIBLE = [
    ("The user lives in Oslo", "The user used to live in Rome"),
    ("The user does not smoke", "The user smoked as a student"),
    ("The web client supports themes", "The mobile client does not support themes"),
    ("Ben never eats meat when he travels", "Ben eats meat at home"),
    ("The user rarely eats meat", "The user eats meat at Christmas"),
    ("The quota is 2048 MiB", "The quota is 2 GiB"),
    ("The team meets on Monday", "The team meets on Thursday"),
    ("Ana is older than Ben", "Ben is younger than Ana"),
    ("The user does not dislike tea", "The user likes tea"),
    ("Marta no bebe vino", "Juan bebe vino"),
    ("The user speaks German", "The user speaks French"),
    ("The team visited Japan", "The team visited Brazil"),
    ("The user drinks coffee", "The user drinks tea"),
    ("The user plays the violin", "The user plays the flute"),
    ("The user wants a red banner", "The user wants a blue banner"),
    ("The user does not use Slack for work at home", "The user uses Slack for work in the office"),
    ("The agent must not call clients", "The agent must call the user every day"),
    ("The user likes Python", "The user likes Rust"),
    ("The user likes Python", "The user likes Python and Rust"),
    ("Ana likes tea", "Bob hates tea"),
    ("The user's wife likes tea", "The user hates tea"),
    ("The user lives in Oslo", "Ana lives in Rome"),
    ("The user's wife's manager is Nina", "The user's manager is Omar"),
    ("The user drinks tea", "The user drinks tea without milk"),
    ("The user never skips backups", "The user always does backups"),
    ("It is not true that the user dislikes trains", "The user likes trains"),
    ("The user does not only write Go but also C", "The user writes Go and C"),
    ("The user said never mind and kept Redis", "The user kept Redis"),
    ("Do not merge without a review", "Merge with a review"),
    ("The user waits at the stop near home", "The user waits near home"),
    ("The user wrote about the ban on plastics", "The user wrote about plastics"),
    ("The user does not use Slack at home", "The user uses Slack at work"),
    ("The user likes meetings", "The user avoids meetings on Friday"),
    ("The user avoids verbose replies", "The user prefers concise replies"),
    ("The user likes naps when it does not rain", "The user likes naps when it is sunny"),
    ("The build takes 5 minutes", "The build takes five minutes"),
    ("The build takes 60 minutes", "The build takes 1 hour"),
    ("The user read 3 books on Go", "The user read 3 books on Rust"),
    ("The user needs at least 3 reviews", "The user needs at least 2 reviews"),
    ("The user is based in New York City", "The user lives in NYC"),
    ("The user lives in Paris and Berlin", "The user lives in Berlin"),
    ("The user has a dog named Rex", "The user has a cat named Tom"),
    ("The agent must not email customers", "The agent must email the user a report"),
    ("The user hates meetings", "The user has meetings on Monday"),
    ("The user prefers option 7 for task 3", "The user prefers option 9 for task 5"),
    ("", "The user never sleeps"),
    ("", ""),
]


def pairs() -> list[tuple[str, str, str]]:
    return [(rule, *pair) for rule, found in CLASHES.items() for pair in found]


@pytest.mark.parametrize(("rule", "a", "b"), pairs())
def test_a_clash_is_found_by_its_rule(rule: str, a: str, b: str) -> None:
    found = find_contradiction(a, b)
    assert found is not None
    assert found.rule == rule


@pytest.mark.parametrize(("a", "b"), COMPATIBLE)
def test_what_can_both_hold_is_left_alone(a: str, b: str) -> None:
    assert find_contradiction(a, b) is None


def test_both_spans_name_the_clashing_words() -> None:
    a, b = "The user always signs commits", "The user rarely signs commits"
    found = find_contradiction(a, b)
    assert found is not None
    assert b[found.other_span.start : found.other_span.end] == "rarely"
    assert 0 < found.score <= 1


def test_one_clashing_sentence_in_a_long_text_is_enough() -> None:
    filler = "The user keeps a checklist with build and lint steps. " * 60
    found = find_contradiction(
        filler + "The user signs tags.", filler + "The user does not sign tags."
    )
    assert found is not None


@given(sentences.anything, sentences.anything)
def test_the_order_of_two_texts_does_not_matter(a: str, b: str) -> None:
    there, back = find_contradiction(a, b), find_contradiction(b, a)
    assert (there.mirrored() if there else None) == back


@given(sentences.anything)
def test_nothing_contradicts_itself(text: str) -> None:
    assert find_contradiction(text, text) is None


@given(st.text(max_size=300), st.text(max_size=300))
def test_spans_lie_within_their_texts(a: str, b: str) -> None:
    found = find_contradiction(a, b)
    if found:
        assert 0 <= found.span.start <= found.span.end <= len(a)
        assert 0 <= found.other_span.start <= found.other_span.end <= len(b)


def test_that_somebody_said_it_is_none_of_what_was_said() -> None:
    no = "The user said: “No. For these contracts, Haftung is liability.”"
    assert find_contradiction(no, "The user said: “Brother in law again, by text now”") is None
    refusal = "The user said: “Ann asks for a review. Tell him no, on Fridays I bake.”"
    assert find_contradiction(refusal, "The user said: “For the alert: write the sender.”") is None
    stopped = "The user said: “If we are still at it at 8 tell me to stop, then I feed the cat.”"
    assert find_contradiction(stopped, "The user said: “Always mg for beetle mass.”") is None
    assert find_contradiction("The user said: “I like tea.”", "The user does not like tea.")
