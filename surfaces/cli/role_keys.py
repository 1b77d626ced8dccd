"""The keys that a tenant needs, one a role: found by what they may, made where one is missing.

Each new one is shown once, or goes to a file that only its owner can read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

from forge_client.agents import Key, NewKey
from forge_client.client import ForgeClient
from forge_client.names import Role
from stack import private_file
from surfaces.cli.target import Target

LABEL = "reflection seed"


async def ensure(
    servers: Target, agent_id: str | None, folder: Path | None, tell: Callable[[str], object]
) -> None:
    """Make the missing keys, and tell each at once: what fails later leaves none untold.

    Args:
        servers: Whose keys; an admin key makes them.
        agent_id: The keys must serve this agent; None: every agent of the tenant.
        folder: Where a new key goes, to a file named as its role; None: it stands in its line.
        tell: Takes a line for what is there already, and one for each key that is new.

    Raises:
        FileExistsError: something else is where keys were to go; none was made.
    """
    roles: tuple[Role, ...] = get_args(Role)
    async with servers.forge("admin") as forge:
        known = (await forge.list_keys()).keys
        missing = [role for role in roles if not _is_served(role, agent_id, known)]
        if there := ", ".join(role for role in roles if role not in missing):
            tell(f"keys there already: {there}")
        with _reserved(folder, missing) as files:
            for role in missing:
                tell(await _make(forge, role, agent_id, files.get(role)))


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


@contextmanager
def _reserved(folder: Path | None, roles: Sequence[Role]) -> Iterator[Mapping[Role, Path]]:
    """Hold an empty file for each key, so that no other seed writes there; free what is unused."""
    if folder is None or not roles:
        yield {}
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    files = {role: folder / role for role in roles}
    held: list[Path] = []
    try:
        if taken := [str(file) for file in files.values() if not _hold(file, held)]:
            raise FileExistsError(0, "is there already: name another folder", ", ".join(taken))
        yield files
    finally:
        for file in held:
            if not file.stat().st_size:
                file.unlink()


def _hold(file: Path, held: list[Path]) -> bool:
    try:
        file.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return False
    held.append(file)
    return True


async def _make(forge: ForgeClient, role: Role, agent_id: str | None, file: Path | None) -> str:
    # An agent speaks for itself alone; people and the worker see the whole tenant.
    bound = [agent_id] if role == "agent" and agent_id else None
    created = await forge.create_key(NewKey(role=role, agents=bound, label=LABEL))
    whose = f" of {agent_id}" if bound else ""
    if file is None:
        return f"{role} key{whose}, shown this once: {created.key}"
    try:
        private_file.write(file, f"{created.key}\n")
    except OSError:
        # Nobody has seen it: it must not stay a key that works.
        await forge.revoke_key(created.id)
        raise
    return f"{role} key{whose}: {file}"
