"""Whatever a model answers, each run ends as it should: once, counted, and without the key."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from forge_client.runs import Report
from temporal_link.client import connect
from temporal_link.settings import read_temporal
from tests.fixtures.model_endpoint import KEY, ModelEndpoint, Scripted, fails, says
from tests.fixtures.reflecting import Reflecting
from tests.integration.workflows.answers import diff

USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
BELIEF = "The user prefers the zebra-striped dashboard"
INVENTED = f"ep_{'0' * 24}"
HABITS = (
    "The user drinks green tea",
    "Invoices go out on Fridays",
    "The staging server is called kestrel",
    "Never deploy during lunch",
    "The user's dog is named Biscuit",
    "Write dates as day, month, year",
    "The team meets in Lisbon",
    "Backups run at midnight",
    "The user dislikes long flights",
    "Prefer Postgres to MySQL",
    "The office plants are watered by Ada",
    "Music is off while recording",
)

Answers = Callable[[str], tuple[Scripted, ...]]
"""From the id of the one episode to what the model says, call by call."""


@dataclass(frozen=True)
class Case:
    """What the model does, and how the run must end."""

    answers: Answers
    ends: str
    """`proposed`, or the type of the failure."""

    calls: int = 1
    answered: int = 1
    """Calls that came back with an answer, and so with a count of tokens."""

    accepted: int = 0


def learned(wrapping: str, belief: str = BELIEF) -> Answers:
    return lambda episode: (said(wrapping.replace("@", json.dumps([diff(belief, episode)]))),)


def always(*answers: Scripted) -> Answers:
    return lambda _: answers


def said(text: str) -> Scripted:
    return says(text, USAGE)


def malformed(text: str) -> Case:
    return Case(always(said(text)), "UndecodableProposal", calls=2, answered=2)


def unavailable(*answers: Scripted) -> Case:
    return Case(always(*answers), "ModelUnavailable", calls=5, answered=0)


ONE = json.dumps([diff(BELIEF, INVENTED)])

CASES = {
    "fenced": Case(learned("```json\n@\n```"), "proposed", accepted=1),
    "in-prose": Case(learned("See [1]. I learned:\n@\nThat is all."), "proposed", accepted=1),
    "fence-in-a-string": Case(
        learned("```json\n@\n```", "The user writes ```json fences``` [sic]"),
        "proposed",
        accepted=1,
    ),
    "twelve-diffs": Case(
        lambda episode: (said(json.dumps([diff(habit, episode) for habit in HABITS])),),
        "proposed",
        accepted=10,
    ),
    "invented-ids": Case(
        lambda episode: (
            said(
                json.dumps(
                    [
                        diff(BELIEF, INVENTED),
                        diff(BELIEF, episode, op="strengthen", target_belief_id="bel_invented"),
                    ]
                )
            ),
        ),
        "proposed",
        accepted=1,
    ),
    "truncated": malformed(ONE[:-30]),
    "empty": malformed(""),
    "wrong-schema": malformed(ONE.replace('"belief"', '"thought"')),
    "lone-surrogate": malformed(ONE.replace("zebra", r"\ud800")),
    "busy-once": Case(
        lambda episode: (
            fails(429, f"slow down, {KEY}", retry_after="1"),
            *learned("@")(episode),
        ),
        "proposed",
        calls=2,
        accepted=1,
    ),
    "busy": unavailable(fails(429, retry_after="0.2")),
    "down": unavailable(fails(503)),
    "echoes-while-down": unavailable(fails(500, f"upstream refused {KEY}")),
    "hangs": unavailable(Scripted({}, manner="waits")),
    "drips": unavailable(Scripted({}, manner="drips")),
    "hangs-up": unavailable(Scripted({}, manner="hangs up")),
    "key-refused": Case(always(fails(401, f"Wrong key: {KEY}")), "ModelRefused", answered=0),
    "malformed-then-down": Case(
        always(said("Well."), fails(503)), "ModelUnavailable", calls=5, answered=1
    ),
}

SILENT = {"hangs", "drips"}
"""They have a worker of their own with little patience, so that the others are not cut short."""


async def test_whatever_a_model_answers_the_run_ends_as_it_should(
    reflecting: Reflecting, model_endpoint: ModelEndpoint, tmp_path: Path
) -> None:
    plain = await in_the_clear(reflecting)
    hasty = with_queue_of_its_own(plain)
    agents = {name: await another(hasty if name in SILENT else plain) for name in CASES}
    told = {
        "MULE_ALLOWED_MODELS": ",".join(f"openai/{name}" for name in CASES),
        "MULE_PROPOSE_SLOTS": str(len(CASES)),
    }
    with (tmp_path / "worker.log").open("wb") as log:
        async with (
            plain.worker_process(log=log, **told),
            hasty.worker(MULE_MODEL_SECONDS="3", **told),
        ):
            reports = await asyncio.gather(
                *(run(name, agent, model_endpoint) for name, agent in agents.items())
            )
    for (name, case), report in zip(CASES.items(), reports, strict=True):
        check(name, case, report, model_endpoint)
    by_name = dict(zip(CASES, reports, strict=True))
    assert by_name["twelve-diffs"].over_limit == 2
    flagged, refused = by_name["invented-ids"].results
    assert (flagged.route, refused.rejected_code) == ("needs_review", "unknown_target")
    assert any(reason.startswith("unknown_source_episode") for reason in flagged.reasons)
    assert KEY not in (tmp_path / "worker.log").read_text("utf-8")
    for name, agent in agents.items():
        history = await agent.client.get_workflow_handle(agent.workflow_id).fetch_history()
        stored = b"".join(event.SerializeToString() for event in history.events)
        assert (f"openai/{name}".encode() in stored, KEY.encode() in stored) == (True, False), name
    assert KEY not in await shown(agents["key-refused"])


async def shown(agent: Reflecting) -> str:
    """Return what an operator sees of the run."""
    status, printed = await agent.temporal.command(
        *("workflow", "show", "--output", "json", "--workflow-id", agent.workflow_id)
    )
    assert status == 0
    assert "ModelRefused" in printed
    return printed


async def in_the_clear(reflecting: Reflecting) -> Reflecting:
    """Return it without a codec, so that a history can be searched for what must not be in it."""
    environment = {**reflecting.environment, "TEMPORAL_CODEC_KEY": ""}
    client = await connect(read_temporal(environment))
    return replace(reflecting, client=client, environment=environment)


def with_queue_of_its_own(plain: Reflecting) -> Reflecting:
    queue = f"{plain.task_queue}-hasty"
    environment = {**plain.environment, "TEMPORAL_TASK_QUEUE": queue}
    return replace(plain, task_queue=queue, environment=environment)


async def another(plain: Reflecting) -> Reflecting:
    agent_id = await plain.forge.create_agent(f"agent-{uuid4().hex[:12]}")
    return replace(plain, agent_id=agent_id)


async def run(name: str, agent: Reflecting, endpoint: ModelEndpoint) -> Report:
    """Return the report that forge keeps of the agent's one run."""
    [episode] = await agent.learn("I prefer the zebra-striped dashboard.")
    endpoint.script(*CASES[name].answers(episode), model=name)
    if CASES[name].ends in {"proposed", "nothing_new"}:
        await agent.reflect(model=f"openai/{name}")
    else:
        await agent.fail(model=f"openai/{name}")
        assert [left.id for left in await agent.unreflected()] == [episode], name
    async with agent.caller() as reader:
        [report] = (await reader.list_runs(agent.agent_id)).runs
    return report


def check(name: str, case: Case, report: Report, endpoint: ModelEndpoint) -> None:
    assert (report.failure.type if report.failure else report.outcome) == case.ends, name
    assert endpoint.calls_of(name) == report.model.calls == case.calls, name
    tokens = (report.model.input_tokens or 0, report.model.output_tokens or 0)
    assert tokens == (100 * case.answered, 10 * case.answered), name
    assert report.accepted == case.accepted, (name, report.results)
    assert KEY not in report.model_dump_json(), name
