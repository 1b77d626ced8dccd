"""Bakes `synonyms.py` from WordNet 3.0: pairs of words in use that share one of their main senses.

    python gate/tables/make_synonyms.py /usr/share/wordnet > gate/tables/synonyms.py

Run by hand (Debian: `apt-get install wordnet-base`); nothing imports it.
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

LEAST_USE = 4
"""How often WordNet's tagged texts must use both words."""

MAIN_SENSES = 2
"""Of each word only its most frequent senses count."""

HEADER = '''"""Pairs of synonyms, baked by `make_synonyms.py`; see `WORDNET_LICENSE`."""

from __future__ import annotations

PAIRS = """
'''


def main(folder: Path) -> None:
    """Print the table."""
    used = _used(folder / "cntlist.rev")
    pairs = {
        pair
        for part in ("noun", "verb", "adj", "adv")
        for pair in _synonyms(folder, part)
        if all(word.isalpha() and len(word) > 2 and used[word] >= LEAST_USE for word in pair)
    }
    text = " / ".join(" ".join(pair) for pair in sorted(pairs))
    sys.stdout.write(HEADER + "\n".join(textwrap.wrap(text, 98)) + '\n"""\n')


def _used(path: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in path.read_text("ascii").splitlines():
        key, _, count = line.split()
        counts[key.partition("%")[0]] += int(count)
    return counts


def _synonyms(folder: Path, part: str) -> Iterator[tuple[str, str]]:
    main_senses = set(_main_senses(folder / f"index.{part}"))
    for line in (folder / f"data.{part}").read_text("ascii").splitlines():
        fields = line.split(" | ")[0].split()
        if line.startswith(" "):
            continue
        names = [
            name.partition("(")[0].lower() for name in fields[4 : 4 + 2 * int(fields[3], 16) : 2]
        ]
        members = sorted({name for name in names if (name, fields[0]) in main_senses})
        yield from combinations(members, 2)


def _main_senses(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each word with the places of its most frequent senses."""
    for line in path.read_text("ascii").splitlines():
        if not line.startswith(" "):
            fields = line.split()
            for place in fields[-int(fields[2]) :][:MAIN_SENSES]:
                yield fields[0], place


if __name__ == "__main__":
    main(Path(sys.argv[1]))
