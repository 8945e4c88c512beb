"""Draw Yatzy: dice on top, all sheets below.

A box that could be filled now shows its points with a plus sign, so that nothing depends on the colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from purrlor.core import winners
from purrlor.games.yatzy import LOWER, UPPER, Action, Box, Sheet, View
from purrlor.games.yatzy.boxes import BONUS_FROM
from purrlor.games.yatzy.rules import DICE, ROLLS
from purrlor.kit.speech import figure, listed, say

from .plain import box_name, current_round, fillable, par

LABEL = 17
GAP = "   "
NARROWEST, WIDEST = 5, 10
LARGE_TABLE = 72
"""The width in cells of large dice with the state of the turn beside them."""
BELOW = 4
"""The lines below the drawing: an empty one, a line of the story, the prompt and its toolbar."""
CAT = (
    r"  /\_____/\  ",
    r" /  ^   ^  \ ",
    r"(  =  w  =  )",
    r" \__     __/ ",
    r"    `---'  ~~",
)


def in_view(view: View) -> tuple[int | None, ...]:
    """Return the five dice on the table; None: a die in the hand."""
    return (*view.dice, *([None] * (DICE - len(view.dice))))


@dataclass(frozen=True)
class Drawing:
    """A drawing of the table that adapts to the size of the terminal when it is printed."""

    view: View
    legal: Sequence[Action]
    names: Sequence[str]
    seats: Sequence[int] | None = None
    """The seats whose sheets are drawn; None: all."""
    label: int = LABEL
    ruled: bool = True
    """Whether there is a line below the names."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width, console.height):
            line.no_wrap, line.overflow = True, "ellipsis"
            yield line

    def lines(self, width: int, height: int = 24) -> list[Text]:
        """Draw both sections side by side if there is room; otherwise one below the other with small dice.

        On a low terminal the dice become small first. Then only one column is left, with everybody's total in one line.
        """
        fitting = (lines for lines in self._layouts(width) if self.view.over or len(lines) <= height - BELOW)
        return next(fitting, None) or self._low(width)

    def _layouts(self, width: int) -> Iterator[list[Text]]:
        """Yield the layouts, from the preferred one to the lowest one that shows all sheets."""
        players = len(self.view.sheets)
        beside = (width - 1 - len(GAP) - 2 * LABEL) // 2 // players
        if beside >= NARROWEST:
            halves = self.halves(min(beside, WIDEST))
            if width >= LARGE_TABLE:
                yield [*self._table(), Text(""), *halves]
            yield [self._small_table(), Text(""), *halves]
        below = (width - 1 - LABEL) // players
        yield [self._small_table(), Text(""), *self._column(max(min(below, WIDEST), NARROWEST - 1))]

    def _low(self, width: int) -> list[Text]:
        """Draw the dice, the sheet of the seat to move, and the totals of all seats."""
        seat = self.view.turn or 0
        room = (width - 1 - len(GAP)) // 2
        alone = replace(self, seats=(seat,), label=min(LABEL, room - NARROWEST + 1), ruled=False)
        totals = [f"{name} {sheet.total}" for sheet, name in zip(self.view.sheets, self.names, strict=True)]
        return [self._small_table(), *alone.halves(min(room - alone.label, WIDEST)), Text(f" {', '.join(totals)}")]

    def _table(self) -> list[Text]:
        if self.view.over:
            left = [Text(f"   {line}", style="yellow") for line in CAT]
        else:
            left = [Text(" ") + line for line in dice_row(in_view(self.view))]
        right = [*self._status(), *([Text("")] * DIE_HEIGHT)]
        return [line + Text(GAP) + side for line, side in zip(left, right, strict=False)]

    def _status(self) -> list[Text]:
        """Describe the turn: player, round and rolls left; before and after the match the draw or the result."""
        if self.view.over:
            return [Text(""), Text(say("yatzy.title"), style="dim"), Text(ending(self.view, self.names), style="bold")]
        if self.view.turn is None:
            return [Text(""), Text(say("yatzy.title"), style="dim"), Text(say("terminal.yatzy.draw"))]
        return [
            Text(say("yatzy.title"), style="dim"),
            Text(""),
            Text(say("terminal.yatzy.turn", seat=self.names[self.view.turn]), style="bold"),
            Text(say("terminal.yatzy.round", round=current_round(self.view), rounds=len(Box))),
            self._rolls(),
        ]

    def _rolls(self) -> Text:
        left = self.view.rolls_left
        return Text(say("terminal.yatzy.rolls", left=left, marks="●" * left + "○" * (ROLLS - left)))

    def _small_table(self) -> Text:
        if self.view.over:
            return Text(f" {ending(self.view, self.names)}", style="bold")
        shown = Text(" " + " ".join(small_die(face) for face in in_view(self.view)), style="bold")
        if self.view.turn is None:
            return shown
        turn = say("terminal.yatzy.turn", seat=self.names[self.view.turn])
        played = say("terminal.yatzy.round", round=current_round(self.view), rounds=len(Box))
        return shown + Text(GAP) + self._rolls() + Text(f"{GAP}{turn}{GAP}{played}")

    def halves(self, width: int) -> list[Text]:
        upper = [*self._head("upper", width), *self._boxes(UPPER, width), *self._bonus(width)]
        lower = [*self._head("lower", width), *self._boxes(LOWER, width), *self._total(width)]
        return [Text(" ") + left + Text(GAP) + right for left, right in zip(upper, lower, strict=True)]

    def _column(self, width: int) -> list[Text]:
        rows = [*self._boxes(UPPER, width), *self._bonus(width), *self._boxes(LOWER, width), *self._total(width)]
        return [Text(" ") + line for line in (*self._head("sheets", width), *rows)]

    @property
    def _drawn(self) -> Sequence[tuple[int, Sheet]]:
        """The seats whose sheets are drawn."""
        sheets = list(enumerate(self.view.sheets))
        return sheets if self.seats is None else [sheets[seat] for seat in self.seats]

    def _named(self, text: str, style: str = "") -> Text:
        """Draw the label of a row."""
        fits = cell_len(text) <= self.label
        return Text(set_cell_size(text, self.label) if fits else f"{set_cell_size(text, self.label - 1)}…", style)

    def _head(self, section: str, width: int) -> list[Text]:
        rule = Text("─" * (self.label + width * len(self._drawn)), style="dim")
        return [self._header(section, width), *([rule] if self.ruled else [])]

    def _header(self, section: str, width: int) -> Text:
        line = self._named(say(f"terminal.yatzy.{section}"), "bold")
        for seat, _ in self._drawn:
            turn = seat == self.view.turn and not self.view.over
            cell = right(self.names[seat], width)
            at = len(cell) - len(cell.lstrip()) - 1
            line.append(f"{cell[:at]}▶{cell[at + 1 :]}" if turn else cell, style="bold cyan" if turn else "bold")
        return line

    def _boxes(self, boxes: Sequence[Box], width: int) -> Iterator[Text]:
        open_now = fillable(self.legal)
        for box in boxes:
            line = self._named(box_name(box))
            for seat, sheet in self._drawn:
                mine = seat == self.view.turn and box in open_now
                line += self._cell(sheet[box], self.view.points(box) if mine else None, width)
            yield line

    def _cell(self, entry: int | None, chance: int | None, width: int) -> Text:
        if entry is not None:
            return Text(right(str(entry), width), style="" if entry else "dim")
        if chance is not None:
            return Text(right(f"+{chance}", width), style="bold green" if chance else "yellow")
        return Text(right("·", width), style="dim")

    def _bonus(self, width: int) -> list[Text]:
        """Draw the upper sum and the state of the bonus and, at the end, their subtotal."""
        rows = [self._sums("sum", lambda sheet: str(sheet.upper), width), self._sums("par", _standing, width)]
        return [*rows, *([self._sums("subtotal", lambda sheet: str(sheet.subtotal), width)] if self.view.over else [])]

    def _sums(self, name: str, text: Callable[[Sheet], str], width: int) -> Text:
        line = self._named(say(f"terminal.yatzy.{name}"), "italic")
        return line + Text("").join([Text(right(text(sheet), width)) for _, sheet in self._drawn])

    def _total(self, width: int) -> list[Text]:
        """Draw the total, preceded by the lower sum at the end."""
        label = self._named(say("terminal.yatzy.total"), "bold")
        best = winners([sheet.total for sheet in self.view.sheets]) if self.view.over else ()
        for seat, sheet in self._drawn:
            mark = "★" if seat in best else ""
            label.append(right(f"{mark}{sheet.total}", width), style="bold")
        return [*([self._sums("lower_sum", lambda sheet: str(sheet.lower), width)] if self.view.over else []), label]


