"""An example for every shape of the interface, made from its schema and a small vocabulary.

All of them tell one story: an agent learned that its user likes short answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOMENT = "2026-03-02T03:00:04Z"
BELIEF = "bel_019cac3f2b7a7c1e8d4406f0a1b2c3d4"
EPISODE = "ep_5f1d7a84c0de4b6e9a2f3c71"
ENTRY = "ent_9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d"
KEY = "key_4f9d0c1b2a3e4d5c6b7a8f90"
RUN = "01a22ba1-7c1e-4f7a-9d55-3f0a6c1b2d4e"
SAID = "The user prefers short answers"

SHAPES: dict[str, Any] = {
    "Message": {"role": "user", "content": "Please keep your answers short."},
    "NewTurn": {
        "turn_id": "turn-41",
        "conversation_id": "conversation-7",
        "messages": [
            {"role": "user", "content": "Please keep your answers short."},
            {"role": "assistant", "content": "I will."},
        ],
    },
    "NewEntry": {
        "origin": "INTERNAL",
        "lane": "TECHNICAL",
        "type": "AGENT_NOTIFICATION",
        "source": "my-agent",
        "content": "The nightly import has ended.",
    },
    "NewKey": {"role": "reviewer", "label": "Ada's laptop"},
    "NewBelief": {"content": SAID, "kind": "preference", "confidence": 0.8},
    "ProposalBatch": {
        "beliefs": [
            {
                "op": "add",
                "content": SAID,
                "kind": "preference",
                "confidence": 0.8,
                "rationale": "Asked for in two conversations.",
                "source_episodes": [EPISODE],
            }
        ]
    },
    "ErasureRequest": {"turn_ids": ["turn-41"]},
    "DoorRequest": {"reason": "Yes, I said so."},
    "EditRequest": {"content": f"{SAID}, in English", "reason": "In English, I meant."},
}
"""Shape → its example, where the one made from the schema would not make sense when sent."""

WORDS: dict[str, Any] = {
    "Agent.id": "my-agent",
    "AuditRow.action": "keep",
    "AuditRow.from_status": "pending",
    "AuditRow.to_status": "active",
    "Entry.content": "Please keep your answers short.",
    "Entry.id": ENTRY,
    "Entry.type": "MESSAGE",
    "Entry.origin": "USER",
    "Episode.id": EPISODE,
    "FoundEpisode.id": EPISODE,
    "CreatedKey.id": KEY,
    "Payload.metadata": {"encoding": "anNvbi9wbGFpbg=="},
    "Failure.message": "forge is unavailable: GET /agents/my-agent: no_connection",
    "Failure.type": "ForgeUnavailable",
    "Key.id": KEY,
    "Place.id": ENTRY,
    "RecordedEntry.id": ENTRY,
    "RecordedEntry.type": "MESSAGE",
    "RecordedEntry.origin": "USER",
    "Statement.text": "Please keep your answers short.",
    "ReviewReason.text": "says the opposite of another belief",
    "actor": "Ada",
    "agent_id": "my-agent",
    "agents": ["my-agent"],
    "belief": SAID,
    "belief_id": BELIEF,
    "belief_ids": [BELIEF],
    "block": f"<beliefs>\n- {SAID}\n</beliefs>",
    "code": "contradicts",
    "content": SAID,
    "conversation_id": "conversation-7",
    "conversation_ids": ["conversation-7"],
    "correlation_id": "my-agent/turn-41",
    "counts": {"open": 1},
    "data": "InJlZmxlY3QiICA=",
    "doors": {"keep": "Keep", "forget": "Forget", "edit": "Edit"},
    "embedding_model": "wordllama",
    "entry_id": ENTRY,
    "episode_id": EPISODE,
    "heading": "I've learned:",
    "hidden_characters": [],
    "id": BELIEF,
    "key": "sk_forge_shown-this-once-and-never-again-000000",
    "key_id": KEY,
    "label": "Ada's laptop",
    "model": "wordllama",
    "ModelUse.name": "built-in:recurring-statements",
    "name": "The agent of the readme",
    "next_cursor": None,
    "op": "add",
    "parts": {"database": "ok", "embedder": "ok", "master_key": "ok"},
    "query": "how long may an answer be?",
    "rationale": "Asked for in two conversations.",
    "reason": "Yes, I said so.",
    "redactions": {},
    "references": [],
    "reflected_by": RUN,
    "review_reasons": [],
    "root": "9f" * 32,
    "rule": "negation_overlap",
    "run_id": RUN,
    "scope": "agent",
    "source": "my-agent",
    "source_episodes": [EPISODE],
    "status": "active",
    "summary": "Please keep your answers short. I will.",
    "text": "says the opposite of another belief",
    "texts": [SAID],
    "turn_id": "turn-41",
    "vectors": [[0.36, 0.48, 0.8]],
    "workflow_id": "agent-reflection/my-agent",
}
"""`Shape.field` or `field` → what stands there; fields that are absent stay as empty as allowed."""


def of(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """Return a value that fits `schema`; references are looked up in `schemas`."""
    return _value(schema, schemas, "", "")


def _value(schema: Mapping[str, Any], schemas: Mapping[str, Any], shape: str, field: str) -> Any:
    for place in (f"{shape}.{field}", field):
        if place in WORDS and _may_hold(schema, WORDS[place]):
            return WORDS[place]
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return SHAPES[name] if name in SHAPES else _object(schemas[name], schemas, name)
    if "default" in schema:
        return schema["default"]
    if options := schema.get("anyOf"):
        absent = {"type": "null"} in options
        return None if absent else _value(options[0], schemas, shape, field)
    return _plain(schema, schemas, shape, field)


def _plain(schema: Mapping[str, Any], schemas: Mapping[str, Any], shape: str, field: str) -> Any:
    match schema.get("type"):
        case "object":
            return _object(schema, schemas, shape)
        case "array":
            return [_value(schema["items"], schemas, shape, field.removesuffix("s"))]
        case "string":
            return MOMENT if schema.get("format") == "date-time" else _text(schema, field)
        case "integer":
            return max(1, schema.get("minimum", 1))
        case "number":
            return 0.8
        case "boolean":
            return True
        case _:
            return {}


def _object(schema: Mapping[str, Any], schemas: Mapping[str, Any], shape: str) -> Any:
    fields = schema.get("properties", {})
    return {name: _value(inner, schemas, shape, name) for name, inner in fields.items()}


def _text(schema: Mapping[str, Any], field: str) -> str:
    choices = schema.get("enum") or schema.get("examples") or [schema.get("const", field)]
    return str(choices[0])


def _may_hold(schema: Mapping[str, Any], value: Any) -> bool:
    """A word stands for a text or plain list, not for a shape that bears the same name."""
    kinds = {str: "string", list: "array", dict: "object", type(None): "null"}
    for option in schema.get("anyOf", [schema]):
        if option.get("type") == kinds[type(value)] and value in option.get("enum", [value]):
            return not (value and "$ref" in option.get("items", {}))
    return False
