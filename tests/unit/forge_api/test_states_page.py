from __future__ import annotations

from pathlib import Path

from forge_api import states_page
from forge_api.memory import belief_states

PAGE = Path(__file__).parents[3] / "docs" / "states.md"


def test_the_page_of_states_is_what_the_table_draws() -> None:
    assert PAGE.read_text("utf-8") == states_page.drawn(), "make states draws it anew"


def test_every_line_of_the_table_is_on_the_page() -> None:
    page = states_page.drawn()
    for op, status, door, _ in belief_states.rows():
        assert f"| {op} | {status} | {door} |" in page