def _standing(sheet: Sheet) -> str:
    """Describe the bonus: won, lost, or the distance from par; its points when the sheet is full."""
    if sheet.full:
        return str(sheet.bonus)
    if sheet.upper >= BONUS_FROM:
        return say("terminal.yatzy.won")
    if not sheet.bonus_in_reach:
        return say("terminal.yatzy.lost")
    return figure(par(sheet), "+d") if par(sheet) else "±0"


def right(text: str, width: int) -> str:
    """Align `text` right in a column, shortened with an ellipsis if necessary; one cell stays free."""
    room = width - 1
    if cell_len(text) > room:
        text = set_cell_size(text, room - 1).rstrip() + "…"
    return " " * (width - cell_len(text)) + text


def draw(view: View, legal: Sequence[Action], names: Sequence[str]) -> Drawing:
    return Drawing(view, legal, names)


def ending(view: View, names: Sequence[str]) -> str:
    totals = [sheet.total for sheet in view.sheets]
    best = [names[seat] for seat in winners(totals)]
    if len(totals) == 1:
        return say("yatzy.note.practised", seat=best[0], total=totals[0])
    key = "yatzy.note.wins" if len(best) == 1 else "yatzy.note.share_victory"
    return say(key, seat=best[0], seats=listed(best), total=max(totals))


DIE_HEIGHT = 5
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
BLANK = ("     ", "     ", "     ")


def die(face: int | None) -> list[Text]:
    """Draw one die, line by line; None: a die in the hand, which shows nothing yet."""
    style = "dim" if face is None else "bold"
    pips = BLANK if face is None else PIPS[face]
    middle = [f"│ {row} │" for row in pips]
    return [Text(line, style=style) for line in ("╭───────╮", *middle, "╰───────╯")]


def dice_row(faces: Sequence[int | None]) -> list[Text]:
    """Draw dice side by side."""
    columns = [die(face) for face in faces]
    return [Text(" ").join([column[line] for column in columns]) for line in range(DIE_HEIGHT)]


def small_die(face: int | None) -> str:
    """Draw a die in three characters, where pips would not fit."""
    return "[ ]" if face is None else f"[{face}]"
