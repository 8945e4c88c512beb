"""Bots that plan the whole turn on the compiled twin.

- `tomcat`, a regular: sees whole turns, and judges houses by the same feeling as the tabby.
- `lynx`: sees more of them, and has learned from many games what a house will bring.
- `tiger`: also plays on after the best of them, four turns each, with many rolls and together with the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from purrlor.core import Millis
from purrlor.games.house_of_cats import View
from purrlor.games.house_of_cats.kernels.layout import fits
from purrlor.games.house_of_cats.notation import Action
from purrlor.kit.bots import Choice

from .heuristic import Tabby
from .search.planner import Care, Plan, equally_good, situation, turn_begun

THINKING = Millis(700)

TOMCAT = Care(width=24, changed_width=8, changes=1, learned=False, margin=0.02)
LYNX_1 = Care(margin=0.002)
TIGER_1 = Care(candidates=12, series=8, margin=0.05)
"""As they were before the network, so that it can be measured what it brings."""
LYNX = replace(LYNX_1, net=True, margin=0.02, first_margin=0.2)
TIGER = replace(TIGER_1, net=True, candidates=24, series=6, sure=2.5, turns=4, narrow=(8, 3, 1), against=True)
"""Margins so that two bots of one level do not fill identical sheets; docs/bots/house-of-cats.md has their cost."""


@dataclass(frozen=True)
class Planner:
    """Plays its plan step by step; where somebody else began the turn, it plans the rest."""

    care: Care

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        if not fits(view.sheet):  # the twin is for sheets of up to 64 squares
            return Tabby().choose(view, legal, random)
        action = self.step(view, random)
        if action is None or action not in legal:
            return Tabby().choose(view, legal, random)
        return Choice(action, THINKING)

    def step(self, view: View, random: Random) -> Action | None:
        """The next step; None if no plan was found. Of equally good turns that begin like this one, any."""
        turn = view.turn
        assert turn is not None
        done = len(turn.steps)
        whole = equally_good(situation(view, turn_begun(view)), self.care)
        fitting = [plan for plan in whole if plan.steps[:done] == turn.steps]
        if fitting:
            return random.choice(fitting).steps[done]
        rest: Sequence[Plan] = equally_good(situation(view, turn), self.care)
        return random.choice(rest).steps[0] if rest else None
