"""An empty sheet: which spaces there are, how they touch, and what is marked on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NewType

from .symbols import EMPTY, OUTSIDE

Space = NewType("Space", str)
"""A space by its column letter and row number: C2."""

COLUMNS = "ABCDEFGHI"
ROWS = "123456789"
HOLE = "-"
STAR = "*"
AREAS = "RBYG"
"""Red, blue, yellow, green."""
BOXES = "abcde"
ANY_NUMBER = "#"
"""The mark on a cat of the cat bar that gives any number."""
STARTING_DICE = 3
"""Number of starting symbols that go into starred spaces."""
EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(frozen=True)
class Sheet:
    """One level's sheet. `sheet_file` reads it from a drawing, checks it and draws it again."""

    level: int
    rows: tuple[tuple[str, ...], ...]
    """The marks of each row: `.` a space, `-` none, `+` one that can be added; star, box and area as drawn."""
    cat_bar: str = ""
    """One character per cat: `.`, the number it carries, or `#` for any."""
    cheeses: str = ""
    """The rows and columns that end in a cheese."""

    def __repr__(self) -> str:
        return f"unpack({pack(self)!r})"

    @cached_property
    def marks(self) -> Mapping[Space, str]:
        """The mark of each space, in reading order."""
        return {
            Space(COLUMNS[column] + ROWS[row]): mark
            for row, marks in enumerate(self.rows)
            for column, mark in enumerate(marks)
            if mark != HOLE
        }

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        return tuple(self.marks)

    @cached_property
    def place(self) -> Mapping[Space, int]:
        """The index of a space in reading order."""
        return {space: place for place, space in enumerate(self.spaces)}

    @cached_property
    def blank(self) -> str:
        """The entries of an empty sheet."""
        return "".join(OUTSIDE if mark == OUTSIDE else EMPTY for mark in self.marks.values())

    @cached_property
    def stars(self) -> frozenset[Space]:
        return frozenset(space for space, mark in self.marks.items() if STAR in mark)

    @cached_property
    def boxes(self) -> Mapping[str, Space]:
        """The bonus boxes by their letters."""
        return {letter: space for space, mark in self.marks.items() for letter in mark if letter in BOXES}

    @cached_property
    def areas(self) -> tuple[tuple[Space, ...], ...]:
        """The spaces of each coloured area."""
        found = [tuple(space for space, mark in self.marks.items() if area in mark) for area in AREAS]
        return tuple(area for area in found if area)

    @cached_property
    def lines(self) -> Mapping[str, tuple[Space, ...]]:
        """The spaces of each row and each column, by its number or letter."""
        names = ROWS[: len(self.rows)] + COLUMNS[: len(self.rows[0])]
        return {name: tuple(space for space in self.spaces if name in space) for name in names}

    @cached_property
    def neighbours(self) -> Mapping[Space, frozenset[Space]]:
        """The spaces that share an edge with a space."""
        return self._touching(EDGES)

    @cached_property
    def neighbours_and_corners(self) -> Mapping[Space, frozenset[Space]]:
        return self._touching((*EDGES, *CORNERS))

    def _touching(self, steps: tuple[tuple[int, int], ...]) -> Mapping[Space, frozenset[Space]]:
        return {
            space: frozenset(other for other in _around(space, steps) if other in self.marks) for space in self.spaces
        }


def pack(sheet: Sheet) -> str:
    """Return the sheet as one word: level, cat bar, cheeses and rows. `sheet_file.unpack` is the inverse.

    A starred box `a*` is written `a!`, because `a*` could also be a box beside a star.
    """
    rows = ("".join(_packed(mark) for mark in row) for row in sheet.rows)
    return ":".join([str(sheet.level), sheet.cat_bar, sheet.cheeses, "/".join(rows)])


def _packed(mark: str) -> str:
    starred_box = mark.endswith(STAR) and mark.strip(AREAS + STAR) != ""
    return mark.replace(STAR, "!") if starred_box else mark


def _around(space: Space, steps: tuple[tuple[int, int], ...]) -> list[Space]:
    column, row = COLUMNS.index(space[0]), ROWS.index(space[1])
    near = [(column + right, row + down) for down, right in steps]
    return [Space(COLUMNS[x] + ROWS[y]) for x, y in near if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS)]


def is_space(text: str) -> bool:
    return text in _ALL


_ALL = {column + row for column, row in product(COLUMNS, ROWS)}
