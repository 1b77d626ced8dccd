"""The deterministic gate: it judges what a model proposes, and nothing else.

Plain data in, plain data out: no I/O, no clock, no model, no environment. The same input gives the
same result on every machine.
"""

from __future__ import annotations

from gate.config import GateConfig
from gate.conflict import Contradiction
from gate.contradiction import find_contradiction
from gate.decay import decayed_confidence
from gate.duplicate import is_duplicate
from gate.faults import GateInputError
from gate.negation import contradicts, has_negation
from gate.records import Belief, Diff, Episode
from gate.routing import check
from gate.suspicion import CONTEXT_MARK, CONTEXT_TAG, hidden_spans
from gate.verdict import Decayed, GateResult, Reason, Verdict
from gate.wording import Span, normalize

__all__ = [
    "CONTEXT_MARK",
    "CONTEXT_TAG",
    "Belief",
    "Contradiction",
    "Decayed",
    "Diff",
    "Episode",
    "GateConfig",
    "GateInputError",
    "GateResult",
    "Reason",
    "Span",
    "Verdict",
    "check",
    "contradicts",
    "decayed_confidence",
    "find_contradiction",
    "has_negation",
    "hidden_spans",
    "is_duplicate",
    "normalize",
]
