"""Schedules on a real server: created once, mended where they differ, paused by people alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from temporalio.client import (
    Client,
    ScheduleDescription,
    ScheduleInfo,
    ScheduleRange,
    ScheduleUpdate,
    ScheduleUpdateInput,
)

from temporal_link import schedule
from temporal_link.client import connect
from temporal_link.schedule import NIGHTLY, UPKEEP, Plan
from tests.fixtures.temporal import TemporalServer, running_temporal

QUEUE = "reflection"


@pytest_asyncio.fixture
async def client(temporal_server: TemporalServer) -> AsyncIterator[Client]:
    """A client of a server without our schedules, before and after."""
    connected = await connect(temporal_server.settings())
    yield connected
    for name in schedule.PLANS:
        await connected.get_schedule_handle(name).delete()


async def described(client: Client, plan: Plan = NIGHTLY) -> ScheduleDescription:
    return await client.get_schedule_handle(plan.name).describe()


async def test_both_schedules_are_created_once_and_then_left_alone(client: Client) -> None:
    first = await schedule.seed(client, QUEUE)
    again = await schedule.seed(client, QUEUE)
    assert first == {"reflection-nightly": "created", "reflection-upkeep": "created"}
    assert again == {"reflection-nightly": "unchanged", "reflection-upkeep": "unchanged"}
    assert (await described(client)).info.last_updated_at is None


async def test_the_night_starts_at_three_of_universal_time(client: Client) -> None:
    await schedule.seed(client, QUEUE)
    night = await described(client)
    policy = night.schedule.policy
    assert {at.hour for at in night.info.next_action_times} == {3}
    assert all(at.minute <= 5 for at in night.info.next_action_times)
    assert policy.overlap.name == "SKIP"
    assert timedelta(hours=1) < policy.catchup_window < timedelta(hours=24)  # type: ignore[operator]
    assert not policy.pause_on_failure
    assert (await schedule.standing(client, NIGHTLY.name)).cron == "0 3 * * *"


async def test_two_that_seed_at_once_both_succeed(client: Client) -> None:
    both = await asyncio.gather(schedule.seed(client, QUEUE), schedule.seed(client, QUEUE))
    assert sorted(one["reflection-nightly"] for one in both) == ["created", "unchanged"]


async def test_what_somebody_changed_is_mended_and_the_pause_is_kept(client: Client) -> None:
    await schedule.seed(client, QUEUE)
    await schedule.pause(client, NIGHTLY.name, "moving house")

    def spoil(found: ScheduleUpdateInput) -> ScheduleUpdate:
        spoiled = found.description.schedule
        spoiled.policy.catchup_window = timedelta(days=365)
        spoiled.spec.calendars = [replace(NIGHTLY.times, hour=(ScheduleRange(15, 15, 1),))]
        return ScheduleUpdate(spoiled)

    await client.get_schedule_handle(NIGHTLY.name).update(spoil)
    assert (await schedule.seed(client, QUEUE))["reflection-nightly"] == "mended"
    assert (await schedule.seed(client, QUEUE))["reflection-nightly"] == "unchanged"
    standing = await schedule.standing(client, NIGHTLY.name)
    assert (standing.paused, standing.note, standing.next_at) == (True, "moving house", None)
    await schedule.resume(client, NIGHTLY.name, "back")
    standing = await schedule.standing(client, NIGHTLY.name)
    assert not standing.paused
    assert standing.next_at is not None
    assert standing.next_at.hour == 3


async def test_a_move_to_another_task_queue_is_mended(client: Client) -> None:
    await schedule.seed(client, QUEUE)
    assert (await schedule.seed(client, "elsewhere"))["reflection-upkeep"] == "mended"


async def test_a_schedule_that_is_not_there_is_said_to_be_missing(
    temporal_server: TemporalServer,
) -> None:
    client = await connect(temporal_server.settings())
    for ask in (schedule.standing, schedule.trigger):
        with pytest.raises(schedule.ScheduleMissing, match="reflection seed"):
            await ask(client, NIGHTLY.name)


async def test_a_start_by_hand_while_one_runs_is_none(client: Client) -> None:
    await schedule.seed(client, f"{QUEUE}-nobody")
    await schedule.trigger(client, NIGHTLY.name)
    await started(client, 1)
    await schedule.trigger(client, NIGHTLY.name)
    await until(lambda info: info.num_actions_skipped_overlap == 1, client)
    [one] = (await schedule.standing(client, NIGHTLY.name)).recent
    await client.get_workflow_handle(one.workflow_id).terminate()


async def started(client: Client, count: int) -> ScheduleInfo:
    """Wait until so many starts are told of."""
    return await until(lambda info: len(info.recent_actions) >= count, client)


async def until(done: Callable[[ScheduleInfo], bool], client: Client) -> ScheduleInfo:
    """Ask how the night's schedule stands until it is so."""
    async with asyncio.timeout(20):
        while True:
            info = (await described(client)).info
            if done(info):
                return info
            await asyncio.sleep(0.05)


async def clock_reaches(at: datetime) -> None:
    """A schedule is about the clock: there is no other event to wait for."""
    await asyncio.sleep((at - datetime.now(UTC)).total_seconds())


def due_in(plan: Plan, seconds: int) -> tuple[Plan, datetime]:
    """Return the plan with its time of day moved to so soon, and that time."""
    at = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=seconds)
    second, minute, hour = (ScheduleRange(n, n, 1) for n in (at.second, at.minute, at.hour))
    times = replace(plan.times, second=(second,), minute=(minute,), hour=(hour,))
    return replace(plan, times=times, jitter=timedelta(seconds=1)), at


async def stopped_before_its_time(folder: Path) -> tuple[Path, Plan, datetime]:
    """Return where a server with a schedule lies, the schedule, and when it is due.

    A slow machine is given more time with each try.
    """
    for seconds in (3, 15, 60):
        place = folder / f"{seconds}"
        place.mkdir()
        async with running_temporal(place) as server:
            client = await connect(server.settings())
            plan, at = due_in(NIGHTLY, seconds)
            assert await schedule.ensure(client, plan, QUEUE) == "created"
            await described(client)  # Answered once the schedule has begun to look at the clock.
        if datetime.now(UTC) < at:
            return place, plan, at
    raise AssertionError("no server was stopped within a minute")


@pytest.mark.parametrize("seeded_again", [False, True])
async def test_a_night_that_the_server_slept_through_is_made_up_for_once(
    tmp_path: Path, seeded_again: bool
) -> None:
    place, plan, at = await stopped_before_its_time(tmp_path)
    await clock_reaches(at + timedelta(seconds=2))
    async with running_temporal(place) as server:
        client = await connect(server.settings())
        if seeded_again:
            assert await schedule.ensure(client, plan, QUEUE) == "unchanged"
        info = await started(client, 1)
    assert info.num_actions == 1
    assert info.num_actions_missed_catchup_window == 0
    [made_up] = info.recent_actions
    assert made_up.scheduled_at - at < timedelta(seconds=2) < made_up.started_at - at


def test_a_night_that_was_due_two_hours_ago_is_still_made_up_for() -> None:
    assert NIGHTLY.catch_up > timedelta(hours=2)
    assert UPKEEP.catch_up <= timedelta(hours=1), "its next one comes in minutes"
