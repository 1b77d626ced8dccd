"""Many doors at once: each decision by itself, with an answer of its own.

One that fails takes nothing from the others. What a person must look at twice is refused here: a
flagged card is decided singly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus

from pydantic import ValidationError

from forge_api.embedding import EmbedderUnavailable
from forge_api.memory.doors import Doors, Knock
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_client import field_faults
from forge_client.beliefs import Belief, DoorRequest, EditRequest
from forge_client.decisions import Decision, DecisionResult
from forge_client.problems import Problem

_NO_EMBEDDER = Refused("embedder_unavailable", "The embedder does not answer; try again")
_SAID = {"reason", "actor"}
_EDITED = _SAID | {"content", "confidence", "kind", "scope"}


@dataclass(frozen=True)
class Decisions:
    """Takes the decisions of one person on one agent's cards."""

    doors: Doors
    caller: Caller
    agent_id: str

    async def take(self, sent: Sequence[Mapping[str, object]]) -> list[DecisionResult]:
        """Pass each door in turn; one answer a decision, in the order sent.

        Raises:
            DatabaseError: The database failed on the way; sent again, what was done says so.
        """
        return [await self._result(raw) for raw in sent]

    async def _result(self, raw: Mapping[str, object]) -> DecisionResult:
        told = {name: value for name in ("belief_id", "door") if (value := _text(raw.get(name)))}
        try:
            belief = await self._decide(_checked(raw))
        except Refused as refusal:
            return _refused(told, refusal)
        except EmbedderUnavailable:
            return _refused(told, _NO_EMBEDDER)
        return DecisionResult(belief_id=belief.id, door=told["door"], ok=True, belief=belief)

    async def _decide(self, decision: Decision) -> Belief:
        return await self.doors.open(
            Knock(
                self.caller,
                self.agent_id,
                decision.belief_id,
                decision.door,
                _request(decision),
                decision.version,
                among_others=True,
            )
        )


def _checked(raw: Mapping[str, object]) -> Decision:
    try:
        return Decision.model_validate(raw)
    except ValidationError as error:
        faults = [asdict(one) for one in field_faults.found_in(error)]
        told = field_faults.sentence(error)
        raise Refused("invalid", f"Not as the interface describes it: {told}", faults) from None


def _request(decision: Decision) -> DoorRequest:
    if decision.door == "edit":
        return EditRequest(**decision.model_dump(include=_EDITED))
    return DoorRequest(**decision.model_dump(include=_SAID))


def _refused(told: Mapping[str, str], refusal: Refused) -> DecisionResult:
    problem = Problem(
        title=HTTPStatus(refusal.status).phrase,
        status=refusal.status,
        code=refusal.code,
        detail=refusal.detail,
        errors=refusal.errors,
        **refusal.facts,
    )
    return DecisionResult(
        belief_id=told.get("belief_id"), door=told.get("door"), ok=False, problem=problem
    )


def _text(value: object) -> str | None:
    return value[:200] if isinstance(value, str) else None
