"""How fast it is: one command each, `python -m benchmarks.NAME [--json]`."""

from __future__ import annotations
