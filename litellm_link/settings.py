"""What a library must find in the environment before it is imported."""

from __future__ import annotations

import os


def keep_litellm_offline() -> None:
    """Have litellm use the price map it ships; it asks a host for one at import otherwise."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
