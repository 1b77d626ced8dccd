"""Named SQL from `.sql` files.

A file holds one family of tables. A query begins with `-- name: insert_belief`, then a comment that
says in one line what it is for; it ends where the next begins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType

_NAME = re.compile(r"^-- name: ([a-z][a-z0-9_]*)$", re.MULTILINE)


def load(family: str) -> Mapping[str, str]:
    """Return the queries of `database/sql/<family>.sql` by name.

    Raises:
        ValueError: Two queries share a name, or the file names none.
    """
    text = resources.files("database").joinpath("sql", f"{family}.sql").read_text("utf-8")
    return MappingProxyType(parse(text, family))


def parse(text: str, family: str) -> dict[str, str]:
    """Split one file's text into its named queries."""
    pieces = _NAME.split(text)[1:]
    names = pieces[::2]
    if not names:
        raise ValueError(f"{family}.sql names no query; begin each with '-- name: …'")
    if len(set(names)) != len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"{family}.sql names {', '.join(twice)} twice")
    return {name: body.strip() for name, body in zip(names, pieces[1::2], strict=True)}
