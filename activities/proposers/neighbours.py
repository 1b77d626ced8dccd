"""Which texts lie near each other, the same on every machine.

Unit vectors are rounded to whole 1/2048ths: every partial sum of a product then is a whole number
below 2^24, which float32 holds exactly, so neither BLAS nor its threads can change a similarity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from activities.proposers.proposer import Vectors

GRAIN = 2048
BLOCK = 512
"""Rows compared at a time: memory stays at BLOCK × texts, whatever the number of texts."""


def rounded(vectors: Vectors) -> Vectors:
    """Return `vectors` (shape (texts, width), rows of length 1) as whole numbers of 1/2048."""
    return np.rint(np.asarray(vectors, dtype=np.float32) * GRAIN)


def cosine(one: Vectors, other: Vectors) -> float:
    """Return the cosine of two rows that come from `rounded`."""
    return float(one @ other) / GRAIN**2


def near(
    centre: Vectors, others: Vectors, places: Sequence[int], least: float
) -> list[tuple[int, float]]:
    """Return which rows `places` of `others` have a cosine of `least` or more: (place, cosine).

    `centre` is one row; both come from `rounded`.
    """
    cosines = (others[list(places)] @ centre / GRAIN**2).tolist()
    return [(at, one) for at, one in zip(places, cosines, strict=True) if one >= least]


def near_pairs(
    centres: Vectors, others: Vectors, least: float
) -> Iterator[list[tuple[int, float]]]:
    """Yield for each centre the others with a cosine of `least` or more: (index, cosine).

    Both arguments come from `rounded`; a centre that is among the others is its own neighbour.
    """
    for start in range(0, len(centres), BLOCK):
        for row in centres[start : start + BLOCK] @ others.T / GRAIN**2:
            found = np.flatnonzero(row >= least)
            yield [(int(index), float(row[index])) for index in found]
