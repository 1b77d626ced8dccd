"""An operator's own patterns and exceptions, read from TOML and held to what the others keep to.

A pattern must end soon on any text: no open repeat, no reference back, few ways to match from one
place. What does not is refused at once, by the pattern's name. No I/O.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from re import _constants as opcodes
from re import _parser as parser
from typing import Any

from forge_api.redaction.rule import Rule

LONGEST_REPEAT = 256
"""Times that a part may occur; what is longer is not one secret."""

MOST_WAYS = 100
"""Ways in which a pattern may match from one place before it must have decided."""

MOST_PATTERNS = 200

_KIND = re.compile(r"[a-z][a-z-]{0,38}[a-z]\Z")
_PLACEHOLDER = re.compile(r"\[[a-z][a-z-]{1,40}(?:-[0-9]{1,6})?\]")
_LONGEST_PLACEHOLDER = 50
_REFERENCES = {opcodes.GROUPREF, opcodes.GROUPREF_EXISTS}
_REPEATS = {opcodes.MAX_REPEAT, opcodes.MIN_REPEAT, opcodes.POSSESSIVE_REPEAT}
_FIELDS = {
    "pattern": {"kind", "pattern", "ignore_case"},
    "exception": {"pattern", "kinds", "ignore_case"},
}


class OwnRulesError(ValueError):
    """The file cannot be taken; the message names the pattern and what to change."""


@dataclass(frozen=True, slots=True)
class Except:
    """What is left standing, though a rule finds it: the whole finding must match."""

    pattern: re.Pattern[str]
    kinds: frozenset[str] = frozenset()
    """Empty: whatever kind it was taken for."""

    def spares(self, kind: str, found: str) -> bool:
        """Tell whether this finding stays."""
        return (not self.kinds or kind in self.kinds) and bool(self.pattern.fullmatch(found))


@dataclass(frozen=True, slots=True)
class OwnRules:
    """What an operator adds to the rules; empty: nothing."""

    rules: tuple[Rule, ...] = ()
    exceptions: tuple[Except, ...] = ()


def parse(text: str) -> OwnRules:
    """Return the rules in a TOML text of `[[pattern]]` and `[[exception]]` tables.

    Raises:
        OwnRulesError: It is no such text, or one of its patterns may take too long.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OwnRulesError(f"is no TOML: {error}") from None
    unknown = tables.keys() - _FIELDS.keys()
    if unknown:
        raise OwnRulesError(f"holds {min(unknown)!r}; write [[pattern]] or [[exception]]")
    return OwnRules(
        tuple(_rule(named, table) for named, table in _tables(tables, "pattern")),
        tuple(_exception(named, table) for named, table in _tables(tables, "exception")),
    )


def _tables(tables: Mapping[str, Any], name: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
    given = tables.get(name, [])
    if not isinstance(given, list) or len(given) > MOST_PATTERNS:
        raise OwnRulesError(f"{name} must be at most {MOST_PATTERNS} tables, [[{name}]] each")
    named = []
    for place, table in enumerate(given, 1):
        label = f"{name} {place}" + (f" ({table['kind']})" if "kind" in table else "")
        if unknown := table.keys() - _FIELDS[name]:
            raise OwnRulesError(f"{label}: knows no {min(unknown)!r}")
        named.append((label, table))
    return named


def _rule(named: str, table: Mapping[str, Any]) -> Rule:
    kind = table.get("kind")
    if not isinstance(kind, str) or not _KIND.match(kind):
        raise OwnRulesError(f"{named}: kind must be 2 to 40 lower-case letters and hyphens")
    return Rule(kind, _compiled(named, table), holds=_is_no_placeholder)


def _exception(named: str, table: Mapping[str, Any]) -> Except:
    kinds = table.get("kinds", [])
    if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
        raise OwnRulesError(f"{named}: kinds must be a list of kinds, such as ['email']")
    return Except(_compiled(named, table), frozenset(kinds))


def _compiled(named: str, table: Mapping[str, Any]) -> re.Pattern[str]:
    written = table.get("pattern")
    if not isinstance(written, str):
        raise OwnRulesError(f"{named}: needs a pattern, a regular expression in quotes")
    flags = re.IGNORECASE if table.get("ignore_case") else 0
    try:
        compiled, tree = re.compile(written, flags), parser.parse(written, flags)
    except (re.error, RecursionError, OverflowError) as error:
        raise OwnRulesError(f"{named}: is no regular expression: {error}") from None
    if tree.getwidth()[0] == 0:
        raise OwnRulesError(f"{named}: matches the empty text; say what must be there")
    if (ways := _ways(named, tree)) > MOST_WAYS:
        raise OwnRulesError(
            f"{named}: can match in {ways} ways from one place, at most {MOST_WAYS} may be; make "
            "repeats shorter, or give nothing back with a + behind them, as in {1,64}+"
        )
    return compiled


def _ways(named: str, tree: Any) -> int:
    """Return in how many ways a part of a pattern can match from one place, at most."""
    ways = 1
    for op, argument in tree:
        if op in _REFERENCES:
            raise OwnRulesError(f"{named}: refers back to a group; write the part out")
        if op in _REPEATS:
            ways *= _ways_repeated(named, op, *argument)
        elif op is opcodes.BRANCH:
            ways *= sum(_ways(named, branch) for branch in argument[1])
        else:
            for part in _parts(argument):
                ways *= _ways(named, part)
        ways = min(ways, 10**6)
    return ways


def _ways_repeated(named: str, op: Any, least: int, most: int, part: Any) -> int:
    if most > LONGEST_REPEAT:
        raise OwnRulesError(
            f"{named}: repeats without end, or more than {LONGEST_REPEAT} times; write {{1,64}} "
            "in place of + and {0,64} in place of *"
        )
    inner = _ways(named, part)
    if inner > 1 and most > 1 and op is not opcodes.POSSESSIVE_REPEAT:
        return 10**6 if inner**most > 10**6 else (inner**most) * (most - least + 1)
    return inner if op is opcodes.POSSESSIVE_REPEAT else inner * (most - least + 1)


def _parts(argument: Any) -> Sequence[Any]:
    """Return what is nested in a group or a look around."""
    several = argument if isinstance(argument, tuple) else (argument,)
    return [one for one in chain(several) if isinstance(one, parser.SubPattern)]


def _is_no_placeholder(match: re.Match[str]) -> bool:
    """A placeholder is no secret, and neither is a part of one: else nothing would ever settle."""
    begin = max(0, match.start() - _LONGEST_PLACEHOLDER)
    return not any(
        placeholder.start() < match.end() and placeholder.end() > match.start()
        for placeholder in _PLACEHOLDER.finditer(
            match.string, begin, match.end() + _LONGEST_PLACEHOLDER
        )
    )
