"""The whole chronology as a stream, and a stream into the log.

Who may read secrets gets every word as it came, and the log remembers that; for everybody else they
are masked, so that what they get is no longer the log itself.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from types import ModuleType

from database.pool import Pool
from forge_api.memory import chronicle, provenance
from forge_api.memory.entries import EntryDesk
from forge_api.memory.keys import Caller
from forge_api.memory.refusals import Refused
from forge_client.narratives import ImportAccount
from reflection_memory.entry import ReflectionEntry
from reflection_memory.errors import InvalidEntry
from reflection_memory.history_query import HistoryQuery
from reflection_memory.log import ReflectionMemory
from reflection_memory.sealing.keyring import Keyring
from reflection_memory.wire import ndjson, xml
from reflection_memory.wire.importing import Account, Importer

PAGE = 250
"""Entries that are held at once, and sent together."""

FORMATS: dict[str, ModuleType] = {
    xml.MEDIA_TYPE: xml,
    "text/xml": xml,
    ndjson.MEDIA_TYPE: ndjson,
    "application/jsonl": ndjson,
}
"""Media type → the format."""

_MAY_READ_SECRETS = frozenset({"agent", "reviewer", "admin"})
"""An agent reads its own words only."""


@dataclass(frozen=True)
class Telling:
    """One caller's narrative, from behind a position to where the log ended at its beginning."""

    desk: EntryDesk
    wire: ModuleType
    after: int
    end: int
    masked: bool

    @classmethod
    async def begin(cls, desk: EntryDesk, wire: ModuleType, after: int, *, masked: bool) -> Telling:
        """Fix where it ends; that somebody reads as it came is recorded before the first word."""
        caller = desk.caller
        end = (await desk.log.anchor()).position
        masked = masked or caller.role not in _MAY_READ_SECRETS
        if not masked and caller.role != "agent":
            await desk.log.record(chronicle.of_narrative(after, end, caller.key_id))
        return cls(desk, wire, after, end, masked)

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the document, a page in memory at a time."""
        yield self.wire.begin()
        told = 0
        async for page in self._pages():
            told += len(page)
            yield self.wire.lines(page)
        yield self.wire.end(told, self.end)

    async def _pages(self) -> AsyncIterator[list[ReflectionEntry]]:
        sources = self.desk.sources
        if sources is not None and not sources:
            # To the log, no source at all would mean every source.
            return
        question = HistoryQuery(sources=sorted(sources or ()), after=self.after, limit=PAGE)
        while found := await self.desk.log.query(question):
            page = [self._shown(entry) for entry in found if entry.position <= self.end]
            if page:
                yield page
            if len(page) < PAGE:
                return
            question = replace(question, after=found[-1].position)

    def _shown(self, entry: ReflectionEntry) -> ReflectionEntry:
        if not self.masked:
            return entry
        return replace(
            entry,
            content=provenance.masked(entry.content),
            metadata=provenance.masked(entry.metadata),
        )


@dataclass(frozen=True)
class Intake:
    """Takes narratives into one tenant's log."""

    pool: Pool
    keyring: Keyring
    caller: Caller

    async def take(
        self, wire: ModuleType, body: AsyncIterable[bytes], now: datetime
    ) -> ImportAccount:
        """Import a document as it comes; what was taken before a fault stays.

        Raises:
            Refused: `invalid`, naming the line and how many entries were taken before it.
        """
        account = Account()
        importer = Importer(self.pool, self.keyring, self.caller.tenant)
        try:
            await importer.take(wire.read(body), account)
        except InvalidEntry as fault:
            raise Refused(
                "invalid",
                str(fault),
                [{"field": fault.field, "message": str(fault)}],
                taken=account.read,
            ) from None
        finally:
            if account.new:
                log = ReflectionMemory(self.pool, self.keyring, self.caller.tenant)
                counts = {name: count for name, count in asdict(account).items() if name != "named"}
                await log.record(chronicle.of_import(counts, self.caller.key_id, now))
        return ImportAccount(read=account.read, **asdict(account))
