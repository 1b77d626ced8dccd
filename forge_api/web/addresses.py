"""Addresses of our own pages, quoted once and here."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from forge_client import names


def page(*parts: str, **query: Any) -> str:
    """Return `/part/part?name=value`; what is None or empty stays out of the query."""
    path = "/" + "/".join(quote(part, safe="") for part in parts)
    given = {name: _text(value) for name, value in query.items() if value not in (None, "", [])}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path


def belief(agent_id: str, belief_id: str, *rest: str, **query: Any) -> str:
    """Return the address of one belief, which is also its card's."""
    return page("beliefs", agent_id, belief_id, *rest, **query)


def run(agent_id: str, run_id: str) -> str:
    """Return the address of one run."""
    return page("runs", agent_id, run_id)


def in_temporal(agent_id: str, run_id: str) -> str:
    """Return the address of a run in Temporal's Web UI, which wants its slashes quoted."""
    workflow = quote(names.workflow_id(agent_id), safe="")
    namespace = names.DEFAULT_NAMESPACE
    run = quote(run_id, safe="")
    return f"/temporal/namespaces/{namespace}/workflows/{workflow}/{run}/history"


def with_query(address: str, *, at: str | None = None, **query: str) -> str:
    """Return an address of ours with these in its query instead of what it says, and a place."""
    parts = urlsplit(address)
    kept = [pair for pair in parse_qsl(parts.query) if pair[0] not in query]
    fragment = f"#{quote(at)}" if at else ""
    return f"{parts.path}?{urlencode([*kept, *query.items()])}{fragment}"


def own(address: str) -> str:
    """Return the address if it is one of our pages, else the first page: never another site."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours and address.isprintable() else "/"


def _text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
