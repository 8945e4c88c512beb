"""The sheet of House of Cats on paper: the grid of its level, circles for the abilities, the sum at the end."""

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
    _Grid(canvas, sheet).draw()
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
class _Grid:
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
        """Return what a strong line separates: playing area, land to add, coloured areas, and holes."""
        space = self._space(row, column)
        mark = "" if space is None else self.sheet.marks[space]
        return mark[0] if mark and (mark[0] in AREAS or mark == OUTSIDE) else "space" if mark else ""

    def _ground(self, row: int, column: int) -> None:
        kind, (x, y) = self._kind(row, column), self.corner(row, column)
        if kind == OUTSIDE:
            self.canvas.box(x, y, self.side, self.side, pen=Pen(0.2, PALE, dashed=True))
        elif kind:
            self.canvas.box(x, y, self.side, self.side, pen=THIN, fill=AREA_TINTS.get(kind, WHITE))

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
            if kind not in ("", OUTSIDE, self._kind(beside_row, beside_column)):
                self.canvas.line(start, end, STRONG)

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
    """Draw cats in a row, each with the number it carries."""
    pitch = min(GRID_WIDTH / len(sheet.cat_bar), 11.2)
    radius = pitch * 0.42
    for place, mark in enumerate(sheet.cat_bar):
        x, y = pitch * (place + 0.5), BOARD.height - radius - 0.3
        cat(canvas, (x, y), radius, pen=Pen(0.3, INK), face=False)
        shown = "2-5" if mark == ANY_NUMBER else "" if mark == EMPTY else mark
        size = radius * (1.7 if shown == "2-5" else 2.7)
        canvas.text(x, y + radius * 0.16 + size * 0.125, shown, size, "middle", font="bold")


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
