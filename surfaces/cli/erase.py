"""`reflection erase`: turns out of an agent's memory for good, and out of the database's files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from forge_client.erasures import Erasure, ErasureRequest
from forge_client.wording import counted
from surfaces.cli import options, screen, target

if TYPE_CHECKING:
    from stack.sweep import Swept

ELSEWHERE = (
    "backups of the database and of the data folder, and archived write-ahead logs",
    "Temporal's histories of past runs, sealed, until their retention ends",
    "what another program kept: the agent's own transcripts, a model provider's logs, exports",
)
"""Where copies may lie that no command of ours reaches; `docs/erasure.md` has more."""

BY_HAND = "the database's own files, until `python -m forge_api sweep` has run on its server"


@click.command("erase")
@options.data_dir
@options.required_agent
@click.option("--turn", "turn_ids", metavar="ID", multiple=True, help="A turn; may be repeated.")
@click.option("--conversation", metavar="ID", help="All turns so far of this conversation.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.as_json
def command(
    data_dir: Path | None,
    agent: str,
    turn_ids: tuple[str, ...],
    conversation: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Erase turns for good: nothing brings them back.

    Their words in the log lose their key; episodes, beliefs that rest on nothing else and the
    reports that quote them lose their texts. Then the database rewrites the files in which they
    stood, and what remains elsewhere is named.
    """
    if bool(turn_ids) == bool(conversation):
        raise click.UsageError(
            "Say what to erase: --turn ID, which may be repeated, or --conversation ID."
        )
    request = ErasureRequest(turn_ids=list(turn_ids), conversation_id=conversation)
    servers = target.find(data_dir)
    if not yes:
        what = f"conversation {conversation}" if conversation else counted(len(turn_ids), "turn")
        click.confirm(f"Erase {screen.visible(what)} of {agent} for good?", abort=True, err=True)
    done, swept = asyncio.run(_erase(servers, agent, request))
    left = [*ELSEWHERE] if swept and swept.complete else [BY_HAND, *ELSEWHERE]
    if as_json:
        told = {"erasure": done.model_dump(mode="json"), "swept": swept and asdict(swept)}
        screen.show_json({**told, "remains": left})
    else:
        screen.show(*_sentences(done, swept), "What is left lies where forge does not reach:")
        screen.show(*(f"  - {place}" for place in left))


async def _erase(
    servers: target.Target, agent_id: str, request: ErasureRequest
) -> tuple[Erasure, Swept | None]:
    async with servers.forge("admin") as forge:
        done = await forge.erase(agent_id, request)
    if not isinstance(servers, target.StackTarget):
        return done, None
    from stack import sweep

    return done, await sweep.run(servers.folder)


def _sentences(done: Erasure, swept: Swept | None) -> Iterator[str]:
    entries = counted(done.entries, "entry", "entries")
    yield f"{counted(len(done.turn_ids), 'turn')} erased: {entries} of the log cannot be read"
    if done.already_erased:
        yield f"{counted(len(done.already_erased), 'turn')} erased before"
    yield f"{counted(len(done.erased_beliefs), 'belief')} erased with them"
    yield f"{counted(len(done.lessened_beliefs), 'belief')} kept, since other sources remain"
    yield f"{counted(len(done.cleaned_runs), 'report')} of runs cleaned"
    if swept:
        yield f"{counted(len(swept.tables), 'table')} of the database written anew"
        yield f"{counted(swept.log_files, 'file')} of its write-ahead log written over"
