from __future__ import annotations

import pytest

from forge_client.wording import counted


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 agents"), (1, "1 agent"), (2, "2 agents"), (10, "10 agents")]
)
def test_a_number_stands_with_the_right_form_of_its_noun(count: int, told: str) -> None:
    assert counted(count, "agent") == told


def test_a_noun_of_its_own_kind_has_its_plural_named() -> None:
    assert counted(2, "entry", "entries") == "2 entries"
