"""The Temporal worker: `python worker.py` registers, runs until SIGTERM or SIGINT, and drains.

It reaches memory over HTTP only, with a worker key, so nothing in it can pass a door. Its settings
come from the environment (`temporal_link/settings.py`).
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

from temporalio.client import Client
from temporalio.worker import Worker

from activities.check import Check
from activities.due import Due
from activities.embed import Embed
from activities.fade import Fade
from activities.models import Models
from activities.notify import Notify
from activities.propose import Propose
from activities.pull import Pull
from activities.report import KeepReport
from activities.submit import Submit
from activities.summarise import Summarise
from activities.try_model import TryModel
from forge_client.client import ForgeClient
from forge_client.errors import ForgeError, ForgeUnavailable
from temporal_link.client import TemporalUnavailable, connect
from temporal_link.closing import leaving_nothing
from temporal_link.search_attributes import SearchAttributesMissing, register_search_attributes
from temporal_link.settings import SettingsError, WorkerSettings, environment, read_worker
from workflows.agent_reflection import AgentReflection
from workflows.cards_waiting import CardsWaiting
from workflows.model_trial import ModelTrial
from workflows.nightly import Nightly
from workflows.options import propose_queue
from workflows.upkeep import Upkeep

STARTUP_SECONDS = 30.0
"""How long Temporal and forge may take to answer."""

LOOK_AGAIN_SECONDS = 0.5

DRAIN = timedelta(seconds=20)
"""How long running activities may take to end once told to stop; what is cut off is retried."""

STICKY = timedelta(seconds=3)
"""How long a run waits for the worker that knows it, before any other may take it over."""

BEAT_THROTTLE = timedelta(seconds=1)
"""A beat, and what it carries, reaches the server within this time: killed calls count too."""

Answer = TypeVar("Answer")

log = logging.getLogger("worker")


def main() -> int:
    """Run until told to stop; return an exit status."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    # httpx logs every address it calls, and queries are part of an address.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        settings = read_worker(environment())
        asyncio.run(leaving_nothing(partial(run, settings)))
    except (SettingsError, TemporalUnavailable, ForgeError, SearchAttributesMissing) as fault:
        print(f"worker: {fault}", file=sys.stderr)  # noqa: T201 - what a person at a console sees
        return 1
    return 0


async def run(settings: WorkerSettings) -> None:
    """Register, poll, and drain on SIGTERM or SIGINT.

    Raises:
        TemporalUnavailable: Temporal did not answer in time.
        ForgeError: Forge did not answer in time, or refused the key.
        SearchAttributesMissing: The server lacks them and does not let us add them.
    """
    stopping = _stop_signals()
    if settings.temporal.codec_key is None:
        log.warning("TEMPORAL_CODEC_KEY is not set: Temporal's history will be in the clear")
    async with ForgeClient(settings.forge_url, settings.forge_key.get_secret_value()) as forge:
        client = await _unless(stopping, _reach(settings, forge))
        if client is None:
            return
        orders, asks = make_workers(client, forge, settings)
        async with orders, asks:
            print("worker ready", flush=True)  # noqa: T201 - who started this process waits for it
            await stopping.wait()
            log.info("draining for up to %.0f s", DRAIN.total_seconds())
            await asyncio.gather(orders.shutdown(), asks.shutdown())


def make_workers(
    client: Client, forge: ForgeClient, settings: WorkerSettings
) -> tuple[Worker, Worker]:
    """Return the worker of everything that asks no model, and the one of what does.

    Models are slow and cost money: they are asked on a queue of their own, under its own limit.
    """
    queue = settings.temporal.task_queue
    models = Models(
        settings.model, settings.allowed_models, settings.model_seconds, settings.input_tokens
    )
    notify = Notify(forge, settings.webhook)
    orders = Worker(
        client,
        task_queue=queue,
        workflows=[AgentReflection, CardsWaiting, ModelTrial, Nightly, Upkeep],
        activities=[
            Pull(forge, models).pull,
            Check(forge, settings.lambda_per_day, settings.lasting_kinds).check,
            Submit(forge, notices=settings.webhook is not None).submit,
            KeepReport(forge, settings.model).report,
            Due(forge, settings.night_at_once, settings.night_cap).due,
            Embed(forge).embed,
            Fade(forge).fade,
            notify.compose,
            notify.deliver,
        ],
        sticky_queue_schedule_to_start_timeout=STICKY,
        max_heartbeat_throttle_interval=BEAT_THROTTLE,
        graceful_shutdown_timeout=DRAIN,
    )
    asks = Worker(
        client,
        task_queue=propose_queue(queue),
        activities=[
            Propose(forge, models, settings.run_cap).propose,
            TryModel(models).try_model,
            Summarise(forge, models).summarise,
        ],
        max_concurrent_activities=settings.propose_slots,
        max_task_queue_activities_per_second=_per_second(settings.calls_per_minute),
        max_heartbeat_throttle_interval=BEAT_THROTTLE,
        graceful_shutdown_timeout=DRAIN,
    )
    return orders, asks


def _per_second(calls_per_minute: int | None) -> float | None:
    return None if calls_per_minute is None else calls_per_minute / 60


async def _reach(settings: WorkerSettings, forge: ForgeClient) -> Client:
    client = await _once_reachable(lambda: connect(settings.temporal), TemporalUnavailable)
    await register_search_attributes(client)
    await _once_reachable(forge.is_live, ForgeUnavailable)
    return client


async def _unless(stopping: asyncio.Event, work: Coroutine[Any, Any, Answer]) -> Answer | None:
    """Return what `work` gives; None, and `work` is given up, once a stop is asked for."""
    asked, working = asyncio.create_task(stopping.wait()), asyncio.create_task(work)
    try:
        await asyncio.wait((asked, working), return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        for task in (asked, working):
            task.cancel()
        await asyncio.gather(asked, working, return_exceptions=True)


async def _once_reachable(
    attempt: Callable[[], Awaitable[Answer]], passing: type[Exception]
) -> Answer:
    """Return what `attempt` gives as soon as it does; both servers may still be starting."""
    deadline = asyncio.get_running_loop().time() + STARTUP_SECONDS
    while True:
        try:
            return await attempt()
        except passing:
            if asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(LOOK_AGAIN_SECONDS)


def _stop_signals() -> asyncio.Event:
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    return stopping


if __name__ == "__main__":
    sys.exit(main())
