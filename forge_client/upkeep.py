"""Background work on memory, one bounded slice a call, each safe to repeat."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from forge_client.runs import ModelUse
from forge_client.wire import Answer, Request

MAX_SLICE = 500
DEFAULT_SLICE = 100


class SliceRequest(Request):
    """`POST /upkeep/…` (worker keys): at most so many rows in this call."""

    limit: int = Field(default=DEFAULT_SLICE, ge=1, le=MAX_SLICE)


class Slice(Answer):
    """What one call did. `left` 0: nothing of this kind is left to do."""

    done: int
    left: int


class AskedSlice(Slice):
    """What one call did with a model's help."""

    model: ModelUse | None = None
    """What was asked of it; None: nothing."""


class UpkeepInput(Request):
    """The input of `reflection-upkeep`; it needs none."""

    model_config = ConfigDict(strict=True)

    slice: int = Field(default=DEFAULT_SLICE, ge=1, le=MAX_SLICE)
    """Rows in one call."""

    done: dict[str, int] = Field(default_factory=dict)
    """Set by the workflow itself, where it goes on with a new history."""

    model: ModelUse | None = None
    """Likewise."""


class UpkeepReport(Answer):
    """The result of `reflection-upkeep`, and the answer to its query `progress`."""

    done: dict[str, int] = Field(default_factory=dict)
    """Task → rows done so far."""

    left: dict[str, int] = Field(default_factory=dict)
    """Task → rows still to do, as its last slice told."""

    model: ModelUse | None = None
    """What was asked of a model; None: nothing."""
