"""The printed sheet of House of Cats: the house of its level in line art, circles for abilities, the sum at the end."""

from __future__ import annotations

from dataclasses import dataclass

from purrlor.printing.paper import (
    BOARD,
    FINE,
    GREY,
    INK,
    MIST,
    PALE,
    STRONG,
    THIN,
    WHITE,
    Canvas,
    Colour,
    Paper,
    Pen,
    Point,
    two_per_page,
)
from purrlor.printing.pictures import cat, cheese, die, mouse, star
from purrlor.printing.typeface import text_width
from purrlor.words import Words, words

from . import Ability, Sheet, Space
from .scoring import ROOM_POINTS, SCORED
from .sheet import ANY_NUMBER, AREAS, COLUMNS, ROWS
from .symbols import EMPTY, NUMBERS, OUTSIDE

HEADER = 14.0
LABELS = 5.0
PANEL = 119.0
"""The x position of the right column."""
GRID_WIDTH = 113.0
CAT_BAR = 13.0
LINE_END = 8.0
"""The width for a cheese, or for a box to note the points of a row or column."""
LARGEST_SPACE = 16.0
FLOOR = 1.1
"""The height of the floor boards in a space."""
WALL = 0.9
"""The thickness of the outer walls."""
EAVES = 1.6
TILE = Pen(0.2, GREY)
AREA_TINTS: dict[str, Colour] = dict(
    zip(AREAS, ((1, 0.93, 0.92), (0.92, 0.95, 1), (1, 0.98, 0.88), (0.92, 0.98, 0.92)), strict=True)
)
CIRCLES = 7


def house_of_cats_pages(sheet: Sheet, *, paper: Paper, pages: int, say: Words | None = None) -> bytes:
    said = say or words()
    title = said("printing.house-of-cats.title", level=sheet.level)
    return two_per_page(lambda canvas: draw_sheet(canvas, sheet, said), title=title, paper=paper, pages=pages)


def draw_sheet(canvas: Canvas, sheet: Sheet, say: Words) -> None:
    _header(canvas, sheet, say)
    Grid(canvas, sheet).draw()
    if sheet.cat_bar:
        _cat_bar(canvas, sheet)
    _abilities(canvas, say)
    _reference(canvas, say)
    _sum(canvas, sheet.level, say)


def _header(canvas: Canvas, sheet: Sheet, say: Words) -> None:
    title = say("house-of-cats.title")
    cat(canvas, (6, 5.2), 5)
    canvas.text(14, 8, title, 17, font="bold")
    after = 14 + text_width(title, 17, "bold") / 72 * 25.4
    canvas.text(after + 4, 8, say("printing.level", level=sheet.level), 11, colour=GREY)
    canvas.text(PANEL, 8, say("printing.name"), 8, colour=GREY)
    canvas.line((PANEL + 10, 8.4), (BOARD.width, 8.4))


