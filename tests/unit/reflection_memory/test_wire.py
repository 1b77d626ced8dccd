"""The two formats of a narrative: whatever went in comes out, and what is hostile is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree  # type: ignore[import-untyped]

from reflection_memory.entry import EntryType, Lane, Origin, ReflectionEntry
from reflection_memory.errors import InvalidEntry
from reflection_memory.wire import ndjson, xml
from reflection_memory.wire.told import NAMESPACE, Told

FORMATS = (xml, ndjson)
NOW = datetime(2026, 3, 1, 12, 30, 15, 250, tzinfo=UTC)
SCHEMA = etree.XMLSchema(etree.fromstring(xml.schema()))

any_text = st.text(alphabet=st.characters(), max_size=40)
surrogates = st.text(alphabet=["\ud83d", "\ude00", "\U0001f600", "x"], max_size=6)
any_character = st.text(alphabet=st.characters(categories=None), max_size=40) | surrogates
names = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    min_size=1,
    max_size=20,
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_character,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_character, inner, max_size=4),
    max_leaves=12,
)


def entry(position: int = 1, **fields: Any) -> ReflectionEntry:
    given: dict[str, Any] = {
        "id": f"e{position}",
        "position": position,
        "timestamp": NOW,
        "occurred_at": NOW,
        "origin": Origin.INTERNAL,
        "lane": Lane.TECHNICAL,
        "type": EntryType.MESSAGE,
        "source": "wren",
        "sequence": position,
        "content": "hello",
    }
    return ReflectionEntry(**given | fields)


def written(wire: ModuleType, *entries: ReflectionEntry) -> bytes:
    whole: bytes = wire.begin() + wire.lines(entries) + wire.end(len(entries), len(entries))
    return whole


async def in_pieces(document: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(document), size):
        yield document[start : start + size]


async def read(wire: ModuleType, document: bytes, size: int = 65_536) -> list[Told]:
    return [told async for told in wire.read(in_pieces(document, size))]


def same(told: Told, given: ReflectionEntry) -> bool:
    kept = told.entry
    names = ("id", "occurred_at", "origin", "lane", "type", "source", "correlation_id")
    body = (kept.content, tuple(kept.references), dict(kept.metadata))
    return (
        all(getattr(kept, name) == getattr(given, name) for name in names)
        and repr(body) == repr((given.content, given.references, given.metadata))
        and told.erased == given.erased
    )


@pytest.mark.parametrize("wire", FORMATS)
@given(
    content=values,
    metadata=st.dictionaries(any_character, values, max_size=3),
    references=st.lists(names, max_size=3).map(tuple),
    id_=names,
    source=names,
    correlation_id=st.none() | names,
    size=st.integers(1, 200),
)
@example("a\r\nb\rc\n", {}, (), " id\t\n\r ", "\ufffe", "\x01", 1)
@example(
    ["", None, {}, [], "\ud800", "\0", "\x1b[0m", "]]>", "<&>\"'"], {"": ""}, (), "i", "s", None, 7
)
async def test_whatever_an_entry_holds_comes_back_in_pieces_of_any_size(
    wire: ModuleType,
    content: Any,
    metadata: dict[str, Any],
    references: tuple[str, ...],
    id_: str,
    source: str,
    correlation_id: str | None,
    size: int,
) -> None:
    given = entry(
        content=content,
        metadata=metadata,
        references=references,
        id=id_,
        source=source,
        correlation_id=correlation_id,
    )
    document = written(wire, given, entry(2))
    first, second = await read(wire, document, size)
    assert same(first, given)
    assert same(second, entry(2))
    assert document.count(b"\n") == len(document.splitlines())
    if wire is xml:
        SCHEMA.assertValid(etree.fromstring(document))


@pytest.mark.parametrize("wire", FORMATS)
async def test_two_surrogates_that_would_pair_come_back_as_two(wire: ModuleType) -> None:
    given = entry(content=["\ud83d\ude00", "\U0001f600", {"\ud83d\ude00": "\n"}])
    document = written(wire, given, entry(2))
    assert document.count(b"\n") == len(document.splitlines())
    assert same((await read(wire, document, 3))[0], given)


@pytest.mark.parametrize("wire", FORMATS)
async def test_an_erased_entry_is_told_without_a_body(wire: ModuleType) -> None:
    husk = entry(content=None, erased=True)
    [told] = await read(wire, written(wire, husk))
    assert same(told, husk)
    assert b"content" not in written(wire, husk)
    SCHEMA.assertValid(etree.fromstring(written(xml, husk)))


@pytest.mark.parametrize("wire", FORMATS)
async def test_an_empty_narrative_is_whole(wire: ModuleType) -> None:
    assert await read(wire, written(wire)) == []
    SCHEMA.assertValid(etree.fromstring(written(xml)))


@pytest.mark.parametrize("wire", FORMATS)
async def test_an_entry_is_one_line_whatever_it_says(wire: ModuleType) -> None:
    lines = wire.lines([entry(content="a\nb\r\nc", id="x\ny"), entry(2)]).splitlines()
    assert [b"wren" in line for line in lines] == [True, True]


@pytest.mark.parametrize("wire", FORMATS)
@pytest.mark.parametrize("lost", range(2, 60, 7))
async def test_a_narrative_that_was_cut_off_says_so(wire: ModuleType, lost: int) -> None:
    with pytest.raises(InvalidEntry):
        await read(wire, written(wire, entry())[:-lost])


def document(inside: str, prologue: str = "", root: str = "") -> bytes:
    opened = f'{prologue}<narrative xmlns="{NAMESPACE}">{root}'
    return f'{opened}{inside}<end entries="0" position="0"/></narrative>'.encode()


def element(content: str = "<content><text>x</text></content>", more: str = "") -> str:
    moment = "2026-03-01T00:00:00Z"
    return (
        f'<entry position="1" id="e" timestamp="{moment}" occurred_at="{moment}" sequence="1" '
        f'origin="USER" lane="UNIFIED" type="MESSAGE" source="s" {more}>{content}</entry>'
    )


def hostile() -> Iterator[tuple[str, bytes]]:
    bomb = '<!DOCTYPE narrative [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    file = '<!DOCTYPE narrative [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    text = "<content><text>{}</text></content>".format
    yield "an entity bomb", document(element(text("&b;")), bomb)
    yield "a local file", document(element(text("&f;")), file)
    yield "a remote type", document("", '<!DOCTYPE narrative SYSTEM "http://127.0.0.1:1/x.dtd">')
    yield "a parameter entity", document("", "<!DOCTYPE n [<!ENTITY % x 'y'> %x;]>")
    yield "a type behind a comment", document("", "<!-- <narrative --><!DOCTYPE n>")
    yield "a type behind much white space", document("", " " * 2_000 + "<!DOCTYPE n>")
    yield "an undeclared entity", document(element(text("&nbsp;")))
    yield "a processing instruction", document(element() + "<?php x?>")
    yield "a stylesheet", document("", '<?xml-stylesheet href="file:///etc/passwd"?>')
    yield "a comment that splits a text", document(element(text("a<!-- -->b")))
    yield "an include", document('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="f"/>')
    yield "another encoding", document("").decode().encode("utf-16")
    yield (
        "another encoding that is declared",
        document("", '<?xml version="1.0" encoding="utf-7"?>'),
    )
    yield "bytes that are no UTF-8", document(element(text("X"))).replace(b"X", b"\xff")
    yield "no XML", b"PK\x03\x04" * 400
    yield "nothing", b""
    yield "another format", b"<feed/>"
    yield "no namespace", document(element()).replace(b"xmlns", b"xmlnx")
    yield "text beside entries", document(element(), root="words")
    yield "an unknown attribute", document(element(more='admin="true"'))
    yield "an unknown origin", document(element()).replace(b"USER", b"GOD")
    yield "no id", document(element()).replace(b' id="e"', b"")
    yield (
        "a time that is none",
        document(element()).replace(b'occurred_at="2026', b'occurred_at="x'),
    )
    yield "no content", document(element(""))
    yield "two contents", document(element("<content><null/></content>" * 2))
    yield "two values", document(element("<content><null/><null/></content>"))
    yield "a value that is none", document(element("<content><date/></content>"))
    yield "a number that is none", document(element("<content><number>NaN</number></content>"))
    yield (
        "a number without end",
        document(element(f"<content><number>{'9' * 5_000}</number></content>")),
    )
    yield (
        "base64 that is none",
        document(element('<content><text encoding="base64">!</text></content>')),
    )
    yield "a nesting without end", document(element("<content>" + "<list>" * 3_000))
    yield "a text without end", document(element(text("x" * 11_000_000)))
    yield (
        "a member twice",
        document(
            element(
                "<content><object><member name='a'><null/></member>"
                "<member name.base64='YQ=='><null/></member></object></content>"
            )
        ),
    )
    yield "an id twice", document(element(more='id.base64="ZQ=="'))
    yield "a stranger among entries", document(element() + "<x/>" + element())
    yield "text among entries", document(element() + "words" + element())
    yield "an entry within an entry", document(element(f"<content>{element()}</content>"))
    yield "an entry behind the end", document('<end entries="0" position="0"/>' + element())


@pytest.mark.parametrize("sent", [pytest.param(sent, id=name) for name, sent in hostile()])
async def test_hostile_xml_is_refused_with_a_sentence(sent: bytes) -> None:
    for size in (65_536, 7) if len(sent) < 5_000 else (65_536,):
        with pytest.raises(InvalidEntry) as refusal:
            await read(xml, sent, size)
        assert "passwd" not in str(refusal.value)
        assert "root:" not in str(refusal.value)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b'"text"',
        b'{"id": "e"}',
        b'{"content": NaN}',
        b"[" * 100_000,
        b'{"narrative": "x"}\n{"narrative": "x"}',
        b'{"id": "e", "id": "f"}',
        b'{"content": [{"deep": {"k": 1, "k": 1}}]}',
    ],
)
async def test_a_line_that_is_no_entry_is_named(line: bytes) -> None:
    with pytest.raises(InvalidEntry, match=r"line [12]"):
        await read(ndjson, line + b"\n")


async def test_a_narrative_may_be_laid_out_for_people() -> None:
    pretty = document(f"\n  {element()}\n  ").replace(b"><", b">\n    <")
    [told] = await read(xml, pretty, 13)
    assert told.entry.content == "x"
