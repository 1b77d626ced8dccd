"""The search attributes that a run carries, and their registration with a server.

A run that sets an attribute which the server does not know would retry for ever: so the worker
registers them before it starts.
"""

from __future__ import annotations

from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import (
    AddSearchAttributesRequest,
    ListSearchAttributesRequest,
)
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode

from forge_client.names import SEARCH_AGENT, SEARCH_OUTCOME, SEARCH_PENDING_CARDS

SEARCH_ATTRIBUTES: dict[str, IndexedValueType.ValueType] = {
    SEARCH_AGENT: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
    SEARCH_OUTCOME: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
    SEARCH_PENDING_CARDS: IndexedValueType.INDEXED_VALUE_TYPE_INT,
}


class SearchAttributesMissing(Exception):
    """The server lacks our search attributes and does not let us add them."""


async def register_search_attributes(client: Client) -> None:
    """Add those that `client`'s namespace lacks; safe to repeat and to race.

    Raises:
        SearchAttributesMissing: The server does not let us; the message names them.
    """
    missing = await _missing(client)
    if not missing:
        return
    request = AddSearchAttributesRequest(namespace=client.namespace, search_attributes=missing)
    try:
        await client.operator_service.add_search_attributes(request)
    except RPCError as fault:
        if fault.status is not RPCStatusCode.ALREADY_EXISTS:
            raise SearchAttributesMissing(
                f"namespace {client.namespace} lacks the search attributes {', '.join(missing)}; "
                "add them with: temporal operator search-attribute create"
            ) from fault


async def _missing(client: Client) -> dict[str, IndexedValueType.ValueType]:
    request = ListSearchAttributesRequest(namespace=client.namespace)
    known = await client.operator_service.list_search_attributes(request)
    return {
        name: kind
        for name, kind in SEARCH_ATTRIBUTES.items()
        if name not in known.custom_attributes
    }
