"""How things stand in MEOW, in words."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.games.meow import Action, View
from purrlor.games.meow.rules import Meow
from purrlor.kit.answers import Answers, lead_line

from .plain import duty_lines, hand_lines, last_trick, pile_lines, points_line, table_lines
from .words import ending


class MeowAnswers(Answers):
    def hand(self, view: View, names: Sequence[str]) -> list[str]:
        return [*hand_lines(view), pile_lines(view, names)[view.viewer or 0]]

    def table(self, view: View, names: Sequence[str]) -> list[str]:
        if view.over:
            return [ending(view, names)]
        return [*table_lines(view, names), *([] if view.trick else last_trick(view, names))]

    def moves(self, view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
        del names
        return [*duty_lines(view, legal)]

    def lead(self, view: View, names: Sequence[str]) -> list[str]:
        return [lead_line(names, view.scores)]

    def scores(self, view: View, names: Sequence[str]) -> list[str]:
        return [points_line(view, names), *pile_lines(view, names)]


ANSWERS = MeowAnswers(Meow.name)
