"""How Yatzy looks in the terminal: dice on top, everybody's sheet below.

A box that could be filled now shows what it would bring with a plus; the plus says it, the colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from purrlor.core import winners
from purrlor.games.yatzy import LOWER, UPPER, Action, Box, Keep, Score, Sheet, View
from purrlor.games.yatzy.notation import dice_text
from purrlor.games.yatzy.rules import DICE, ROLLS
from purrlor.games.yatzy.sheet import BONUS_FROM

from . import dice as drawn
from .faces import Face
from .speech import listed, say, speech

LABEL = 17
GAP = "   "
NARROWEST, WIDEST = 5, 10
CAT = (
    r"  /\_____/\  ",
    r" /  ^   ^  \ ",
    r"(  =  w  =  )",
    r" \__     __/ ",
    r"    `---'  ~~",
)


def box_name(box: Box) -> str:
    return say(f"yatzy.box.{box}")


def in_view(view: View) -> tuple[int | None, ...]:
    """Five dice as they lie; None: in the hand."""
    return (*view.dice, *([None] * (DICE - len(view.dice))))


def par(sheet: Sheet) -> int:
    """How far the filled upper boxes are ahead of three of each, which make 63."""
    filled = [(face, sheet[box]) for face, box in enumerate(UPPER, 1)]
    return sum(entry - 3 * face for face, entry in filled if entry is not None)


def bonus_lost(sheet: Sheet) -> bool:
    """Whether even five of each in the open upper boxes would not be enough."""
    most = sum(5 * face for face, box in enumerate(UPPER, 1) if sheet[box] is None)
    return sheet.upper + most < BONUS_FROM


def current_round(view: View) -> int:
    sheet = view.sheets[view.turn or 0]
    return min(len(Box) - len(sheet.open_boxes) + 1, len(Box))


def fillable(legal: Sequence[Action]) -> tuple[Box, ...]:
    return tuple(action.box for action in legal if isinstance(action, Score))


@dataclass(frozen=True)
class Drawing:
    """The table, fitted to the width of the terminal when it is printed."""

    view: View
    legal: Sequence[Action]
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width):
            line.no_wrap, line.overflow = True, "ellipsis"
            yield line

    def lines(self, width: int) -> list[Text]:
        """Both sections side by side if there is room, else one below the other with small dice."""
        players = len(self.view.sheets)
        beside = (width - 1 - len(GAP) - 2 * LABEL) // 2 // players
        if beside >= NARROWEST:
            return [*self._table(), Text(""), *self._halves(min(beside, WIDEST))]
        below = (width - 1 - LABEL) // players
        return [self._small_table(), Text(""), *self._column(max(min(below, WIDEST), NARROWEST - 1))]

    def _table(self) -> list[Text]:
        if self.view.over:
            left = [Text(f"   {line}", style="yellow") for line in CAT]
        else:
            left = [Text(" ") + line for line in drawn.row(in_view(self.view))]
        right = [*self._status(), *([Text("")] * drawn.HEIGHT)]
        return [line + Text(GAP) + side for line, side in zip(left, right, strict=False)]

    def _status(self) -> list[Text]:
        """Whose turn it is, and how far it has come; or how it ended."""
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
        shown = Text(" " + " ".join(drawn.small(face) for face in in_view(self.view)), style="bold")
        if self.view.turn is None:
            return shown
        turn = say("terminal.yatzy.turn", seat=self.names[self.view.turn])
        played = say("terminal.yatzy.round", round=current_round(self.view), rounds=len(Box))
        return shown + Text(f"{GAP}{turn}{GAP}{played}{GAP}") + self._rolls()

    def _halves(self, width: int) -> list[Text]:
        upper = [self._header("upper", width), self._rule(width), *self._boxes(UPPER, width), *self._bonus(width)]
        lower = [self._header("lower", width), self._rule(width), *self._boxes(LOWER, width), self._total(width)]
        return [Text(" ") + left + Text(GAP) + right for left, right in zip(upper, lower, strict=True)]

    def _column(self, width: int) -> list[Text]:
        head = [self._header("sheets", width), self._rule(width)]
        rows = [*self._boxes(UPPER, width), *self._bonus(width), *self._boxes(LOWER, width), self._total(width)]
        return [Text(" ") + line for line in (*head, *rows)]

    def _header(self, section: str, width: int) -> Text:
        line = Text(set_cell_size(say(f"terminal.yatzy.{section}"), LABEL), style="bold")
        for seat, name in enumerate(self.names):
            turn = seat == self.view.turn and not self.view.over
            cell = right(name, width)
            at = len(cell) - len(cell.lstrip()) - 1
            line.append(f"{cell[:at]}▶{cell[at + 1 :]}" if turn else cell, style="bold cyan" if turn else "bold")
        return line

    def _rule(self, width: int) -> Text:
        return Text("─" * (LABEL + width * len(self.names)), style="dim")

    def _boxes(self, boxes: Sequence[Box], width: int) -> Iterator[Text]:
        open_now = fillable(self.legal)
        for box in boxes:
            line = Text(set_cell_size(box_name(box), LABEL))
            for seat, sheet in enumerate(self.view.sheets):
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
        """The upper sum, and where the bonus stands."""
        sums = [Text(right(str(sheet.upper), width)) for sheet in self.view.sheets]
        pars = [Text(right(*_standing(sheet, width))) for sheet in self.view.sheets]
        upper = Text(set_cell_size(say("terminal.yatzy.sum"), LABEL), style="italic")
        ahead = Text(set_cell_size(say("terminal.yatzy.par"), LABEL), style="italic")
        return [upper + Text("").join(sums), ahead + Text("").join(pars)]

    def _total(self, width: int) -> Text:
        label = Text(set_cell_size(say("terminal.yatzy.total"), LABEL), style="bold")
        best = winners([sheet.total for sheet in self.view.sheets]) if self.view.over else ()
        for seat, sheet in enumerate(self.view.sheets):
            mark = "★" if seat in best else ""
            label.append(right(f"{mark}{sheet.total}", width), style="bold")
        return label


def _standing(sheet: Sheet, width: int) -> tuple[str, int]:
    """Won, lost, or how far ahead of par; what it brought when the sheet is full."""
    if sheet.full:
        return str(sheet.bonus), width
    if sheet.upper >= BONUS_FROM:
        return say("terminal.yatzy.won"), width
    if bonus_lost(sheet):
        return say("terminal.yatzy.lost"), width
    return f"{par(sheet):+d}" if par(sheet) else "±0", width


def right(text: str, width: int) -> str:
    """`text` at the right edge of a column, shortened with an ellipsis if it must be; one cell stays free."""
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


def plain(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Everything, in short lines."""
    return [*brief(view, legal, names), *(_sheet_line(sheet, name) for sheet, name in _pairs(view, names))]


