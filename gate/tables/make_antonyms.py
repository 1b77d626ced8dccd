"""Bakes `antonyms.py` from WordNet 3.0: pairs of words in use that WordNet calls antonyms.

    python gate/tables/make_antonyms.py /usr/share/wordnet > gate/tables/antonyms.py

Run by hand (Debian: `apt-get install wordnet-base`); nothing imports it.
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

LEAST_USE = 3
"""How often WordNet's tagged texts must use both words."""

HEADER = '''"""Pairs of antonyms, baked by `make_antonyms.py` from WordNet 3.0.

Its copyright notice stands in `exclusive`.
"""

from __future__ import annotations

PAIRS = """
'''


def main(folder: Path) -> None:
    """Print the table."""
    used = _used(folder / "cntlist.rev")
    pairs = {
        pair
        for part in ("adj", "adv", "verb", "noun")
        for pair in _antonyms(folder / f"data.{part}")
        if all(word.isalpha() and used[word] >= LEAST_USE for word in pair)
    }
    text = " / ".join(" ".join(pair) for pair in sorted(pairs))
    sys.stdout.write(HEADER + "\n".join(textwrap.wrap(text, 98)) + '\n"""\n')


def _used(path: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in path.read_text("ascii").splitlines():
        key, _, count = line.split()
        counts[key.partition("%")[0]] += int(count)
    return counts


def _antonyms(path: Path) -> Iterator[tuple[str, ...]]:
    """Yield each pair in the order of the alphabet, both in lower case."""
    names: dict[str, list[str]] = {}
    found: list[tuple[str, str, str]] = []
    for line in path.read_text("ascii").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        names[fields[0]] = [
            name.partition("(")[0].lower() for name in fields[4 : 4 + 2 * count : 2]
        ]
        pointers = fields[5 + 2 * count :]
        found += [
            (fields[0], at, ends)
            for symbol, at, ends in zip(pointers[::4], pointers[1::4], pointers[3::4], strict=False)
            if symbol == "!"
        ]
    for here, there, ends in found:
        source, target = (int(number, 16) - 1 for number in (ends[:2], ends[-2:]))
        yield tuple(sorted((names[here][source], names[there][target])))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
