"""Bots that plan the whole turn on the compiled rules.

- `tomcat`: searches whole turns and evaluates houses with the initial linear weights.
- `lynx`: searches more of them, and evaluates houses with trained weights and the value network.
- `tiger`: also compares the best turns by rollouts of four turns, played together with the rivals.
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
from .search.planner import Plan, SearchParameters, equally_good, search_root, turn_begun

THINKING = Millis(700)

TOMCAT = SearchParameters(width=24, changed_width=8, changes=1, trained=False, margin=0.02)
LYNX_1 = SearchParameters(margin=0.002)
TIGER_1 = SearchParameters(candidates=12, series=8, margin=0.05)
"""The parameters of the levels before the network existed, to measure its effect."""
LYNX = replace(LYNX_1, network=True, margin=0.02, first_margin=0.2)
TIGER = replace(
    TIGER_1, network=True, candidates=24, series=6, sure=2.5, turns=4, rollout_widths=(8, 3, 1), against=True
)
"""Margins keep two bots of one level from filling identical sheets (docs/research/notebooks/house-of-cats.md)."""
LEVEL_PARAMETERS = {"tomcat": TOMCAT, "lynx": LYNX, "tiger": TIGER, "lynx@1": LYNX_1, "tiger@1": TIGER_1}


@dataclass(frozen=True)
class Planner:
    """Follow a plan step by step; plan the rest of a turn that somebody else began."""

    parameters: SearchParameters

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        if not fits(view.sheet):  # the compiled rules hold up to 64 squares
            return Tabby().choose(view, legal, random)
        action = self.step(view, random)
        if action is None or action not in legal:
            return Tabby().choose(view, legal, random)
        return Choice(action, THINKING)

    def step(self, view: View, random: Random) -> Action | None:
        """Return the next step of any equally good turn that began like this one; None if the search found none."""
        turn = view.turn
        assert turn is not None
        done = len(turn.steps)
        whole = equally_good(search_root(view, turn_begun(view)), self.parameters)
        fitting = [plan for plan in whole if plan.steps[:done] == turn.steps]
        if fitting:
            return random.choice(fitting).steps[done]
        rest: Sequence[Plan] = equally_good(search_root(view, turn), self.parameters)
        return random.choice(rest).steps[0] if rest else None
