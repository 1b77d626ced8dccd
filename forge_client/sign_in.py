"""A link that signs a person in at the pages."""

from __future__ import annotations

from forge_client.wire import Answer, Instant


class SignInLink(Answer):
    """`POST /sign-in/links` (reviewer keys): it signs in as that key, once, within ten minutes.

    The token stands in the fragment, which browsers send to nobody.
    """

    address: str
    """Below forge's own address."""

    expires_at: Instant
