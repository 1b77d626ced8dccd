"""The part that an export is written to, known for what it is by a note beside it.

FILE.part holds what arrived until now and FILE.part.note says in which form; whoever writes holds
the note locked. Both are gone once FILE is whole, and nothing that is no such part is touched.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from stack import sole_holder

_OURS = "reflection export of "


@contextmanager
def opened(file: Path, form: str) -> Iterator[IO[bytes]]:
    """Open the part of `file`, to be read and written; it becomes `file` unless an error ends this.

    Args:
        file: Absent, or a regular file to be replaced.
        form: What makes two exports go together, in one line.

    Raises:
        ClickException: `file` or its part is something else, or another export writes it.
    """
    part, note = (file.with_name(f"{file.name}{ending}") for ending in (".part", ".part.note"))
    for path in (file, part, note):
        _require_regular(path)
    with _locked(note, file) as noted:
        _require_same(part, note, noted, f"{_OURS}{form}\n")
        with _created_or_found(part) as out:
            yield out
        part.replace(file)
        note.unlink()


def is_of_another_log(file: Path) -> click.ClickException:
    """Return the refusal of a part whose last entry the log tells otherwise."""
    return _no_part_of_ours(file.with_name(f"{file.name}.part"))


def _no_part_of_ours(part: Path) -> click.ClickException:
    return click.ClickException(
        f"{part} is no unfinished export of this log in this form: move it away, or name another "
        "file."
    )


def _require_regular(path: Path) -> None:
    if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
        raise click.ClickException(f"{path} is no regular file: name another file.")


@contextmanager
def _locked(note: Path, file: Path) -> Iterator[IO[bytes]]:
    with _opened(note, os.O_CREAT) as noted:
        if not sole_holder.hold(noted):
            raise click.ClickException(
                f"Another export writes {file}: wait for its end, or name another file."
            )
        yield noted


def _require_same(part: Path, note: Path, noted: IO[bytes], form: str) -> None:
    """See that the part is of this form, or note that it will be."""
    told = noted.read().decode("utf-8", "replace")
    if part.exists() and part.stat().st_size:
        if told != form:
            raise _no_part_of_ours(part)
        return
    if told and not told.startswith(_OURS):
        raise click.ClickException(f"{note} is not of an export: move it away.")
    noted.seek(0)
    noted.truncate()
    noted.write(form.encode())
    noted.flush()


def _created_or_found(part: Path) -> IO[bytes]:
    return _opened(part, 0 if part.exists() else os.O_CREAT | os.O_EXCL)


def _opened(path: Path, how: int) -> IO[bytes]:
    """Open what nobody else may read: every word stands in it in the clear."""
    descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | how, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "r+b")
