"""Whether two texts say the same: by their words, or by the angle of their vectors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gate.faults import GateInputError
from gate.wording import normalize

_SLACK = 1e-3
"""How far the quick cosine may be off; the exact one decides."""


def is_duplicate(a: str, b: str) -> bool:
    """Return whether two texts are equal but for case and white space; an empty one never is."""
    said = normalize(a)
    return bool(said) and said == normalize(b)


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the cosine of two vectors, the same on every machine; 0 where one has no length."""
    norms = math.sqrt(_dot(a, a) * _dot(b, b))
    return _dot(a, b) / norms if norms else 0.0


class Nearness:
    """Finds vectors near to a given one among those that are named here.

    Matrix arithmetic only proposes, since its last digits differ between machines; a sum that is
    rounded once decides.
    """

    def __init__(self, vectors: Mapping[Any, Sequence[float]], keys: Sequence[Any]) -> None:
        self._vectors = vectors
        self._keys = [key for key in keys if key in vectors]
        self._matrix = _unit_rows([vectors[key] for key in self._keys])

    def near(self, vector: Sequence[float], above: float) -> dict[Any, float]:
        """Return each key whose vector's cosine with `vector` is greater than `above`."""
        if not self._keys:
            return {}
        query = _unit_rows([vector])[0]
        if query.shape[0] != self._matrix.shape[1]:
            raise GateInputError("vectors", "must all have one length")
        rough = self._matrix @ query
        places = np.flatnonzero(rough > above - _SLACK)
        exact = {self._keys[n]: cosine(vector, self._vectors[self._keys[n]]) for n in places}
        return {key: value for key, value in exact.items() if value > above}


def _unit_rows(vectors: Sequence[Sequence[float]]) -> npt.NDArray[np.float64]:
    try:
        matrix = np.asarray(vectors, dtype=np.float64)
    except ValueError:
        raise GateInputError("vectors", "must all have one length") from None
    if not np.isfinite(matrix).all():
        raise GateInputError("vectors", "must hold finite numbers only")
    lengths = np.linalg.norm(matrix, axis=-1, keepdims=True) if matrix.size else 1.0
    return matrix / np.where(lengths == 0, 1.0, lengths)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(float(x) * float(y) for x, y in zip(a, b, strict=True))
