"""The embedded Temporal server with its Web UI: the real one, on a file that survives kill -9."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path
from typing import Any

import httpx

from stack import child, errors, ports

NAMESPACE = "default"

# Types as forge_client.names names them; a test compares.
SEARCH_ATTRIBUTES = {
    "ForgeAgentId": "Keyword",
    "ReflectionOutcome": "Keyword",
    "PendingCards": "Int",
}

DYNAMIC_CONFIG = ("matching.enableFairness=true",)
"""Among agents that wait for a model it takes turns; untold, whoever came first goes first."""

# Six times the workflows a second of the default pragmas, and still whole after a crash.
PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL")


def program(database: Path, log: Path, listen: ports.Ports) -> child.Program:
    """Return the server to run: everything on loopback, no request to the outside.

    Raises:
        PartMissing: the `temporal` command is not installed.
    """
    return child.Program(
        name="temporal",
        argv=[
            _command(),
            *("server", "start-dev", "--log-level", "warn"),
            *("--ip", ports.HOST, "--port", str(listen.temporal)),
            *("--ui-ip", ports.HOST, "--ui-port", str(listen.ui), "--ui-disable-news-fetch"),
            # As forge shows it, on its own origin: who is signed in there reads what is sealed.
            *("--ui-public-path", "/temporal", "--ui-codec-endpoint", "/codec"),
            *("--db-filename", database),
            *_repeated("--sqlite-pragma", PRAGMAS),
            *_repeated("--dynamic-config-value", DYNAMIC_CONFIG),
            *_repeated("--search-attribute", [f"{n}={t}" for n, t in SEARCH_ATTRIBUTES.items()]),
        ],
        answers=lambda _: _answers(listen.ui),
        log=log,
        # Its own surroundings: a configuration of the user's would point it elsewhere.
        environment={"HOME": str(database.parent)},
    )


async def has_poller(ui_port: int, task_queue: str, pid: int) -> bool:
    """Tell whether the process `pid` polls `task_queue` for workflow tasks."""
    path = f"/task-queues/{task_queue}?taskQueueType=TASK_QUEUE_TYPE_WORKFLOW"
    found = await _ask(ui_port, path)
    pollers = (found or {}).get("pollers", [])
    return any(str(poller.get("identity", "")).startswith(f"{pid}@") for poller in pollers)


async def _answers(ui_port: int) -> bool:
    """One question through the Web UI reaches the frontend behind it: both answer, or neither."""
    attributes = await _ask(ui_port, "/search-attributes")
    return attributes is not None and attributes.get("customAttributes", {}).keys() >= set(
        SEARCH_ATTRIBUTES
    )


async def _ask(ui_port: int, path: str) -> dict[str, Any] | None:
    url = f"http://{ports.HOST}:{ui_port}/api/v1/namespaces/{NAMESPACE}{path}"
    try:
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = await client.get(url)
            return dict(answer.raise_for_status().json())
    except (httpx.HTTPError, ValueError):
        return None


def _command() -> str:
    beside_python = Path(sysconfig.get_path("scripts")) / "temporal"
    found = str(beside_python) if beside_python.exists() else shutil.which("temporal")
    if found is None:
        raise errors.PartMissing(
            "The `temporal` command is not installed: there is no package of it for this machine. "
            "Install Temporal's command line (docs.temporal.io/cli) so that it is on the PATH."
        )
    return found


def _repeated(option: str, values: tuple[str, ...] | list[str]) -> list[str]:
    return [word for value in values for word in (option, value)]
