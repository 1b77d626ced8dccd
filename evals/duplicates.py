"""How well repetitions are told: by cosine alone, and by the gate with its veto and its guard.

    python -m evals.duplicates [--file SET.jsonl] [--json]

Vectors are the built-in embedder's. A contradiction that is taken for a repetition is swallowed:
it would never reach a person.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import gate
from evals import command, sets, table
from evals.command import Measured
from evals.sets import Pair
from forge_api.embedding import choose
from gate.duplicate import cosine

NOW = "2026-01-01T00:00:00+00:00"
ABOVE = gate.GateConfig().near_duplicate

Vector = Sequence[float]


def measure(path: Path) -> Measured:
    """Return what both make of the pairs in `path`."""
    pairs = sets.read_pairs(path)
    texts = [text for pair in pairs for text in (pair.a, pair.b)]
    vectors = asyncio.run(choose(None).embed(texts)).tolist()
    near = list(zip(vectors[::2], vectors[1::2], strict=True))
    return {
        "set": path.stem,
        "pairs": len(pairs),
        "cosine": _score(pairs, [cosine(a, b) > ABOVE for a, b in near]),
        "gate": _score(
            pairs, [_repeats(pair, *two) for pair, two in zip(pairs, near, strict=True)]
        ),
    }


def _repeats(pair: Pair, held: Vector, new: Vector) -> bool:
    """Ask the gate, as a proposal does."""
    result = gate.check(
        [{"op": "add", "belief": pair.b}],
        [],
        [{"id": "bel_1", "content": pair.a}],
        NOW,
        vectors={"bel_1": held, 0: new},
    )
    return bool(result.duplicates)


def _score(pairs: Sequence[Pair], repeated: Sequence[bool]) -> Measured:
    found = [pair for pair, told in zip(pairs, repeated, strict=True) if told]
    right = sum(pair.label == "duplicate" for pair in found)
    return {
        "precision": table.share(right, len(found)),
        "recall": table.share(right, sum(pair.label == "duplicate" for pair in pairs)),
        "swallowed": [pair.name for pair in found if pair.label == "contradiction"],
        "false_alarms": [pair.name for pair in found if pair.label != "duplicate"],
    }


def row(measured: Measured) -> Measured:
    """Return the line of one set."""
    bare, judged = measured["cosine"], measured["gate"]
    return {
        "set": measured["set"],
        "pairs": measured["pairs"],
        "cosine P": bare["precision"],
        "cosine R": bare["recall"],
        "cosine swallows": len(bare["swallowed"]),
        "P": judged["precision"],
        "R": judged["recall"],
        "swallows": len(judged["swallowed"]),
    }


if __name__ == "__main__":
    sys.exit(
        command.run(sys.argv[1:], __doc__ or "", sets.pair_files(sets.OWN_CASES), measure, row)
    )
