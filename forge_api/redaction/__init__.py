"""What every text passes on its way into memory: secrets and private data become placeholders.

A placeholder names its kind, `[email]`; a second, different secret of that kind is `[email-2]`, and
the same secret is always the same placeholder within what is redacted together. Pure: no I/O, no
clock, the same text gives the same answer, under the rules that an operator added at the start.
Redact a whole text before any cut, never a piece of it.
"""

from __future__ import annotations

from forge_api.redaction.credentials import kind_of_credential
from forge_api.redaction.masking import Redacted, RedactedTexts, adopt, redact, redact_together
from forge_api.redaction.own_rules import OwnRules, OwnRulesError

__all__ = [
    "OwnRules",
    "OwnRulesError",
    "Redacted",
    "RedactedTexts",
    "adopt",
    "kind_of_credential",
    "redact",
    "redact_together",
]
