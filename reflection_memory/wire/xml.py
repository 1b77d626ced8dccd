"""A narrative as XML, after `narrative.xsd`: an entry a line, written and read as a stream.

What comes from elsewhere is hostile until it is read: no document type, no entity but XML's own, no
network, no text without bound; the message says which line.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from importlib import resources
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from reflection_memory.entry import ReflectionEntry
from reflection_memory.errors import InvalidEntry
from reflection_memory.wire import told, xml_value
from reflection_memory.wire.told import FACTS, NAMESPACE, Told

MEDIA_TYPE = "application/xml"

_Q = f"{{{NAMESPACE}}}"
_ENTRY, _END = f"{_Q}entry", f"{_Q}end"
_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'

# Whatever may stand before the first element: nothing that could declare anything.
_PROLOGUE = re.compile(
    rb"(\xef\xbb\xbf)?\s*(<\?xml\s[^<>]*?\?>)?\s*<([A-Za-z_][\w.-]*:)?narrative[\s/>]"
)
_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([^\"']*)")
LARGEST_ENTRY = 32 * 1024 * 1024
"""Bytes: the largest body that the log keeps, armoured, with its marks."""

LONGEST_PROLOGUE = 1_024
"""Bytes before the first element."""


def schema() -> bytes:
    """Return the schema (XSD) of the format."""
    return resources.files("reflection_memory.wire").joinpath("narrative.xsd").read_bytes()


def begin() -> bytes:
    """Return what stands before the entries."""
    return _DECLARATION + f'<narrative xmlns="{NAMESPACE}">\n'.encode("ascii")


def lines(entries: Iterable[ReflectionEntry]) -> bytes:
    """Return entries as lines."""
    return b"".join(_line(entry) for entry in entries)


def end(entries: int, position: int) -> bytes:
    """Return the closing line: without it a narrative was cut off."""
    return f'<end entries="{entries}" position="{position}"/></narrative>\n'.encode("ascii")


async def read(chunks: AsyncIterable[bytes]) -> AsyncIterator[Told]:
    """Yield the entries of a narrative as they come; nothing but the present one is held.

    Raises:
        InvalidEntry: The document is hostile, no XML, or no narrative; the line is named.
    """
    reader = _Reader()
    async for chunk in chunks:
        for found in reader.feed(chunk):
            yield found
    reader.close()


def _line(entry: ReflectionEntry) -> bytes:
    facts = [xml_value.attribute(name, text) for name, text in told.facts(entry).items()]
    if entry.erased:
        return f'<entry{"".join(facts)} erased="true"/>\n'.encode()
    body = [f"<content>{xml_value.written(entry.content)}</content>"]
    body += [xml_value.text_element("reference", one) for one in entry.references]
    if entry.metadata:
        body.append(f"<metadata>{xml_value.written(entry.metadata)}</metadata>")
    return f"<entry{''.join(facts)}>{''.join(body)}</entry>\n".encode()


class _Reader:
    """Takes a document piece by piece, and hands out its entries."""

    def __init__(self) -> None:
        self._parser = etree.XMLPullParser(
            events=("start", "end"),
            tag=("{*}narrative", _ENTRY, _END),
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
        )
        self._held = b""
        self._begun = False
        self._ended = False
        self._since_last = 0

    def feed(self, chunk: bytes) -> Iterable[Told]:
        if not self._begun:
            chunk = self._held = self._held + chunk
            if not self._begins(chunk):
                return
        self._since_last += len(chunk)
        try:
            self._parser.feed(chunk)
        except etree.XMLSyntaxError as error:
            raise _no_xml(error) from None
        yield from self._entries()
        if self._since_last > LARGEST_ENTRY:
            raise InvalidEntry("an entry", f"is over {LARGEST_ENTRY} bytes; none is that large")

    def close(self) -> None:
        """See that the document was whole."""
        if not self._begun:
            raise InvalidEntry("the document", "is empty or cut off")
        try:
            self._parser.close()
        except etree.XMLSyntaxError as error:
            raise _no_xml(error) from None
        if not self._ended:
            raise InvalidEntry("the narrative", "was cut off: its <end> is missing")

    def _begins(self, head: bytes) -> bool:
        """Tell whether enough is there, before the parser sees a byte of it."""
        if b"<!" in head[:LONGEST_PROLOGUE].partition(b"<narrative")[0]:
            raise InvalidEntry("the document", "declares a type or has a comment first; remove it")
        if not (found := _PROLOGUE.match(head)):
            if len(head) < LONGEST_PROLOGUE and b"<entry" not in head:
                return False
            raise InvalidEntry("the document", "does not begin with <narrative> in UTF-8")
        named = _ENCODING.search(found[2] or b"")
        if named and named[1].lower() not in (b"utf-8", b"us-ascii"):
            raise InvalidEntry("the document", "is not in UTF-8; convert it")
        self._begun, self._held = True, b""
        return True

    def _entries(self) -> Iterable[Told]:
        for event, element in self._parser.read_events():
            parent = element.getparent()
            if parent is None and event == "start":
                _check_root(element)
            elif parent is not None and event == "end" and parent.getparent() is None:
                yield from self._child(element, parent)
                self._since_last = 0

    def _child(self, element: Any, root: Any) -> Iterable[Told]:
        if self._ended:
            raise xml_value.unfit(element, "stands behind the narrative's <end>")
        if element.tag == _END:
            self._ended = True
        else:
            yield _entry(element)
        _let_go(element, root)


def _check_root(element: Any) -> None:
    if element.tag != f"{_Q}narrative":
        raise InvalidEntry("the document", f"is no <narrative> of {NAMESPACE}")
    if element.getroottree().docinfo.doctype:
        raise InvalidEntry("the document", "declares a type; remove it")


def _entry(element: Any) -> Told:
    if next(element.iter(etree.Comment, etree.ProcessingInstruction), None) is not None:
        raise xml_value.unfit(element, "holds a comment or an instruction; remove it")
    given = xml_value.get_attributes(element)
    erased = given.pop("erased", "false") == "true"
    if unknown := given.keys() - FACTS:
        raise xml_value.unfit(element, f"has {len(unknown)} attributes that no entry has")
    body = _Body(element)
    if erased == body.told:
        raise xml_value.unfit(element, "needs its content, or to be erased, and not both")
    try:
        return told.told(given, body.content, body.references, body.metadata, erased=erased)
    except InvalidEntry as error:
        raise xml_value.unfit(element, f"does not fit: {error}") from None


class _Body:
    """What stands inside an entry, in this order: content, references, metadata."""

    def __init__(self, element: Any):
        self.content: Any = None
        self.references: list[str] = []
        self.metadata: dict[str, Any] = {}
        inside = xml_value.children(element)
        self.told = bool(inside) and inside[0].tag == f"{_Q}content"
        for place, one in enumerate(inside):
            if one.tag == f"{_Q}content" and place == 0:
                self.content = xml_value.read(xml_value.only_child(one))
            elif one.tag == f"{_Q}reference" and self.told and not self.metadata:
                self.references.append(xml_value.get_text(one))
            elif one.tag == f"{_Q}metadata" and self.told and place == len(inside) - 1:
                self.metadata = _object(one)
            else:
                raise xml_value.unfit(one, "does not belong here")


def _object(element: Any) -> dict[str, Any]:
    found = xml_value.read(xml_value.only_child(element))
    if not isinstance(found, dict):
        raise xml_value.unfit(element, "holds no object")
    return found


def _let_go(element: Any, root: Any) -> None:
    """Free an entry: the tree never grows. Before it stands none but the last one, emptied."""
    element.clear(keep_tail=True)
    before = list(element.itersiblings(preceding=True))
    beside = [root.text, *(one.tail for one in before)]
    for one in before:
        if one.tag != _ENTRY or len(one):
            raise xml_value.unfit(element, "has a stranger before it: there are entries only")
        root.remove(one)
    if "".join(filter(None, beside)).strip(" \t\r\n"):
        raise xml_value.unfit(root, "has text beside its entries")


def _no_xml(error: Any) -> InvalidEntry:
    # The parser's own message may quote the document.
    return InvalidEntry(f"line {error.lineno}", "is no well-formed XML, or too deep or too long")
