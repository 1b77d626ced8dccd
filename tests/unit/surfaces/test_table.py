from __future__ import annotations

from surfaces.cli import table


def test_columns_are_as_wide_as_their_widest_cell_and_the_last_one_is_free() -> None:
    assert list(table.lines(("id", "belief"), [("bel_1", "tea"), ("b", "a longer one")])) == [
        "id     belief",
        "bel_1  tea",
        "b      a longer one",
    ]


def test_wide_and_combining_characters_keep_the_columns_straight() -> None:
    [head, wide, accented] = table.lines(("who", "what"), [("日本", "x"), ("e\u0301a", "y")])
    assert (head, wide, accented) == ("who   what", "日本  x", "e\u0301a    y")


def test_foreign_text_stays_on_its_row_and_harmless() -> None:
    [_, row] = table.lines(("belief",), [("two\nlines\x1b[2J",)])
    assert row == "two⏎lines[U+001B][2J"


def test_a_table_without_rows_is_its_head() -> None:
    assert list(table.lines(("a", "b"), [])) == ["a  b"]
