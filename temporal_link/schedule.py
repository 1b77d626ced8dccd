"""What Temporal starts by the clock: the night, and the upkeep of memory.

A schedule is created where it is missing and mended where it differs from what stands here. Whether
it is paused is a person's decision and stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from temporalio.client import (
    Client,
    Schedule,
    ScheduleActionResult,
    ScheduleActionStartWorkflow,
    ScheduleAlreadyRunningError,
    ScheduleCalendarSpec,
    ScheduleDescription,
    ScheduleHandle,
    ScheduleOverlapPolicy,
    SchedulePolicy,
    ScheduleRange,
    ScheduleSpec,
    ScheduleUpdate,
    ScheduleUpdateInput,
)
from temporalio.common import Priority
from temporalio.service import RPCError, RPCStatusCode

from forge_client.names import NIGHT_PRIORITY, REFLECTION_NIGHTLY, REFLECTION_UPKEEP

Change = Literal["created", "mended", "unchanged"]

RECENT = 5
"""Starts that are told of."""


class ScheduleMissing(Exception):
    """The server has no such schedule; the message says how to create it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One schedule of ours; its id is the type of the workflow that it starts."""

    name: str
    times: ScheduleCalendarSpec
    catch_up: timedelta
    """How late a start that was missed is made up for, once the server is back."""

    jitter: timedelta

    def schedule(self, task_queue: str) -> Schedule:
        """Return it as Temporal takes it, not paused."""
        return Schedule(
            action=ScheduleActionStartWorkflow(
                self.name,
                id=self.name,
                task_queue=task_queue,
                priority=Priority(priority_key=NIGHT_PRIORITY),
            ),
            spec=ScheduleSpec(calendars=[self.times], jitter=self.jitter),
            policy=SchedulePolicy(
                # A night that outlasts the day is enough of a night.
                overlap=ScheduleOverlapPolicy.SKIP,
                catchup_window=self.catch_up,
                # One bad night must not end all those after it.
                pause_on_failure=False,
            ),
        )


def _times(
    hours: tuple[ScheduleRange, ...], minutes: tuple[ScheduleRange, ...], cron: str
) -> ScheduleCalendarSpec:
    """Return the times as the server gives them back, written out: what differs must be seen."""
    return ScheduleCalendarSpec(
        second=(ScheduleRange(0, 0, 1),),
        minute=minutes,
        hour=hours,
        day_of_month=(ScheduleRange(1, 31, 1),),
        month=(ScheduleRange(1, 12, 1),),
        year=(),
        day_of_week=(ScheduleRange(0, 6, 1),),
        comment=cron,
    )


NIGHTLY = Plan(
    name=REFLECTION_NIGHTLY,
    times=_times((ScheduleRange(3, 3, 1),), (ScheduleRange(0, 0, 1),), "0 3 * * *"),
    catch_up=timedelta(hours=12),
    jitter=timedelta(minutes=5),
)
UPKEEP = Plan(
    name=REFLECTION_UPKEEP,
    times=_times((ScheduleRange(0, 23, 1),), (ScheduleRange(0, 59, 10),), "*/10 * * * *"),
    catch_up=timedelta(minutes=10),
    jitter=timedelta(minutes=1),
)
PLANS = {plan.name: plan for plan in (NIGHTLY, UPKEEP)}


@dataclass(frozen=True, slots=True)
class Start:
    """One start: when it was due, what it started, and how that stands."""

    at: datetime
    workflow_id: str
    status: str
    """Of Temporal's, in lower case; `gone` once its history was deleted."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one schedule stands."""

    name: str
    cron: str
    paused: bool
    note: str | None
    next_at: datetime | None
    """None while it is paused for good or has no further time."""

    recent: list[Start]
    """Newest last."""

    missed: int
    """Starts that came too late to be made up for."""


