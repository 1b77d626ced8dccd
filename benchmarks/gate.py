"""How fast the gate is, beside the seed's rule looped in plain Python in the same run.

    python -m benchmarks.gate [--json]

Texts are raw and made up; nothing is computed beforehand, and no text recurs between rounds. The
two take turns, and of each the best round counts, in seconds of the processor.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import gate

DIFFS = 10
SIZES = (1_000, 2_500, 5_000, 10_000)
BATCH = 100
ROUNDS = 5
NOW = "2026-06-01T00:00:00+00:00"

_SUBJECTS = ["The user", "The team", "Ana", "The service", "The agent", "The user's manager"]
_VERBS = [
    "likes",
    "uses",
    "prefers",
    "avoids",
    "reviews",
    "deploys",
    "keeps",
    "wants",
    "reads",
    "owns",
    "never uses",
]
_TAILS = [
    "",
    " at work",
    " on Mondays",
    " for the billing service",
    " before a release",
    " when in a hurry",
]
_SYLLABLES = [
    "ba",
    "ko",
    "li",
    "mer",
    "tan",
    "sor",
    "vi",
    "del",
    "pra",
    "nu",
    "qui",
    "zon",
    "fer",
    "mi",
    "ga",
]


def main(arguments: Sequence[str]) -> None:
    """Measure and print: seconds, and how many times as fast as the seed's rule."""
    measured = measure()
    if "--json" in arguments:
        print(json.dumps(measured, indent=2))
        return
    print(f"{'beliefs':>8} {'seed s':>8} {'gate s':>8} {'ratio':>7}")
    for row in measured["sizes"]:
        print(f"{row['beliefs']:>8} {row['seed_s']:>8} {row['gate_s']:>8} {row['ratio']:>6}x")
    print(f"{BATCH} diffs before 10,000 beliefs: {measured['batch_s']} s")


def measure() -> dict[str, Any]:
    """Return the best of some rounds a size, and for a batch of 100."""
    return {
        "sizes": [_row(size) for size in SIZES],
        "batch_s": round(min(_judging(BATCH, 10_000, n) for n in range(ROUNDS)), 3),
    }


def _row(size: int) -> dict[str, float]:
    rounds = [(_judging(DIFFS, size, n), _looping(DIFFS, size, n)) for n in range(ROUNDS)]
    quick, plain = map(min, zip(*rounds, strict=True))
    return {
        "beliefs": size,
        "seed_s": round(plain, 3),
        "gate_s": round(quick, 4),
        "ratio": round(plain / quick, 1),
    }


def _judging(diffs: int, beliefs: int, seed: int) -> float:
    new, held = _texts(diffs, seed), _texts(beliefs, seed + 100)
    changes = [{"op": "add", "belief": text} for text in new]
    active = [
        {"id": f"bel_{n}", "content": text, "confidence": 0.8, "created_at": "2026-05-30T00:00:00Z"}
        for n, text in enumerate(held)
    ]
    return _timed(lambda: gate.check(changes, [], active, NOW))


def _looping(diffs: int, beliefs: int, seed: int) -> float:
    new, held = _texts(diffs, seed), _texts(beliefs, seed + 100)
    return _timed(lambda: [gate.contradicts(a, b) for a in new for b in held])


def _timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def _texts(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)  # noqa: S311  Made-up texts, the same in every run.
    return [_text(chance) for _ in range(count)]


def _text(chance: random.Random) -> str:
    thing = "".join(chance.choices(_SYLLABLES, k=2))
    other = "".join(chance.choices(_SYLLABLES, k=2))
    return (
        f"{chance.choice(_SUBJECTS)} {chance.choice(_VERBS)} {thing} {other}{chance.choice(_TAILS)}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
