"""What the room promises to the others."""

from __future__ import annotations

import gate
from forge_api.memory import context_block


def test_every_promised_name_is_there() -> None:
    assert {name for name in gate.__all__ if not hasattr(gate, name)} == set()


def test_the_contracts_functions_are_exported() -> None:
    promised = {
        "normalize",
        "is_duplicate",
        "has_negation",
        "contradicts",
        "find_contradiction",
        "decayed_confidence",
        "check",
        "GateConfig",
        "GateResult",
    }
    assert promised <= set(gate.__all__)


def test_the_context_block_has_the_same_marks_in_both_rooms() -> None:
    assert f"<{gate.CONTEXT_TAG}>" == context_block.OPENING
    assert gate.CONTEXT_MARK == context_block.LINE_MARK
