"""Whether a person means what they say: irony, play and mere suppositions teach nothing.

Signs of a few languages. Where a turn bears one, nothing that its user says in it counts as meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNMEANT = re.compile(
    r"^sure[!,]|\b(?:oh|ah|yeah|yes),? (?:yes|sure|great|wonderful|right|lovely|brilliant)\b"
    r"|[.!?] sure!|\b(?:ha){2,}h?\b|\b(?:lol|rofl|hic|jk)\b|[😂🤣😜😉]|(?:^|\s)[:;]-?[DP](?:\s|$)"
    r"|\b(?:kidding|joking|(?:a|the) joke|sarcas\w+|daydream\w*|role.?play\w*|hypothetical\w*)\b"
    r"|\b(?:imagine|pretend|suppos(?:e|ing)|let's say|what if|as if)\b"
    r"|\bif (?:i|we) (?:were|was|ran|owned|had to|ever|could)\b"
    r"|\b(?:scherz|witz|stell dir vor|angenommen|nur spaß|imagina|de broma|je plaisante)\b",
    re.IGNORECASE,
)


def is_unmeant(said: str) -> bool:
    """Return whether a sentence bears a sign that it is not meant."""
    return _UNMEANT.search(said) is not None


def in_earnest(said: Iterable[str]) -> bool:
    """Return whether no sentence that a user says in one turn bears such a sign."""
    return not any(map(is_unmeant, said))
