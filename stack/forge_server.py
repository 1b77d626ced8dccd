"""The forge API as a child, and the keys that only the server's own side can make."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx

from stack import child, errors, ports
from stack.data_folder import ROLES, DataFolder

TENANT = "default"

# -P: a file of the user's working folder must not stand in for one of our modules.
PYTHON = (sys.executable, "-P", "-m")


def program(
    folder: DataFolder, listen: ports.Ports, environment: Mapping[str, str]
) -> child.Program:
    """Return the server to run, with `environment` telling it where its parts are."""
    return child.Program(
        name="forge",
        argv=[*PYTHON, "forge_api"],
        answers=lambda _: _answers(listen.forge),
        log=folder.log("forge"),
        environment=environment,
    )


async def create_missing_keys(folder: DataFolder, environment: Mapping[str, str]) -> None:
    """Make the first tenant with a key a role, each in a file of its own; keep what is there.

    Raises:
        ChildFailed: forge's own command refused; the message holds its reason.
    """
    missing = [role for role in ROLES if not _is_there(folder.key(role))]
    await asyncio.gather(*(_create_key(role, folder.key(role), environment) for role in missing))


def _is_there(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


async def _create_key(role: str, file: Path, environment: Mapping[str, str]) -> None:
    process = await asyncio.create_subprocess_exec(
        *PYTHON,
        *("forge_api", "keys", "create", "--tenant", TENANT),
        *("--role", role, "--label", "embedded stack", "--out", str(file)),
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, told = await process.communicate()
    if process.returncode != 0:
        reason = told.decode("utf-8", "replace").strip()
        raise errors.ChildFailed(f"The {role} key cannot be created: {reason}")


async def _answers(port: int) -> bool:
    try:
        async with httpx.AsyncClient(trust_env=False) as client:
            return (await client.get(f"http://{ports.HOST}:{port}/healthz")).is_success
    except httpx.HTTPError:
        return False
