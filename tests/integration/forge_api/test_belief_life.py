"""Random lives of beliefs, against a model that knows nothing but the table of states."""

from __future__ import annotations

import asyncio
import functools
import itertools
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast, get_args

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from forge_api.memory import belief_states
from forge_api.memory.belief_states import BEFORE
from forge_client.beliefs import Door
from forge_client.names import Op, Status
from forge_client.problems import STATUS_OF
from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import item, propose

Result = TypeVar("Result")

WORDS = (
    "Snow is white",
    "A horse sleeps standing",
    "Salt comes from the sea",
    "The harbour closes at dusk",
    "Violins are tuned in fifths",
    "Concrete hardens under water",
    "Our invoices go out monthly",
    "The cat is called Momo",
    "Glass is made from sand",
    "Tests run before lunch",
    "Maria plays chess",
    "The train to Oslo is late",
    "Bread needs yeast",
    "Pandas eat bamboo",
    "The server restarts nightly",
    "Gold does not rust",
)
"""No two of them are near each other, so that nothing here is a duplicate."""


@dataclass(frozen=True)
class State:
    """What the model knows of one version."""

    status: Status
    content: str
    confidence: float
    target_version: int | None = None
    superseded_by: str | None = None


@dataclass
class Life:
    """One belief: its versions, and which beliefs each version's act changed besides."""

    id: str
    op: Op
    target: Life | None
    versions: list[State]
    acts: list[list[tuple[Life, int]]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)

    @property
    def now(self) -> State:
        return self.versions[-1]

    @property
    def version(self) -> int:
        return len(self.versions)


@dataclass(frozen=True)
class Refusal:
    code: str


@dataclass(frozen=True)
class Try:
    """One reviewer before one door."""

    life: Life
    door: Door
    seen: int
    words: str
    confidence: float


@dataclass
class Model:
    """Every life of one agent, moved by the table alone."""

    lives: list[Life] = field(default_factory=list)

    def pass_door(self, one: Try) -> Refusal | None:
        life, name = one.life, one.door
        if one.seen != life.version:
            return Refusal("version_moved")
        step = belief_states.passage(life.op, life.now.status, name)
        if step is None:
            return Refusal("door_closed")
        if step.status == BEFORE:
            return self._take_back(life, name)
        target = life.target
        if step.target and target and target.version != life.now.target_version:
            return Refusal("stale_target")
        after = replace(life.now, status=step.status)
        if name == "edit":
            after = replace(after, content=one.words, confidence=one.confidence)
        changed = [(life, after, str(name))]
        if step.target and target:
            changed.append((target, self._done(life, target, after, step.target, name), "done"))
        self._write(changed)
        return None

    def _done(self, life: Life, target: Life, after: State, status: Status, name: Door) -> State:
        if status == "superseded":
            return replace(target.now, status=status, superseded_by=life.id)
        if status == "forgotten":
            return replace(target.now, status=status)
        content = after.content if name == "edit" else target.now.content
        return replace(target.now, confidence=after.confidence, content=content)

    def _take_back(self, life: Life, name: Door) -> Refusal | None:
        act = [(life, life.version)] if name == "restore" else life.acts[-1]
        if name == "undo" and life.actions[-1] in ("propose", "undo"):
            return Refusal("door_closed")
        if any(other.version != version for other, version in act):
            return Refusal("stale_target")
        members = {other.id for other, _ in act}
        changed = []
        for other, version in act:
            past = other.versions[version - 2]
            if past.status == "pending" and other.target:
                if other.target.id in members:
                    past = replace(past, target_version=other.target.version + 1)
                elif other.target.version != past.target_version:
                    return Refusal("stale_target")
            changed.append((other, past, str(name)))
        self._write(changed)
        return None

    def _write(self, changed: list[tuple[Life, State, str]]) -> None:
        act = [(life, life.version + 1) for life, _, _ in changed]
        for life, after, action in changed:
            life.versions.append(after)
            life.acts.append(act)
            life.actions.append(action)

    def add(self, life: Life) -> None:
        self.lives.append(life)
        life.acts.append([(life, 1)])
        life.actions.append("propose")

    def snapshot(self) -> dict[str, tuple[int, State]]:
        return {life.id: (life.version, life.now) for life in self.lives}


def served(belief: dict[str, Any]) -> tuple[int, State]:
    names = ("status", "content", "confidence", "target_version", "superseded_by")
    return belief["version"], State(**{name: belief[name] for name in names})


