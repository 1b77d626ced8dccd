"""The rules by which two statements contradict each other, one kind of clash a file."""

from __future__ import annotations
