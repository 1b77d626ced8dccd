"""What of an episode the user says in their own words, and means: what they quote, others said."""

from __future__ import annotations

from collections.abc import Iterator

from forge_client.episodes import Episode, Statement
from gate.earnest import in_earnest
from gate.origin import Pasted


def own_words(episode: Episode) -> Iterator[Statement]:
    """Yield the user's statements without what they quote; what is left empty is left out.

    A turn that is not meant has none. The gate tells these apart by the same reading.
    """
    if not in_earnest(one.text for one in episode.statements if one.said_by == "user"):
        return
    pasted = Pasted()
    for statement in episode.statements:
        if statement.said_by != "user":
            pasted = Pasted()
            continue
        own, _ = pasted.parted(statement.text)
        if any(character.isalnum() for character in own):
            yield statement.model_copy(update={"text": " ".join(own.split())})
