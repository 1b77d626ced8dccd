"""Reports of runs without the words that an erasure took: counts, codes and ids stay.

Plain data in and out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ERASED = "(erased)"
"""Stands where a text stood."""


@dataclass(frozen=True, slots=True)
class Left:
    """Ids: `beliefs` are erased; `episodes`, of all that the reports cite, are what remains."""

    beliefs: frozenset[str]
    episodes: frozenset[str]


def cleaned(
    report: Mapping[str, Any], answers: list[Any], left: Left
) -> tuple[dict[str, Any], list[Any]]:
    """Return a stored report, and the answers of its call, without what was erased.

    An item that cites nothing is taken to quote: nobody can tell that it does not.
    """
    results = [_without_words(item) if _quotes(item, left) else item for item in report["results"]]
    taken = {
        item["belief_id"] for item in report["results"] if item["belief_id"] and _quotes(item, left)
    }
    spoken = [_without_reasons(one) if _is_about(one, taken) else one for one in answers]
    return {**report, "results": results}, spoken


def cited(report: Mapping[str, Any]) -> set[str]:
    """Return the ids of all episodes that a report's items cite."""
    return {one for item in report["results"] for one in item.get("source_episodes") or ()}


def _quotes(item: Mapping[str, Any], left: Left) -> bool:
    cited = item.get("source_episodes") or ()
    return item["belief_id"] in left.beliefs or left.episodes.isdisjoint(cited)


def _without_words(item: Mapping[str, Any]) -> dict[str, Any]:
    return {**_without_reasons(item), "belief": ERASED}


def _is_about(answer: Mapping[str, Any], taken: set[str]) -> bool:
    return answer.get("belief_id") in taken or not answer.get("belief_id")


def _without_reasons(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return it without reasons: some are a caller's own words, and may quote."""
    rejected = ERASED if item.get("rejected_reason") else None
    return {**item, "reasons": [], "rejected_reason": rejected}
