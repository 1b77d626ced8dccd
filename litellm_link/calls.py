"""The one way to call litellm: imported late, offline, and left without an open connection.

litellm keeps its HTTP clients in one cache of the process, shared by all calls in flight, for chat
and for embeddings alike; they are closed, and the cache emptied, when the last call ends.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from litellm_link.settings import keep_litellm_offline


@dataclass(slots=True)
class _Calls:
    """The calls of one event loop, to which their clients are bound."""

    in_flight: int = 0
    closing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while clients are closed, so that no call starts with one of them."""


_calls: WeakKeyDictionary[asyncio.AbstractEventLoop, _Calls] = WeakKeyDictionary()


@asynccontextmanager
async def open_litellm() -> AsyncIterator[Any]:
    """Yield the litellm module for one call."""
    litellm = await asyncio.to_thread(_load)
    calls = _calls.setdefault(asyncio.get_running_loop(), _Calls())
    async with calls.closing:
        calls.in_flight += 1
    try:
        yield litellm
    finally:
        calls.in_flight -= 1
        async with calls.closing:
            if not calls.in_flight:
                await litellm.close_litellm_async_clients()
                litellm.in_memory_llm_clients_cache.flush_cache()


def _load() -> Any:
    """Import litellm, which takes seconds, silence its banners, and leave retries to Temporal."""
    keep_litellm_offline()
    litellm: Any = importlib.import_module("litellm")
    litellm.suppress_debug_info = True
    # Its embedding path reads `max_retries=0` as "not given" and falls back to this.
    litellm.DEFAULT_MAX_RETRIES = 0
    return litellm
