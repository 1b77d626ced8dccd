"""What every text passes on its way into memory: secrets and private data become placeholders.

A placeholder names its kind, `[email]`; a second, different secret of that kind is `[email-2]`, and
the same secret is always the same placeholder within what is redacted together. Pure: no I/O, no
clock, the same text gives the same answer. Redact a whole text before any cut, never a piece of it.
"""

from __future__ import annotations

from forge_api.redaction.credentials import kind_of_credential
from forge_api.redaction.masking import Redacted, RedactedTexts, redact, redact_together

__all__ = ["Redacted", "RedactedTexts", "kind_of_credential", "redact", "redact_together"]
