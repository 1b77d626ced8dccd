"""A request whose JSON body means one thing: no object in it names a member twice.

Of two members with one name every reader takes another, most of them the last and without a word.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from fastapi import Request

from forge_api.memory.refusals import invalid
from forge_client.field_names import spoken


class JSONRequest(Request):
    """Reads its JSON body strictly."""

    async def json(self) -> Any:
        """Return the body's value.

        Raises:
            JSONDecodeError: It is no JSON.
            Refused: `invalid`, naming the member that stands twice in one object.
        """
        if not hasattr(self, "_json"):
            self._json = json.loads(await self.body(), object_pairs_hook=_each_once)
        return self._json


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise invalid(spoken([twice]), "stands twice in one object; send it once")
    return members