@dataclass
class Grid:
    canvas: Canvas
    sheet: Sheet

    @property
    def columns(self) -> int:
        return len(self.sheet.rows[0])

    @property
    def rows(self) -> int:
        return len(self.sheet.rows)

    @property
    def ends(self) -> float:
        """The room at the end of a row or column: cheese, points of mice, both or nothing."""
        return LINE_END * (bool(self.sheet.cheeses) + self.lines_score)

    @property
    def lines_score(self) -> bool:
        return self.sheet.level in (2, 4)

    @property
    def side(self) -> float:
        """Return the side length of a space."""
        bar = CAT_BAR if self.sheet.cat_bar else 0
        across = (GRID_WIDTH - LABELS - self.ends) / self.columns
        down = (BOARD.height - HEADER - LABELS - self.ends - bar) / self.rows
        return min(across, down, LARGEST_SPACE)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the top left corner of a space."""
        return LABELS + column * self.side, HEADER + LABELS + row * self.side

    def draw(self) -> None:
        places = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        for row, column in places:
            self._ground(row, column)
        for row, column in places:
            self._outlines(row, column)
            self._marks(row, column)
        for row, first, last in self.roof_runs():
            self._roof(row, first, last)
        self._names()
        for place in range(self.columns):
            x, _ = self.corner(0, place)
            self._end(COLUMNS[place], x + self.side / 2, self.corner(self.rows, 0)[1], down=True)
        for place in range(self.rows):
            _, y = self.corner(place, 0)
            self._end(ROWS[place], self.corner(0, self.columns)[0], y + self.side / 2, down=False)
        if self.lines_score:
            x, y = self.corner(self.rows, self.columns)
            mouse(self.canvas, (x + self.ends - LINE_END / 2, y + self.ends - LINE_END / 2), 3)

    def _space(self, row: int, column: int) -> Space | None:
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        space = Space(COLUMNS[column] + ROWS[row]) if inside else None
        return space if space in self.sheet.marks else None

    def _kind(self, row: int, column: int) -> str:
        """Classify a space, for the strong lines between playing area, land to add, coloured areas and holes."""
        space = self._space(row, column)
        mark = "" if space is None else self.sheet.marks[space]
        return mark[0] if mark and (mark[0] in AREAS or mark == OUTSIDE) else "space" if mark else ""

    def _ground(self, row: int, column: int) -> None:
        kind, (x, y) = self._kind(row, column), self.corner(row, column)
        if kind == OUTSIDE:
            self.canvas.box(x, y, self.side, self.side, pen=Pen(0.2, PALE, dashed=True))
            self._grass(x + self.side * (0.2 if (row + column) % 2 else 0.7), y + self.side - 0.6)
        elif kind:
            self.canvas.box(x, y, self.side, self.side, pen=THIN, fill=AREA_TINTS.get(kind, WHITE))
            self.canvas.line((x, y + self.side - FLOOR), (x + self.side, y + self.side - FLOOR), THIN)

    def _outlines(self, row: int, column: int) -> None:
        """Draw strong lines above a space and to its left, and at the far ends."""
        x, y, side = *self.corner(row, column), self.side
        kind = self._kind(row, column)
        edges = {
            (row - 1, column): ((x, y), (x + side, y)),
            (row, column - 1): ((x, y), (x, y + side)),
            (row + 1, column): ((x, y + side), (x + side, y + side)),
            (row, column + 1): ((x + side, y), (x + side, y + side)),
        }
        for (beside_row, beside_column), (start, end) in edges.items():
            beside = self._kind(beside_row, beside_column)
            if kind in ("", OUTSIDE, beside):
                continue
            self.canvas.line(start, end, STRONG)
            if beside in ("", OUTSIDE) and beside_row >= row:
                self._outer_wall(start, end, beside_row - row, beside_column - column)

    def _outer_wall(self, start: Point, end: Point, down: int, across: int) -> None:
        """Draw the outside of a wall; corners meet."""
        along = WALL * abs(down)
        left, right = (start[0] - along, start[1]), (end[0] + along, end[1] + WALL * abs(across))
        self.canvas.line(
            (left[0] + WALL * across, left[1] + WALL * down), (right[0] + WALL * across, right[1] + WALL * down), FINE
        )

    def _is_built(self, row: int, column: int) -> bool:
        return self._kind(row, column) not in ("", OUTSIDE)

    def roof_runs(self) -> list[tuple[int, int, int]]:
        """Return the row, first column and last column of each run of spaces with nothing of the house above."""
        runs: list[tuple[int, int, int]] = []
        for row in range(self.rows):
            for column in range(self.columns):
                if not self._is_built(row, column) or self._is_built(row - 1, column):
                    continue
                if runs and runs[-1][0] == row and runs[-1][2] == column - 1:
                    runs[-1] = (row, runs[-1][1], column)
                else:
                    runs.append((row, column, column))
        return runs

    def _roof(self, row: int, first: int, last: int) -> None:
        """Draw a roof with tiles; over the first row it is as high as the names of the columns."""
        (left, y), right = self.corner(row, first), self.corner(row, last + 1)[0]
        high = LABELS - 0.4 if row == 0 else 2.0
        slope = [(left - EAVES, y), (left + EAVES, y - high), (right - EAVES, y - high), (right + EAVES, y)]
        self.canvas.polygon(slope, pen=Pen(0.4, INK), fill=WHITE)
        pitch = 2.2
        for line in range(int(high / pitch) + 1):
            top = y - high + line * pitch
            for tile in range(int((right - left - 2 * EAVES) / pitch)):
                x = left + EAVES + pitch * (tile + line % 2 / 2)
                if top + 1.2 < y:
                    self.canvas.curve((x, top), (x, top + 1.2), (x + pitch, top + 1.2), (x + pitch, top), TILE)
        if row == 0:
            self.canvas.box(right - 10, y - high - 2.6, 3.4, 2.6, pen=Pen(0.4, INK), fill=WHITE)
            self.canvas.box(right - 10.6, y - high - 3.4, 4.6, 0.9, pen=Pen(0.4, INK), fill=WHITE)
            for column in range(first, last + 1):
                middle = self.corner(0, column)[0] + self.side / 2
                self.canvas.box(middle - 2.3, y - high + 0.4, 4.6, high - 0.4, 1.1, pen=FINE, fill=WHITE)

    def _grass(self, x: float, y: float) -> None:
        for across in (-0.8, 0, 0.8):
            self.canvas.line((x, y), (x + across, y - 2 + abs(across) / 2), Pen(0.25, PALE))

    def _marks(self, row: int, column: int) -> None:
        space = self._space(row, column)
        if space is None:
            return
        x, y, side = *self.corner(row, column), self.side
        boxed = space in self.sheet.boxes.values()
        if boxed:
            self.canvas.box(x + 1.3, y + 1.3, side - 2.6, side - 2.6, 1.6, pen=Pen(0.5, INK))
        if space in self.sheet.stars:
            star(self.canvas, (x + side / 2, y + side / 2 + 0.3), side * 0.22, pen=Pen(0.25, PALE), fill=MIST)
        if self._kind(row, column) in AREAS:
            inset = 2.8 if boxed else 1.2
            area = self._kind(row, column)
            self.canvas.text(x + side - inset, y + side - inset - 0.1, area, 6, "right", colour=GREY)

    def _names(self) -> None:
        for place in range(self.columns):
            x, y = self.corner(0, place)
            self.canvas.text(x + self.side / 2, y - 1.4, COLUMNS[place], 8, "middle", colour=GREY)
        for place in range(self.rows):
            x, y = self.corner(place, 0)
            self.canvas.text(x - 2.6, y + self.side / 2 + 1, ROWS[place], 8, "middle", colour=GREY)

    def _end(self, line: str, x: float, y: float, *, down: bool) -> None:
        """Draw the end of a row or column: its cheese, then a box for the points of its mice."""
        for picture in ("cheese", "points"):
            centre = (x, y + LINE_END / 2) if down else (x + LINE_END / 2, y)
            if picture == "cheese" and self.sheet.cheeses:
                if line in self.sheet.cheeses:
                    cheese(self.canvas, centre, 3)
            elif picture == "points" and self.lines_score:
                self.canvas.box(centre[0] - 2.7, centre[1] - 2.7, 5.4, 5.4, 1, pen=FINE)
            else:
                continue
            x, y = (x, y + LINE_END) if down else (x + LINE_END, y)


def _cat_bar(canvas: Canvas, sheet: Sheet) -> None:
    """Draw cats in a row before the door through which they leave, each with the number it carries."""
    pitch = min(GRID_WIDTH / (len(sheet.cat_bar) + 1), 11.2)
    radius = pitch * 0.42
    _door(canvas, pitch * 0.15, BOARD.height - 2 * radius - 0.6, radius)
    for place, mark in enumerate(sheet.cat_bar):
        x, y = pitch * (place + 1.5), BOARD.height - radius - 0.3
        cat(canvas, (x, y), radius, pen=Pen(0.3, INK), face=False)
        shown = "2-5" if mark == ANY_NUMBER else "" if mark == EMPTY else mark
        size = radius * (1.7 if shown == "2-5" else 2.7)
        canvas.text(x, y + radius * 0.16 + size * 0.125, shown, size, "middle", font="bold")


def _door(canvas: Canvas, left: float, top: float, radius: float) -> None:
    """Draw an open door."""
    width, height = 1.5 * radius, 2 * radius
    canvas.box(left, top, width, height, 0.8, pen=Pen(0.45, INK), fill=WHITE)
    canvas.box(left + 0.7, top + 0.7, width - 1.4, height - 0.7, 0.5, pen=FINE, fill=PALE)
    near = left + 0.55 * width
    leaf = [(left + 0.7, top + 0.9), (near, top + 1.9), (near, top + height + 0.5), (left + 0.7, top + height)]
    canvas.polygon(leaf, pen=Pen(0.35, INK), fill=WHITE)
    canvas.circle((near - 0.7, top + 0.6 * height), 0.25, pen=None, fill=INK)


def _abilities(canvas: Canvas, say: Words) -> None:
    """Draw for each number its ability, a circle for each room, and the points of a room."""
    top, pitch = HEADER + 4.5, 9.2
    for x, key in ((0, "rooms_of"), (10, "ability"), (25, "circles")):
        canvas.text(PANEL + x, HEADER + 2, say(f"printing.house-of-cats.{key}"), 6, colour=GREY)
    canvas.text(BOARD.width, HEADER + 2, say("printing.house-of-cats.each"), 6, "right", colour=GREY)
    for place, number in enumerate(NUMBERS):
        y = top + place * pitch
        die(canvas, PANEL, y, 7.4, number)
        canvas.line((PANEL + 10, y + 6.8), (PANEL + 21, y + 6.8))
        for circle in range(CIRCLES):
            canvas.circle((PANEL + 27 + circle * 5.1, y + 3.9), 2.1)
        canvas.text(BOARD.width - 1, y + 5.1, str(ROOM_POINTS[number]), 10, "right", font="bold")


def _reference(canvas: Canvas, say: Words) -> None:
    """Print the twelve abilities, a line each."""
    top = HEADER + 45.6
    canvas.box(PANEL, top, BOARD.width - PANEL, 43.6, 1.8, pen=None, fill=MIST)
    for place, ability in enumerate(Ability):
        y = top + 4.2 + place * 3.4
        canvas.text(PANEL + 2.5, y, ability, 6.6, font="bold")
        canvas.text(PANEL + 6.5, y, say(f"house-of-cats.ability.{ability}"), 6.6, font="bold")
        canvas.text(PANEL + 25, y, say(f"house-of-cats.short.{ability}"), 6.6)


def _sum(canvas: Canvas, level: int, say: Words) -> None:
    """Draw a box for each source of points, and one for the total."""
    top, gap = 107.5, 3.6
    names = [*(say(f"house-of-cats.points.{part}") for part in SCORED[level]), say("printing.total")]
    signs = ["+"] * (len(names) - 2) + ["="]
    if "empty" in SCORED[level]:
        signs[-2] = "–"
    width = (BOARD.width - PANEL + gap) / len(names) - gap
    for place, name in enumerate(names):
        x, last = PANEL + place * (width + gap), place == len(names) - 1
        if place:
            canvas.text(x - gap / 2, top + 5.7, signs[place - 1], 9, "middle", colour=GREY)
        canvas.box(x, top, width, 9, 1.2, pen=STRONG if last else FINE)
        canvas.text(x + width / 2, top + 12, name, 6.2, "middle", font="bold" if last else "regular")
    for place in range(2):
        line = say(f"printing.house-of-cats.scoring.{level}.{place + 1}")
        canvas.text(PANEL, top + 16.2 + place * 2.7, line, 5.6, colour=GREY)
