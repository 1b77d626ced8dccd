"""How well secrets are masked, and how often a text that holds none is touched.

    python -m evals.redaction [--file STRINGS.jsonl] [--json]

A line is `{"id", "kind", "text", "secret", "is_secret"}`. A secret is caught if it can be read no
more, not even with invisible characters taken away. Without a file: the own cases, and the shared.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals import command, secrets, sets, table
from evals.command import Measured
from forge_api.redaction import redact
from forge_api.redaction.spelling import plain

OWN_CASES = Path(secrets.__file__)
"""Drawn when they are read, lest a scanner of repositories takes them for leaked keys."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text, and the secret in it; None: it only looks as if it held one."""

    name: str
    kind: str
    text: str
    secret: str | None


def measure(path: Path) -> Measured:
    """Return what is caught and what is touched for nothing in `path`, and the CPU time a KB."""
    labelled = read(path)
    began = time.process_time()
    masked = [redact(one.text) for one in labelled]
    seconds = time.process_time() - began
    told = list(zip(labelled, masked, strict=True))
    missed = [one for one, got in told if one.secret and plain(one.secret) in plain(got.text)]
    touched = [one for one, got in told if one.secret is None and got.counts]
    held = sum(one.secret is not None for one in labelled)
    return {
        "set": path.stem,
        "secrets": held,
        "others": len(labelled) - held,
        "caught": table.share(held - len(missed), held),
        "false_alarm_rate": table.share(len(touched), len(labelled) - held),
        "milliseconds_per_kilobyte": round(seconds * 1_024_000 / max(_size(labelled), 1), 3),
        "missed": [one.name for one in missed],
        "missed_by_kind": dict(sorted(Counter(one.kind for one in missed).items())),
        "false_alarms": [one.name for one in touched],
    }


def read(path: Path) -> list[Labelled]:
    """Return the labelled texts of a JSON-lines file, or the own cases.

    Raises:
        UnreadableSet: a line is no JSON object with `text`, `secret` and `is_secret`.
    """
    if path == OWN_CASES:
        return _own()
    lines = path.read_text("utf-8").splitlines()
    return [_labelled(path, n, line) for n, line in enumerate(lines, 1) if line.strip()]


def row(measured: Measured) -> Measured:
    """Return the line of one set."""
    return {
        "set": measured["set"],
        "secrets": measured["secrets"],
        "caught": measured["caught"],
        "others": measured["others"],
        "false alarms": measured["false_alarm_rate"],
        "ms/KB": measured["milliseconds_per_kilobyte"],
    }


def files() -> list[Path]:
    """Return the own cases, and the shared ones where there are any."""
    return [OWN_CASES, *sorted((sets.SHARED / "redaction").glob("*.jsonl"))]


def _own() -> list[Labelled]:
    held = [Labelled(case.text[:24], case.kind, case.text, case.secret) for case in secrets.SECRETS]
    return held + [Labelled(text[:24], "none", text, None) for text in secrets.LOOK_ALIKES]


def _size(labelled: Sequence[Labelled]) -> int:
    return sum(len(one.text.encode("utf-8", "surrogatepass")) for one in labelled)


def _labelled(path: Path, number: int, line: str) -> Labelled:
    try:
        said = json.loads(line)
        secret = str(said["secret"]) if said["is_secret"] else None
        name, kind = str(said.get("id", number)), str(said.get("kind", ""))
        return Labelled(name, kind, str(said["text"]), secret)
    except (ValueError, TypeError, KeyError) as error:
        wanted = "needs text, secret and is_secret"
        raise sets.UnreadableSet(f"{path}:{number}: {wanted}") from error


if __name__ == "__main__":
    sys.exit(command.run(sys.argv[1:], __doc__ or "", files(), measure, row))
