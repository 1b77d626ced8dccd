"""Where foreign shapes become the gate's own: dataclasses, pydantic objects and plain mappings.

Input is read by column, since one look at the types of a whole column is what makes ten thousand
beliefs cheap to check. Fields beyond the contract's are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from gate.faults import GateInputError
from gate.records import Beliefs, Diff, Episode, ForgottenBelief

OPS = frozenset({"add", "strengthen", "weaken", "forget", "supersede"})


class _Field(NamedTuple):
    name: str
    wanted: str
    types: tuple[type, ...]
    default: Any = None


class _Missing:
    """Stands for a required field that is not there: of no type that any field accepts."""


_Reader = Callable[[list[Any], str, object], list[Any]]
_REQUIRED = _Missing()
_NONE = type(None)
_ZONE = attrgetter("tzinfo")
_TEXT, _NUMBER, _TIME, _LIST = (str,), (float, int), (str, datetime), (list, tuple)

_DIFF = (
    _Field("op", "text", _TEXT, _REQUIRED),
    _Field("belief", "text", _TEXT, _REQUIRED),
    _Field("confidence", "a number", _NUMBER, 0.5),
    _Field("rationale", "text", _TEXT, ""),
    _Field("source_episodes", "a list of ids", _LIST, ()),
    _Field("target_belief_id", "text or nothing", (*_TEXT, _NONE)),
    _Field("kind", "text or nothing", (*_TEXT, _NONE)),
)
_BELIEF = (
    _Field("id", "text", _TEXT, _REQUIRED),
    _Field("content", "text", _TEXT, _REQUIRED),
    _Field("kind", "text or nothing", (*_TEXT, _NONE)),
    _Field("confidence", "a number or nothing", (*_NUMBER, _NONE)),
    _Field("status", "text or nothing", (*_TEXT, _NONE)),
    _Field("version", "a whole number or nothing", (int, _NONE)),
    _Field("created_at", "an RFC 3339 time or nothing", (*_TIME, _NONE)),
    _Field("updated_at", "an RFC 3339 time or nothing", (*_TIME, _NONE)),
    _Field("op", "text or nothing", (*_TEXT, _NONE)),
    _Field("target_belief_id", "text or nothing", (*_TEXT, _NONE)),
    _Field("source_episodes", "a list of ids or nothing", (*_LIST, _NONE)),
)
_FORGOTTEN = (
    _Field("id", "text", _TEXT, _REQUIRED),
    _Field("content", "text", _TEXT, _REQUIRED),
    _Field("forgotten_at", "an RFC 3339 time or nothing", (*_TIME, _NONE)),
    _Field("forgotten_by", "text or nothing", (*_TEXT, _NONE)),
)
_EPISODE = (
    _Field("id", "text", _TEXT, _REQUIRED),
    _Field("summary", "text or nothing", (*_TEXT, _NONE)),
    _Field("statements", "a list or nothing", (*_LIST, _NONE)),
    _Field("text", "text or nothing", (*_TEXT, _NONE)),
)


def read_diffs(items: Sequence[object]) -> list[Diff]:
    """Return `items` as diffs.

    Raises:
        GateInputError: a field is missing or of the wrong shape; it names item and field.
    """
    columns = _columns(items, "diffs", _DIFF)
    _check_confidences("diffs", columns["confidence"])
    for place, op in enumerate(columns["op"]):
        if op not in OPS:
            raise GateInputError(f"diffs[{place}].op", f"must be one of {', '.join(sorted(OPS))}")
    columns["source_episodes"] = [
        _texts(f"diffs[{place}].source_episodes", ids)
        for place, ids in enumerate(columns["source_episodes"])
    ]
    return list(map(Diff._make, zip(*columns.values(), strict=True)))


def read_beliefs(items: Sequence[object], where: str) -> Beliefs:
    """Return `items` as columns of beliefs; `where` is the name of the argument, for errors.

    Raises:
        GateInputError: a field is missing or of the wrong shape; it names item and field.
    """
    columns = _columns(items, where, _BELIEF)
    _check_confidences(where, columns["confidence"])
    for name in ("created_at", "updated_at"):
        columns[name] = _instants(f"{where}[{{}}].{name}", columns[name])
    return Beliefs._make(columns.values())


def read_forgotten(items: Sequence[object]) -> list[ForgottenBelief]:
    """Return `items` as beliefs that a person forgot.

    Raises:
        GateInputError: a field is missing or of the wrong shape; it names item and field.
    """
    columns = _columns(items, "forgotten", _FORGOTTEN)
    columns["forgotten_at"] = _instants("forgotten[{}].forgotten_at", columns["forgotten_at"])
    return list(map(ForgottenBelief._make, zip(*columns.values(), strict=True)))


def read_episodes(items: Sequence[object]) -> dict[str, Episode]:
    """Return `items` as episodes by their ids.

    Raises:
        GateInputError: a field is missing or of the wrong shape; it names item and field.
    """
    columns = _columns(items, "episodes", _EPISODE)
    speakers = [_speakers(said or ()) for said in columns["statements"]]
    columns["statements"] = [
        tuple(_sentence(f"episodes[{place}].statements", said) for said in sentences or ())
        for place, sentences in enumerate(columns["statements"])
    ]
    for name in ("summary", "text"):
        columns[name] = [text or "" for text in columns[name]]
    rows = zip(*columns.values(), speakers, strict=True)
    return {row[0]: Episode._make(row) for row in rows}


def read_instant(value: object, field: str) -> datetime:
    """Return `value` as a time with its offset; without one it is UTC, as all times here are.

    Raises:
        GateInputError: it is neither a datetime nor RFC 3339 text.
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.upper())
        except ValueError:
            raise GateInputError(field, "must be an RFC 3339 time") from None
    if not isinstance(value, datetime):
        raise GateInputError(field, "must be an RFC 3339 time or a datetime")
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _columns(items: Sequence[object], where: str, fields: Sequence[_Field]) -> dict[str, list[Any]]:
    if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable):
        raise GateInputError(where, "must be a list")
    rows = list(items)
    are_plain = set(map(type, rows)) == {dict}
    present = _names(rows) if are_plain else None
    read = _members if are_plain else _values
    return {field.name: _column(rows, read, where, field, present) for field in fields}