class Reality:
    """The same moves over HTTP, for one agent of a live forge."""

    def __init__(self, forge: Forge, agent_id: str) -> None:
        self.forge = forge
        self.beliefs = f"/agents/{agent_id}/memory/beliefs"
        self.worker = forge.client("worker")
        self.reviewer = forge.client("reviewer")
        self.words = itertools.cycle(WORDS)

    async def propose(self, model: Model, place: int, op: Op, confidence: float) -> None:
        active = [life for life in model.lives if life.now.status == "active"]
        target = active[place % len(active)] if op != "add" and active else None
        op = op if target else "add"
        own_words = op in ("add", "supersede")
        content = next(self.words) if own_words or target is None else target.now.content
        fields = {"target_belief_id": target.id} if target else {}
        body = {"beliefs": [item(content, op=op, confidence=confidence, **fields)]}
        [result] = (await self.worker.post(f"{self.beliefs}/proposals", json=body)).json()[
            "results"
        ]
        if result["accepted"]:
            state = State("pending", content, confidence, target.version if target else None)
            model.add(Life(result["belief_id"], op, target, [state]))

    async def knock(self, one: Try) -> httpx.Response:
        edit = {"content": one.words, "confidence": one.confidence}
        return await self.reviewer.post(
            f"{self.beliefs}/{one.life.id}/{one.door}",
            json=edit if one.door == "edit" else {},
            headers={"If-Match": f'"{one.seen}"'},
        )

    async def decision(self, answer: httpx.Response) -> int:
        """Return the number of the act that this answer tells of: they were done in this order."""
        belief = answer.json()["belief"]
        found = (await self.reviewer.get(f"{self.beliefs}/{belief['id']}")).json()["audit"]
        row = next(row for row in found if row["version"] == belief["version"])
        return int(row["decision"])

    async def audit(self, life: Life) -> list[dict[str, Any]]:
        """Return a belief's rows, oldest first."""
        found = (await self.reviewer.get(f"{self.beliefs}/{life.id}")).json()
        rows: list[dict[str, Any]] = found["audit"][::-1]
        return rows

    async def listed(self, **query: Any) -> dict[str, tuple[int, State]]:
        answer = await self.reviewer.get(self.beliefs, params={"limit": 500, **query})
        return {one["id"]: served(one) for one in answer.json()["beliefs"]}

    async def close(self) -> None:
        await self.worker.aclose()
        await self.reviewer.aclose()


PLACES = st.integers(0, 6)
CONFIDENCES = st.sampled_from((0.1, 0.4, 0.75))
KNOCKS = st.lists(
    st.tuples(
        st.sampled_from((*get_args(Door), "keep", "undo", "keep")),
        PLACES,
        CONFIDENCES,
        st.sampled_from((0, 0, 0, 0, 1)),
    ),
    min_size=1,
    max_size=4,
)
"""What one to four reviewers do at the same moment: door, belief, confidence, versions behind."""

Knock = tuple[Door, int, float, int]


