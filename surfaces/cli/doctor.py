"""`reflection doctor`: try each part for real, and say what would mend it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import get_args

import click
from temporalio.client import Client
from temporalio.service import RPCError

from forge_client.errors import ForgeError
from forge_client.names import Role
from forge_client.wording import counted
from surfaces.cli import access_table, failures, options, screen, target
from temporal_link import model_trial, pollers, schedule, search_attributes
from temporal_link.client import TemporalUnavailable
from temporal_link.closing import with_client

PARTS = {
    "database": "start Postgres, or correct FORGE_DATABASE_URL; `python -m forge_api migrate`",
    "master_key": "give forge the master key that this database was made with",
    "embedder": "see FORGE_EMBEDDING_MODEL, and whether its provider answers",
}
"""Part of forge → what mends it."""

FINE = {"ok", "stale"}
"""`stale`: two nights passed in which nothing was reflected on; forge itself does its work."""


@dataclass(frozen=True)
class Finding:
    """One part: whether it does its work, and otherwise what would mend it."""

    part: str
    ok: bool
    detail: str
    remedy: str = ""


@click.command("doctor")
@options.data_dir
@click.option("--access", is_flag=True, help="Show instead which role may call which route.")
@click.option("--model", is_flag=True, help="Have the worker ask its model too: one small call.")
@options.as_json
def command(data_dir: Path | None, access: bool, model: bool, as_json: bool) -> int:
    """Try each part: forge and what it needs, every key, Temporal, the worker.

    The status is 1 where something needs mending.
    """
    servers = target.find(data_dir)
    if access:
        access_table.show(asyncio.run(access_table.ask(servers)), as_json=as_json)
        return failures.DONE
    findings = asyncio.run(_examine(servers, with_model=model))
    if as_json:
        screen.show_json([asdict(finding) for finding in findings])
    else:
        screen.show(*_lines(findings))
    return failures.DONE if all(finding.ok for finding in findings) else failures.FAILED


async def _examine(servers: target.Target, *, with_model: bool) -> list[Finding]:
    forge = await _forge(servers)
    return [
        *forge,
        # Where nothing answers no key can be tried.
        *([finding async for finding in _keys(servers)] if forge[0].ok else []),
        *await _temporal(servers, with_model=with_model),
    ]


async def _forge(servers: target.Target) -> list[Finding]:
    try:
        async with servers.forge(None) as forge:
            ready = await forge.readiness()
    except ForgeError as error:
        failed = _failed("forge", error)
        return [replace(failed, detail=f"{failed.detail} at {servers.forge_url}")]
    parts = [
        Finding(
            f"forge's {part}", state in FINE, state, "" if state in FINE else PARTS.get(part, "")
        )
        for part, state in ready.parts.items()
    ]
    return [Finding("forge", ok=True, detail=servers.forge_url), *parts]


async def _keys(servers: target.Target) -> AsyncIterator[Finding]:
    roles: tuple[Role, ...] = get_args(Role)
    for role in roles if isinstance(servers, target.StackTarget) else roles[:1]:

        async def accepted(role: Role = role) -> str:
            async with servers.forge(role) as forge:
                agents = len(await forge.list_agents())
                return f"accepted, {counted(agents, 'agent')}"

        yield await _tried(f"{role} key", accepted)


async def _temporal(servers: target.Target, *, with_model: bool) -> list[Finding]:
    settings = servers.temporal()

    async def try_all(client: Client) -> list[Finding]:
        worker = await _worker(client, settings.task_queue)
        return [
            await _attributes(client),
            worker,
            *([await _model(client, settings.task_queue)] if with_model and worker.ok else []),
            *[await _schedule(client, name) for name in schedule.PLANS],
        ]

    try:
        answers = Finding("Temporal", ok=True, detail=settings.address)
        return [answers, *await with_client(settings, try_all)]
    except TemporalUnavailable as error:
        remedy = servers.temporal_remedy
        return [Finding("Temporal", ok=False, detail=error.what, remedy=remedy)]


async def _attributes(client: Client) -> Finding:
    try:
        await search_attributes.register_search_attributes(client)
    except (search_attributes.SearchAttributesMissing, RPCError) as error:
        return Finding("search attributes", ok=False, detail=str(error))
    return Finding("search attributes", ok=True, detail="registered")


async def _worker(client: Client, task_queue: str) -> Finding:
    identity = await pollers.living_worker(client, task_queue)
    if identity is None:
        remedy = "start it with `reflection up`, or `python worker.py`"
        return Finding("worker", ok=False, detail=f"nobody polls {task_queue}", remedy=remedy)
    return Finding("worker", ok=True, detail=f"{identity} polls {task_queue}")


async def _model(client: Client, task_queue: str) -> Finding:
    try:
        use = await model_trial.try_model(client, task_queue)
    except model_trial.ModelFailed as error:
        remedy = "see MULE_MODEL and its provider's key and address, where the worker runs"
        return Finding("model", ok=False, detail=str(error), remedy=remedy)
    tokens = (use.input_tokens or 0) + (use.output_tokens or 0)
    detail = f"{use.name} answered, {counted(tokens, 'token')}" if use.calls else use.name
    return Finding("model", ok=True, detail=detail)


async def _schedule(client: Client, name: str) -> Finding:
    try:
        standing = await schedule.standing(client, name)
    except schedule.ScheduleMissing:
        remedy = "create it with `reflection seed`"
        return Finding(f"schedule {name}", ok=False, detail="is missing", remedy=remedy)
    # A pause is a person's decision, not a fault.
    return Finding(f"schedule {name}", ok=True, detail="paused" if standing.paused else "on")


async def _tried(part: str, attempt: Callable[[], Awaitable[str]]) -> Finding:
    try:
        return Finding(part, ok=True, detail=await attempt())
    except (ForgeError, target.NoKey) as error:
        return _failed(part, error)


def _failed(part: str, error: Exception) -> Finding:
    told = failures.sentence_of(error) if isinstance(error, ForgeError) else str(error)
    return Finding(part, ok=False, detail=told, remedy=failures.remedy_of(error))


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield a line a finding, and each remedy once: below the last one that it mends."""
    last = {finding.remedy: finding for finding in findings}
    for one in findings:
        yield screen.visible(f"{'ok  ' if one.ok else 'FAIL'}  {one.part}: {one.detail}")
        if one.remedy and last[one.remedy] is one:
            yield screen.visible(f"      → {one.remedy}")
