"""What of an episode the user says in their own words: what they quote or paste, others said."""

from __future__ import annotations

from collections.abc import Iterator

from forge_client.episodes import Episode, Statement
from gate.origin import Pasted


def own_words(episode: Episode) -> Iterator[Statement]:
    """Yield the user's statements without what they quote; what is left empty is left out.

    The gate tells the two apart by the same reading.
    """
    pasted = Pasted()
    for statement in episode.statements:
        if statement.said_by != "user":
            pasted = Pasted()
            continue
        own, _ = pasted.parted(statement.text)
        if any(character.isalnum() for character in own):
            yield statement.model_copy(update={"text": " ".join(own.split())})
