"""The log on its way elsewhere: XML and JSON lines, written and read as streams, losing nothing."""

from __future__ import annotations
