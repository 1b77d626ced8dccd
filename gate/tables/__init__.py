"""Tables too long to write by hand, baked from WordNet by the makers that stand beside them."""

from __future__ import annotations
