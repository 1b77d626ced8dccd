"""A request whose JSON body means one thing: no object in it names a member twice."""

from __future__ import annotations

import json
from typing import Any

from fastapi import Request

from forge_api.memory.refusals import invalid
from forge_client.field_names import spoken
from forge_client.json_members import NamedTwice, each_once


class JSONRequest(Request):
    """Reads its JSON body strictly."""

    async def json(self) -> Any:
        """Return the body's value.

        Raises:
            JSONDecodeError: It is no JSON.
            Refused: `invalid`, naming the member that stands twice in one object.
        """
        if not hasattr(self, "_json"):
            self._json = _read(await self.body())
        return self._json


def _read(body: bytes) -> Any:
    try:
        return json.loads(body, object_pairs_hook=each_once)
    except NamedTwice as twice:
        raise invalid(spoken([twice.name]), "stands twice in one object; send it once") from None
