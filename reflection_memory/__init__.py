"""Reflection Memory: the append-only, sealed, chained log under everything an agent has lived."""

from __future__ import annotations

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