class Lives(RuleBasedStateMachine):
    """One agent's beliefs over HTTP; it runs on a thread, what it serves on the loop."""

    agents = itertools.count()
    knocks = 0

    def __init__(self, forge: Forge, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.forge = forge
        self.loop = loop
        self.model = Model()
        self.moments: dict[str, dict[str, tuple[int, State]]] = {}
        self.reality = self.run(self.begin())

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def begin(self) -> Reality:
        return Reality(self.forge, await self.forge.create_agent(f"agent-{next(self.agents)}"))

    @initialize()
    def something_is_believed_and_changes_of_it_wait(self) -> None:
        # Without it, most random lives would end before a change ever met its target.
        self.propose(0, "add", 0.7)
        self.knock([("keep", 0, 0.7, 0)])
        self.propose(0, "supersede", 0.7)
        self.propose(0, "weaken", 0.2)

    @rule(place=PLACES, op=st.sampled_from(get_args(Op)), confidence=CONFIDENCES)
    def propose(self, place: int, op: Op, confidence: float) -> None:
        self.run(self.reality.propose(self.model, place, op, confidence))

    @rule(knocks=KNOCKS)
    def knock(self, knocks: list[Knock]) -> None:
        if self.model.lives:
            self.run(self.all_at_once(knocks))

    def teardown(self) -> None:
        try:
            self.run(the_audit_agrees(self.reality, self.model))
            self.run(every_past_moment_is_a_replay(self.reality, self.model, self.moments))
        finally:
            self.run(self.reality.close())

    async def all_at_once(self, knocks: list[Knock]) -> None:
        """Let them knock together, then hold the model to the order in which they were let in."""
        lives = [self.model.lives[place % len(self.model.lives)] for _, place, _, _ in knocks]
        tried = [
            Try(life, name, life.version - off_by, next(self.reality.words), confidence)
            for life, (name, _, confidence, off_by) in zip(lives, knocks, strict=True)
        ]
        Lives.knocks += len(tried)
        answers = await asyncio.gather(*(self.reality.knock(one) for one in tried))
        both = list(zip(tried, answers, strict=True))
        won = [
            (await self.reality.decision(answer), one, answer)
            for one, answer in both
            if answer.status_code == 200
        ]
        for _, one, answer in sorted(won, key=lambda each: each[0]):
            assert self.model.pass_door(one) is None
            assert served(answer.json()["belief"]) == (one.life.version, one.life.now)
            self.moments[answer.json()["belief"]["updated_at"]] = self.model.snapshot()
        for one, answer in both:
            if answer.status_code != 200:
                self.refused(one, answer, alone=len(knocks) == 1)

    def refused(self, one: Try, answer: httpx.Response, *, alone: bool) -> None:
        code = answer.json()["code"]
        assert answer.status_code == STATUS_OF[code]
        assert code in {"version_moved", "door_closed", "stale_target", "duplicate"}
        # Words that went round once are duplicates: that refusal has tests of its own. And whoever
        # knocked beside others was refused for what stood then, which is past.
        if alone and code != "duplicate":
            assert self.model.pass_door(one) == Refusal(code)


async def every_past_moment_is_a_replay(
    reality: Reality, model: Model, moments: dict[str, dict[str, tuple[int, State]]]
) -> None:
    """Hold `as_of` against the audit's rows at every moment, and against the model at its own."""
    rows = [row for life in model.lives for row in await reality.audit(life)]
    for moment in sorted({row["at"] for row in rows}):
        then = await reality.listed(as_of=moment, status=list(get_args(Status)))
        replayed: dict[str, dict[str, Any]] = {}
        for row in sorted(rows, key=lambda row: row["position"]):
            if row["at"] <= moment:
                replayed[row["belief_id"]] = {**row, "status": row["to_status"]}
        assert then == {one: served(row) for one, row in replayed.items()}
        assert then == moments.get(moment, then)
    assert await reality.listed() == model.snapshot()


async def lives(forge: Forge, examples: int, steps: int, *, derandomize: bool = True) -> None:
    loop = asyncio.get_running_loop()
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=derandomize,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    begin = functools.partial(Lives, forge, loop)
    await asyncio.to_thread(run_state_machine_as_test, cast("type[Lives]", begin), settings=chosen)


async def test_no_life_leaves_the_table_and_the_audit_tells_all_of_it(forge: Forge) -> None:
    await lives(forge, examples=8, steps=20)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
async def test_no_life_of_thousands_leaves_the_table(forge: Forge) -> None:
    await lives(forge, examples=80, steps=50, derandomize=False)
    assert Lives.knocks > 2_000


async def the_audit_agrees(reality: Reality, model: Model) -> None:
    for life in model.lives:
        told = [
            (row["version"], row["to_status"], row["content"]) for row in await reality.audit(life)
        ]
        assert told == [
            (place, state.status, state.content)
            for place, state in enumerate(life.versions, start=1)
        ]
    verify = reality.beliefs.replace("/beliefs", "/audit/verify")
    assert (await reality.reviewer.get(verify)).json()["ok"] is True


CITIES = [
    "Lima",
    "Bern",
    "Cairo",
    "Oslo",
    "Quito",
    "Riga",
    "Seoul",
    "Tunis",
    "Perth",
    "Dakar",
    "Hanoi",
    "Turin",
    "Minsk",
]


async def test_two_reviewers_racing_on_two_hundred_cards_decide_each_once(forge: Forge) -> None:
    contents = [f"{words} in {city}" for city in CITIES for words in WORDS]
    ids: list[str] = []
    for start in range(0, len(contents), 50):
        batch = [item(content) for content in contents[start : start + 50]]
        ids += [one["belief_id"] for one in await propose(forge, *batch) if one["accepted"]]
    ids = ids[:200]
    assert len(ids) == 200
    first, second = await asyncio.gather(
        decided(forge, ids, "keep"), decided(forge, ids[::-1], "forget")
    )
    assert first | second == set(ids)
    assert not first & second
    reviewer = Reality(forge, AGENT)
    found = await reviewer.listed()
    await reviewer.close()
    assert {one: found[one][0] for one in ids} == dict.fromkeys(ids, 2)
    assert {one for one in ids if found[one][1].status == "active"} == first


async def decided(forge: Forge, ids: Sequence[str], name: Door) -> set[str]:
    """Go through the cards as one reviewer, one after the other; return those that were won."""
    won = set()
    async with forge.client("reviewer") as reviewer:
        for one in ids:
            path = f"/agents/{AGENT}/memory/beliefs/{one}/{name}"
            answer = await reviewer.post(path, headers={"If-Match": '"1"'})
            assert answer.status_code in {200, 412}
            if answer.status_code == 200:
                won.add(one)
    return won
