"""What became of a narrative that was imported."""

from __future__ import annotations

from pydantic import Field

from forge_client.wire import Answer

XML = "application/xml"
NDJSON = "application/x-ndjson"


class ImportAccount(Answer):
    """The answer to `POST /reflection-memory/import`: every entry counts once."""

    read: int
    new: int
    """Appended; husks of erased entries included."""

    known: int
    """There before, with the same content: nothing was written."""

    erased_here: int
    """Erased in this log: what arrived was left out."""

    erased_there: int
    """Arrived erased, though this log holds their words: nothing was changed."""

    differing: int
    """Their ids are taken by other content: what arrived was left out."""

    named: list[str] = Field(default_factory=list)
    """The first ids of those that differ."""
