"""Reflection Memory: the append-only, sealed, chained log under everything an agent has lived."""

from __future__ import annotations
