"""Reflection Memory: the append-only, sealed, chained log under everything an agent has lived."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflection_memory.entry import EntryType, Lane, NewEntry, Origin, ReflectionEntry
    from reflection_memory.history_query import HistoryQuery
    from reflection_memory.log import ReflectionMemory

__all__ = [
    "EntryType",
    "HistoryQuery",
    "Lane",
    "NewEntry",
    "Origin",
    "ReflectionEntry",
    "ReflectionMemory",
]

_HOMES = {"HistoryQuery": "history_query", "ReflectionMemory": "log"}
"""Where a name stands that is not in `entry`."""


def __getattr__(name: str) -> object:
    # Imported when asked for: who only seals, as a stack that starts, needs no database driver.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'entry')}"), name)
