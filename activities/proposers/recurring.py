"""The built-in proposer: what a user says again in another episode is worth remembering.

It needs no model, only the embedder, and is honest about its name in every report. What a belief
says already is not proposed again; what speaks against an active one is proposed in its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from activities.proposers import neighbours, third_person, wording
from activities.proposers.agreement import (
    MIN_AGREEMENT,
    MIN_COSINE,
    Weights,
    agreement,
    likeness,
    takes_back,
)
from activities.proposers.lessons import Lesson, find_lessons, hear, weigh_words
from activities.proposers.proposer import Embed, Proposed, ProposerInput, Vectors
from activities.proposers.retold import find_retold, listen
from forge_client.beliefs import Belief
from forge_client.names import BUILT_IN_PROPOSER
from forge_client.proposals import BeliefDiff
from forge_client.runs import ModelUse
from gate.shelf import Shelf

MAX_CONFIDENCE = 0.95
MAX_QUOTED = 120
"""Characters of one quotation in a rationale."""

MAX_CITED = 100
"""Episodes cited by one diff, the newest; its rationale tells how many there are."""

NO_MODEL = ModelUse(name=BUILT_IN_PROPOSER, calls=0, input_tokens=0, output_tokens=0, cost_usd=0.0)


class RecurringStatements:
    """Proposes what recurs: at least two episodes for each diff, most evidence first."""

    async def propose(self, request: ProposerInput) -> Proposed:
        """Return the diffs; what `request.embed` raises passes through."""
        earlier = await request.earlier() if request.episodes else ()
        heard = await asyncio.to_thread(hear, request.episodes, earlier)
        vectors = await _embed([one.clause.text for one in heard], request.embed)
        lessons = await asyncio.to_thread(find_lessons, heard, vectors)
        new = frozenset(episode.id for episode in request.episodes)
        sentences = await asyncio.to_thread(listen, [*request.episodes, *earlier], new)
        vectors = await _embed([one.heard.clause.text for one in sentences], request.embed)
        held = [*request.beliefs, *request.pending]
        lessons += await asyncio.to_thread(find_retold, sentences, vectors, lessons, held)
        lessons.sort(key=lambda lesson: -lesson.evidence)
        diffs = await _against_beliefs(lessons, weigh_words(heard), request)
        return Proposed.within_limit(diffs, NO_MODEL)


def confidence(episodes: int, corrections: int) -> float:
    """Return 0.95 · (1 − 2^(−(episodes + corrections) / 1.5)), to two decimals.

    Two episodes give 0.57, three 0.71, four 0.8, six 0.89; a correction counts as one more.
    """
    return round(MAX_CONFIDENCE * (1 - 2 ** (-(episodes + corrections) / 1.5)), 2)


async def _embed(texts: list[str], embed: Embed) -> Vectors:
    return await embed(texts) if texts else np.zeros((0, 1), dtype=np.float32)


async def _against_beliefs(
    lessons: Sequence[Lesson], weights: Weights, request: ProposerInput
) -> list[BeliefDiff]:
    """Drop the lessons that a belief says already; name the belief that a lesson speaks against."""
    held = [*request.beliefs, *request.pending]
    if not lessons or not held:
        return [_to_diff(lesson, None) for lesson in lessons]
    told = await request.embed([lesson.centre.clause.text for lesson in lessons])
    known = await request.embed([belief.content for belief in held])
    near = neighbours.near_pairs(neighbours.rounded(told), neighbours.rounded(known), MIN_COSINE)
    shelf = Shelf([belief.content for belief in held])
    diffs = []
    for lesson, pairs in zip(lessons, near, strict=True):
        clashing = shelf.clashing(_told(lesson))
        agreeing = [(held[at], cosine) for at, cosine in pairs if at not in clashing]
        if not any(_says(belief, lesson, cosine, weights) for belief, cosine in agreeing):
            active = [(held[at], cosine) for at, cosine in pairs if at < len(request.beliefs)]
            clashes = [request.beliefs[at] for at in clashing if at < len(request.beliefs)]
            opposed = _opposed(active, lesson, weights) or min(clashes, key=_by_id, default=None)
            diffs.append(_to_diff(lesson, opposed))
    return diffs


def _by_id(belief: Belief) -> str:
    return belief.id


def _told(lesson: Lesson) -> str:
    clause = lesson.centre.clause
    return third_person.in_third_person(clause.text, clause.speaker)


def _says(belief: Belief, lesson: Lesson, cosine: float, weights: Weights) -> bool:
    clause = lesson.centre.clause
    stated = wording.read(belief.content, clause.speaker)
    told = wording.read(_told(lesson), clause.speaker)
    return told.repeats(stated) or agreement(clause, stated, cosine, weights) >= MIN_AGREEMENT


def _opposed(
    beliefs: Sequence[tuple[Belief, float]], lesson: Lesson, weights: Weights
) -> Belief | None:
    """Return the nearest belief that `lesson` takes back or turns round."""
    against = [
        (cosine, belief.id, belief)
        for belief, cosine in beliefs
        if _speaks_against(lesson, wording.read(belief.content), cosine, weights)
    ]
    return max(against)[2] if against else None


def _speaks_against(
    lesson: Lesson, stated: wording.Clause, cosine: float, weights: Weights
) -> bool:
    if any(takes_back(heard.clause, stated, cosine) for heard in lesson.support):
        return True
    turned = lesson.centre.clause.negated != stated.negated
    return turned and likeness(lesson.centre.clause, stated, cosine, weights) >= MIN_AGREEMENT


def _to_diff(lesson: Lesson, opposed: Belief | None) -> BeliefDiff:
    clause = lesson.centre.clause
    return BeliefDiff(
        op="supersede" if opposed else "add",
        target_belief_id=opposed.id if opposed else None,
        belief=_told(lesson),
        kind=clause.kind or wording.kind_of_rest(clause.text),
        confidence=confidence(len(lesson.episodes), lesson.corrections),
        rationale=_rationale(lesson),
        source_episodes=lesson.episodes[-MAX_CITED:],
    )


def _rationale(lesson: Lesson) -> str:
    """Say how often it was said, and quote two who said it otherwise."""
    said = f"Said in {len(lesson.episodes)} episodes"
    if lesson.corrections:
        said += f", {lesson.corrections} of them as a correction or a rule"
    others = dict.fromkeys(
        one.clause.text for one in lesson.support if one.clause.text != lesson.centre.clause.text
    )
    quotes = " and ".join(f"“{text[:MAX_QUOTED]}”" for text in list(others)[:2])
    return f"{said}; also as {quotes}." if quotes else f"{said}, in the same words."
