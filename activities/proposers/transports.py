"""litellm, imported late and left without an open connection.

litellm keeps its HTTP clients in a cache of the process, shared by all calls in flight; they are
closed, and the cache emptied, when the last call ends.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from activities.proposers.settings import keep_litellm_offline

_in_flight: set[object] = set()


@asynccontextmanager
async def open_litellm() -> AsyncIterator[Any]:
    """Yield the litellm module for one call."""
    litellm = await asyncio.to_thread(_load)
    call = object()
    _in_flight.add(call)
    try:
        yield litellm
    finally:
        _in_flight.discard(call)
        if not _in_flight:
            await litellm.close_litellm_async_clients()
            litellm.in_memory_llm_clients_cache.flush_cache()


def _load() -> Any:
    """Import litellm, which takes seconds, and silence its banners."""
    keep_litellm_offline()
    litellm: Any = importlib.import_module("litellm")
    litellm.suppress_debug_info = True
    return litellm
