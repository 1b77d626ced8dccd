"""People are told once a run that cards wait; and a receiver that does not answer harms nothing."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from temporalio.client import WorkflowExecutionStatus, WorkflowHandle
from temporalio.service import RPCError

from docs import webhook_receiver
from forge_client.beliefs import DoorRequest
from forge_client.failures import WEBHOOK_UNDELIVERED
from forge_client.names import CARDS_WAITING, notice_id
from forge_client.notices import Delivery
from forge_client.runs import Report
from tests.fixtures.ports import free_ports
from tests.fixtures.reflecting import ROOT, Reflecting, failure_of
from tests.fixtures.webhook_endpoint import WebhookEndpoint
from tests.integration.workflows.answers import diff, stub

WORDS = "I prefer the zebra-striped dashboard."
SECRET = f"whsec_{base64.b64encode(b's' * 32).decode()}"
NEXT = f"whsec_{base64.b64encode(b'n' * 32).decode()}"


async def reflect(agent: Reflecting, folder: Path, url: str, **environment: str) -> Report:
    """Let a run leave two cards, one of which needs review; its worker ends with it."""
    async with telling(agent, folder, url, **environment) as report:
        return report


@asynccontextmanager
async def telling(
    agent: Reflecting, folder: Path, url: str, **environment: str
) -> AsyncIterator[Report]:
    """Do the same, and keep the worker until the block ends."""
    [episode] = await agent.learn(WORDS)
    settings = {
        "MULE_MODEL": stub(
            folder,
            diff("The user prefers the zebra-striped dashboard", episode),
            diff("The user lives on the moon", "ep_invented"),
        ),
        "FORGE_WEBHOOK_URL": url,
        "FORGE_WEBHOOK_SECRET": SECRET,
        "FORGE_PUBLIC_URL": "https://forge.example",
    }
    async with agent.worker(**settings | environment):
        report = await agent.reflect()
        assert (report.outcome, report.accepted) == ("proposed", 2)
        yield report


def notice_of(agent: Reflecting, report: Report) -> WorkflowHandle[Any, Delivery]:
    return agent.client.get_workflow_handle(
        notice_id(agent.agent_id, report.run_id), result_type=Delivery
    )


async def test_the_example_receiver_is_told_of_a_run_and_checks_who_tells(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    [port] = free_ports(1)
    receiver = await asyncio.create_subprocess_exec(
        *(sys.executable, "docs/webhook_receiver.py", str(port)),
        cwd=ROOT,
        env={**os.environ, "WEBHOOK_SECRET": SECRET},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with telling(reflecting, tmp_path, f"http://127.0.0.1:{port}/") as report:
            delivery = await notice_of(reflecting, report).result()
            assert receiver.stdout is not None
            line = (await asyncio.wait_for(receiver.stdout.readline(), 10)).decode().strip()
    finally:
        receiver.kill()
        await receiver.wait()
    name = reflecting.agent_id
    assert delivery.outcome == "delivered"
    assert line == (
        f"{name} has 2 new cards, 1 need review, 2 wait: https://forge.example/?agent={name}"
    )


async def test_a_notice_is_tried_until_it_is_taken_under_one_id_and_signed_anew(
    reflecting: Reflecting, tmp_path: Path, webhook_endpoint: WebhookEndpoint
) -> None:
    webhook_endpoint.script = lambda attempt: (204 if attempt == 3 else 503, {"Retry-After": "1"})
    url = webhook_endpoint.url
    async with telling(
        reflecting, tmp_path, url, FORGE_WEBHOOK_SECRET=f"{SECRET} {NEXT}"
    ) as report:
        delivery = await notice_of(reflecting, report).result()
    assert len(webhook_endpoint.got) == 3
    assert {headers["webhook-id"] for headers, _ in webhook_endpoint.got} == {delivery.delivery_id}
    assert len({body for _, body in webhook_endpoint.got}) == 1
    for headers, body in webhook_endpoint.got:
        now = float(headers["webhook-timestamp"])
        for secret in (SECRET, NEXT):
            assert webhook_receiver.is_signed(headers, body, secret, now)
        assert not webhook_receiver.is_signed(headers, body, SECRET, now + 301)
        assert not webhook_receiver.is_signed(headers, body + b" ", SECRET, now)
        assert not webhook_receiver.is_signed(headers, body, f"whsec_{'A' * 44}", now)


async def test_ids_and_counts_alone_are_told_unless_the_words_are_asked_for(
    reflecting: Reflecting, tmp_path: Path, webhook_endpoint: WebhookEndpoint
) -> None:
    url = webhook_endpoint.url
    async with telling(reflecting, tmp_path, url) as report:
        await notice_of(reflecting, report).result()
    [(_, body)] = webhook_endpoint.got
    told = json.loads(body)
    assert told["type"] == "cards.waiting"
    assert told["data"]["belief_ids"] == [one.belief_id for one in report.results]
    assert b"zebra" not in body
    history = (await notice_of(reflecting, report).fetch_history()).to_json()
    assert not any(word in history for word in ("canary-hook", SECRET[6:], "zebra"))


async def test_the_words_are_sent_where_the_operator_wants_it(
    reflecting: Reflecting, tmp_path: Path, webhook_endpoint: WebhookEndpoint
) -> None:
    texts = {"FORGE_WEBHOOK_TEXTS": "true"}
    async with telling(reflecting, tmp_path, webhook_endpoint.url, **texts) as report:
        await notice_of(reflecting, report).result()
    beliefs = json.loads(webhook_endpoint.got[0][1])["data"]["beliefs"]
    assert [(one["content"], one["needs_review"]) for one in beliefs] == [
        ("The user prefers the zebra-striped dashboard", False),
        ("The user lives on the moon", True),
    ]


async def test_a_receiver_that_is_dead_harms_no_run(reflecting: Reflecting, tmp_path: Path) -> None:
    [port] = free_ports(1)
    report = await reflect(reflecting, tmp_path, f"http://127.0.0.1:{port}/canary-hook")
    notice = notice_of(reflecting, report)
    described = await notice.describe()
    assert described.status == WorkflowExecutionStatus.RUNNING
    assert described.workflow_type == CARDS_WAITING
    await notice.terminate()


async def test_no_redirect_is_followed_and_a_receiver_that_is_gone_is_not_asked_again(
    reflecting: Reflecting, tmp_path: Path, webhook_endpoint: WebhookEndpoint
) -> None:
    elsewhere = {"Location": webhook_endpoint.url, "Retry-After": "1"}
    webhook_endpoint.script = lambda attempt: (307, elsewhere) if attempt == 1 else (410, {})
    async with telling(reflecting, tmp_path, webhook_endpoint.url) as report:
        failure = await failure_of(notice_of(reflecting, report))
    assert (failure.type, len(webhook_endpoint.got)) == (WEBHOOK_UNDELIVERED, 2)
    assert "410" in failure.message
    assert webhook_endpoint.got[0][0]["webhook-id"] == webhook_endpoint.got[1][0]["webhook-id"]


async def test_what_was_decided_before_the_notice_was_written_is_not_told(
    reflecting: Reflecting, tmp_path: Path, webhook_endpoint: WebhookEndpoint
) -> None:
    async with telling(reflecting, tmp_path, webhook_endpoint.url) as report:
        await notice_of(reflecting, report).result()
        async with reflecting.caller("reviewer") as reviewer:
            for one in report.results:
                assert one.belief_id
                await reviewer.pass_door(
                    reflecting.agent_id, one.belief_id, "forget", DoorRequest()
                )
        again = await reflecting.client.execute_workflow(
            CARDS_WAITING,
            {"agent_id": reflecting.agent_id, "run_id": report.run_id},
            id=f"{notice_id(reflecting.agent_id, report.run_id)}-again",
            task_queue=reflecting.task_queue,
            result_type=Delivery,
        )
    assert again.outcome == "nothing_waits"
    assert len(webhook_endpoint.got) == 1


async def test_without_a_webhook_no_notice_is_started(
    reflecting: Reflecting, tmp_path: Path
) -> None:
    [episode] = await reflecting.learn(WORDS)
    async with reflecting.worker(MULE_MODEL=stub(tmp_path, diff("The user likes tea", episode))):
        report = await reflecting.reflect()
    assert report.accepted == 1
    with pytest.raises(RPCError, match="not found"):
        await notice_of(reflecting, report).describe()
