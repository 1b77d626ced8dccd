"""One run of `agent-reflection` by hand: started, waited for, its report returned."""

from __future__ import annotations

from urllib.parse import quote

from temporalio.client import Client

from forge_client.names import workflow_id
from forge_client.reflection import ReflectionInput
from forge_client.runs import Report
from surfaces.cli import screen
from surfaces.cli.target import Target
from temporal_link.closing import with_client
from temporal_link.trigger import start_run


async def now(target: Target, request: ReflectionInput) -> Report:
    """Start a run and wait for its end.

    Raises:
        TemporalUnavailable: nothing answers.
        AlreadyRunning: the agent reflects at this moment.
        WorkflowFailureError: the run failed; its causes say why.
    """
    settings = target.temporal()

    async def run(client: Client) -> Report:
        handle = await start_run(client, request, settings.task_queue)
        screen.progress(f"Started {workflow_id(request.agent_id)}{_where(target, request)}")
        return await handle.result()

    return await with_client(settings, run)


def _where(target: Target, request: ReflectionInput) -> str:
    ui = target.web_ui()
    if ui is None:
        return ""
    place = quote(workflow_id(request.agent_id), safe="")
    return f": {ui}/namespaces/{target.temporal().namespace}/workflows/{place}"
