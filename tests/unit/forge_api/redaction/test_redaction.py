"""Everything that must be caught is, what only looks like it is not, and never half of it stays."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.secrets import LOOK_ALIKES, SECRETS, Case
from forge_api.redaction import redact, redact_together
from forge_api.redaction.masking import RULES
from forge_api.redaction.rule import Rule
from forge_api.redaction.spelling import plain

PIECES = [
    *(case.text for case in SECRETS),
    *(case.secret for case in SECRETS),
    *LOOK_ALIKES,
    *("[email]", "[email-2]", "[", "]", "=", ":", "://", "@", '"', "'", "\\", "\\n", " ", "\n"),
    *("-", "password", "password=", "password is ", "密码", "token: ", "Bearer ", "Cookie: a="),
]  # fmt: skip
HIDDEN = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\ufe0f", "\x07"]
mixed_texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=8).map("".join)


@pytest.mark.parametrize(
    "case", SECRETS, ids=[f"{case.kind} {n}" for n, case in enumerate(SECRETS)]
)
def test_a_secret_is_masked(case: Case) -> None:
    redacted = redact(case.text)
    assert case.secret not in redacted.text
    assert sum(redacted.counts.values()) >= 1


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert redact(text).text == text
    assert redact(text).counts == {}


def test_the_placeholder_names_the_kind_and_the_words_around_it_stay() -> None:
    redacted = redact("write to jane@example.org, or call +44 20 7946 0958.")
    assert redacted.text == "write to [email], or call [phone]."
    assert redacted.counts == {"email": 1, "phone": 1}


def test_the_same_secret_has_the_same_placeholder_and_another_one_a_number() -> None:
    redacted = redact("from a@example.org to b@example.org, copy to a@example.org")
    assert redacted.text == "from [email] to [email-2], copy to [email]"
    assert redacted.counts == {"email": 2}


def test_the_texts_of_one_turn_share_their_placeholders() -> None:
    together = redact_together(["a@example.org", "b@example.org", "again a@example.org"])
    assert together.texts == ("[email]", "[email-2]", "again [email]")
    assert together.counts == {"email": 2}


def test_a_number_that_the_text_already_holds_is_not_given_again() -> None:
    assert redact("[email] and [email-3] wrote to c@example.org").text.endswith("[email-4]")


def test_a_password_told_once_is_masked_wherever_it_stands_bare() -> None:
    told, repeated = "the password is tea4two+milk", 'I typed "tea4two+milk", it failed.'
    together = redact_together([repeated, told])
    assert together.texts == ('I typed "[password]", it failed.', "the password is [password]")
    assert together.counts == {"password": 1}


def test_the_host_of_an_address_stays_and_its_password_does_not() -> None:
    text = "postgres://app:s3cr3t+Pa55@db.internal:5432/prod"
    assert redact(text).text == "postgres://app:[password]@db.internal:5432/prod"


def test_overlapping_findings_are_masked_as_one() -> None:
    redacted = redact("API_KEY=sk-proj-abcdefghij0123456789ABCDEF/x user")
    assert redacted.text == "API_KEY=[openai-key] user"
    assert redacted.counts == {"openai-key": 1}


def test_only_the_version_of_a_dotted_quad_stays() -> None:
    assert redact("version 203.0.113.77").text == "version 203.0.113.77"
    assert redact("the visitor 203.0.113.77").text == "the visitor [ip]"


def test_an_empty_text_stays_empty() -> None:
    assert redact("").text == ""
    assert redact_together([]).texts == ()


@given(mixed_texts)
@settings(max_examples=200, deadline=None)
def test_redacting_an_answer_again_changes_nothing(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once
    assert redact(once).counts == {}


@given(st.lists(mixed_texts, max_size=4))
@settings(max_examples=100, deadline=None)
def test_redacting_a_turn_again_changes_nothing(texts: list[str]) -> None:
    once = redact_together(texts)
    assert redact_together(once.texts).texts == once.texts
    assert redact_together(texts) == once


@given(st.sampled_from(SECRETS), st.text(max_size=40), st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_a_secret_between_any_lines_is_masked(case: Case, before: str, after: str) -> None:
    assert case.secret not in redact(f"{before}\n{case.text}\n{after}").text


@given(
    st.sampled_from(SECRETS),
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from(HIDDEN)), min_size=1, max_size=6),
)
@settings(max_examples=300, deadline=None)
def test_characters_that_nobody_sees_let_no_secret_through(
    case: Case, hidden: list[tuple[int, str]]
) -> None:
    text = case.text
    for place, character in hidden:
        at = place % len(text)
        text = text[:at] + character + text[at:]
    masked = redact(text).text
    assert plain(case.secret) not in plain(masked)
    assert redact(masked).text == masked


@given(st.sampled_from(SECRETS))
@settings(max_examples=150, deadline=None)
def test_full_width_letters_let_no_secret_through(case: Case) -> None:
    wide = case.text.translate({ord(c): ord(c) + 0xFEE0 for c in string.ascii_letters})
    assert plain(case.secret) not in plain(redact(wide).text)


def test_what_was_hidden_inside_a_secret_is_masked_with_it() -> None:
    redacted = redact("keep jane\u200b@exam\u00adple.org, \uff50\uff57\uff1dtea4two+milk \u200b!")
    assert redacted.text == "keep [email], \uff50\uff57\uff1d[password] \u200b!"


def test_a_secret_spelled_otherwise_has_the_same_placeholder() -> None:
    together = redact_together(["jane@example.org", "\uff4aane@example.o\u200brg"])
    assert together.texts == ("[email]", "[email]")
    assert together.counts == {"email": 1}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
def test_a_rules_starts_hide_no_match_of_its_pattern(rule: Rule) -> None:
    for text in [*(case.text for case in SECRETS), *LOOK_ALIKES]:
        for match in rule.pattern.finditer(text):
            found = text[match.start() :].lower()
            assert not rule.starts or found.startswith(rule.starts), match[0]


HOSTILE = [
    "a", "0", "1 ", "-", "a@a.", "eyJ", "-eyJaaaaaaaa.", "://a:", "sk-", "password=", 'password="',
    "password is ", "密码", "-----BEGIN RSA PRIVATE KEY-----A", "Cookie: a=b; ", "4111 ", "+1 4",
    "\u200bpassword=", "\uff41", "login a/", "passphrase is abc ", "LS0tLS1CRUdJTi", "sk-live-",
    "call me at 1", "token=<", "a [at] b [dot] ", "[email]", "\\n", "İ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.timeout(60)  # A quadratic search would take hours.
def test_a_hostile_text_of_a_quarter_megabyte_comes_to_an_end(piece: str) -> None:
    text = piece * (250_000 // len(piece))
    assert len(redact(text).text) <= 3 * len(text)
