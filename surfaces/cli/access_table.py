"""Which role may call which route, as the running forge itself tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from forge_client.names import Role
from surfaces.cli import screen, table
from surfaces.cli.target import Target

ROLES: tuple[Role, ...] = get_args(Role)
ANYONE = "anyone"

NOTE = (
    "A key sees its own tenant only, and a bound one only its agents: everything else is not found."
)


async def ask(servers: Target) -> dict[str, list[str]]:
    """Return each route (`GET /agents`) with its roles; `anyone` needs no key."""
    async with servers.forge(None) as forge:
        access: dict[str, list[str]] = (await forge.description())["x-access"]
    return access


def show(access: Mapping[str, Sequence[str]], *, as_json: bool) -> None:
    """Print the table."""
    if as_json:
        screen.show_json(access)
        return
    rows = [_row(route, roles) for route, roles in access.items()]
    screen.show(*table.lines((*ROLES, "route"), rows), "", NOTE)


def _row(route: str, roles: Sequence[str]) -> tuple[Any, ...]:
    marks = ("anyone" if ANYONE in roles else "yes" if role in roles else "-" for role in ROLES)
    return (*marks, route)
