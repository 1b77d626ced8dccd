"""One run of `agent-reflection` by hand: started, waited for, its report returned."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

from temporalio.client import Client, WorkflowHandle

from forge_client.names import workflow_id
from forge_client.reflection import ReflectionInput
from forge_client.runs import Report
from surfaces.cli import screen
from surfaces.cli.target import Target
from temporal_link.client import TemporalUnavailable
from temporal_link.closing import with_client
from temporal_link.pollers import living_worker
from temporal_link.trigger import start_run

LOOK_EVERY_SECONDS = 20.0
"""How often to see that somebody still works on the run that is waited for."""


REMEDY = "Start one with `reflection up`, or `python worker.py`."


class NoWorker(Exception):
    """Nobody would take the run up; the message says what would."""


async def now(target: Target, request: ReflectionInput) -> Report:
    """Start a run and wait for its end.

    Raises:
        TemporalUnavailable: nothing answers.
        AlreadyRunning: the agent reflects at this moment.
        NoWorker: no worker polls, or none does any more.
        WorkflowFailureError: the run failed; its causes say why.
    """
    settings = target.temporal()

    async def run(client: Client) -> Report:
        queue = settings.task_queue
        if await living_worker(client, queue) is None:
            raise NoWorker(f"No worker polls {queue}, so nothing was started. {REMEDY}")
        handle = await start_run(client, request, queue)
        screen.progress(f"Started {workflow_id(request.agent_id)}{_where(target, request)}")
        return await _result(client, handle, queue)

    try:
        return await with_client(settings, run)
    except TemporalUnavailable as fault:
        raise TemporalUnavailable(fault.what, target.temporal_remedy) from fault


async def _result(client: Client, handle: WorkflowHandle[Any, Report], queue: str) -> Report:
    result = asyncio.ensure_future(handle.result())
    try:
        while not (await asyncio.wait({result}, timeout=LOOK_EVERY_SECONDS))[0]:
            if await living_worker(client, queue) is None:
                raise NoWorker(
                    f"No worker polls {queue} any more; {handle.id} goes on once one does. {REMEDY}"
                )
        return await result
    finally:
        result.cancel()
        # Whoever closes the client next must find nothing that still holds it.
        await asyncio.wait({result})


def _where(target: Target, request: ReflectionInput) -> str:
    ui = target.web_ui()
    if ui is None:
        return ""
    place = quote(workflow_id(request.agent_id), safe="")
    return f": {ui}/namespaces/{target.temporal().namespace}/workflows/{place}"
