from __future__ import annotations

import asyncio
import socket
import sys

import pytest

MAKE_A_KEY = """
import asyncio, sys
from stack import forge_server
surroundings = {"FORGE_DATABASE_URL": sys.argv[1]}
asyncio.run(forge_server.create_key(["--role", "agent"], surroundings))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the order")
async def test_a_key_maker_dies_with_a_stack_that_was_killed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as database:
        host, port = database.getsockname()
        stack = await asyncio.create_subprocess_exec(
            sys.executable, "-c", MAKE_A_KEY, f"postgresql://forge:x@{host}:{port}/forge"
        )
        key_maker, _ = await asyncio.to_thread(database.accept)
        stack.kill()
        await stack.wait()
        # It waits for an answer of the database: only its death ends the connection.
        key_maker.settimeout(30)
        with key_maker:
            while await asyncio.to_thread(key_maker.recv, 1_024):
                pass