def _pairs(view: View, names: Sequence[str]) -> Iterator[tuple[Sheet, str]]:
    return zip(view.sheets, names, strict=True)


def brief(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Whose turn, dice, what the boxes bring now, the bonus, the totals."""
    totals = listed([say("terminal.yatzy.plain.item", box=name, points=s.total) for s, name in _pairs(view, names)])
    last = say("terminal.yatzy.plain.totals", totals=totals)
    if view.over or view.turn is None:
        return [last]
    name, played = names[view.turn], current_round(view)
    lines = [say("terminal.yatzy.plain.turn", seat=name, round=played, rounds=len(Box), left=view.rolls_left)]
    if view.dice:
        lines.append(say("terminal.yatzy.plain.dice", dice=dice_text(view.dice)))
    if boxes := fillable(legal):
        items = [say("terminal.yatzy.plain.item", box=box_name(box), points=view.points(box)) for box in boxes]
        lines.append(say("terminal.yatzy.plain.now", boxes=listed(items)))
    return [*lines, _bonus_line(view.sheets[view.turn]), last]


def _bonus_line(sheet: Sheet) -> str:
    if sheet.upper >= BONUS_FROM:
        return say("terminal.yatzy.plain.bonus.won", sum=sheet.upper)
    if bonus_lost(sheet):
        return say("terminal.yatzy.plain.bonus.lost", sum=sheet.upper)
    ahead = par(sheet)
    key = "ahead" if ahead > 0 else "behind" if ahead < 0 else "even"
    return say(f"terminal.yatzy.plain.bonus.{key}", sum=sheet.upper, par=abs(ahead))


def _sheet_line(sheet: Sheet, name: str) -> str:
    filled = [(box, sheet[box]) for box in Box if sheet[box] is not None]
    items = [say("terminal.yatzy.plain.item", box=box_name(box), points=points) for box, points in filled]
    if not sheet.full:
        return say("terminal.yatzy.plain.open", seat=name, filled=", ".join(items) or "–", count=len(sheet.open_boxes))
    parts = {"upper": sheet.upper, "bonus": sheet.bonus, "lower": sheet.lower, "total": sheet.total}
    return say("terminal.yatzy.plain.sheet", seat=name, filled=", ".join(items), **parts)


def named(action: Action) -> str:
    match action:
        case Score(box):
            return say("terminal.yatzy.named.score", box=box_name(box))
        case Keep(dice) if dice:
            return say("terminal.yatzy.named.keep", dice=dice_text(dice))
        case _:
            return say("terminal.yatzy.named.roll")


def label(view: View, action: Action) -> str:
    match action:
        case Score(box):
            return say("terminal.yatzy.label.score", box=box_name(box), points=view.points(box))
        case Keep(dice) if dice:
            return say("terminal.yatzy.label.keep", count=DICE - len(dice))
        case _:
            return say("terminal.yatzy.label.roll")


def also(action: Action) -> Sequence[str]:
    """The name of the box, and what other books call it."""
    if not isinstance(action, Score):
        return ()
    key = f"terminal.yatzy.also.{action.box}"
    return (box_name(action.box), *(say(key).split(", ") if key in speech() else ()))


def allowed(view: View, legal: Sequence[Action]) -> str:
    boxes = listed([box_name(box) for box in fillable(legal)])
    if not view.dice:
        return say("terminal.yatzy.allowed.roll")
    key = "terminal.yatzy.allowed.keep" if view.rolls_left else "terminal.yatzy.allowed.score"
    return say(key, dice=dice_text(view.dice), boxes=boxes)


def tip(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    if not view.dice:
        return say("terminal.yatzy.tip.roll")
    return say("terminal.yatzy.tip.keep" if view.rolls_left else "terminal.yatzy.tip.score")


def why_not(view: View, action: Action) -> str | None:
    if not view.dice or view.turn is None:
        return say("terminal.yatzy.why_not.no_dice")
    match action:
        case Score(box) if view.sheets[view.turn][box] is not None:
            return say("terminal.yatzy.why_not.filled", box=box_name(box))
        case Score(box):
            return say("terminal.yatzy.why_not.zero", box=box_name(box))
        case Keep() if not view.rolls_left:
            return say("terminal.yatzy.why_not.no_rolls")
        case Keep(dice):
            return say("terminal.yatzy.why_not.other_dice", dice=dice_text(dice), table=dice_text(view.dice))


FACE = Face(
    draw=draw,
    plain=plain,
    brief=brief,
    named=named,
    label=label,
    also=also,
    allowed=allowed,
    why_not=why_not,
    tip=tip,
    vocabulary=tuple(Score(box) for box in Box),
    menu=False,
)
