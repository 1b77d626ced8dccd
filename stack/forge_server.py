"""The forge API as a child, and the keys that only the server's own side can make."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from stack import child, errors, ports
from stack.data_folder import ROLES, DataFolder

LABEL = "embedded stack"

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
    orders = [
        ("--role", role, "--label", LABEL, "--out", str(folder.key(role))) for role in missing
    ]
    await asyncio.gather(*(create_key(order, environment) for order in orders))


@dataclass(frozen=True)
class CreatedKey:
    """What forge's own command said of a key."""

    printed: str = field(repr=False)
    """The key, or its id where it went to a file."""

    told: str
    """Whose it is, for the person."""


async def create_key(order: Sequence[str], environment: Mapping[str, str]) -> CreatedKey:
    """Run `python -m forge_api keys create` with the options `order`; return what it says.

    Raises:
        ChildFailed: it refused; the message holds its reason.
    """
    printed, said = await _run(["keys", "create", *order], environment)
    return CreatedKey(printed, said)


async def erase_again(kept: Path, environment: Mapping[str, str]) -> str:
    """Run `python -m forge_api erase-again`; return what it says.

    Raises:
        ChildFailed: it refused; the message holds its reason.
    """
    printed, _ = await _run(["erase-again", str(kept)], environment)
    return printed


async def rotate_master_key(environment: Mapping[str, str]) -> int:
    """Run `python -m forge_api keys rotate` before the person's eyes; return its status."""
    words = child.bound_to_us([*PYTHON, "forge_api", "keys", "rotate"])
    process = await asyncio.create_subprocess_exec(*words, env=environment)
    return await process.wait()


async def _run(words: Sequence[str], environment: Mapping[str, str]) -> tuple[str, str]:
    """Return what one of forge's own commands printed, and what it told on stderr."""
    process = await asyncio.create_subprocess_exec(
        *child.bound_to_us([*PYTHON, "forge_api", *words]),
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        printed, told = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    said = told.decode("utf-8", "replace").strip()
    if process.returncode != 0:
        raise errors.ChildFailed(said)
    return printed.decode().strip(), said


def _is_there(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


async def _answers(port: int) -> bool:
    try:
        async with httpx.AsyncClient(trust_env=False) as client:
            return (await client.get(f"http://{ports.HOST}:{port}/healthz")).is_success
    except httpx.HTTPError:
        return False
