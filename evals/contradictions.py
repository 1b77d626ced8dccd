"""How well contradictions are told: the seed's rule, and the stronger rules beside it.

    python -m evals.contradictions [--file SET.jsonl] [--file CONVERSATIONS.json] [--json]

Pairs are labelled. What one speaker says in a long conversation is taken as compatible, so every
pair of it that a rule flags is a false alarm.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import gate
from evals import command, sets, table
from evals.command import Measured
from evals.sets import Pair
from gate.contradiction import Reading, clash

CONTRADICTION = "contradiction"


def by_seed(a: str, b: str) -> str | None:
    """Return the seed's rule by name where it fires."""
    return "negation_overlap" if gate.contradicts(a, b) else None


def by_stronger_rules(a: str, b: str) -> str | None:
    """Return the name of the stronger rule that fires."""
    found = gate.find_contradiction(a, b)
    return found.rule if found else None


RULERS: dict[str, Callable[[str, str], str | None]] = {
    "seed": by_seed,
    "stronger": by_stronger_rules,
}


@dataclass(slots=True)
class Score:
    """What one ruler made of one set."""

    flagged: int = 0
    right: int = 0
    wanted: int = 0
    others: int = 0
    by_rule: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    false_alarms: list[str] = field(default_factory=list)

    def as_row(self) -> dict[str, object]:
        """Return shares from 0 to 1, None where there is nothing to divide by, and the counts."""
        return {
            "precision": table.share(self.right, self.flagged),
            "recall": table.share(self.right, self.wanted),
            "false_alarm_rate": table.share(self.flagged - self.right, self.others),
            "flagged": self.flagged,
            "by_rule": dict(sorted(self.by_rule.items())),
            "missed": self.missed,
            "false_alarms": self.false_alarms,
        }


def measure(path: Path) -> Measured:
    """Return what both rulers make of the set in `path`, whichever of the two shapes it has."""
    if path.suffix == ".json":
        return _of_speakers(sets.read_speakers(path), path.stem)
    return _of_pairs(sets.read_pairs(path), path.stem)


def _of_pairs(pairs: Sequence[Pair], name: str) -> Measured:
    scores = {ruler: _score(pairs, ruler) for ruler in RULERS}
    return {"set": name, "pairs": len(pairs)} | {r: s.as_row() for r, s in scores.items()}


def _score(pairs: Sequence[Pair], ruler: str) -> Score:
    score = Score()
    for pair in pairs:
        rule = RULERS[ruler](pair.a, pair.b)
        clashes = pair.label == CONTRADICTION
        score.wanted += clashes
        score.others += not clashes
        score.flagged += rule is not None
        score.right += clashes and rule is not None
        if rule is not None:
            score.by_rule[rule] += 1
        if clashes and rule is None:
            score.missed.append(pair.name)
        if rule is not None and not clashes:
            score.false_alarms.append(pair.name)
    return score


def _of_speakers(speakers: Sequence[Sequence[str]], name: str) -> Measured:
    seed, stronger = Score(), Score()
    for said in speakers:
        for a, b in combinations(map(Reading.of, said), 2):
            _count(seed, a, b, by_seed(a.text, b.text))
            found = clash(a, b)
            _count(stronger, a, b, found.rule if found else None)
    return {
        "set": f"{name} (one speaker's statements)",
        "pairs": seed.others,
        "seed": seed.as_row(),
        "stronger": stronger.as_row(),
    }


def _count(score: Score, a: Reading, b: Reading, rule: str | None) -> None:
    score.others += 1
    if rule is not None:
        score.flagged += 1
        score.by_rule[rule] += 1
        score.false_alarms.append(f"{a.text} | {b.text}")


def row(measured: Measured) -> Measured:
    """Return the line of one set: the seed's rule in columns of its own."""
    seed, stronger = measured["seed"], measured["stronger"]
    return {
        "set": measured["set"],
        "pairs": measured["pairs"],
        "seed P": seed["precision"],
        "seed R": seed["recall"],
        "P": stronger["precision"],
        "R": stronger["recall"],
        "false alarms": _percent(stronger["false_alarm_rate"]),
    }


def _percent(rate: float | None) -> str | None:
    return None if rate is None else f"{rate:.3%}"


def files() -> list[Path]:
    """Return the own cases and the shared sets, conversations last."""
    return [*sets.pair_files(sets.OWN_CASES), *sets.conversations()]


if __name__ == "__main__":
    sys.exit(command.run(sys.argv[1:], __doc__ or "", files(), measure, row))
