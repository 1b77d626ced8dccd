"""Roots of the audit, told to the process's own log: outside of the database that they prove.

Whoever keeps that log can show later that an audit was cut, even together with its head: hand the
line's anchor to `GET …/memory/audit/verify?anchor=`.
"""

from __future__ import annotations

import logging

from forge_api.memory.audit import Head
from forge_api.memory.audit_chain import Anchor

_LOG = logging.getLogger(__name__)


def tell(end: Head) -> None:
    """Write one line for an act; call it once the act is committed, since others may not be."""
    _LOG.info("audit anchor %s %s", end.agent_id, Anchor(end.position, end.root))
