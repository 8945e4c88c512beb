"""Yatzy's hints in the terminal: the solver's opinion, in expected points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from purrlor.bots import level
from purrlor.core import Game
from purrlor.games.yatzy import Action, View

from ..advice import Advice
from ..speech import say, speech

if TYPE_CHECKING:
    from purrlor.bots.yatzy.experts import Sphinx


@dataclass(frozen=True)
class SolverAdviser:
    sphinx: Sphinx

    def advise(self, view: View, legal: Sequence[Action]) -> Advice:
        if len(legal) == 1:
            return Advice([(legal[0], 0.0)], say("yatzy.advice.only"))
        reason = self.sphinx.choose(view, legal, Random(0)).reason
        sentence = speech().say("yatzy", reason, ()) if reason else ""
        return Advice(self.sphinx.worths(view), sentence)


def adviser(game: Game[Any, Any, Any]) -> SolverAdviser:
    sphinx: Any = level(game.name, "sphinx").make(game)
    return SolverAdviser(sphinx)
