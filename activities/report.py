"""The step of a run that stored nothing: forge keeps its report all the same."""

from __future__ import annotations

from temporalio import activity

from activities.bounds import bounded
from activities.faults import forge_faults
from activities.heartbeat import beating
from forge_client.client import ForgeClient
from forge_client.names import BUILT_IN_PROPOSER, REPORT
from forge_client.runs import Report


class KeepReport:
    """Writes through `forge`; `model` is the worker's configured one."""

    def __init__(self, forge: ForgeClient, model: str | None) -> None:
        self._forge = forge
        self._model = model

    @activity.defn(name=REPORT)
    async def report(self, report: Report) -> Report:
        """Store `report` and return it as stored.

        A run that ended before it asked a proposer does not know its name; the worker does.

        Raises:
            ApplicationError: `ForgeUnavailable`, `ForgeRefused`, `UnknownAgent`.
        """
        name = report.model.name or self._model or BUILT_IN_PROPOSER
        named = report.model_copy(update={"model": report.model.model_copy(update={"name": name})})
        with forge_faults(report.agent_id):
            async with beating():
                return bounded(await self._forge.put_run(named))
