"""IP addresses, where they stand for a person or a site.

A globally routable address is masked, unless the words before it say that it is a version. Private,
loopback and link-local addresses (`10.…`, `192.168.…`, `127.0.0.1`, `fd…`) tell nobody apart and
are what agents' lessons are about, so they stay, except where they are named as a person's.
Addresses reserved for documentation count as routable. Hardware addresses stay.
"""

from __future__ import annotations

import ipaddress
import re

from forge_api.redaction.rule import Rule

_V4 = re.compile(r"(?a)(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w]|\.[0-9])")
_V6 = re.compile(r"(?ai)(?<![\w:.])[23][0-9a-f]{3}:(?:[0-9a-f]{0,4}:){1,6}[0-9a-f]{0,4}(?![\w:])")
_VERSION = re.compile(
    r"(?i)(?:\b(?:versions?|v\.?|release[sd]?|build|(?:up|down)grad\w+|updat\w+|bump\w*|firmware"
    r"|driver|patch|section|chapter|clause|chrome/|safari/|edg\w*/|from|to)|[=~<>^@]=?|\w[-_/ ]v)"
    r"[\s:]{0,3}\Z"
)
_ADDRESS = re.compile(
    r"(?i)\b(?:ips?|ipv4|address|addr|host|server|client|visitor|login|logged|remote|peer|ssh|ping"
    r"|from|at|via|proxy|gateway|dns|subnet|node|endpoint|source|attack\w*|block\w*|ban\w*"
    r"|x-forwarded-for|x-real-ip)\W{0,3}(?:\w+\W{1,3}){0,3}\Z"
)
_PERSON = re.compile(
    r"(?i)\b(?:(?:client|user|visitor|customer|caller|remote|my|her|his|their|your)[ _-]?"
    r"(?:ip|addr\w*)|(?:login|logged in|signed in) from|x-forwarded-for|x-real-ip)"
    r"\W{0,4}(?:is\s|was\s)?\W{0,2}\Z"
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
    before = match.string[max(0, match.start() - 48) : match.start()]
    try:
        address = ipaddress.IPv4Address(match[0])
    except ValueError:
        return False
    if match[0] in _RESOLVERS:
        return False
    if not _is_routable(address):
        return _PERSON.search(before) is not None and not address.is_loopback
    parts = sorted(map(int, match[0].split(".")))
    if _ADDRESS.search(before) and parts[2] >= _LEAST_TELLING:
        return True
    return not _VERSION.search(before) and parts[2] >= _LEAST_TELLING


def _is_told_v6(match: re.Match[str]) -> bool:
    try:
        return _is_routable(ipaddress.IPv6Address(match[0]))
    except ValueError:
        return False


def _is_routable(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return address.is_global or any(address in network for network in _DOCUMENTED)


RULES = (
    Rule("ip", _V4, numeric=True, holds=_is_told_v4),
    Rule("ip", _V6, starts=("2", "3"), holds=_is_told_v6),
)
