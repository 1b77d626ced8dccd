"""Telling people that cards wait: a notice is written once, and delivered until it is taken.

It goes where the operator's settings say and nowhere else: no redirect is followed, and of an
answer only the status is looked at.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json

import httpx
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.faults import forge_faults, permanent
from activities.heartbeat import beating
from forge_client import failures
from forge_client.beliefs import Belief
from forge_client.client import ForgeClient
from forge_client.names import COMPOSE, DELIVER
from forge_client.notices import Notice, NoticedBelief, NoticeRequest, WaitingCards
from forge_client.transport import retry_after
from forge_client.webhook import Webhook
from forge_client.wire import Answer

ATTEMPT_SECONDS = 15.0
GONE = 410
LONGEST_WAIT = dt.timedelta(hours=1)


class DeliveryRequest(Answer):
    """One notice, and the id that it keeps at every attempt."""

    delivery_id: str
    notice: Notice


class Notify:
    """Reads through `forge`, sends to `webhook`; None: there is nobody to tell."""

    def __init__(self, forge: ForgeClient, webhook: Webhook | None) -> None:
        self._forge = forge
        self._webhook = webhook

    @activity.defn(name=COMPOSE)
    async def compose(self, request: NoticeRequest) -> Notice | None:
        """Write what waits of a run; None where everything was decided meanwhile.

        Raises:
            ApplicationError: `ForgeUnavailable`, `ForgeRefused`, `UnknownAgent`.
        """
        webhook = self._set_webhook()
        with forge_faults(request.agent_id):
            async with beating():
                waiting = await self._waiting(request)
                open_cards = (await self._forge.list_cards(request.agent_id, limit=1)).total
        if not waiting:
            return None
        cards = WaitingCards(
            agent_id=request.agent_id,
            run_id=request.run_id,
            new_cards=len(waiting),
            needs_review=sum(bool(belief.review_reasons) for belief in waiting),
            open_cards=open_cards,
            belief_ids=[belief.id for belief in waiting],
            door_url=f"{webhook.door_url.rstrip('/')}/?agent={request.agent_id}",
            beliefs=[_told(belief) for belief in waiting] if webhook.with_texts else None,
        )
        return Notice(timestamp=dt.datetime.now(dt.UTC), data=cards)

    @activity.defn(name=DELIVER)
    async def deliver(self, request: DeliveryRequest) -> None:
        """Send a notice once more.

        Raises:
            ApplicationError: `WebhookUndelivered`; for good where the receiver answered 410.
        """
        webhook = self._set_webhook()
        body = json.dumps(request.notice.model_dump(mode="json", exclude_none=True)).encode()
        headers = webhook.headers(request.delivery_id, dt.datetime.now(dt.UTC), body)
        async with beating():
            answer = await _post(webhook, headers, body)
        if answer.status_code == GONE:
            raise permanent(failures.WEBHOOK_UNDELIVERED, "the receiver answered 410: it is gone")
        if not answer.is_success:
            raise _undelivered(f"the receiver answered {answer.status_code}", answer)

    def _set_webhook(self) -> Webhook:
        if self._webhook is None:
            raise permanent(failures.WEBHOOK_UNDELIVERED, "FORGE_WEBHOOK_URL is not set any more")
        return self._webhook

    async def _waiting(self, request: NoticeRequest) -> list[Belief]:
        """Return what this run proposed and nobody has decided yet."""
        report = await self._forge.get_run(request.agent_id, request.run_id)
        ids = [result.belief_id for result in report.results if result.belief_id]
        found = [(await self._forge.get_belief(request.agent_id, one)).belief for one in ids]
        return [belief for belief in found if belief.status == "pending"]


async def _post(webhook: Webhook, headers: dict[str, str], body: bytes) -> httpx.Response:
    url = webhook.url.get_secret_value()
    try:
        async with (
            asyncio.timeout(ATTEMPT_SECONDS),
            httpx.AsyncClient(follow_redirects=False) as http,
            http.stream("POST", url, content=body, headers=headers) as answer,
        ):
            return answer
    except (httpx.HTTPError, TimeoutError) as fault:
        # Its text may hold the address.
        raise _undelivered(f"the receiver was not reached: {type(fault).__name__}") from None


def _undelivered(message: str, answer: httpx.Response | None = None) -> ApplicationError:
    wished = retry_after(answer.headers.get("Retry-After")) if answer else None
    delay = None if wished is None else min(dt.timedelta(seconds=max(wished, 1)), LONGEST_WAIT)
    return ApplicationError(message, type=failures.WEBHOOK_UNDELIVERED, next_retry_delay=delay)


def _told(belief: Belief) -> NoticedBelief:
    return NoticedBelief(
        belief_id=belief.id,
        op=belief.op,
        content=belief.content,
        needs_review=bool(belief.review_reasons),
    )
