"""The labelled sets: pairs of texts one a line, and conversations of two speakers.

Without a `--file` the project's own cases are read, and the sets of `../shared/data` where that
folder lies beside the project.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_FEWEST_WORDS = 3
_ROOT = Path(__file__).parents[1]
OWN_CASES = _ROOT / "evals" / "cases" / "pairs.jsonl"
SHARED = _ROOT.parent / "shared" / "data"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts, and what somebody says that they are to each other."""

    a: str
    b: str
    label: str
    """`contradiction`, `duplicate`, or anything else that can hold beside it."""

    name: str = ""
    """Its id in the set, or its line."""


class UnreadableSet(ValueError):
    """A file is not a set of this shape; it names file and line."""


def pair_files(own: Path) -> list[Path]:
    """Return the own file of cases, and the shared ones where there are any."""
    return [own, *sorted((SHARED / "gate").glob("*.jsonl"))]


def conversations() -> list[Path]:
    """Return the shared conversations, where there are any."""
    return sorted((SHARED / "locomo").glob("*.json"))


def read_pairs(path: Path) -> list[Pair]:
    """Return the pairs of a JSON-lines file.

    Raises:
        UnreadableSet: a line is no JSON object with `text_a`, `text_b` and `label`.
    """
    lines = path.read_text("utf-8").splitlines()
    return [_pair(path, n, line) for n, line in enumerate(lines, 1) if line.strip()]


def read_speakers(path: Path) -> list[list[str]]:
    """Return the distinct sentences that each speaker states, by LoCoMo's shape; no questions.

    Raises:
        UnreadableSet: the file is not of that shape.
    """
    try:
        samples = json.loads(path.read_text("utf-8"))
        return [_stated(sample, speaker) for sample in samples for speaker in sample["speakers"]]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableSet(f"{path}: not in LoCoMo's shape") from error


def _stated(sample: Any, speaker: str) -> list[str]:
    messages = (message for session in sample["sessions"] for message in session["messages"])
    texts = (message["text"] for message in messages if message["speaker"] == speaker)
    sentences = (said for text in texts for said in _SENTENCE_END.split(text))
    return list(dict.fromkeys(said for said in sentences if _states(said)))


def _states(sentence: str) -> bool:
    return not sentence.endswith("?") and len(sentence.split()) >= _FEWEST_WORDS


def _pair(path: Path, number: int, line: str) -> Pair:
    try:
        row = json.loads(line)
        return Pair(row["text_a"], row["text_b"], row["label"], str(row.get("id", number)))
    except (ValueError, TypeError, KeyError) as error:
        raise UnreadableSet(f"{path}:{number}: needs text_a, text_b and label") from error
