from __future__ import annotations

from functools import partial

import pytest

from surfaces.cli.line_faults import LineFaults


def test_faults_are_told_in_the_order_of_the_lines_as_soon_as_that_is_known() -> None:
    told: list[int] = []
    faults = LineFaults()
    for line in (1, 2, 3):
        faults.begin(line)
    faults.end(3, partial(told.append, 3))
    faults.end(1, partial(told.append, 1))
    assert told == [1]
    faults.end(2)
    assert told == [1, 3]


def test_what_is_held_is_told_when_the_work_breaks_off() -> None:
    told: list[int] = []
    faults = LineFaults()
    faults.begin(1)
    faults.end(2, partial(told.append, 2))
    with pytest.raises(ZeroDivisionError), faults.told():
        raise ZeroDivisionError
    assert told == [2]
