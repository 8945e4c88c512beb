"""Sheets and dice of House of Cats drawn with lines: light around the playing area, heavy for the walls of rooms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from purrlor.games.house_of_cats import House, Sheet, Space, Symbol
from purrlor.games.house_of_cats.scoring import MANY_CATS, MOUSE_NEAR_MANY_CATS, eaten_cheeses
from purrlor.games.house_of_cats.sheet import AREAS, COLUMNS, ROWS
from purrlor.games.house_of_cats.symbols import CROSSED, EMPTY, OUTSIDE

from .plain import result_name

JOINTS = " ╴╸╷┐┑╻┒┓╶─╼┌┬┭┎┰┱╺╾━┍┮┯┏┲┳╵┘┙│┤┥╿┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╽┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""The joint of lines by their weights (0 none, 1 light, 2 heavy): up, right, down, left, read in base three."""
ACROSS, UPRIGHT = " ─━", " │┃"
LINE_STYLES = ("", "dim", "bold")
ENTRY_STYLES = {
    Symbol.TWO: "cyan",
    Symbol.THREE: "green",
    Symbol.FOUR: "yellow",
    Symbol.FIVE: "magenta",
    Symbol.CAT: "bold bright_red",
    Symbol.MOUSE: "bold bright_blue",
}
AREA_STYLES = dict(zip(AREAS, ("red", "blue", "yellow", "green"), strict=True))
OPEN_SPACE, PLAIN_SPACE, CROSSED_OFF = "○", "·", "×"
CHEESE, EATEN = "△", "▲"
BOX, SCORING_BOX = "□", "■"
HEDGE = "░"
"""The character where there is no space."""
SHOWN = {EMPTY: PLAIN_SPACE, CROSSED: CROSSED_OFF, OUTSIDE: " "}


@dataclass(frozen=True)
class Grid:
    """One sheet. `targets` are spaces that something may be written into now, `fresh` those written this turn.

    `marked` ones are pointed at with brackets.
    """

    sheet: Sheet
    house: House
    targets: frozenset[Space] = frozenset()
    fresh: frozenset[Space] = frozenset()
    stars: bool = False
    marked: frozenset[Space] = frozenset()

    @property
    def columns(self) -> int:
        return len(self.sheet.rows[0])

    @property
    def rows(self) -> int:
        return len(self.sheet.rows)

    @property
    def width(self) -> int:
        """Return the width of the large drawing: row number, spaces, points of the rows."""
        return 2 + 4 * self.columns + 1 + 3

    @property
    def small_width(self) -> int:
        return 2 * self.columns + 1

    def large(self) -> list[Text]:
        lines = [self._edge(0)]
        for row in range(self.rows):
            lines += [self._row(row), self._edge(row + 1)]
        return lines

    def small(self) -> list[Text]:
        """Draw one line for each row, with only the upright walls."""
        return [self._small_row(row) for row in range(self.rows)]

    # Lines

    def _space(self, row: int, column: int) -> Space | None:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        space = Space(COLUMNS[column] + ROWS[row])
        return space if space in self.sheet.marks else None

    @cached_property
    def _room(self) -> dict[Space, int]:
        return {space: number for number, room in enumerate(self.house.rooms) for space in room.spaces}

    def _ground(self, space: Space | None) -> str:
        """Return what lies under a space: a hole, the land beyond the playing area, or the playing area."""
        if space is None:
            return "hole"
        if self.house.entry(self.sheet, space) == OUTSIDE:
            return "outside"
        return self._area(space)

    def _area(self, space: Space) -> str:
        mark = self.sheet.marks[space][0]
        return mark if mark in AREAS else ""

    def _weight(self, row: int, column: int, *, upright: bool) -> int:
        """Return the weight of the line above a space, or to its left."""
        here, there = self._space(row, column), self._space(*((row, column - 1) if upright else (row - 1, column)))
        if here != there and self._room.get(here or Space("")) != self._room.get(there or Space("")):
            return 2
        frame = (column in (0, self.columns)) if upright else (row in (0, self.rows))
        return int(frame or self._ground(here) != self._ground(there))

    def _joint(self, row: int, column: int) -> Text:
        up = self._weight(row - 1, column, upright=True) if row > 0 else 0
        right = self._weight(row, column, upright=False) if column < self.columns else 0
        down = self._weight(row, column, upright=True) if row < self.rows else 0
        left = self._weight(row, column - 1, upright=False) if column > 0 else 0
        return Text(
            JOINTS[27 * up + 9 * right + 3 * down + left], style=LINE_STYLES[max(up, right, down, left)], end=""
        )

    def _edge(self, row: int) -> Text:
        """Draw the line above a row; the first carries the names of the columns, the last their points."""
        line = Text("  ")
        for column in range(self.columns):
            weight = self._weight(row, column, upright=False)
            line += self._joint(row, column)
            line.append(self._on_edge(row, column, ACROSS[weight]), style=LINE_STYLES[weight])
        return line + self._joint(row, self.columns)

    def _on_edge(self, row: int, column: int, stroke: str) -> str:
        name = COLUMNS[column]
        if row == 0:
            return f"{stroke}{name}{stroke}"
        brings = self.brings(name) if row == self.rows else ""
        return f"{stroke}{brings.ljust(2, stroke)}" if brings else stroke * 3

    def _row(self, row: int) -> Text:
        line = Text(f"{ROWS[row]} ", style="")
        for column in range(self.columns + 1):
            weight = self._weight(row, column, upright=True)
            line.append(UPRIGHT[weight], style=LINE_STYLES[weight])
            if column < self.columns:
                line += self._cell(self._space(row, column))
        line.append(f" {self.brings(ROWS[row])}")
        return line

    def brings(self, line: str) -> str:
        """Draw the end of a row or column: its cheese, and the points of mice that have a cat there."""
        cheese = EATEN if line in eaten_cheeses(self.sheet, self.house) else CHEESE
        spaces = self.sheet.lines[line]
        cats = self.house.count(self.sheet, spaces, Symbol.CAT) if self.sheet.level in (2, 4) else 0
        mice = self.house.count(self.sheet, spaces, Symbol.MOUSE) if cats else 0
        return (cheese if line in self.sheet.cheeses else "") + (str(mice) if mice else "")

    # Spaces

    def _cell(self, space: Space | None) -> Text:
        if space is None:
            return Text(HEDGE * 3, style="dim green")
        if space in self.marked:
            return Text("[", style="bold") + self._entry(space) + self._behind(space, "]")
        cell = Text(self._area(space) or " ", style=f"dim {AREA_STYLES.get(self._area(space), '')}")
        return cell + self._entry(space) + self._behind(space, self._mark(space))

    def _behind(self, space: Space, mark: str) -> Text:
        """Draw a doubled symbol a second time; otherwise leave room for a mark."""
        if space in self.house.doubled:
            return self._entry(space)
        return Text(mark, style="bold" if space in self._room or space in self.marked else "")

    def _entry(self, space: Space) -> Text:
        entry = self.house.entry(self.sheet, space)
        if space in self.targets:
            return Text("+" if entry == OUTSIDE else OPEN_SPACE if entry == EMPTY else entry, style="bold green")
        if entry in SHOWN:
            return Text(SHOWN[entry], style="dim")
        style = ENTRY_STYLES[Symbol(entry)]
        style += " bold" if space in self._room else ""
        return Text(entry, style=f"{style} reverse" if space in self.fresh else style)

    def _mark(self, space: Space) -> str:
        """Draw a bonus box, filled when it scores; a star while stars matter."""
        if space in self.sheet.boxes.values():
            return SCORING_BOX if space in self._room else BOX
        starred = self.stars and space in self.sheet.stars and self.house.entry(self.sheet, space) == EMPTY
        return "*" if starred else " "

    def _small_row(self, row: int) -> Text:
        line = Text("")
        for column in range(self.columns + 1):
            wall = self._weight(row, column, upright=True) == 2
            line.append(UPRIGHT[2] if wall else " ")
            if column < self.columns:
                space = self._space(row, column)
                line += Text(" ") if space is None else self._entry(space)
        return line


