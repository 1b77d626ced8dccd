"""Which release this is: told by forge, and read from here when the package is built."""

from __future__ import annotations

VERSION = "0.1.0"
