"""How often one key may ask: a bucket of tokens a key, filled evenly, in this process alone.

A key that was quiet may spend a minute's worth at once. Several forge processes each allow the full
rate; a restart forgives. A key is known before it is counted, so strangers fill no memory.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from forge_api.memory.refusals import Refused

MINUTE = 60.0


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class RateLimit:
    """Allows every key `per_minute` requests; 0 allows any number."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = float(per_minute)
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}

    def spend(self, key_id: str) -> None:
        """Take one request off what the key has left.

        Raises:
            Refused: `too_many_requests`, with the whole seconds until one more is allowed.
        """
        if not self._size:
            return
        now = self._clock()
        bucket = self._buckets.setdefault(key_id, _Bucket(self._size, now))
        refilled = bucket.tokens + (now - bucket.at) * self._size / MINUTE
        bucket.tokens, bucket.at = min(self._size, refilled), now
        if bucket.tokens < 1:
            raise self._too_many(bucket)
        bucket.tokens -= 1

    def _too_many(self, bucket: _Bucket) -> Refused:
        seconds = math.ceil((1 - bucket.tokens) * MINUTE / self._size)
        return Refused(
            "too_many_requests",
            f"This key may ask {self._size:.0f} times a minute; ask again in {seconds} s",
            retry_after=seconds,
        )
