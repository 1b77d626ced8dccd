"""The Temporal worker as a child."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from stack import child, forge_server, ports, temporal

TASK_QUEUE = "reflection"


def program(log: Path, listen: ports.Ports, environment: Mapping[str, str]) -> child.Program:
    """Return the worker to run; it answers once Temporal sees it poll."""
    return child.Program(
        name="worker",
        argv=[*forge_server.PYTHON, "worker"],
        answers=lambda pid: temporal.has_poller(listen.ui, TASK_QUEUE, pid),
        log=log,
        environment=environment,
        stop_seconds=30.0,
    )
