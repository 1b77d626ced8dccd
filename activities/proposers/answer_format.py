"""The shape of an answer, for models that can be held to one: strict, as providers demand it.

Strict means that every member is required and none may be added; what may be left out is null
instead. Bounds of lengths and numbers are not in it, since not every provider knows them: the
parser holds the answer to those.
"""

from __future__ import annotations

from typing import Any, get_args

from forge_client.names import Kind, Op

_MEMBERS: dict[str, dict[str, Any]] = {
    "op": {"type": "string", "enum": list(get_args(Op))},
    "belief": {"type": "string"},
    "confidence": {"type": "number"},
    "rationale": {"type": "string"},
    "source_episodes": {"type": "array", "items": {"type": "string"}},
    "kind": {"type": "string", "enum": list(get_args(Kind))},
    "target_belief_id": {"type": ["string", "null"]},
}


def _strict(members: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


ANSWER_FORMAT: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "belief_diffs",
        "strict": True,
        "schema": _strict({"diffs": {"type": "array", "items": _strict(_MEMBERS)}}),
    },
}
"""What `response_format` is set to."""
