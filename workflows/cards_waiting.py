"""Tells people that a run left cards for them: one notice a run, delivered until it is taken.

A run starts it and waits for nothing of it, so an endpoint that is dead harms no reflection.
"""

from __future__ import annotations

from temporalio import workflow
from temporalio.common import SearchAttributeKey
from temporalio.exceptions import ActivityError, ApplicationError

with workflow.unsafe.imports_passed_through():
    from activities.notify import DeliveryRequest, Notify
    from forge_client import names
    from forge_client.notices import Delivery, Notice, NoticeRequest
    from workflows.ending import failure_of
    from workflows.faults import FAULTS
    from workflows.options import OPTIONS

AGENT = SearchAttributeKey.for_keyword(names.SEARCH_AGENT)


@workflow.defn(name=names.CARDS_WAITING, failure_exception_types=FAULTS)
class CardsWaiting:
    """The notice of one run."""

    @workflow.run
    async def run(self, request: NoticeRequest) -> Delivery:
        """Write the notice and deliver it.

        Raises:
            ApplicationError: `WebhookUndelivered` and the failures of forge.
        """
        workflow.upsert_search_attributes([AGENT.value_set(request.agent_id)])
        try:
            return await self._tell(request)
        except ActivityError as error:
            failure = failure_of(error)
            raise ApplicationError(
                failure.message, type=failure.type, non_retryable=True
            ) from error

    async def _tell(self, request: NoticeRequest) -> Delivery:
        notice: Notice | None = await workflow.execute_activity_method(
            Notify.compose,
            request,
            summary="Write what still waits of the run",
            **OPTIONS[names.COMPOSE].as_arguments(),
        )
        if notice is None:
            return Delivery(outcome="nothing_waits")
        # Dots separate what is signed: an agent's id may hold one, a run's does not.
        delivery_id = f"msg_{request.run_id}"
        await workflow.execute_activity_method(
            Notify.deliver,
            DeliveryRequest(delivery_id=delivery_id, notice=notice),
            summary=f"Tell of {notice.data.new_cards} new cards",
            **OPTIONS[names.DELIVER].as_arguments(),
        )
        return Delivery(outcome="delivered", delivery_id=delivery_id)
