"""How things stand in House of Cats, in words."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core import Seat
from purrlor.games.house_of_cats import Action, View
from purrlor.games.house_of_cats.rules import HouseOfCats
from purrlor.kit.answers import Answers, lead_line

from .plain import ability_lines, now_lines, sheet_lines, sheet_points, totals


class HouseOfCatsAnswers(Answers):
    def hand(self, view: View, names: Sequence[str]) -> list[str]:
        own = view.viewer or Seat(0)
        return [*sheet_lines(view, own, names[own])]

    def table(self, view: View, names: Sequence[str]) -> list[str]:
        return [*now_lines(view, (), names), *ability_lines(view)]

    def moves(self, view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
        return [*now_lines(view, legal, names)]

    def lead(self, view: View, names: Sequence[str]) -> list[str]:
        return [lead_line(names, totals(view))]

    def scores(self, view: View, names: Sequence[str]) -> list[str]:
        return [sheet_points(view, Seat(seat), name) for seat, name in enumerate(names)]


ANSWERS = HouseOfCatsAnswers(HouseOfCats.name)
