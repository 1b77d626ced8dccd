"""The one command line of every measurement: `[--file F]… [--json]`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from evals import sets, table

Measured = dict[str, Any]


def run(
    arguments: Sequence[str],
    about: str,
    files: Sequence[Path],
    measure: Callable[[Path], Measured],
    row: Callable[[Measured], Measured],
) -> int:
    """Measure each set, print a row of each or all as JSON, and return the exit status.

    Args:
        arguments: of the command line.
        about: what it does, for `--help`.
        files: the sets that are measured where no `--file` is given.
        measure: gives all that is known of one set.
        row: gives what of it stands in the table.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--file", type=Path, action="append", help="a labelled set; may recur")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    wished = parser.parse_args(arguments)
    try:
        measured = [measure(path) for path in wished.file or files]
    except (OSError, sets.UnreadableSet) as error:
        print(error, file=sys.stderr)
        return 1
    if wished.json:
        print(json.dumps(measured, indent=2, ensure_ascii=False))
    else:
        print("\n".join(table.lines([row(one) for one in measured])))
    return 0
