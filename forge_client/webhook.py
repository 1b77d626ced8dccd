"""The signature of what is sent to people, in the manner of Standard Webhooks.

`webhook-id` stays the same however often a delivery is tried, `webhook-timestamp` is the attempt's,
`webhook-signature` holds `v1,<base64>` for each secret: HMAC-SHA256 over `id.timestamp.body`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime

from pydantic import SecretBytes, SecretStr

PREFIX = "whsec_"
SECRET_BYTES = range(24, 65)


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """Where notices go; only the operator's settings say so."""

    url: SecretStr
    """Often a secret itself: it never enters a history, a log or an error."""

    secrets: tuple[SecretBytes, ...]
    """The one in use, and while it is being changed also the next."""

    door_url: str
    """Where people decide: the beginning of forge's address as they see it."""

    with_texts: bool = False
    """Send the words of the beliefs too."""

    def headers(self, delivery_id: str, now: datetime, body: bytes) -> dict[str, str]:
        """Return the headers of one attempt."""
        stamp = str(int(now.timestamp()))
        signed = b".".join((delivery_id.encode(), stamp.encode(), body))
        return {
            "Content-Type": "application/json",
            "User-Agent": "mule-reflection",
            "webhook-id": delivery_id,
            "webhook-timestamp": stamp,
            "webhook-signature": " ".join(_signature(secret, signed) for secret in self.secrets),
        }


def parse_secrets(text: str) -> tuple[SecretBytes, ...]:
    """Return the secrets that `text` holds, separated by spaces.

    Raises:
        ValueError: One is not `whsec_` and the base64 of 24 to 64 bytes; its value is not told.
    """
    found = tuple(_parse(word) for word in text.split())
    if not found:
        raise ValueError("it holds no secret")
    return found


def _parse(word: str) -> SecretBytes:
    try:
        secret = base64.b64decode(word.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        secret = b""
    if not word.startswith(PREFIX) or len(secret) not in SECRET_BYTES:
        raise ValueError(f"a secret is {PREFIX} and the base64 of 24 to 64 bytes")
    return SecretBytes(secret)


def _signature(secret: SecretBytes, signed: bytes) -> str:
    digest = hmac.new(secret.get_secret_value(), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"
