"""Opening a client, search attributes, starting a run: against a real server, without a worker."""

from __future__ import annotations

import datetime as dt

import pytest
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest

from forge_client.reflection import ReflectionInput
from temporal_link.client import TemporalUnavailable, connect
from temporal_link.search_attributes import SEARCH_ATTRIBUTES, register_search_attributes
from temporal_link.settings import TemporalSettings
from temporal_link.trigger import AlreadyRunning, announce_episodes, start_run
from tests.fixtures.temporal import TemporalServer

SOON = dt.timedelta(milliseconds=200)


async def test_no_server_is_told_with_the_address_and_the_variable() -> None:
    with pytest.raises(TemporalUnavailable, match=r"127\.0\.0\.1:9;.*TEMPORAL_ADDRESS"):
        await connect(TemporalSettings(address="127.0.0.1:9"), within=SOON)


async def test_an_address_that_is_none_is_told_too() -> None:
    with pytest.raises(TemporalUnavailable, match="not an address"):
        await connect(TemporalSettings(address="not an address"), within=SOON)


async def test_search_attributes_are_registered_once_however_often(
    temporal_server: TemporalServer,
) -> None:
    client = await connect(temporal_server.settings())
    for _ in range(2):
        await register_search_attributes(client)
    known = await client.operator_service.list_search_attributes(
        ListSearchAttributesRequest(namespace=client.namespace)
    )
    assert known.custom_attributes.items() >= SEARCH_ATTRIBUTES.items()


async def test_a_second_start_of_a_running_agent_is_refused_by_name(
    temporal_server: TemporalServer, task_queue: str
) -> None:
    client = await connect(temporal_server.settings(task_queue))
    request = ReflectionInput(agent_id=task_queue)
    handle = await start_run(client, request, task_queue)
    with pytest.raises(AlreadyRunning, match=f"agent-reflection/{task_queue} is running"):
        await start_run(client, request, task_queue)
    assert not (await announce_episodes(client, task_queue, task_queue)).started
    await handle.terminate()
