"""What a form of ours sent: plain fields, read once, refused by name where they do not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs

from fastapi import Request
from pydantic import ValidationError

from forge_api.memory.refusals import Refused, invalid
from forge_api.web import addresses
from forge_client import field_faults, wire

Shape = TypeVar("Shape", bound=wire.Request)


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of one form."""

    fields: Mapping[str, Sequence[str]]

    def text(self, name: str) -> str | None:
        """Return a field; None where it is absent or blank. Line ends are those that we keep."""
        found = self.fields.get(name, [""])[0].replace("\r\n", "\n")
        return found if found.strip() else None

    def all(self, name: str) -> list[str]:
        """Return every value of a field that may be sent several times."""
        return list(self.fields.get(name, []))

    def version(self) -> int:
        """Return the version that the person saw.

        Raises:
            Refused: `invalid`.
        """
        sent = self.text("version") or ""
        if not sent.isascii() or not sent.isdigit() or len(sent) > 9:
            raise invalid("version", "is missing; load the page again")
        return int(sent)

    def confidence(self) -> float | None:
        """Return a percentage as a share; None where none was given.

        Raises:
            Refused: `invalid`.
        """
        sent = self.text("percent")
        if sent is None:
            return None
        try:
            return float(sent.strip(" %")) / 100
        except ValueError:
            raise invalid("percent", "must be a number from 0 to 100") from None

    def back(self) -> str:
        """Return the page of ours to go back to."""
        return addresses.own(self.text("back") or "/")


async def sent(request: Request) -> Form:
    """Return the form in the request's body."""
    text = (await request.body()).decode("utf-8", "replace")
    return Form(parse_qs(text, keep_blank_values=True))


def checked(shape: type[Shape], **fields: Any) -> Shape:
    """Return the fields in the shape that the interface knows.

    Raises:
        Refused: `invalid`, which names the field.
    """
    try:
        return shape(**fields)
    except ValidationError as error:
        faults = [asdict(one) for one in field_faults.found_in(error)]
        raise Refused("invalid", field_faults.sentence(error), faults) from None
