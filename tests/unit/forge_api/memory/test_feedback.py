"""Corrections are heard in several languages; what only sounds like one is not."""

from __future__ import annotations

import pytest

from forge_api.memory.feedback import corrects

CORRECTIONS = [
    "No, the other one.",
    "no. use tabs",
    "Nope, wrong branch.",
    "Actually, I live in Porto.",
    "I meant the staging server.",
    "Use tabs instead.",
    "Not pnpm but npm.",
    "Use npm, not pnpm.",
    "Please don't use emoji.",
    "please don’t add comments",
    "From now on answer in English.",
    "Always run the linter.",
    "You should never push to main.",
    "Don't deploy on Fridays.",
    "and don't touch the config",
    "Stop apologising.",
    "That's wrong.",
    "that is not what I asked for",
    "You forgot the tests.",
    "In future, shorter please.",
    "Next time ask me first.",
    "Remember that I am vegetarian.",
    "I changed my mind.",
    "Nein, das andere.",
    "Bitte keine Emojis.",
    "Ab jetzt immer auf Deutsch.",
    "Nicht rot, sondern blau.",
    "Non, l'autre.",
    "Désormais, réponds en français.",
    "No uses tabs.",
    "A partir de ahora, en español.",
    "不要用表情。",
    "以后请用中文。",
    "違います、これです。",
    "これから短くしてください。",
]

REMARKS = [
    "No problem!",
    "no worries, take your time",
    "Never mind.",
    "I don't know how to do that.",
    "Can you deploy the app?",
    "I like tea.",
    "The notification is nice.",
    "What a north wind.",
    "It works now, thanks.",
    "Wait a moment.",
    "My neverland book arrived.",
    "请用中文回答。",
    "Wie geht das?",
    "¿Puedes ayudarme?",
]


@pytest.mark.parametrize("sentence", CORRECTIONS)
def test_a_correction_is_heard(sentence: str) -> None:
    assert corrects(sentence)


@pytest.mark.parametrize("sentence", REMARKS)
def test_a_remark_is_no_correction(sentence: str) -> None:
    assert not corrects(sentence)
