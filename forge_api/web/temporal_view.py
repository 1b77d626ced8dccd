"""Temporal's API as whoever may not see all of it gets it: his own agents' runs, and no others.

What is not known to be harmless is refused. A list's query is put in brackets behind ours, after it
was found to be made of nothing but whole words, strings and matched brackets.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from urllib.parse import parse_qsl, unquote, urlencode

from forge_api.memory.refusals import Refused, invalid
from forge_api.memory.temporal_sight import Sight
from forge_client.names import SEARCH_AGENT, agent_of

MOST = 500
"""Agents whose runs are listed together."""

_API = "/temporal/api"
_V1 = r"/temporal/api/v1"
_SPACE = _V1 + r"/namespaces/[A-Za-z0-9._-]+"
_OPEN = re.compile(
    rf"{_V1}/(settings|cluster-info|system-info|namespaces)"
    rf"|{_SPACE}(/(search-attributes|worker-count|task-queues/[A-Za-z0-9._-]+))?"
)
_LIST = re.compile(rf"{_SPACE}/(workflows|workflow-count)")
_RUN = re.compile(rf"{_SPACE}/workflows/(?P<id>[^/]+)(/[A-Za-z0-9_-]+)*")
_TOKEN = re.compile(
    r"""\s+|"[^"\\]*"|'[^'\\]*'|`[A-Za-z0-9_]+`|[A-Za-z0-9_.:+]+|[=<>!]+|[,()]""", re.ASCII
)


def narrowed(path: bytes, query: bytes, sight: Sight) -> bytes:
    """Return the query to send with this path, both as they stood in the address.

    Raises:
        Refused: `not_found`, for what is not about the caller's agents; `invalid`, for a search
            that cannot be narrowed.
    """
    place = path.decode("ascii")
    if sight.everything or not _is_api(place) or _OPEN.fullmatch(place):
        return query
    if _LIST.fullmatch(place):
        return _searching(query.decode("ascii"), sorted(sight.own)).encode()
    run = _RUN.fullmatch(place)
    if run and agent_of(unquote(run["id"])) in sight.known:
        return query
    raise Refused("not_found", "Only the runs of your own agents are shown here")


def _is_api(place: str) -> bool:
    """Tell whether the path can be taken for the API's, in whatever way it is written."""
    while (plain := unquote(place)) != place:
        place = plain
    place = posixpath.normpath("/" + place.replace("\\", "/").lstrip("/"))
    return place.lower().startswith(_API)


def _searching(query: str, own: Sequence[str]) -> str:
    if len(own) > MOST:
        raise Refused("not_found", f"More than {MOST} agents: open a run from its report")
    fields = parse_qsl(query, keep_blank_values=True)
    asked = [value for name, value in fields if name == "query"]
    kept = [(name, value) for name, value in fields if name != "query"]
    return urlencode([*kept, ("query", of_agents(" ".join(asked), own))])


def of_agents(search: str, own: Sequence[str]) -> str:
    """Return Temporal's search, narrowed to the runs of these agents.

    Raises:
        Refused: `invalid`.
    """
    where, group = _parts(search)
    # No agent has an id of a blank.
    ids = ", ".join(f"'{one}'" for one in own or [" "])
    narrow = f"{SEARCH_AGENT} IN ({ids})"
    return " ".join(filter(None, [narrow, where and f"AND ({where})", group]))


def _parts(search: str) -> tuple[str, str]:
    """Return what stands before `GROUP BY`, and what from there on."""
    tokens = _tokens(search)
    words = [token.upper() for token in tokens]
    cut = words.index("GROUP") if "GROUP" in words else len(tokens)
    where, group = tokens[:cut], tokens[cut:]
    if not _matched(where) or "(" in group or ")" in group:
        raise invalid("query", "has brackets that do not match")
    return "".join(where).strip(), "".join(group).strip()


def _tokens(search: str) -> list[str]:
    tokens, place = [], 0
    while place < len(search):
        found = _TOKEN.match(search, place)
        if found is None:
            raise invalid("query", "may hold names, numbers, strings and = < > ! , ( ) only")
        tokens.append(found[0])
        place = found.end()
    return tokens


def _matched(tokens: Iterable[str]) -> bool:
    depth = 0
    for one in tokens:
        depth += (one == "(") - (one == ")")
        if depth < 0:
            return False
    return depth == 0
