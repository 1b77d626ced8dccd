"""What fails a workflow, instead of having it retry its task for ever."""

from __future__ import annotations

FAULTS: list[type[BaseException]] = [
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
]
"""Faults of our own code and of what was typed by hand.

An agent has one workflow id: a run that hangs keeps it from ever reflecting again, while a failed
one leaves every episode for the next. A history that the code no longer follows is not among them:
that one waits for the code to be mended.
"""
