"""Entries for tests, stating only what a test is about."""

from __future__ import annotations

from typing import Any

from reflection_memory.entry import EntryType, Lane, NewEntry, Origin


def entry(content: Any = "hello", **fields: Any) -> NewEntry:
    """Return a user's message, but for what `fields` says otherwise."""
    given = {
        "origin": Origin.USER,
        "lane": Lane.UNIFIED,
        "type": EntryType.MESSAGE,
        "source": "agent",
        "content": content,
    }
    return NewEntry(**(given | fields))
