"""Choose the turns that a puzzle offers, and measure their expected values.

Candidates are what was played, what bots of several strengths would play, and the best that a search finds. The best
is picked on one set of rolls and measured, with the turns beside it, on another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from purrlor.core import Act, Match
from purrlor.kit import kit
from purrlor.kit.puzzles import CLEAR, PuzzlePosition, Weighed
from purrlor.kit.statistics import standard_error

from .bots.search.planner import (
    Plan,
    SearchParameters,
    SearchRoot,
    best_plans,
    rollout_values,
    root_seed,
    search_root,
    turn_begun,
)
from .house import House
from .kernels.codes import house_row
from .kernels.layout import HOUSE
from .notation import Action, Done
from .puzzles import PUZZLES, house_of, steps_of
from .scoring import points

PARAMETERS = SearchParameters(candidates=12)
PICKING, MEASURING = 32, 128
"""Series of rolls with which the best turn is picked, and those with which it is measured."""
OFFERED = 4
LEAST_OFFERED = 3
THINKERS = ("kitten", "tabby", "tomcat")


def weighed(position: PuzzlePosition, played: str) -> tuple[Weighed, ...]:
    """Return a few turns that differ clearly, the best first; none if it is not clear which one is best."""
    view = position.view
    root = search_root(view, turn_begun(view))
    turns = _candidates(position, root, played)
    houses = [house_row(root.sheet, house_of(position, steps)) for steps in turns]
    plans = [Plan((), house[:HOUSE].tobytes(), 0.0) for house in houses]
    picked = [
        fmean(column) for column in zip(*rollout_values(root, PARAMETERS, plans, PICKING, root_seed(root)), strict=True)
    ]
    order = sorted(range(len(plans)), key=lambda place: -picked[place])
    best = order[0]
    wanted = [0, *(place for place in range(1, len(plans)) if place not in (0, best))]
    offered = [best, *[place for place in wanted if place != best and picked[best] - picked[place] >= PUZZLES.lead]]
    chosen = offered[: 2 * OFFERED]
    values = rollout_values(root, PARAMETERS, [plans[place] for place in chosen], MEASURING, root_seed(root) + 1)
    found = [_weighed(position, turns[place], values, column) for column, place in enumerate(chosen)]
    clear = [each for each in found[1:] if found[0].worth - each.worth >= max(PUZZLES.lead, CLEAR * each.error)]
    if len(clear) < LEAST_OFFERED - 1:
        return ()
    return (found[0], *sorted(clear[: OFFERED - 1], key=lambda each: -each.worth))


def _weighed(position: PuzzlePosition, steps: Sequence[Action], values: list[list[float]], column: int) -> Weighed:
    error = standard_error([row[0] - row[column] for row in values])
    now = points(position.game.layout, house_of(position, steps)).total
    text = ", ".join(str(step) for step in steps if not isinstance(step, Done))
    return Weighed(text, round(fmean(row[column] for row in values), 2), round(error, 3), (now,))


def _candidates(position: PuzzlePosition, root: SearchRoot, played: str) -> list[tuple[Action, ...]]:
    """Return what was played, then what bots play, then what a search finds; each house once."""
    found: dict[House, tuple[Action, ...]] = {}
    searched = (plan.steps[:-1] for plan in best_plans(root, PARAMETERS))
    for steps in (steps_of(played), *_bots_turns(position), *searched):
        found.setdefault(house_of(position, steps), steps)
    return list(found.values())


def _bots_turns(position: PuzzlePosition) -> Iterator[tuple[Action, ...]]:
    for level in THINKERS:
        bot = kit(position.game.name).level(level).make(position.game)
        match: Match[object, Action, object] = position.match.clone()
        steps: list[Action] = []
        source = Random(f"{level}/{len(match)}")
        while match.awaiting.chance is None and position.seat in match.awaiting.seats:
            action = bot.choose(match.view(position.seat), match.legal(position.seat), source).action
            match.push(Act(position.seat, action, match.now))
            if isinstance(action, Done):
                break
            steps.append(action)
        yield tuple(steps)
