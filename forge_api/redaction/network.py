"""IP addresses, where they stand for a person or a site.

A globally routable address is masked, unless the words before it say that it is a version. Private,
loopback and link-local addresses (`10.…`, `192.168.…`, `127.0.0.1`, `fd…`) tell nobody apart and
are what agents' lessons are about, so they stay, except where they are named as a person's.
Addresses reserved for documentation count as routable. Hardware addresses stay.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

from forge_api.redaction.rule import NUMBERS, Rule, lone

_V4 = re.compile(
    lone("[0-9]", r"[\w.]") + r"[0-9]{0,2}(?:\.[0-9]{1,3}){3}(?![\w]|\.[0-9])", re.ASCII
)
_V6 = re.compile(
    lone("[23]", r"[\w:.]") + r"[0-9A-Fa-f]{3}:(?:[0-9A-Fa-f]{0,4}:){1,6}[0-9A-Fa-f]{0,4}(?![\w:])",
    re.ASCII,
)
_VERSION = re.compile(
    r"(?i)(?:\b(?:versions?|v\.?|release[sd]?|build|(?:up|down)grad\w+|updat\w+|bump\w*|firmware"
    r"|driver|patch|section|chapter|clause|chrome/|safari/|edg\w*/|from|to)|[=~<>^@]=?|\w[-_/ ]v)"
    r"[ \t:]{0,3}\Z"
)
_ADDRESS = re.compile(
    r"(?i)\b(?:ips?|ipv4|address|addr|host|server|client|visitor|login|logged|remote|peer|ssh|ping"
    r"|from|at|via|proxy|gateway|dns|subnet|node|endpoint|source|attack\w*|block\w*|ban\w*"
    r"|x-forwarded-for|x-real-ip)\W{0,3}(?:\w+\W{1,3}){0,3}\Z"
)
_PERSON = re.compile(
    r"(?i)\b(?:(?:(?:client|user|visitor|customer|caller|patient|employee)(?:['’]s)?|remote|my|her"
    r"|his|their|your)[ _-]?(?:(?:home|personal|private|own|current|static|mobile|laptop|phone"
    r"|device|work|office|internet|wan|wifi|vpn)[ _-]){0,2}"
    r"(?:ip(?:[ _-]?addr\w*)?|addr\w*|laptop|phone|device)"
    r"|(?:login|log(?:ged|s)? in|signed in|connect(?:ed|s|ing)) from|x-forwarded-for|x-real-ip)"
    r"\W{0,4}(?:(?:is|was|at)\s)?\W{0,2}\Z"
)
_DOCUMENTED = tuple(
    map(
        ipaddress.ip_network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
    )
)
_RESOLVERS = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"})
"""Everybody's, so nobody's."""

_LEAST_TELLING = 32
"""A dotted quad without a word about it is taken for an address when a part is at least this."""


def _is_told_v4(match: re.Match[str]) -> bool:
    parts = sorted(map(int, match[0].split(".")))
    if parts[3] > 255 or match[0] in _RESOLVERS:
        return False
    before = match.string[max(0, match.start() - 48) : match.start()]
    if not _is_routable_v4(match[0]):
        return _PERSON.search(before) is not None and not match[0].startswith("127.")
    if _PERSON.search(before):
        return True
    if parts[2] < _LEAST_TELLING:
        return False
    return not _VERSION.search(before) or _ADDRESS.search(before) is not None


@lru_cache(maxsize=4_096)
def _is_routable_v4(written: str) -> bool:
    try:
        return _is_routable(ipaddress.IPv4Address(written))
    except ValueError:
        return False


def _is_told_v6(match: re.Match[str]) -> bool:
    try:
        return _is_routable(ipaddress.IPv6Address(match[0]))
    except ValueError:
        return False


def _is_routable(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return address.is_global or any(address in network for network in _DOCUMENTED)


RULES = (
    Rule("ip", _V4, gate=NUMBERS, holds=_is_told_v4),
    Rule("ip", _V6, gate=re.compile(":[0-9A-Fa-f]{0,4}:"), holds=_is_told_v6),
)
