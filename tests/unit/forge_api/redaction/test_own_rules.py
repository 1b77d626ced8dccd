"""What an operator adds to the rules of redaction, and what is refused of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from forge_api.redaction import OwnRules, OwnRulesError, adopt, own_rules, redact
from forge_api.settings import read
from temporal_link.settings import SettingsError

ROOT = Path(__file__).parents[4]
OWN = """
[[pattern]]
kind = "employee-id"
pattern = 'EMP-[0-9]{6}'

[[exception]]
pattern = 'support@example\\.com'
kinds = ["email"]
"""
REQUIRED = {"FORGE_DATABASE_URL": "postgresql://127.0.0.1/forge", "FORGE_MASTER_KEY": "k"}


@pytest.fixture(autouse=True)
def nothing_is_adopted_afterwards() -> Iterator[None]:
    yield
    adopt(OwnRules())


def test_own_patterns_are_masked_and_exceptions_are_left() -> None:
    adopt(own_rules.parse(OWN))
    found = redact("EMP-204511 and EMP-204512 wrote to support@example.com and ana@example.com")
    assert (
        found.text == "[employee-id] and [employee-id-2] wrote to support@example.com and [email]"
    )
    assert found.counts == {"email": 1, "employee-id": 2}


def test_what_was_redacted_by_an_own_rule_is_left_as_it_is() -> None:
    adopt(own_rules.parse("[[pattern]]\nkind = 'word'\npattern = '[a-z]{3,9}+'"))
    once = redact("one two, three").text
    assert redact(once).text == once


def test_another_adoption_takes_the_place_of_the_one_before() -> None:
    adopt(own_rules.parse(OWN))
    adopt(OwnRules())
    assert redact("EMP-204511").text == "EMP-204511"


def pattern(written: str) -> str:
    return f"[[pattern]]\nkind = 'x-id'\npattern = '{written}'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (pattern("(a+)+b"), "pattern 1 (x-id): repeats without end"),
        (pattern(r"\w*-x"), "pattern 1 (x-id): repeats without end"),
        (pattern("(?:a{1,9}){1,9}b"), "pattern 1 (x-id): can match in"),
        (pattern("a{1,64}a{1,64}b"), "pattern 1 (x-id): can match in 4096 ways"),
        (pattern("(?:a|a){1,40}b"), "pattern 1 (x-id): can match in"),
        (pattern(r"(x)\1"), "pattern 1 (x-id): refers back"),
        (pattern("x{0,3}"), "pattern 1 (x-id): matches the empty text"),
        (pattern("("), "pattern 1 (x-id): is no regular expression"),
        ("[[pattern]]\nkind = 'X'\npattern = 'x'", "kind must be"),
        ("[[pattern]]\nkind = 'x-id'", "needs a pattern"),
        ("[[pattern]]\nkind = 'x-id'\npatern = 'x'", "knows no 'patern'"),
        ("[[exception]]\npattern = 'x'\nkinds = 'email'", "exception 1: kinds must be a list"),
        ("[[rule]]\n", "write [[pattern]] or [[exception]]"),
        ("pattern = 3", "at most 200 tables"),
        ("[[", "is no TOML"),
    ],
)
def test_what_may_take_too_long_or_is_misspelt_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(OwnRulesError, match=re.escape(message)):
        own_rules.parse(text)


@pytest.mark.parametrize("written", [r"[\w.]{1,64}+@corp", "(?i)zeus|hera", r"\bK-[0-9]{3,8}\b"])
def test_what_is_soon_decided_is_taken(written: str) -> None:
    assert own_rules.parse(pattern(written)).rules


def test_a_forge_with_a_pattern_that_it_cannot_take_does_not_start(tmp_path: Path) -> None:
    file = tmp_path / "redaction.toml"
    file.write_text(pattern("(a+)+b"))
    with pytest.raises(SettingsError, match=r"FORGE_REDACTION_FILE: pattern 1 \(x-id\)"):
        read({**REQUIRED, "FORGE_REDACTION_FILE": str(file)})


def test_the_example_of_the_page_is_taken() -> None:
    page = (ROOT / "docs" / "redaction.md").read_text("utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    taken = own_rules.parse(example)
    assert (len(taken.rules), len(taken.exceptions)) == (2, 2)
