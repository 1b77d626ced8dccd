"""Where sentences end, and where a full stop is something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_api.memory.sentences import sentences

ONE_SENTENCE = [
    "Use pnpm, e.g. for the web app.",
    "Dr. Smith and Mrs. Jones agreed.",
    "See https://example.com/a.b?c=d. e for more.".replace(". e", "/e"),
    "It runs on v2.3.1 since 3.5 hours.",
    "Ship to the U.S. in march.",
    "Read app.py and main.rs first.",
    "J. R. R. Tolkien wrote it.",
    "We meet on 3. Mai in Köln.",
    "Das geht z. B. mit Docker.",
    "Well... maybe later.",
    "Mail jane@example.org today.",
    "I paid 1.200,50 EUR at 10 a.m. today.",
    "👍🏽 great work 🎉 team",
    "no full stop at all",
]

SEVERAL = {
    "One. Two! Three? Four": ["One.", "Two!", "Three?", "Four"],
    "i like tea. use tabs": ["i like tea.", "use tabs"],
    "请用中文。不要太长！好吗？": ["请用中文。", "不要太长！", "好吗？"],
    "はい。タブを使って。": ["はい。 タブを使って。"],
    "No. Use tabs.": ["No. Use tabs."],
    "Actually, wait. I meant Go.": ["Actually, wait.", "I meant Go."],
    'He said "stop." Then he left.': ['He said "stop."', "Then he left."],
    "- one\n- two\n3. three": ["one", "two", "three"],
    "# Title\n\nText here.\nMore": ["Title", "Text here.", "More"],
    "hi\nplease use tabs\nthanks": ["hi", "please use tabs", "thanks"],
    "Look:\n```py\nx = 1. \n\ny. z\n```\nDone.": ["Look:", "```py x = 1. y. z ```", "Done."],
    "```\nnever. closed.\n": ["``` never. closed."],
    "Wow!!! Really?! Yes…  ok": ["Wow!!!", "Really?!", "Yes… ok"],
    "First line of a paragraph that was wrapped by the editor at eighty\ncolumns. Next.": [
        "First line of a paragraph that was wrapped by the editor at eighty columns.",
        "Next.",
    ],
    "tools, libs, etc. They help.": ["tools, libs, etc.", "They help."],
    "---\n***\n": [],
    "": [],
}


@pytest.mark.parametrize("text", ONE_SENTENCE)
def test_a_full_stop_inside_a_sentence_ends_nothing(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize("text", SEVERAL)
def test_sentences_end_where_a_reader_sees_it(text: str) -> None:
    assert sentences(text) == SEVERAL[text]


@given(st.lists(st.sampled_from("ab. !?。\n-`é👍🏽\u200d e.g. No. ```"), max_size=60).map("".join))
def test_no_letter_is_lost_or_doubled(text: str) -> None:
    def letters(of: str) -> list[str]:
        return [letter for letter in of if letter.isalnum()]

    assert letters(" ".join(sentences(text))) == letters(text)


@given(st.text(max_size=200))
def test_any_text_gives_sentences_of_one_line(text: str) -> None:
    for sentence in sentences(text):
        assert sentence == " ".join(sentence.split())
        assert sentence


def test_what_is_quoted_line_by_line_keeps_its_mark() -> None:
    assert sentences("Look:\n> Hi all! Send it.\nWhy?") == [
        "Look:",
        "> Hi all!",
        "> Send it.",
        "Why?",
    ]
