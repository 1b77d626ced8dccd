from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click
import pytest

from surfaces.cli.unfinished_export import opened


def stopped(file: Path, form: str) -> None:
    with suppress(KeyboardInterrupt), opened(file, form) as out:
        out.write(b"arrived")
        raise KeyboardInterrupt


def refusal(file: Path, form: str = "xml, masked") -> str:
    with pytest.raises(click.ClickException) as told, opened(file, form):
        pass
    return told.value.message


def test_a_stopped_export_goes_on_in_its_own_form_alone(tmp_path: Path) -> None:
    file = tmp_path / "log.xml"
    stopped(file, "xml, as it came")
    assert "no unfinished export" in refusal(file)
    with opened(file, "xml, as it came") as out:
        assert out.read() == b"arrived"
    assert file.read_bytes() == b"arrived"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["log.xml.part", "log.xml.part.note"])
def test_a_file_of_a_persons_own_in_the_place_of_a_part_is_left_alone(
    tmp_path: Path, name: str
) -> None:
    own = tmp_path / name
    own.write_text("mine")
    assert "move it away" in refusal(tmp_path / "log.xml")
    assert own.read_text() == "mine"


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("elsewhere")])
@pytest.mark.parametrize("name", ["log.xml", "log.xml.part", "log.xml.part.note"])
def test_what_is_no_regular_file_is_refused(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    assert "no regular file" in refusal(tmp_path / "log.xml")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_second_export_to_the_same_file_is_told_of_the_first(tmp_path: Path) -> None:
    with opened(tmp_path / "log.xml", "xml, masked"):
        assert "Another export" in refusal(tmp_path / "log.xml")
