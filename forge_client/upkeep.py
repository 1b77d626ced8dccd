"""Background work on memory, one bounded slice a call, each safe to repeat."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from forge_client.runs import ModelUse
from forge_client.wire import Answer, Request

MAX_SLICE = 500
DEFAULT_SLICE = 100


class SliceRequest(Request):
    """`POST /upkeep/…` (worker keys): about so much in this call."""

    limit: int = Field(default=DEFAULT_SLICE, ge=1, le=MAX_SLICE)


class Slice(Answer):
    """What one call did."""

    done: int
    """Texts that got a vector, agents' steps of the fade, records that got a summary."""

    left: int
    """Texts, agents, records that are still due; 0: nothing of this kind is left to do."""


class AskedSlice(Slice):
    """What one call did with a model's help."""

    model: ModelUse | None = None
    """What was asked of it; None: nothing."""


class UpkeepInput(Request):
    """The input of `reflection-upkeep`; it needs none."""

    model_config = ConfigDict(strict=True)

    slice: int = Field(default=DEFAULT_SLICE, ge=1, le=MAX_SLICE)
    """How much in one call."""

    done: dict[str, int] = Field(default_factory=dict)
    """Set by the workflow itself, where it goes on with a new history."""

    model: ModelUse | None = None
    """Likewise."""


class UpkeepReport(Answer):
    """The result of `reflection-upkeep`, and the answer to its query `progress`."""

    done: dict[str, int] = Field(default_factory=dict)
    """Task → how much is done so far, in what its slices count."""

    left: dict[str, int] = Field(default_factory=dict)
    """Task → how much is still to do, as its last slice told."""

    model: ModelUse | None = None
    """What was asked of a model; None: nothing."""
