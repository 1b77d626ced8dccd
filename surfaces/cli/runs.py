"""`reflection runs`: what the reflections read, proposed, and why they ended as they did."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge_client.client import PAGE, ForgeClient
from forge_client.errors import ForgeRefused
from forge_client.runs import Report, RunList
from forge_client.wording import counted
from surfaces.cli import failures, options, report_text, screen, table, target

HEAD = ("ended", "agent", "outcome", "read", "stored", "proposer", "run", "why")


@click.command("runs")
@click.argument("run_id", metavar="[RUN]", required=False)
@options.data_dir
@options.agent
@options.limit
@options.as_json
def command(
    run_id: str | None, data_dir: Path | None, agent: str | None, limit: int, as_json: bool
) -> None:
    """Show runs, newest first, of one agent or of all; with RUN the report of one."""
    servers = target.find(data_dir)
    if run_id:
        report = asyncio.run(_one(servers, agent, run_id))
        screen.show_json(report) if as_json else screen.show(*report_text.lines(report))
        return
    found = asyncio.run(_all(servers, agent, limit))
    if as_json:
        screen.show_json(found)
        return
    if found.runs:
        screen.show(*table.lines(HEAD, [_row(report) for report in found.runs]), "")
    screen.show(f"{len(found.runs)} of {counted(found.total, 'run')}")


async def _one(servers: target.Target, agent: str | None, run_id: str) -> Report:
    async with servers.forge("reviewer") as forge:
        for one in await _agents(forge, agent):
            try:
                return await forge.get_run(one, run_id)
            except ForgeRefused as error:
                if error.code != "run_not_found":
                    raise
    raise failures.not_found("run", agent)


async def _all(servers: target.Target, agent: str | None, limit: int) -> RunList:
    async with servers.forge("reviewer") as forge:
        found = [await _of_agent(forge, one, limit) for one in await _agents(forge, agent)]
    runs = [report for page in found for report in page.runs]
    runs.sort(key=lambda report: report.started_at, reverse=True)
    return RunList(runs=runs[:limit], total=sum(page.total for page in found))


async def _of_agent(forge: ForgeClient, agent: str, limit: int) -> RunList:
    found = RunList(runs=[], total=0)
    cursor: str | None = None
    while True:
        page = await forge.list_runs(agent, cursor=cursor, limit=min(PAGE, limit - len(found.runs)))
        found = RunList(runs=found.runs + page.runs, total=page.total)
        cursor = page.next_cursor
        if cursor is None or len(found.runs) >= limit:
            return found


async def _agents(forge: ForgeClient, agent: str | None) -> list[str]:
    return [agent] if agent else [one.id for one in await forge.list_agents()]


def _row(report: Report) -> tuple[str, ...]:
    failure, coverage = report.failure, report.coverage
    return (
        f"{report.finished_at:%Y-%m-%d %H:%M}" if report.finished_at else "",
        report.agent_id,
        report.outcome,
        f"{coverage.reflected} of {coverage.available}",
        f"{report.accepted} of {report.proposed}",
        report.model.name,
        report.run_id,
        f"{failure.type}: {failure.message}" if failure else "",
    )
