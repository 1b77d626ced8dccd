"""Random lives of beliefs, against a model that knows nothing but the table of states."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge_api.memory import belief_states
from forge_api.memory.belief_states import BEFORE
from forge_client.beliefs import Door
from forge_client.names import Op, Status
from tests.fixtures.forge import AGENT, Forge
from tests.integration.forge_api.learning import item, propose

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


@dataclass
class Model:
    """Every life of one agent, moved by the table alone."""

    lives: list[Life] = field(default_factory=list)

    def pass_door(
        self, life: Life, name: Door, seen: int, words: str, confidence: float
    ) -> Refusal | None:
        if seen != life.version:
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
            after = replace(after, content=words, confidence=confidence)
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


MOVES = st.lists(
    st.tuples(
        st.sampled_from(("propose", *get_args(Door), "keep", "undo", "keep")),
        st.integers(0, 6),
        st.sampled_from(get_args(Op)),
        st.sampled_from((0.1, 0.4, 0.75)),
        st.sampled_from((0, 0, 0, 0, 1)),
    ),
    min_size=4,
    max_size=16,
)


BEGINNING: list[tuple[Any, int, Op, float, int]] = [
    ("propose", 0, "add", 0.7, 0),
    ("keep", 0, "add", 0.7, 0),
    ("propose", 0, "supersede", 0.7, 0),
    ("propose", 0, "weaken", 0.2, 0),
]
"""Without it, most random lives would end before a change ever met its target."""


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

    async def knock(self, life: Life, name: Door, seen: int, words: str, confidence: float) -> Any:
        body = {"content": words, "confidence": confidence} if name == "edit" else {}
        return await self.reviewer.post(
            f"{self.beliefs}/{life.id}/{name}", json=body, headers={"If-Match": f'"{seen}"'}
        )

    async def listed(self, **query: Any) -> dict[str, tuple[int, State]]:
        answer = await self.reviewer.get(self.beliefs, params={"limit": 500, **query})
        return {one["id"]: served(one) for one in answer.json()["beliefs"]}

    async def close(self) -> None:
        await self.worker.aclose()
        await self.reviewer.aclose()


agents = itertools.count()


@given(moves=MOVES)
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
async def test_no_life_leaves_the_table_and_the_audit_tells_all_of_it(
    forge: Forge, moves: list[tuple[Any, int, Op, float, int]]
) -> None:
    agent_id = await forge.create_agent(f"agent-{next(agents)}")
    model, reality = Model(), Reality(forge, agent_id)
    moments: dict[str, dict[str, tuple[int, State]]] = {}
    try:
        for name, place, op, confidence, off_by in [*BEGINNING, *moves]:
            if name == "propose" or not model.lives:
                await reality.propose(model, place, op, confidence)
                continue
            life = model.lives[place % len(model.lives)]
            words, seen = next(reality.words), life.version - off_by
            answer: httpx.Response = await reality.knock(life, name, seen, words, confidence)
            if answer.json().get("code") == "duplicate":
                # The words went round once: that refusal has tests of its own.
                continue
            refused = model.pass_door(life, name, seen, words, confidence)
            if refused:
                assert (answer.status_code, answer.json()["code"]) in {
                    (409, refused.code),
                    (412, refused.code),
                }
            else:
                assert answer.status_code == 200, answer.text
                assert served(answer.json()["belief"]) == (life.version, life.now)
                moments[answer.json()["belief"]["updated_at"]] = model.snapshot()
        assert await reality.listed() == model.snapshot()
        await the_audit_agrees(reality, model)
        for moment, snapshot in moments.items():
            then = await reality.listed(as_of=moment, status=list(get_args(Status)))
            assert then == snapshot
    finally:
        await reality.close()


async def the_audit_agrees(reality: Reality, model: Model) -> None:
    for life in model.lives:
        found = (await reality.reviewer.get(f"{reality.beliefs}/{life.id}")).json()["audit"]
        told = [(row["version"], row["to_status"], row["content"]) for row in reversed(found)]
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
