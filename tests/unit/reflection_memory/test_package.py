"""What the package gives by its own name, and what it costs those who want less."""

from __future__ import annotations

import subprocess
import sys

import pytest

import reflection_memory


@pytest.mark.parametrize("name", reflection_memory.__all__)
def test_each_name_is_given_by_the_package(name: str) -> None:
    assert getattr(reflection_memory, name).__name__ == name


def test_a_name_that_is_none_of_its_own_is_missing() -> None:
    assert not hasattr(reflection_memory, "Log")


def test_who_reads_a_master_key_loads_no_database_driver() -> None:
    script = "import sys, reflection_memory.sealing.master_key; print('asyncpg' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert told.stdout == "False\n"
