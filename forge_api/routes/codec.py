"""`/codec`: opens what lies sealed in Temporal's histories, for whoever may read it there."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import SecretBytes

from forge_api.access import GuardedRoute, allow_reading
from forge_api.memory import temporal_sight
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_api.problems import refuses
from forge_api.services import CurrentServices, Services
from forge_client.codec import Payloads
from temporal_link import remote_codec
from temporal_link.codec import CodecError
from temporal_link.remote_codec import MayRead, NotPayloads

router = APIRouter(route_class=GuardedRoute, prefix="/codec", tags=["Temporal"])

Reviewer = Annotated[Caller, Depends(allow_reading("reviewer"))]

_SENT = {"application/json": {"schema": {"$ref": "#/components/schemas/Payloads"}}}

SHAPES: dict[str, Any] = {
    "response_model": Payloads,
    "responses": refuses("invalid", "not_found", "too_large"),
    # Read as bytes: Temporal's own reader of this JSON knows all that it may hold.
    "openapi_extra": {"requestBody": {"required": True, "content": _SENT}},
}


@router.post("/decode", **SHAPES)
async def decode(request: Request, caller: Reviewer, services: CurrentServices) -> Response:
    """Return Temporal's payloads, those opened that are about agents of the caller's."""
    key, may_read = _key(services), await _right_to_read(services, caller)
    try:
        return _json(await remote_codec.decode(await request.body(), key, may_read))
    except (NotPayloads, CodecError) as error:
        raise _invalid(error) from None


@router.post("/encode", **SHAPES)
async def encode(request: Request, caller: Reviewer, services: CurrentServices) -> Response:
    """Return Temporal's payloads sealed, each marked with the agent that it names."""
    key, may_read = _key(services), await _right_to_read(services, caller)
    try:
        return _json(await remote_codec.encode(await request.body(), key, may_read))
    except (NotPayloads, CodecError) as error:
        raise _invalid(error) from None


async def _right_to_read(services: Services, caller: Caller) -> MayRead:
    """Of what is about no agent, such as a night, only who sees the whole installation."""
    sight = await temporal_sight.of(services.pool, caller)
    return lambda agent_id: sight.everything if agent_id is None else agent_id in sight.own


def _key(services: Services) -> SecretBytes:
    if services.codec_key is None:
        raise Refused("not_found", "Nothing is sealed here: TEMPORAL_CODEC_KEY is not set")
    return services.codec_key


def _invalid(error: Exception) -> Refused:
    detail = str(error) or "Send {payloads: […]} as Temporal's tools do"
    return Refused("invalid", detail)


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")
