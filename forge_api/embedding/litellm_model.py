"""An embedding model behind litellm: one bounded call a batch, no retries, no text of a provider.

The provider's key and address come from litellm's own environment variables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import numpy as np

from forge_api.embedding.embedder import EmbedderUnavailable, Vectors, normalised
from litellm_link.calls import open_litellm

TIMEOUT_SECONDS = 30.0
"""Of one call. Forge answers 503 after that; whoever asked may ask again."""

BATCH = 128
"""Texts in one call: below the limit of every provider that we know."""

_PROBE = "width"
"""Asked when only blank texts came and the model's width is not known yet."""


class LitellmEmbedder:
    """Asks `model`, a litellm name such as `openai/text-embedding-3-small`."""

    def __init__(self, model: str, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        self._model = model
        self._timeout_seconds = timeout_seconds
        self._dimension: int | None = None

    @property
    def name(self) -> str:
        """The litellm name."""
        return self._model

    @property
    def dimension(self) -> int | None:
        """Width of the model's vectors; None until it has answered once."""
        return self._dimension

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return shape (texts, dimension). A blank text costs no call: providers refuse it.

        Raises:
            EmbedderUnavailable: No answer in time, a refusal, or vectors that do not fit.
        """
        worded = [place for place, text in enumerate(texts) if text.strip()]
        rows: list[Any] = []
        for start in range(0, len(worded), BATCH):
            rows += await self._ask([texts[place] for place in worded[start : start + BATCH]])
        if not texts:
            return np.zeros((0, self._dimension or 0), np.float32)
        if self._dimension is None and not rows:
            self._learn_width(await self._ask([_PROBE]))
        vectors = np.zeros((len(texts), self._learn_width(rows)), np.float32)
        for place, row in zip(worded, rows, strict=True):
            vectors[place] = row
        if not np.isfinite(vectors).all():
            raise EmbedderUnavailable(f"{self._model}: answered with numbers that are none")
        return normalised(vectors)

    async def _ask(self, texts: list[str]) -> list[Any]:
        async with open_litellm() as litellm:
            try:
                answer = await asyncio.wait_for(
                    litellm.aembedding(
                        model=self._model,
                        input=[text.encode("utf-8", "replace").decode("utf-8") for text in texts],
                        encoding_format="float",
                        timeout=self._timeout_seconds,
                        num_retries=0,
                        max_retries=0,
                    ),
                    self._timeout_seconds,
                )
                rows = [item["embedding"] for item in answer.data]
            except Exception as error:  # noqa: BLE001 - litellm's tree has no root of its own
                fault = EmbedderUnavailable(f"{self._model}: {_told(error)}")
            else:
                return self._fitting(rows, len(texts))
        # Raised outside the handler, so that the provider's text hangs on it not even as context.
        raise fault

    def _fitting(self, rows: list[Any], expected: int) -> list[Any]:
        if len(rows) != expected:
            raise EmbedderUnavailable(
                f"{self._model}: answered {len(rows)} vectors to {expected} texts"
            )
        return rows

    def _learn_width(self, rows: list[Any]) -> int:
        """Return the one width of these rows and of every answer before; 0 while there is none."""
        widths = {len(row) for row in rows} | ({self._dimension} if self._dimension else set())
        if len(widths) > 1 or 0 in widths:
            raise EmbedderUnavailable(f"{self._model}: answered vectors of widths {sorted(widths)}")
        if widths:
            (self._dimension,) = widths
        return self._dimension or 0


def _told(error: Exception) -> str:
    status = getattr(error, "status_code", None)
    return f"{type(error).__name__}{f' ({status})' if isinstance(status, int) else ''}"
