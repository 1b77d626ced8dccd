"""Bakes `exclusive.py` from WordNet 3.0: kinds of things of which a place holds one at a time.

    python gate/tables/make_exclusive.py /usr/share/wordnet > gate/tables/exclusive.py

Run by hand (Debian: `apt-get install wordnet-base`); nothing imports it.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

KINDS = {
    "colour": "chromatic_color achromatic_color",
    "country": "country.2",
    "planet": "planet superior_planet inferior_planet",
    "material": "metallic_element alloy building_material +wood +glass +plastic +sand.1 +leather "
    "+paper +rubber.1 +cotton.2 +silk +wool",
    "room": "room +garage +hallway",
    "instrument": "musical_instrument",
    "drink": "beverage",
    "vegetable": "vegetable",
    "fruit": "edible_fruit",
    "weekday": "day_of_the_week",
    "month": "Gregorian_calendar_month",
    "meal": "meal",
    "sport": "athletic_game +swimming +cycling +skiing",
    "vehicle": "motor_vehicle +bicycle +train +boat +aircraft",
    "animal": "+dog +domestic_cat +horse +cow +sheep +pig +goat +rabbit +bird +fish",
}
"""Kind → the nouns (and which sense) under which WordNet files it; `+`: the noun itself is one."""

COUNTRIES = (
    "country.2 European_country Asian_country African_country South_American_country "
    "North_American_country Central_American_country Scandinavian_country Balkan_country"
)
"""The nouns under which countries are filed, for the adjectives that belong to them."""

LEFT_OUT = {
    "united_kingdom",
    "britain",
    "great_britain",
    "kingdom",
    "soviet_union",
    "states",
    "homeland",
}
"""What is no kind of its own: a union whose parts are listed too, and mere figures of speech."""

OFFICIAL = ("republic_of_", "kingdom_of_", "state_of_", "principality_of_", "the_")
MOST_WORDS = 3
"""Words of a name that is worth keeping."""

DEEPEST = 4
"""Steps below a kind that are worth keeping."""

HEADER = '''"""Kinds of things of which one excludes another: baked by `make_exclusive.py`.

WordNet 3.0, copyright 2006 by Princeton University, all rights reserved; used, changed and passed
on by its licence, which asks for this notice and gives no warranty. A kind is a tree: `a(b c)` says
that b and c are sorts of a, `a=b` that both name the same; `_` joins the words of a name.
"""
# ruff: noqa: E501  A long name stays in one piece.

from __future__ import annotations

'''


class Synset(NamedTuple):
    """A sense: its names, and its pointers as (symbol, place, part of speech)."""

    names: tuple[str, ...]
    pointers: tuple[tuple[str, str, str], ...]


class WordNet:
    """WordNet's database files, read whole."""

    def __init__(self, folder: Path) -> None:
        self._nouns = dict(_synsets(folder / "data.noun"))
        self._adjectives = dict(_synsets(folder / "data.adj"))
        self._senses = dict(_senses(folder / "index.noun"))

    def sense(self, name: str) -> str:
        """Return the place of a noun's sense: `sand.1`, or `sand` for the first."""
        noun, _, number = name.partition(".")
        return self._senses[noun.lower()][int(number or 1) - 1]

    def tree(self, place: str, depth: int = DEEPEST) -> str:
        """Return a sense and all sorts of it as text."""
        below = " ".join(self.sorts(place, depth - 1)) if depth else ""
        names = _joined(self._nouns[place].names)
        return f"{names}({below})" if names and below else names or below

    def sorts(self, place: str, depth: int = DEEPEST) -> Iterator[str]:
        """Yield the trees below a sense."""
        for symbol, at, _ in self._nouns[place].pointers:
            if symbol in ("~", "~i") and (below := self.tree(at, depth)):
                yield below

    def demonyms(self, places: Collection[str]) -> Iterator[str]:
        """Yield for each country its adjectives, and what its people are called."""
        named: dict[str, list[str]] = {place: [] for place in places}
        for sense in self._adjectives.values():
            for symbol, at, _ in sense.pointers:
                if at in named and symbol in ("\\", "+"):
                    named[at] += sense.names
        for sense in self._nouns.values():
            for symbol, at, _ in sense.pointers:
                if at in named and symbol == "#m":
                    named[at] += sense.names
        yield from filter(None, map(_joined, named.values()))

    def instances(self, place: str) -> list[str]:
        """Return the places of all that a sense has for instances."""
        return [at for symbol, at, _ in self._nouns[place].pointers if symbol == "~i"]


def main(folder: Path) -> None:
    """Print the table."""
    wordnet = WordNet(folder)
    kinds = {kind: _members(wordnet, roots) for kind, roots in KINDS.items()}
    countries = [at for name in COUNTRIES.split() for at in wordnet.instances(wordnet.sense(name))]
    kinds["nationality"] = list(wordnet.demonyms(countries))
    sys.stdout.write(f"{HEADER}KINDS = {{\n")
    for kind, members in kinds.items():
        lines = textwrap.wrap(
            " ".join(dict.fromkeys(members)).replace("(", "( "),
            96,
            break_long_words=False,
            break_on_hyphens=False,
        )
        sys.stdout.write(f'    "{kind}": """\n' + "\n".join(lines) + '\n""",\n')
    sys.stdout.write("}\n")


def _members(wordnet: WordNet, roots: str) -> list[str]:
    found: list[str] = []
    for root in roots.split():
        place = wordnet.sense(root.removeprefix("+"))
        found += [wordnet.tree(place, 1)] if root.startswith("+") else wordnet.sorts(place)
    return found


def _joined(names: Iterator[str] | tuple[str, ...] | list[str]) -> str:
    return "=".join(dict.fromkeys(name for name in map(_plain, names) if name))


def _plain(name: str) -> str:
    """Leave out what nobody writes: symbols, numbers, Latin, official and collective names."""
    word = name.lower().partition("(")[0]
    kept = len(word) > 2 and word.replace("_", "").replace("-", "").isalpha()
    kept = kept and word not in LEFT_OUT and word.count("_") < MOST_WORDS
    kept = kept and not word.startswith((*OFFICIAL, "atomic_"))
    return word if kept and not word.endswith(("ness", "_country", "_nation", "_state")) else ""


def _synsets(path: Path) -> Iterator[tuple[str, Synset]]:
    for line in path.read_text("ascii").splitlines():
        if not line.startswith(" "):
            yield line[:8], _synset(line.split(" | ")[0].split())


def _synset(fields: list[str]) -> Synset:
    count = int(fields[3], 16)
    names = fields[4 : 4 + 2 * count : 2]
    start = 5 + 2 * count
    triples = zip(fields[start::4], fields[start + 1 :: 4], fields[start + 2 :: 4], strict=False)
    return Synset(tuple(names), tuple(triples))


def _senses(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in path.read_text("ascii").splitlines():
        if not line.startswith(" "):
            fields = line.split()
            yield fields[0], fields[-int(fields[2]) :]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
