"""`reflection verify`: whether the log and every agent's audit are still what was written.

A chain cannot see by itself that its end was cut off. The anchors that this command prints can:
keep its output somewhere else, and give them back to a later call.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from forge_client.beliefs import AuditVerdict
from forge_client.client import ForgeClient
from forge_client.entries import MAX_ANCHORS, LogVerdict
from stack.data_folder import DataFolder
from surfaces.cli import failures, options, screen, target

LOG = "log"
AUDIT = "audit/"
OF_THE_LOG = re.compile(r"(\d+:)?[0-9a-f]{64}")
"""An anchor that names no chain, as the API shows it."""


@dataclass(frozen=True)
class Verdict:
    """What became of one chain: `log`, or `audit/<agent>`."""

    chain: str
    ok: bool
    checked: int
    first_bad: int | None
    reason: str | None
    anchor: str | None
    """`<chain>=<position>:<root>`: where it ends now; None where it does not hold."""


@click.command("verify")
@options.data_dir
@options.agent
@click.option(
    "--anchor",
    "anchors",
    multiple=True,
    metavar="[CHAIN=][POSITION:]ROOT",
    help="As an earlier call printed it, or a root of the log alone; may be repeated.",
)
@click.option(
    "--anchor-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Anchors that forge kept there (FORGE_ANCHOR_FILE). [default: a stack's own]",
)
@click.option("--tenant", default="default", show_default=True, help="Whose anchors of the file.")
@options.as_json
def command(
    data_dir: Path | None,
    agent: str | None,
    anchors: tuple[str, ...],
    anchor_file: Path | None,
    tenant: str,
    as_json: bool,
) -> int:
    """Recompute the log's chain and the audit's, of one agent or of all.

    Prints where each ends: keep that elsewhere, and a later call with --anchor also shows a tail
    that was cut off. The status is 1 where a chain does not hold.
    """
    servers = target.find(data_dir)
    kept = dict(_split(anchor) for anchor in anchors)
    of_log = [*_kept_outside(anchor_file or _own_file(servers), tenant)][-MAX_ANCHORS + 1 :]
    verdicts = asyncio.run(_verify(servers, agent, kept, of_log))
    if unknown := kept.keys() - {verdict.chain for verdict in verdicts}:
        raise click.UsageError(f"There is no chain {', '.join(sorted(unknown))}.")
    if as_json:
        screen.show_json([asdict(verdict) for verdict in verdicts])
    else:
        screen.show(*(line for verdict in verdicts for line in _lines(verdict)))
    return failures.DONE if all(verdict.ok for verdict in verdicts) else failures.FAILED


def _split(anchor: str) -> tuple[str, str]:
    chain, separator, place = anchor.rpartition("=")
    if not separator and not OF_THE_LOG.fullmatch(anchor):
        raise click.UsageError("--anchor: write CHAIN=POSITION:ROOT, as `reflection verify` does.")
    return chain or LOG, place


def _own_file(servers: target.Target) -> Path | None:
    if not isinstance(servers, target.StackTarget):
        return None
    file = DataFolder(servers.folder).anchors
    return file if file.exists() else None


def _kept_outside(file: Path | None, tenant: str) -> Iterator[str]:
    for line in file.read_bytes().splitlines() if file else ():
        # The last line may be half-written.
        with suppress(ValueError):
            told = json.loads(line)
            if told.get("tenant") == tenant and "anchor" in told:
                yield told["anchor"]


async def _verify(
    servers: target.Target, agent: str | None, kept: Mapping[str, str], of_log: Sequence[str]
) -> list[Verdict]:
    async with servers.forge("reviewer") as forge:
        agents = [agent] if agent else [one.id for one in await forge.list_agents()]
        given = [kept[LOG]] if LOG in kept else []
        log = _verdict(LOG, await forge.verify_log([*of_log, *given]))
        return [log, *[await _audit(forge, one, kept) for one in agents]]


async def _audit(forge: ForgeClient, agent: str, kept: Mapping[str, str]) -> Verdict:
    chain = f"{AUDIT}{agent}"
    return _verdict(chain, await forge.verify_audit(agent, kept.get(chain)))


def _verdict(chain: str, found: LogVerdict | AuditVerdict) -> Verdict:
    anchor = f"{chain}={found.position}:{found.root}" if found.ok else None
    reason = getattr(found, "reason", None)
    return Verdict(chain, found.ok, found.checked, found.first_bad, reason, anchor)


def _lines(verdict: Verdict) -> Iterator[str]:
    mark = "ok  " if verdict.ok else "FAIL"
    bad = "" if verdict.ok else f", position {verdict.first_bad} does not fit"
    why = f": {verdict.reason}" if verdict.reason else ""
    yield screen.visible(f"{mark}  {verdict.chain}: {verdict.checked} hold{bad}{why}")
    if verdict.anchor:
        yield f"      --anchor {verdict.anchor}"
