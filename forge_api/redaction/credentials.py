"""Whether a text that must be kept as it is (an id) holds a credential.

An id cannot be masked: it is how its owner finds the thing again. So it is refused. Only what looks
like a key or a password counts; a long number or an address makes a fair id.
"""

from __future__ import annotations

from forge_api.redaction import assignments, headers, key_blocks, urls, vendor_keys
from forge_api.redaction.search import Search
from forge_api.redaction.spelling import spellings

_SEARCH = Search(
    [
        *key_blocks.RULES,
        *vendor_keys.RULES,
        *headers.RULES,
        *urls.RULES,
        *assignments.RULES,
    ]
)


def kind_of_credential(text: str) -> str | None:
    """Return the kind of the first credential in `text`; None: it holds none."""
    found = (span for spelling in spellings(text) for span in _SEARCH.find(spelling.text))
    return next((span.rule.kind for span in found), None)
