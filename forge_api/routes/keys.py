"""`/keys`: who may act in the caller's tenant."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from forge_api.access import GuardedRoute, allow
from forge_api.memory import keys
from forge_api.memory.chronicle import Author
from forge_api.memory.keys import Caller
from forge_api.problems import refuses
from forge_api.services import CurrentServices
from forge_client.agents import CreatedKey, Key, KeyList, NewKey

router = APIRouter(route_class=GuardedRoute, tags=["keys"])

Admin = Annotated[Caller, Depends(allow("admin"))]


@router.post("/keys", status_code=201)
async def create_key(new: NewKey, caller: Admin, services: CurrentServices) -> CreatedKey:
    """Create a key; its secret is in this answer and nowhere else."""
    author = Author(services.keyring, caller.key_id)
    return await keys.create(services.pool, caller.tenant, new, services.clock(), author)


@router.get("/keys")
async def list_keys(caller: Admin, services: CurrentServices) -> KeyList:
    """List the tenant's keys, revoked ones included."""
    return KeyList(keys=await keys.all_of(services.pool, caller.tenant))


@router.delete("/keys/{key_id}", responses=refuses("not_found"))
async def revoke_key(key_id: str, caller: Admin, services: CurrentServices) -> Key:
    """Revoke a key: it is refused from the next request on."""
    author = Author(services.keyring, caller.key_id)
    return await keys.revoke(services.pool, caller.tenant, key_id, services.clock(), author)
