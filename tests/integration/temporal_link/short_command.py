"""A short process that uses a Temporal client once, as every command of ours does."""

from __future__ import annotations

import asyncio
import sys

from temporalio.client import Client

from temporal_link.closing import with_client
from temporal_link.settings import environment, read_temporal


async def look(client: Client) -> int:
    handle = client.get_workflow_handle("agent-reflection/nobody")
    if "fail" in sys.argv:
        await handle.describe()
    return await count(client)


async def count(client: Client) -> int:
    return (await client.count_workflows()).count


if __name__ == "__main__":
    asyncio.run(with_client(read_temporal(environment()), look))
