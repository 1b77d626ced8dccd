"""A JSON value as XML, and back: its types, the order of its members, and every code point.

A text that XML cannot hold (NUL, escapes, lone surrogates, U+FFFE) stands as the base64 of its
UTF-8, surrogates passed, with `encoding="base64"`.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from reflection_memory.errors import InvalidEntry
from reflection_memory.wire import told
from reflection_memory.wire.told import NAMESPACE

_Q = f"{{{NAMESPACE}}}"
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_CONSTANTS = {"null": None, "true": True, "false": False}
_KINDS = {f"{_Q}{kind}": kind for kind in ("text", "number", "list", "object", *_CONSTANTS)}
# White space that a reader would level, and a line feed that would end the entry's line.
_ESCAPED = re.compile('[&<>"\t\n\r]')


def written(value: Any) -> str:
    """Return the element of `value`, on one line; it is a JSON value, as the log keeps it."""
    if isinstance(value, str):
        return text_element("text", value)
    if isinstance(value, dict):
        members = [
            f"<member{attribute('name', name)}>{written(one)}</member>"
            for name, one in value.items()
        ]
        return f"<object>{''.join(members)}</object>"
    if isinstance(value, list):
        return f"<list>{''.join(map(written, value))}</list>"
    if value is None or isinstance(value, bool):
        return f"<{json.dumps(value)}/>"
    return f"<number>{json.dumps(value, allow_nan=False)}</number>"


def text_element(tag: str, text: str) -> str:
    """Return an element that says `text`."""
    if _is_unfit(text):
        return f'<{tag} encoding="base64">{_armoured(text)}</{tag}>'
    return f"<{tag}>{_escaped(text)}</{tag}>"


def attribute(name: str, text: str) -> str:
    """Return an attribute; one that XML cannot hold has `.base64` behind its name."""
    if _is_unfit(text):
        return f' {name}.base64="{_armoured(text)}"'
    return f' {name}="{_escaped(text)}"'


def read(element: Any) -> Any:
    """Return the value that an element tells.

    Raises:
        InvalidEntry: It tells none.
    """
    kind = _KINDS.get(element.tag)
    if kind == "text":
        return get_text(element)
    if kind == "object":
        return _object(element)
    if kind == "list":
        return list(map(read, children(element)))
    if kind == "number":
        return _number(element)
    if kind in _CONSTANTS and not len(element) and not element.text:
        return _CONSTANTS[kind]
    raise unfit(element, "tells no value")


def only_child(element: Any) -> Any:
    """Return the one element inside.

    Raises:
        InvalidEntry: There is none, or more.
    """
    inside = children(element)
    if len(inside) != 1:
        raise unfit(element, "needs one value inside")
    return inside[0]


def children(element: Any) -> list[Any]:
    """Return the elements inside; between them stands nothing but white space.

    Raises:
        InvalidEntry: Text stands between them.
    """
    inside = list(element)
    between = [element.text, *[one.tail for one in inside]]
    if any(between) and "".join(filter(None, between)).strip(" \t\r\n"):
        raise unfit(element, "has text beside its elements")
    return inside


def get_text(element: Any) -> str:
    """Return what an element says.

    Raises:
        InvalidEntry: There are elements inside, or its base64 is none.
    """
    if len(element):
        raise unfit(element, "holds elements where a text belongs")
    text = element.text or ""
    return _plain(element, text) if _is_armoured(element, "encoding") else text


def get_attributes(element: Any) -> dict[str, str]:
    """Return all attributes by their own names.

    Raises:
        InvalidEntry: One stands twice, plain and as base64, or its base64 is none.
    """
    try:
        return told.members(_attribute(element, *one) for one in element.items())
    except told.MemberTwice:
        raise unfit(element, "has an attribute both plain and as base64; give one") from None


def unfit(element: Any, what: str) -> InvalidEntry:
    """Return the refusal of an element: which one, and where it stands."""
    return InvalidEntry(f"line {element.sourceline}", f"<{etree.QName(element).localname}> {what}")


def _is_unfit(text: str) -> bool:
    # What can be printed can be written; most texts can, and the question is cheap.
    return not text.isprintable() and _UNFIT.search(text) is not None


def _escaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: f"&#{ord(found[0])};", text)


def _object(element: Any) -> dict[str, Any]:
    try:
        return told.members(map(_member, children(element)))
    except told.MemberTwice:
        raise unfit(element, "names a member twice; name it once") from None


def _member(element: Any) -> tuple[str, Any]:
    if element.tag != f"{_Q}member":
        raise unfit(element, "stands where a member belongs")
    name = get_attributes(element).get("name")
    if name is None:
        raise unfit(element, "has no name")
    return name, read(only_child(element))


def _number(element: Any) -> int | float:
    text = (element.text or "").strip()
    if len(element) or not _NUMBER.fullmatch(text):
        raise unfit(element, "holds no number as JSON writes it")
    try:
        number: int | float = json.loads(text)
    except ValueError:
        raise unfit(element, "holds a number of too many digits") from None
    return number


def _attribute(element: Any, name: str, text: str) -> tuple[str, str]:
    own = name.removesuffix(".base64")
    return own, text if own == name else _plain(element, text)


def _is_armoured(element: Any, name: str) -> bool:
    given = element.get(name)
    if given not in (None, "base64"):
        raise unfit(element, "has an encoding that is not base64")
    return given is not None


def _armoured(text: str) -> str:
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")


def _plain(element: Any, text: str) -> str:
    try:
        return base64.b64decode(text, validate=True).decode("utf-8", "surrogatepass")
    except (binascii.Error, ValueError):
        raise unfit(element, "holds no base64 of UTF-8") from None
