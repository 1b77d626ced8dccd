"""The worker as a process: ready, drained, or ended with a reason."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from tests.fixtures.model_endpoint import MODEL, ModelEndpoint, Scripted, says
from tests.fixtures.reflecting import ROOT, Reflecting

HELD = Scripted(says("[]").body, manner="waits")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_an_idle_worker_ends_cleanly_when_told_to(
    reflecting: Reflecting, number: signal.Signals
) -> None:
    async with reflecting.worker_process() as process:
        process.send_signal(number)
        assert await process.wait() == 0


async def test_a_worker_told_to_end_finishes_what_it_is_at(
    reflecting: Reflecting, model_endpoint: ModelEndpoint
) -> None:
    await reflecting.learn("I prefer the zebra-striped dashboard.")
    model_endpoint.script(HELD)
    async with reflecting.worker_process(MULE_MODEL=MODEL) as process:
        handle = await reflecting.start()
        await reflecting.until(model_endpoint.asked)
        process.send_signal(signal.SIGTERM)
        model_endpoint.let_go.set()
        assert await process.wait() == 0
    async with reflecting.worker(MULE_MODEL=MODEL):
        report = await handle.result()
    assert report.outcome == "nothing_new"
    assert report.model.calls == len(model_endpoint.requests) == 1


async def ended(environment: dict[str, str]) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "worker.py"),
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        stderr=asyncio.subprocess.PIPE,
    )
    _, told = await process.communicate()
    return process.returncode or 0, told.decode()


async def test_a_missing_setting_ends_the_worker_with_its_name(reflecting: Reflecting) -> None:
    del reflecting.environment["FORGE_API_KEY"]
    status, told = await ended(reflecting.environment)
    assert status == 1
    assert "worker: FORGE_API_KEY is not set" in told
    assert "Traceback" not in told


async def test_a_worker_that_still_waits_for_forge_ends_at_once_when_told_to(
    reflecting: Reflecting,
) -> None:
    heard = asyncio.Event()

    async def never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(never_answer, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        environment = reflecting.environment | {"FORGE_URL": f"http://127.0.0.1:{port}"}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "worker.py"),
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], **environment},
        )
        await asyncio.wait_for(heard.wait(), 60)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
