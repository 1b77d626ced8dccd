"""An example receiver of notices that cards wait: checks the signature, and prints a line.

    export WEBHOOK_SECRET=whsec_…
    python docs/webhook_receiver.py 9000

Put your chat's or mail's call where the line is printed. Python's standard library is all it needs.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from collections.abc import Mapping
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_SECONDS = 300
"""Older or newer than this is refused: nobody can send a recorded notice again later."""

LARGEST_BODY = 1_000_000

seen: set[str] = set()
"""Deliveries that were dealt with. A real bridge keeps them where a restart does not lose them."""


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 to a notice, 401 to whatever is not signed with our secret."""

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(min(length, LARGEST_BODY))
        if not is_signed(self.headers, body, os.environ["WEBHOOK_SECRET"], time.time()):
            self.send_error(401)
            return
        delivery = self.headers["webhook-id"]
        # The same notice may come twice: the answer to the first may have been lost.
        if delivery not in seen:
            tell(json.loads(body)["data"])
            seen.add(delivery)
        self.send_response(204)
        self.end_headers()


def is_signed(headers: Message | Mapping[str, str], body: bytes, secret: str, now: float) -> bool:
    """Tell whether the notice is from whoever holds the secret, and fresh."""
    delivery, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(now - int(stamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{delivery}.{stamp}.".encode() + body
    due = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split()
    # Bytes, since a text with other than ASCII would not compare.
    return any(hmac.compare_digest(due.encode(), one.encode("utf-8", "replace")) for one in given)


def tell(cards: Mapping[str, object]) -> None:
    """Bring people to the door."""
    print(
        f"{cards['agent_id']} has {cards['new_cards']} new cards, "
        f"{cards['needs_review']} need review, {cards['open_cards']} wait: {cards['door_url']}",
        flush=True,
    )


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
