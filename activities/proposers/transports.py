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
_closing = asyncio.Lock()
"""Held while clients are closed, so that no call starts with one of them."""


@asynccontextmanager
async def open_litellm() -> AsyncIterator[Any]:
    """Yield the litellm module for one call."""
    litellm = await asyncio.to_thread(_load)
    call = object()
    async with _closing:
        _in_flight.add(call)
    try:
        yield litellm
    finally:
        _in_flight.discard(call)
        async with _closing:
            if not _in_flight:
                await litellm.close_litellm_async_clients()
                litellm.in_memory_llm_clients_cache.flush_cache()


def _load() -> Any:
    """Import litellm, which takes seconds, and silence its banners."""
    keep_litellm_offline()
    litellm: Any = importlib.import_module("litellm")
    litellm.suppress_debug_info = True
    return litellm
