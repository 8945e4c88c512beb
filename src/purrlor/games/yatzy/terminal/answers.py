"""How things stand in Yatzy, in words."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.games.yatzy import Action, View
from purrlor.games.yatzy.rules import Yatzy
from purrlor.kit.answers import Answers, lead_line
from purrlor.kit.speech import say

from .plain import bonus_line, now_lines, sheet_line, totals_line, turn_lines


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


ANSWERS = YatzyAnswers(Yatzy.name)
