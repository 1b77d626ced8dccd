"""Answers that a scripted model or a stub gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def diff(belief: str, *episodes: str, **fields: Any) -> dict[str, Any]:
    """Return one diff that adds a belief."""
    return {
        "op": "add",
        "belief": belief,
        "confidence": 0.8,
        "rationale": "said so",
        "source_episodes": list(episodes),
        **fields,
    }


def stub(folder: Path, *diffs: dict[str, Any]) -> str:
    """Return the model setting of a proposer with this fixed answer."""
    file = folder / "answer.json"
    file.write_text(json.dumps(list(diffs)), "utf-8")
    return f"stub:{file}"