def area_points(cats: int, mice: int) -> int:
    """Return the points for the mice of an area with this number of cats beside it."""
    return mice * (MOUSE_NEAR_MANY_CATS if cats >= MANY_CATS else min(cats, 1))


DICE_PICTURES = {
    Symbol.TWO: ("●      ", "       ", "      ●"),
    Symbol.THREE: ("●      ", "   ●   ", "      ●"),
    Symbol.FOUR: ("●     ●", "       ", "●     ●"),
    Symbol.FIVE: ("●     ●", "   ●   ", "●     ●"),
    Symbol.CAT: (" /\\_/\\ ", " ^   ^ ", "  =Y=  "),
    Symbol.MOUSE: ("()   ()", "  · ·  ", " --o-- "),
}
SMALL = 5
"""The width in cells inside a small die."""


def die_name(result: Symbol) -> str:
    """Name a result in one word, abbreviated where it is wider than a small die: `sour.` in French."""
    name = result_name(result)
    return name if cell_len(name) <= SMALL else set_cell_size(name, SMALL - 1) + "."


def small_dice(results: Sequence[Symbol | None], *, gap: bool) -> list[Text]:
    """Draw the results in words, three lines high; None is a die that is used or not rolled yet."""
    lines = [Text(""), Text(""), Text("")]
    for place, result in enumerate(results):
        used = result is None
        shown = "" if result is None else die_name(result)
        style = "dim" if result is None else f"bold {ENTRY_STYLES[result]}"
        drawn = ("╭┄┄┄┄┄╮", "┊     ┊", "╰┄┄┄┄┄╯") if used else ("╭─────╮", f"│{shown:^5}│", "╰─────╯")
        for line, row in zip(lines, drawn, strict=True):
            line.append((" " if gap and place else "") + row, style=style)
    return lines


def large_dice(results: Sequence[Symbol | None]) -> list[Text]:
    """Draw the results in pips and pictures, five lines high."""
    lines = [Text("") for _ in range(5)]
    for place, result in enumerate(results):
        rows = (" " * 7,) * 3 if result is None else DICE_PICTURES[result]
        side, cap = ("┊", "┄") if result is None else ("│", "─")
        style = "dim" if result is None else f"bold {ENTRY_STYLES[result]}"
        drawn = (f"╭{cap * 7}╮", *(f"{side}{row}{side}" for row in rows), f"╰{cap * 7}╯")
        for line, row in zip(lines, drawn, strict=True):
            line.append((" " if place else "") + row, style=style)
    return lines