def _names(rows: list[Any]) -> set[Any]:
    """Return the name of every field that any row has."""
    return set().union(*rows)


def _column(
    rows: list[Any], read: _Reader, where: str, field: _Field, present: set[Any] | None
) -> list[Any]:
    if present is not None and field.name not in present and field.default is not _REQUIRED:
        return [field.default] * len(rows)
    values = read(rows, field.name, field.default)
    if not set(map(type, values)).issubset(field.types):
        _check_column(values, where, field)
    return values


def _members(rows: list[dict[str, Any]], name: str, default: object) -> list[Any]:
    """Read a column of plain mappings: there can be many thousands, mostly all with the field."""
    try:
        return list(map(itemgetter(name), rows))
    except KeyError:
        return [row.get(name, default) for row in rows]


def _values(rows: list[object], name: str, default: object) -> list[Any]:
    return [_value(row, name, default) for row in rows]


def _value(row: object, name: str, default: object) -> object:
    if isinstance(row, Mapping):
        return row.get(name, default)
    return getattr(row, name, default)


def _check_column(values: list[Any], where: str, field: _Field) -> None:
    """Find the first value of a type that the field does not take; subclasses are fine."""
    for place, value in enumerate(values):
        if value is _REQUIRED:
            raise GateInputError(f"{where}[{place}].{field.name}", "is missing")
        if not isinstance(value, field.types):
            raise GateInputError(f"{where}[{place}].{field.name}", f"must be {field.wanted}")


def _check_confidences(where: str, confidences: list[float | None]) -> None:
    wrong = [one for one in set(confidences) if one is not None and not 0 <= one <= 1]
    if wrong:
        place = min(map(confidences.index, wrong))
        raise GateInputError(f"{where}[{place}].confidence", "must be from 0 to 1")


def _instants(field: str, values: list[Any]) -> list[datetime | None]:
    """Read a column of times: all at once where there are none, or all are RFC 3339 text."""
    if values.count(None) == len(values):
        return values
    try:
        instants = list(map(datetime.fromisoformat, values))
    except (TypeError, ValueError):
        instants = []
    if instants and None not in map(_ZONE, instants):
        return list(instants)
    return [
        None if value is None else read_instant(value, field.format(place))
        for place, value in enumerate(values)
    ]


def _texts(field: str, values: Iterable[object]) -> tuple[str, ...]:
    texts = tuple(values)
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise GateInputError(f"{field}[{place}]", "must be text")
    return texts  # type: ignore[return-value]  # Every member was just checked.


def _speakers(sentences: Sequence[object]) -> tuple[str, ...]:
    """Return who said each sentence, where that is known of all of them."""
    told = (_value(said, "said_by", None) for said in sentences)
    speakers = tuple(speaker for speaker in told if isinstance(speaker, str))
    return speakers if len(speakers) == len(sentences) else ()


def _sentence(field: str, said: object) -> str:
    """A sentence comes as text, or as an object or mapping with a `text`."""
    text = said if isinstance(said, str) else _value(said, "text", None)
    if not isinstance(text, str):
        raise GateInputError(field, "must hold texts, or objects with a text")
    return text
