from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from activities.proposers.neighbours import BLOCK, near_pairs, rounded
from activities.proposers.proposer import Vectors


def unit_vectors(count: int, seed: int) -> Vectors:
    drawn = np.random.default_rng(seed).normal(size=(count, 16))
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), dtype=np.float32)


def test_neighbours_are_found_across_blocks() -> None:
    whole = rounded(unit_vectors(2 * BLOCK + 3, seed=1))
    found = list(near_pairs(whole, whole, 0.99))
    assert len(found) == len(whole)
    assert all(place in dict(near) for place, near in enumerate(found))


def test_no_centre_has_no_neighbours() -> None:
    whole = rounded(unit_vectors(4, seed=1))
    assert list(near_pairs(whole[:0], whole, 0.5)) == []


@given(st.integers(0, 1_000), st.integers(2, 40))
def test_a_similarity_is_the_same_in_whatever_order_it_is_added(seed: int, count: int) -> None:
    whole = rounded(unit_vectors(count, seed))
    turned = np.ascontiguousarray(whole[:, ::-1])
    assert list(near_pairs(whole, whole, -1.1)) == list(near_pairs(turned, turned, -1.1))


@given(arrays(np.float32, (3, 8), elements=st.floats(-0.25, 0.25, width=32)))
def test_a_rounded_similarity_is_close_to_the_exact_one(vectors: Vectors) -> None:
    whole = rounded(vectors)
    for row, near in zip(vectors, near_pairs(whole, whole, -2.0), strict=True):
        for place, cosine in near:
            assert abs(cosine - float(row @ vectors[place])) < 0.01
