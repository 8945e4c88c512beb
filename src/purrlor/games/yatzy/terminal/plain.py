"""Describe Yatzy in short lines, always in the same order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.games.yatzy import UPPER, Action, Box, Score, Sheet, View
from purrlor.games.yatzy.boxes import BONUS_FROM
from purrlor.games.yatzy.notation import dice_text
from purrlor.kit.answers import Answers, lead_line
from purrlor.kit.speech import listed, say


def box_name(box: Box) -> str:
    return say(f"yatzy.box.{box}")


def par(sheet: Sheet) -> int:
    """Return the lead of the filled upper boxes over three of each number, which make 63."""
    filled = [(face, sheet[box]) for face, box in enumerate(UPPER, 1)]
    return sum(entry - 3 * face for face, entry in filled if entry is not None)


def current_round(view: View) -> int:
    sheet = view.sheets[view.turn or 0]
    return min(len(Box) - len(sheet.open_boxes) + 1, len(Box))


def fillable(legal: Sequence[Action]) -> tuple[Box, ...]:
    return tuple(action.box for action in legal if isinstance(action, Score))


def plain(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Describe everything in short lines."""
    return [*brief(view, legal, names), *(sheet_line(sheet, name) for sheet, name in _pairs(view, names))]


def _pairs(view: View, names: Sequence[str]) -> Iterator[tuple[Sheet, str]]:
    return zip(view.sheets, names, strict=True)


def brief(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Describe the turn, the dice, the points of the boxes now, the bonus and the totals."""
    if view.over or view.turn is None:
        return [totals_line(view, names)]
    bonus = bonus_line(view.sheets[view.turn])
    return [*turn_lines(view, names), *now_lines(view, legal), bonus, totals_line(view, names)]


def turn_lines(view: View, names: Sequence[str]) -> Iterator[str]:
    """Name the player to move, and the dice."""
    name, played = names[view.turn or 0], current_round(view)
    yield say("terminal.yatzy.plain.turn", seat=name, round=played, rounds=len(Box), left=view.rolls_left)
    if view.dice:
        yield say("terminal.yatzy.plain.dice", dice=dice_text(view.dice))


def now_lines(view: View, legal: Sequence[Action]) -> Iterator[str]:
    """List the points of the boxes for these dice."""
    if boxes := fillable(legal):
        items = [say("terminal.yatzy.plain.item", box=box_name(box), points=view.points(box)) for box in boxes]
        yield say("terminal.yatzy.plain.now", boxes=listed(items))


def totals_line(view: View, names: Sequence[str]) -> str:
    totals = listed([say("terminal.yatzy.plain.item", box=name, points=s.total) for s, name in _pairs(view, names)])
    return say("terminal.yatzy.plain.totals", totals=totals)


def bonus_line(sheet: Sheet) -> str:
    if sheet.upper >= BONUS_FROM:
        return say("terminal.yatzy.plain.bonus.won", sum=sheet.upper)
    if not sheet.bonus_in_reach:
        return say("terminal.yatzy.plain.bonus.lost", sum=sheet.upper)
    ahead = par(sheet)
    key = "ahead" if ahead > 0 else "behind" if ahead < 0 else "even"
    return say(f"terminal.yatzy.plain.bonus.{key}", sum=sheet.upper, par=abs(ahead))


def sheet_line(sheet: Sheet, name: str) -> str:
    filled = [(box, sheet[box]) for box in Box if sheet[box] is not None]
    items = [say("terminal.yatzy.plain.item", box=box_name(box), points=points) for box, points in filled]
    if not sheet.full:
        return say("terminal.yatzy.plain.open", seat=name, filled=", ".join(items) or "–", count=len(sheet.open_boxes))
    upper = {"upper": sheet.upper, "bonus": sheet.bonus, "subtotal": sheet.subtotal}
    sums = {**upper, "lower": sheet.lower, "total": sheet.total}
    return say("terminal.yatzy.plain.sheet", seat=name, filled=", ".join(items), **sums)


class YatzyAnswers(Answers):
    def hand(self, view: View, names: Sequence[str]) -> list[str]:
        own = view.viewer or 0
        return [sheet_line(view.sheets[own], names[own]), bonus_line(view.sheets[own])]

    def table(self, view: View, names: Sequence[str]) -> list[str]:
        return [totals_line(view, names)] if view.over else [*turn_lines(view, names)]

    def moves(self, view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
        del names
        way = "roll" if not view.dice else "keep" if view.rolls_left else "fill"
        return [say(f"terminal.yatzy.answers.{way}"), *now_lines(view, legal)]

    def lead(self, view: View, names: Sequence[str]) -> list[str]:
        return [lead_line(names, [sheet.total for sheet in view.sheets])]

    def scores(self, view: View, names: Sequence[str]) -> list[str]:
        return [totals_line(view, names)]


ANSWERS = YatzyAnswers("yatzy")
