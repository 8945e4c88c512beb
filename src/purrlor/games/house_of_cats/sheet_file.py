"""Sheets as drawings that people can read, check and replace, and as one word for the options of a record.

    level: 1
    cats: . 2 . 3 . 4 . 5 . #
    cheese: 1 2 3 4 5 6 A B C D E F

      A B C D E F
    1 . . . . . .
    2 . - . . . .

The marks of a space: `.` a space, `-` none. Levels 2 and 3: `*` a starred space, `a` … `e` a bonus box, `a*` both.
Level 3: the area's letter goes before it, `R` `B` `Y` `G`. Level 4: `+` can be added by a room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from purrlor.core.reason import Reason, Refused, in_line

from .sheet import ANY_NUMBER, AREAS, BOXES, COLUMNS, HOLE, ROWS, STAR, STARTING_DICE, Sheet
from .symbols import EMPTY, NUMBERS, OUTSIDE

_MARK = re.compile(r"[RBYG]?(?:[a-e]\*?|[.*])|[-+]")
_PACKED = re.compile(r"([RBYG]?(?:[a-e]!?|[.*])|[-+])")
_FIELDS = ("level", "cats", "cheese")
_CAT_MARKS = (EMPTY, *NUMBERS, ANY_NUMBER)


class InvalidSheet(Refused, ValueError):
    """The text is not a sheet; says where and why."""

    def __init__(self, line: int, code: str, english: str, /, **values: object) -> None:
        super().__init__(in_line(line, Reason(code, english, **values)))
        self.line = line


@cache
def printed_sheet(level: int, *, gardens: bool = False) -> Sheet:
    """Return the sheet that comes with the game; `gardens`: the one that level 4 had before."""
    name = f"level{level}-gardens.txt" if gardens and level == 4 else f"level{level}.txt"
    return parse_sheet((files(__name__.rpartition(".")[0]) / "sheets" / name).read_text(encoding="utf-8"))


def parse_sheet(text: str) -> Sheet:
    return _Reader(text).read()


def sheet_text(sheet: Sheet) -> str:
    """Invert `parse_sheet`, without comments."""
    fields = [f"level: {sheet.level}"]
    fields += [f"cats: {' '.join(sheet.cat_bar)}"] if sheet.cat_bar else []
    fields += [f"cheese: {' '.join(sheet.cheeses)}"] if sheet.cheeses else []
    return "\n".join([*fields, "", *_drawing(sheet), ""])


def _drawing(sheet: Sheet) -> Iterator[str]:
    width = max(len(mark) for row in sheet.rows for mark in row)
    for name, cells in zip(" " + ROWS, [COLUMNS[: len(sheet.rows[0])], *sheet.rows], strict=False):
        yield " ".join([name, *(cell.ljust(width) for cell in cells)]).rstrip()


@lru_cache(maxsize=256)
def unpack(word: str) -> Sheet:
    """Read the sheet that `pack` wrote as one word; InvalidSheet names the line of the drawing that is wrong."""
    parts = word.split(":")
    if len(parts) != 4 or any(blank in word for blank in " \n"):
        raise InvalidSheet(
            1, "house-of-cats.refused.packed", "a packed sheet is LEVEL:CATS:CHEESES:ROW/ROW/…, not '{word}'", word=word
        )
    level, cats, cheeses, drawn = parts
    rows = [f"{name} {' '.join(_marks(row))}" for name, row in zip(ROWS + "?" * 99, drawn.split("/"), strict=False)]
    columns = len(rows[0].split()) - 1
    fields = [f"level: {level}", f"cats: {' '.join(cats)}", f"cheese: {' '.join(cheeses)}"]
    return parse_sheet("\n".join([*fields, " ".join(COLUMNS[:columns]), *rows]))


def _marks(row: str) -> list[str]:
    """Return the marks of a packed row; an invalid one stays, so that it is reported."""
    return [mark.replace("!", STAR) for mark in _PACKED.split(row) if mark]


class _Reader:
    """Reads a drawing line by line, so that every complaint can name its line."""

    def __init__(self, text: str) -> None:
        lines = enumerate((line.strip() for line in text.split("\n")), 1)
        self.lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
        self.fields: dict[str, tuple[int, str]] = {}

    def read(self) -> Sheet:
        grid = self._fields()
        level = self._level()
        if not grid:
            raise InvalidSheet(
                self.lines[-1][0],
                "house-of-cats.refused.no_grid",
                "the grid is missing: a line of column letters, then the rows",
            )
        columns = self._columns(*grid[0])
        rows = tuple(self._row(columns, *numbered) for numbered in enumerate(grid[1:], 1))
        sheet = Sheet(level, rows, self._cats(level), self._cheeses(level, columns, len(rows)))
        self._check_whole(sheet, [line for line, _ in grid])
        return sheet

    def _fields(self) -> list[tuple[int, str]]:
        """Take the named lines off the top; the others are the grid."""
        for place, (number, line) in enumerate(self.lines):
            name, colon, value = line.partition(":")
            if not colon:
                return self.lines[place:]
            if name not in _FIELDS:
                raise InvalidSheet(
                    number,
                    "house-of-cats.refused.no_field",
                    "there is no field '{name}'; there are {fields}",
                    name=name,
                    fields=_FIELDS,
                )
            if name in self.fields:
                raise InvalidSheet(number, "house-of-cats.refused.field_twice", "{name} is there twice", name=name)
            self.fields[name] = number, value.strip()
        return []

    def _level(self) -> int:
        if "level" not in self.fields:
            raise InvalidSheet(
                self.lines[0][0] if self.lines else 1,
                "house-of-cats.refused.no_level",
                "a sheet starts with its level, such as 'level: 1'",
            )
        number, text = self.fields["level"]
        if text not in ("1", "2", "3", "4"):
            raise InvalidSheet(
                number, "house-of-cats.refused.bad_level", "the level is 1, 2, 3 or 4, not '{text}'", text=text
            )
        return int(text)

    def _columns(self, number: int, line: str) -> int:
        letters = line.split()
        if not letters or "".join(letters) != COLUMNS[: len(letters)]:
            raise InvalidSheet(
                number,
                "house-of-cats.refused.columns",
                "the columns are called A B C … up to {last}, not '{line}'",
                last=COLUMNS[-1],
                line=line,
            )
        return len(letters)

    def _row(self, columns: int, place: int, numbered: tuple[int, str]) -> tuple[str, ...]:
        number, line = numbered
        name, *marks = line.split()
        if place > len(ROWS) or name != str(place):
            raise InvalidSheet(
                number,
                "house-of-cats.refused.rows",
                "rows are called 1 2 3 … up to {last}; here '{name}' comes as number {place}",
                last=ROWS[-1],
                name=name,
                place=place,
            )
        if len(marks) != columns:
            raise InvalidSheet(
                number,
                "house-of-cats.refused.row_marks",
                "row {name} has {marks} marks for {columns} columns",
                name=name,
                marks=len(marks),
                columns=columns,
            )
        for mark in marks:
            self._check_mark(number, mark)
        return tuple(marks)

    def _check_mark(self, number: int, mark: str) -> None:
        if not _MARK.fullmatch(mark):
            raise InvalidSheet(number, "house-of-cats.refused.mark", "'{mark}' is not a mark of a space", mark=mark)
        if mark == HOLE:
            return
        level = self._level()
        if (mark[0] in AREAS) != (level == 3):
            raise InvalidSheet(
                number,
                "house-of-cats.refused.mark_area",
                "'{mark}': on level 3 every space has its area R, B, Y or G, elsewhere none has",
                mark=mark,
            )
        if (STAR in mark or mark.strip(AREAS + STAR) in tuple(BOXES)) and level not in (2, 3):
            raise InvalidSheet(
                number,
                "house-of-cats.refused.mark_star",
                "'{mark}': stars and bonus boxes are for levels 2 and 3",
                mark=mark,
            )
        if mark == OUTSIDE and level != 4:
            raise InvalidSheet(number, "house-of-cats.refused.mark_added", "spaces are added on level 4 only")

    def _cats(self, level: int) -> str:
        number, text = self.fields.get("cats", (0, ""))
        marks = text.split()
        for mark in marks:
            if mark not in _CAT_MARKS:
                raise InvalidSheet(
                    number,
                    "house-of-cats.refused.cat_mark",
                    "a cat carries . for nothing, 2, 3, 4, 5 or #, not '{mark}'",
                    mark=mark,
                )
        if bool(marks) != (level == 1):
            raise InvalidSheet(
                number or self.fields["level"][0],
                "house-of-cats.refused.cat_bar_level",
                "level 1 has a cat bar, the others have none",
            )
        return "".join(marks)

    def _cheeses(self, level: int, columns: int, rows: int) -> str:
        number, text = self.fields.get("cheese", (0, ""))
        names = ROWS[:rows] + COLUMNS[:columns]
        for name in text.split():
            if name not in tuple(names):
                raise InvalidSheet(
                    number,
                    "house-of-cats.refused.cheese_place",
                    "there is no row or column '{name}' to end in a cheese",
                    name=name,
                )
        if text and level not in (1, 4):
            raise InvalidSheet(number, "house-of-cats.refused.cheese_level", "cheeses are for levels 1 and 4")
        return "".join(name for name in names if name in text.split())

    def _check_whole(self, sheet: Sheet, lines: list[int]) -> None:
        drawn = "".join(mark for row in sheet.rows for mark in row)
        if EMPTY not in sheet.blank:
            raise InvalidSheet(lines[-1], "house-of-cats.refused.no_spaces", "no space to write into")
        for letter in BOXES:
            if drawn.count(letter) > 1:
                last = max(line for line, row in zip(lines[1:], sheet.rows, strict=True) if letter in "".join(row))
                raise InvalidSheet(
                    last, "house-of-cats.refused.two_boxes", "there are two bonus boxes {letter}", letter=letter
                )
        if sheet.level in (2, 3) and len(sheet.stars) < STARTING_DICE:
            raise InvalidSheet(
                lines[-1],
                "house-of-cats.refused.stars",
                "levels 2 and 3 need {needed} starred spaces, here are {found}",
                needed=STARTING_DICE,
                found=len(sheet.stars),
            )