async def seed(client: Client, task_queue: str) -> dict[str, Change]:
    """Create what is missing, mend what differs, touch nothing else; safe to repeat.

    Returns:
        What became of each schedule, by its name.
    """
    return {name: await ensure(client, plan, task_queue) for name, plan in PLANS.items()}


async def ensure(client: Client, plan: Plan, task_queue: str) -> Change:
    """Create or mend one schedule.

    One that is as it should be is left alone: an update forgets the starts that were missed.
    """
    wanted = plan.schedule(task_queue)
    try:
        await client.create_schedule(plan.name, wanted)
    except ScheduleAlreadyRunningError:
        handle = client.get_schedule_handle(plan.name)
        if _alike((await handle.describe()).schedule, wanted):
            return "unchanged"
        await handle.update(lambda found: _mended(found, wanted))
        return "mended"
    return "created"


async def standing(client: Client, name: str) -> Standing:
    """Return how a schedule stands.

    Raises:
        ScheduleMissing: It was never created, or was deleted.
    """
    description = await _described(client.get_schedule_handle(name))
    started = description.info.recent_actions[-RECENT:]
    recent = [
        Start(one.scheduled_at, _id_of(one), await _status(client, _id_of(one))) for one in started
    ]
    return _told(name, description, recent)


async def pause(client: Client, name: str, note: str) -> None:
    """Let nothing start until it is resumed.

    Raises:
        ScheduleMissing: It was never created, or was deleted.
    """
    handle = client.get_schedule_handle(name)
    await _described(handle)
    await handle.pause(note=note)


async def resume(client: Client, name: str, note: str) -> None:
    """Let it start again at its times.

    Raises:
        ScheduleMissing: It was never created, or was deleted.
    """
    handle = client.get_schedule_handle(name)
    await _described(handle)
    await handle.unpause(note=note)


async def trigger(client: Client, name: str) -> None:
    """Start it now, unless it runs.

    Raises:
        ScheduleMissing: It was never created, or was deleted.
    """
    handle = client.get_schedule_handle(name)
    await _described(handle)
    await handle.trigger(overlap=ScheduleOverlapPolicy.SKIP)


async def _described(handle: ScheduleHandle) -> ScheduleDescription:
    try:
        return await handle.describe()
    except RPCError as fault:
        if fault.status is not RPCStatusCode.NOT_FOUND:
            raise
        raise ScheduleMissing(
            f"There is no schedule {handle.id}; create it with: reflection seed"
        ) from None


def _mended(found: ScheduleUpdateInput, wanted: Schedule) -> ScheduleUpdate:
    return ScheduleUpdate(replace(wanted, state=found.description.schedule.state))


def _alike(found: Schedule, wanted: Schedule) -> bool:
    return (found.spec, found.policy, _key(found)) == (wanted.spec, wanted.policy, _key(wanted))


def _key(schedule: Schedule) -> tuple[object, ...]:
    action = schedule.action
    if not isinstance(action, ScheduleActionStartWorkflow):
        return ()
    return (action.workflow, action.id, action.task_queue, action.priority, list(action.args))


def _told(name: str, description: ScheduleDescription, recent: list[Start]) -> Standing:
    state, info = description.schedule.state, description.info
    return Standing(
        name=name,
        cron=next((times.comment or "" for times in description.schedule.spec.calendars), ""),
        paused=state.paused,
        note=state.note,
        next_at=None if state.paused else next(iter(info.next_action_times), None),
        recent=recent,
        missed=info.num_actions_missed_catchup_window,
    )


def _id_of(started: ScheduleActionResult) -> str:
    return str(getattr(started.action, "workflow_id", ""))


async def _status(client: Client, workflow_id: str) -> str:
    try:
        status = (await client.get_workflow_handle(workflow_id).describe()).status
    except RPCError as fault:
        if fault.status is not RPCStatusCode.NOT_FOUND:
            raise
        return "gone"
    return status.name.lower() if status else "unknown"
