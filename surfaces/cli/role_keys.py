"""The keys that a tenant needs, one a role: found by what they may, made where one is missing.

Each new one is shown once, or goes to a file that only its owner can read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from forge_client.agents import Key, NewKey
from forge_client.client import ForgeClient
from forge_client.names import Role
from stack import private_file
from surfaces.cli.target import Target

LABEL = "reflection seed"


async def ensure(servers: Target, agent_id: str | None, folder: Path | None) -> list[str]:
    """Make the missing keys; return a line for what is there and one for each that is new.

    Args:
        servers: Whose keys; an admin key makes them.
        agent_id: The keys must serve this agent; None: every agent of the tenant.
        folder: Where a new key goes, to a file named as its role; None: it stands in its line.

    Raises:
        FileExistsError: something else is where a key was to go; no further key was made.
    """
    roles: tuple[Role, ...] = get_args(Role)
    async with servers.forge("admin") as forge:
        known = (await forge.list_keys()).keys
        missing = [role for role in roles if not _is_served(role, agent_id, known)]
        made = [await _make(forge, role, agent_id, folder) for role in missing]
    there = ", ".join(role for role in roles if role not in missing)
    return [f"keys there already: {there}", *made] if there else made


def _is_served(role: Role, agent_id: str | None, known: Sequence[Key]) -> bool:
    now = dt.datetime.now(dt.UTC)
    return any(
        key.role == role
        and not key.said_only
        and key.revoked_at is None
        and (key.expires_at is None or key.expires_at > now)
        and (key.agents is None or agent_id in key.agents)
        for key in known
    )


async def _make(forge: ForgeClient, role: Role, agent_id: str | None, folder: Path | None) -> str:
    # An agent speaks for itself alone; people and the worker see the whole tenant.
    bound = [agent_id] if role == "agent" and agent_id else None
    file = folder and _free(folder, role)
    created = await forge.create_key(NewKey(role=role, agents=bound, label=LABEL))
    whose = f" of {agent_id}" if bound else ""
    if file is None:
        return f"{role} key{whose}, shown this once: {created.key}"
    private_file.write(file, f"{created.key}\n")
    return f"{role} key{whose}: {file}"


def _free(folder: Path, role: Role) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / role
    if file.exists():
        raise FileExistsError(0, "is there already: name another folder", str(file))
    return file
