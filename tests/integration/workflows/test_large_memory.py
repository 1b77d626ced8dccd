"""Much memory in one run: it completes, and the history stays small."""

from __future__ import annotations

import asyncio

from tests.fixtures.reflecting import Reflecting

TURNS = 180
AT_ONCE = 8
MEGABYTES = 3_000_000
HISTORY_BYTES = 1_000_000


def long_message(number: int) -> str:
    """Return as much as an episode keeps: each sentence a different one, and near its bound."""
    said = (
        f"Server {number} got {' '.join(f'disk {number * place + n}' for n in range(35))}."
        for place in range(47)
    )
    return f"I prefer terse answers in the terminal. {' '.join(said)}"


async def test_three_megabytes_of_episodes_are_one_run(reflecting: Reflecting) -> None:
    turnstile = asyncio.Semaphore(AT_ONCE)

    async def learn(number: int) -> None:
        async with turnstile:
            await reflecting.learn(long_message(number))

    await asyncio.gather(*map(learn, range(TURNS)))
    size = sum(len(episode.model_dump_json()) for episode in await reflecting.unreflected())
    assert size > MEGABYTES
    async with reflecting.worker():
        handle = await reflecting.start()
        report = await handle.result()
    assert report.outcome == "proposed"
    assert (report.coverage.reflected, report.coverage.left_for_next_run) == (TURNS, 0)
    history = await handle.fetch_history()
    assert sum(event.ByteSize() for event in history.events) < HISTORY_BYTES
