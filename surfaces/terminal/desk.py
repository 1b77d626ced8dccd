"""What a sitting does at forge: doors, batches, undo, sources, and looking for news.

A refusal is written on the card that it is about; no fault of forge ends the sitting.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from forge_client.beliefs import Belief, Door, DoorRequest
from forge_client.client import ForgeClient
from forge_client.decisions import MAX_DECISIONS, Decision, DecisionResult
from forge_client.errors import ForgeError
from forge_client.recall import Provenance
from forge_client.wording import counted
from surfaces.cli import cards, door, emptiness, failures
from surfaces.terminal.queue import Place, Queue


class Desk:
    """One sitting of one reviewer; `agent_id` None: the cards of every agent."""

    def __init__(self, forge: ForgeClient, agent_id: str | None = None) -> None:
        self.queue = Queue()
        self.told = ""
        """What happened last, in one line."""

        self.empty = ""
        """Why there was no card when the sitting began."""

        self._forge, self._agent = forge, agent_id
        self._acts: list[list[Place]] = []

    async def open(self) -> None:
        """Lay out every open card.

        Raises:
            ForgeError: forge cannot show them.
        """
        found = await cards.all_open(self._forge, self._agent)
        self.queue = Queue([Place(card) for card in found.cards])
        if not found.cards:
            self.empty = await emptiness.sentence(self._forge, self._agent)

    async def decide(self, place: Place, through: Door, request: DoorRequest | None = None) -> bool:
        """Pass a door for the card as it was read; tell whether it let through."""
        if place.outcome is not None:
            self.told = f"Decided already: {place.outcome}."
            return False
        if not (label := place.card.doors.get(through)):
            self.told = f"This card has no {through} door."
            return False
        try:
            belief = await self._pass(place, through, request or DoorRequest())
        except ForgeError as error:
            await self._refused(place, error)
            return False
        place.close(belief, f"{label} (now {belief.status})")
        self._acts.append([place])
        self.told = f"✓ {label}. z takes it back.{await self._beside(belief)}"
        return True

    async def keep_selected(self) -> None:
        """Keep every selected card, with an answer for each on the card itself."""
        chosen = sorted(self.queue.selected, key=lambda one: one.card.agent_id)
        kept: list[Place] = []
        try:
            for agent_id, group in groupby(chosen, key=lambda one: one.card.agent_id):
                kept += await self._keep_all(agent_id, list(group))
        except ForgeError as error:
            self.told = str(failures.spoken(error))
        else:
            refused = len(chosen) - len(kept)
            self.told = f"✓ {counted(len(kept), 'card')} kept, {refused} refused. z takes it back."
        if kept:
            self._acts.append(kept)

    async def undo(self) -> None:
        """Take back the last act, a batch as a whole, and go to its card."""
        if not self._acts:
            self.told = "Nothing to take back."
            return
        act = self._acts.pop()
        self.told = f"Taken back: {counted(len(act), 'card')}."
        for place in act:
            try:
                place.reopen_as(await self._pass(place, "undo", DoorRequest()))
            except ForgeError as error:
                place.refusal = failures.spoken(error)
                self.told = "It could not be taken back; the card says why."
        self.queue.go_to(act[0])
        await self.look()

    async def look(self) -> None:
        """Look for news: what came waits, what others decided is marked where it stands."""
        try:
            page = await self._forge.list_cards(self._agent)
            self.queue.notice(page.cards)
            listed = {card.belief.id for card in page.cards}
            oldest = page.cards[-1].belief.created_at if page.next_cursor else None
            for place in self.queue.places:
                listable = oldest is None or place.belief.created_at > oldest
                doubtful = listable or place is self.queue.focused
                if place.outcome is None and doubtful and place.belief.id not in listed:
                    await self._ask_after(place)
        except ForgeError as error:
            self.told = str(failures.spoken(error))

    async def sources(self, place: Place) -> Provenance | None:
        """Return what the card rests on, verbatim; None where forge refused, which is told."""
        try:
            return await self._forge.get_provenance(
                place.card.agent_id, place.belief.id, verbatim=True
            )
        except ForgeError as error:
            place.refusal = failures.spoken(error)
            return None

    async def _pass(self, place: Place, through: Door, request: DoorRequest) -> Belief:
        belief = place.belief
        return await self._forge.pass_door(
            place.card.agent_id, belief.id, through, request, version=belief.version
        )

    async def _refused(self, place: Place, error: ForgeError) -> None:
        place.refusal = failures.spoken(error)
        self.told = "Refused; the card says why."
        await self.look()
        if place.outcome is not None:
            self.told = f"Too late: {place.outcome}."

    async def _beside(self, belief: Belief) -> str:
        try:
            others = await door.opposites(self._forge, belief)
        except ForgeError:
            # The door let through all the same; the card itself named what it contradicts.
            return ""
        return "".join(f" ⚠ Active too, and says the opposite: {one.id}." for one in others)

    async def _ask_after(self, place: Place) -> None:
        found = (await self._forge.get_belief(place.card.agent_id, place.belief.id)).belief
        if found.status != "pending" and found.version > place.belief.version:
            place.close(found, f"decided elsewhere (now {found.status})")

    async def _keep_all(self, agent_id: str, group: Sequence[Place]) -> list[Place]:
        kept: list[Place] = []
        for start in range(0, len(group), MAX_DECISIONS):
            part = group[start : start + MAX_DECISIONS]
            decisions = [
                Decision(belief_id=one.belief.id, version=one.belief.version, door="keep")
                for one in part
            ]
            results = await self._forge.decide(agent_id, decisions)
            kept += [one for one, told in zip(part, results, strict=True) if _answer(one, told)]
        return kept


def _answer(place: Place, result: DecisionResult) -> bool:
    if result.ok and result.belief:
        place.close(result.belief, f"{place.card.doors['keep']} (now {result.belief.status})")
        return True
    problem = result.problem
    place.refusal = f"{problem.code}: {problem.detail}" if problem else "refused"
    place.selected = False
    return False
