"""What turns texts into vectors: the protocol that every embedder keeps, and its one failure.

Every row has length 1, so that a dot product is the cosine. A text without a word in it (empty,
blank) has no direction of its own; it gets the first axis, never NaN and never a zero vector.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
"""Shape (texts, dimension), each row of length 1."""


class EmbedderUnavailable(Exception):
    """No vectors could be had, and nothing stands in for them. Holds no text of a provider."""


class Embedder(Protocol):
    """Texts to vectors, always the same vector for the same text."""

    @property
    def name(self) -> str:
        """What is recorded beside each vector: vectors of two names are never compared."""

    @property
    def dimension(self) -> int | None:
        """Width of a vector; None until a model of unknown width has answered once."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row a text, in order, without blocking the event loop.

        Raises:
            EmbedderUnavailable: No answer, or one that does not fit the texts.
        """


def normalised(rows: npt.NDArray[np.floating]) -> Vectors:
    """Scale each row to length 1; a row of zeros becomes the first axis."""
    scaled = np.array(rows, dtype=np.float32)
    lengths = np.linalg.norm(scaled, axis=1)
    scaled[lengths == 0.0, 0] = 1.0
    lengths[lengths == 0.0] = 1.0
    scaled /= lengths[:, np.newaxis]
    return scaled
