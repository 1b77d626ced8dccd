"""What a model's validator found wrong, in the words of whoever must mend it.

Fields and bounds are told, never a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from forge_client.field_names import spoken
from forge_client.wording import counted

QUOTE = "'"
A_TIME = "must be a time with its offset, such as 2026-01-31T03:00:00Z"
AN_OBJECT = "must be a JSON object"

_WORDS: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "no such field: mend the name, or leave it out",
    "string_type": "must be text",
    "string_unicode": "holds half a character (a lone surrogate): leave it out",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "dict_type": AN_OBJECT,
    "model_type": AN_OBJECT,
    "model_attributes_type": AN_OBJECT,
    "datetime_type": A_TIME,
    "datetime_parsing": A_TIME,
    "datetime_from_date_parsing": A_TIME,
    "datetime_object_invalid": A_TIME,
    "timezone_aware": A_TIME,
}
"""Type of an error → what to say."""

_BOUNDS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "literal_error": lambda bound: f"must be {bound['expected'].replace(QUOTE, '')}",
    "greater_than_equal": lambda bound: f"must be {bound['ge']} or more",
    "greater_than": lambda bound: f"must be more than {bound['gt']}",
    "less_than_equal": lambda bound: f"must be {bound['le']} or less",
    "less_than": lambda bound: f"must be less than {bound['lt']}",
    "string_too_short": lambda bound: f"must hold {_least(bound['min_length'], 'character')}",
    "string_too_long": lambda bound: f"must hold at most {bound['max_length']} characters",
    "too_short": lambda bound: f"must hold {_least(bound['min_length'], 'item')}",
    "too_long": lambda bound: f"must hold at most {bound['max_length']} items",
    "value_error": lambda bound: str(bound["error"]),
}
"""The same, for what names its bound."""


@dataclass(frozen=True, slots=True)
class FieldFault:
    """`field` is a path such as `messages.3.content`; empty where it is about the whole."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class Invalid(Protocol):
    """A validator's error, pydantic's or FastAPI's."""

    def errors(self) -> Sequence[Any]:
        """Return each fault with its `type`, `loc`, `msg` and, of some, `ctx`."""


def found_in(error: Invalid) -> list[FieldFault]:
    """Return each fault, in the order of the fields."""
    return [FieldFault(spoken(one["loc"]), message(one)) for one in error.errors()]


def sentence(error: Invalid) -> str:
    """Return every fault once, as one sentence for a person."""
    return "; ".join(dict.fromkeys(map(str, found_in(error))))


def message(found: Mapping[str, Any]) -> str:
    """Return what is wrong, of one of `errors()`; the validator's own words where we have none."""
    kind = found["type"]
    if kind in _BOUNDS:
        return _BOUNDS[kind](found["ctx"])
    return _WORDS.get(kind, found["msg"])


def _least(count: int, noun: str) -> str:
    return f"at least {counted(count, noun)}" if count != 1 else f"at least one {noun}"
