"""How memory says no: a stable code that every surface knows, and a sentence with the remedy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forge_api.redaction import kind_of_credential
from forge_client.problems import STATUS_OF


class Refused(Exception):
    """A request that cannot be granted, for a reason that the caller can act upon.

    Attributes:
        code: One of `forge_client.problems.STATUS_OF`.
        detail: What is wrong and what to do; never a value that was sent.
        errors: Of `invalid`: `{"field": …, "message": …}`, one for each fault.
        facts: Further members of the answer (`version`, `duplicate_of`, …).
    """

    def __init__(
        self, code: str, detail: str, errors: Sequence[dict[str, Any]] = (), **facts: Any
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.status = STATUS_OF[code]
        self.detail = detail
        self.errors = list(errors)
        self.facts = facts


def invalid(field: str, message: str) -> Refused:
    """Return the refusal of one field: `field` as a path (`messages.3.content`)."""
    return Refused("invalid", f"{field}: {message}", errors=[{"field": field, "message": message}])


def refuse_credential(field: str, identifier: str | None) -> None:
    """Refuse an id that holds a credential: ids are kept, shown and logged as they are.

    Raises:
        Refused: `invalid`, naming the field and the kind.
    """
    if identifier and (kind := kind_of_credential(identifier)):
        raise invalid(field, f"holds what looks like a secret ({kind}); give an id without it")
