"""Keys and seals: one master key wraps many data keys; each seals what may be erased together."""

from __future__ import annotations
