"""Numbers as a person reads them: shares with three decimals, columns under each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def share(part: float, whole: int) -> float | None:
    """Return `part` of `whole`, 0 to 1; None where there is no whole."""
    return round(part / whole, 5) if whole else None


def shown(value: object) -> str:
    """Return one cell; a dash where nothing was measured."""
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def lines(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """Return a table of rows that have the same columns, its head first."""
    if not rows:
        return []
    cells = [list(rows[0]), *([shown(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
