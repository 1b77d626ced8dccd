"""Who calls, and whether this route is for them.

Each route declares its rule: `allow(...)` with roles, or `anyone`. A rule answers 401 for a key
that is not known, 429 for one that asks too often, 403 for the wrong role, and 404 for an agent in
the address that the key may not see; all of it before a byte of the body is read.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import FastAPI, Request, Response, Security
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, iter_route_contexts
from fastapi.security import APIKeyHeader, HTTPAuthorizationCredentials, HTTPBearer

from forge_api import session_cookie
from forge_api.json_body import JSONRequest
from forge_api.memory import agents, keys, sessions
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_api.services import Services, current
from forge_client.names import Role

ALL_ROLES: tuple[Role, ...] = ("agent", "worker", "reviewer", "admin")

ANYONE = frozenset({"anyone"})
"""The rule of a route that asks for no key."""

THE_LOG = "/reflection-memory/"
"""Where a key that hears only what was said may go: everything else may show what was thought."""

_BEARER = HTTPBearer(auto_error=False, description="`sk_forge_…`")
_HEADER = APIKeyHeader(name="X-API-Key", auto_error=False, description="`sk_forge_…`")

Bearer = Annotated[HTTPAuthorizationCredentials | None, Security(_BEARER)]
Header = Annotated[str | None, Security(_HEADER)]


@dataclass(frozen=True)
class Rule:
    """Lets callers of these roles in, and only to agents that they may see."""

    roles: frozenset[Role]
    reads: bool = False
    """It changes nothing, whatever its method: who is signed in needs to show no token."""

    async def __call__(self, request: Request, _: Bearer, __: Header) -> Caller:
        """Return the caller that `admit` let in; the parameters describe where a key may stand."""
        caller: Caller = request.state.caller
        return caller

    async def admit(self, request: Request) -> None:
        """Note who calls on the request, or refuse."""
        _refuse_nul(request)
        services = current(request)
        caller = await _caller_of(request, services, reads=self.reads)
        if caller is None:
            raise Refused("unauthenticated", "Send a valid key as Authorization: Bearer sk_forge_…")
        services.rate_limit.spend(caller.key_id)
        if caller.role not in self.roles:
            allowed = ", ".join(sorted(self.roles))
            raise Refused("forbidden", f"A key of role {caller.role} may not; it takes {allowed}")
        if caller.said_only and not request.url.path.startswith(THE_LOG):
            raise Refused("forbidden", f"This key is for what was said; it opens {THE_LOG} alone")
        if "agent_id" in request.path_params:
            await require_agent(services, caller, request.path_params["agent_id"])
        request.state.caller = caller


class GuardedRoute(APIRoute):
    """Asks a route's rule first: FastAPI itself would parse the body of a caller without a key.

    Every router of ours is made with `route_class=GuardedRoute`. One that was not fails closed: its
    rule finds no caller on the request.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler behind the rule."""
        serve = super().get_route_handler()
        rules = [call for call in _calls(self.dependant) if isinstance(call, Rule)]

        async def guarded(request: Request) -> Response:
            strict = JSONRequest(request.scope, request.receive)
            for rule in rules:
                await rule.admit(strict)
            return await serve(strict)

        return guarded


def allow(*roles: Role) -> Rule:
    """Return a route's rule for these roles: `caller: Annotated[Caller, Depends(allow(…))]`."""
    return Rule(frozenset(roles))


def allow_reading(*roles: Role) -> Rule:
    """Return the rule of a route that only reads, though its method is POST."""
    return Rule(frozenset(roles), reads=True)


def anyone() -> None:
    """Open a route to callers without a key: `dependencies=[Depends(anyone)]`."""


async def require_agent(services: Services, caller: Caller, agent_id: str) -> None:
    """Refuse an agent that is unknown, another tenant's, or outside the key's binding."""
    if not caller.may_act_for(agent_id):
        raise agents.not_found()
    await agents.get(services.pool, caller.tenant, agent_id)


async def _caller_of(request: Request, services: Services, *, reads: bool) -> Caller | None:
    """Whoever sends a key is known by it; a browser without one by who signed in there."""
    secret, session = await _secret_of(request), session_cookie.of(request)
    if secret or not session:
        return await keys.caller_of(services.pool, secret, services.clock())
    caller = await sessions.caller_of(services.pool, session, services.clock())
    if caller is not None and not reads:
        await session_cookie.require_csrf(request, session)
    return caller


async def _secret_of(request: Request) -> str:
    bearer = await _BEARER(request)
    return bearer.credentials if bearer else await _HEADER(request) or ""


def _refuse_nul(request: Request) -> None:
    """No name or word of ours holds NUL, and Postgres would fail over it."""
    if "\0" in request.url.path or b"%00" in request.scope["query_string"]:
        raise Refused("bad_request", "The address contains a NUL character (%00); remove it")


def access_table(app: FastAPI) -> dict[str, frozenset[str]]:
    """Return each route (`GET /agents`) with the roles that it lets in; empty: no rule."""
    return {
        f"{method} {route.path}": _rule_of(app, route)
        for route in iter_route_contexts(app.routes)
        for method in sorted((route.methods or set()) - {"HEAD"})
    }


def _rule_of(app: FastAPI, route: Any) -> frozenset[str]:
    if route.path == app.openapi_url:
        return ANYONE
    for call in _calls(getattr(route, "dependant", None)):
        if isinstance(call, Rule):
            return frozenset(call.roles)
        if call is anyone:
            return ANYONE
    return frozenset()


def _calls(dependant: Dependant | None) -> Iterator[Any]:
    for dependency in dependant.dependencies if dependant else ():
        yield dependency.call
        yield from _calls(dependency)
