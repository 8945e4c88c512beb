"""Yatzy's hints: the solver's opinion, in expected points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from purrlor.core import Game, Note
from purrlor.games.yatzy import Action, View, Yatzy
from purrlor.kit.bots import Advice

if TYPE_CHECKING:
    from .players import Sphinx


class OnlyThing(Note, frozen=True):
    """There is nothing to choose."""


@dataclass(frozen=True)
class SolverAdviser:
    sphinx: Sphinx

    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        if len(legal) == 1:
            return Advice([(legal[0], 0.0)], OnlyThing())
        return Advice(self.sphinx.worths(view), self.sphinx.choose(view, legal, Random(0)).reason)


def adviser(game: Game[Any, Any, Any]) -> SolverAdviser:
    from .players import Sphinx
    from .solver.solution import solution

    assert isinstance(game, Yatzy)
    return SolverAdviser(Sphinx(solution(scratch=game.scratch, mouser_is_fat_cat=game.mouser_is_fat_cat)))
