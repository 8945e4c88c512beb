"""Compare rows of a batch with the reference rules: each decision is played in both."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from purrlor.compiled.bits import below, fraction
from purrlor.core import Act, BreaksTies, Fate, Millis, Seat, winners
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.house_of_cats.kernels.batch import SEAT, live_house, row_table
from purrlor.games.house_of_cats.kernels.codes import action_of
from purrlor.games.house_of_cats.kernels.legal import choice_buffer
from purrlor.games.house_of_cats.kernels.legal import legal as legal_codes
from purrlor.kit import level
from purrlor.lab.batch import Batch
from purrlor.lab.encodings import AnyGame

FatesOf = Callable[[Any, Any, np.ndarray[Any, Any]], tuple[int, ...]]
"""Returns the random outcomes in the notation of the reference rules, from the rules' state and the compiled row."""


class Beside:
    """One row of a batch, and the same match by the reference rules."""

    def __init__(self, rules: AnyGame, fates: FatesOf) -> None:
        self.rules = rules
        self.fates = fates
        self.state = rules.initial()

    def follow(self, row: np.ndarray[Any, Any]) -> None:
        """Let chance give what it gave in the row, up to the next decision."""
        while self.rules.awaiting(self.state).chance is not None:
            self.state = self.rules.apply(self.state, Fate(self.fates(self.rules, self.state, row)))

    def act(self, action: Any) -> None:
        seat = self.rules.awaiting(self.state).seats[0]
        self.state = self.rules.apply(self.state, Act(seat, action))

    @property
    def over(self) -> bool:
        return self.rules.awaiting(self.state).nothing


def compare(rules: AnyGame, fates: FatesOf, *, rows: int, steps: int, seed: int = 7) -> int:
    """Play at random in a batch and by the rules, and demand equality in every step; how many were compared."""
    batch = Batch(rules, rows, seed=seed, auto_reset=False)
    sides = [Beside(rules, fates) for _ in range(rows)]
    compared = 0
    while compared < steps:
        for number, side in enumerate(sides):
            if batch.done[number]:
                assert side.over
                assert tuple(batch.points[number]) == rules.scores(side.state)
                _same_winners(batch, number, side)
                _same_end(batch, number, side)
                sides[number] = Beside(rules, fates)
        ended = np.flatnonzero(batch.done)
        if len(ended):
            batch.reset(ended)
        for number, side in enumerate(sides):
            side.follow(batch.row(number))
            _same(batch, number, side)
            compared += 1
        actions = batch.random_actions()
        for number, side in enumerate(sides):
            side.act(batch.encoding.actions[actions[number]])
        batch.step(actions)
    return compared


def _same_winners(batch: Batch, number: int, side: Beside) -> None:
    scores = side.rules.scores(side.state)
    best = side.rules.winners(side.state) if isinstance(side.rules, BreaksTies) else winners(scores)
    if len(best) < len(scores):
        assert tuple(np.flatnonzero(batch.reward[number] > 0)) == best


def _same_end(batch: Batch, number: int, side: Beside) -> None:
    for seat in range(side.rules.seats):
        expected = batch.encoding.observe(side.rules.view(side.state, Seat(seat)), Millis(0))
        assert batch.final_observation(number, seat).tolist() == expected


def _same(batch: Batch, number: int, side: Beside) -> None:
    seat = Seat(int(batch.seat[number]))
    assert side.rules.awaiting(side.state).seats[0] == seat
    view, legal = side.rules.view(side.state, seat), side.rules.legal(side.state, seat)
    written = batch.encoding.write(view)
    assert batch.observation[number].tolist() == [*written, *[0] * (batch.encoding.size - len(written))]
    numbers = batch.encoding.numbers
    meant = sorted(numbers[action] for action in legal if action in numbers)
    assert np.flatnonzero(batch.mask[number]).tolist() == meant


class SameChance(Random):
    """A random source that gives a level what compiled code draws from a row's source."""

    def __init__(self, source: np.ndarray[Any, Any]) -> None:
        super().__init__()
        self.source = source

    def random(self) -> float:
        return fraction(self.source)

    def choice(self, seq: Any) -> Any:
        return seq[below(self.source, len(seq))]


def house_of_cats_actions(rules: Any, table: Any, row: np.ndarray[Any, Any]) -> list[Any]:
    """Return the legal actions in the order of compiled code, in which chance picks among equals."""
    codes = choice_buffer()
    size = legal_codes(row_table(table, row), live_house(row, row[SEAT]), codes)
    return [action_of(rules.layout, int(code)) for code in codes[:size]]


def compare_level(rules: AnyGame, fates: FatesOf, name: str, *, rows: int, steps: int) -> int:
    """Let a level play all seats of a batch, and demand the choices of the level itself; how many were compared."""
    batch, bot = Batch(rules, rows, seed=7, auto_reset=False), level(rules.name, name).make(rules)
    sides, compared = [Beside(rules, fates) for _ in range(rows)], 0
    sources: Any = vars(batch)["_choosers"]
    while compared < steps:
        for number in map(int, np.flatnonzero(batch.done)):
            sides[number] = Beside(rules, fates)
        if batch.done.any():
            batch.reset(np.flatnonzero(batch.done))
        before = sources.copy()
        chosen = batch.level_actions(name)
        for number, side in enumerate(sides):
            side.follow(batch.row(number))
            seat = side.rules.awaiting(side.state).seats[0]
            view, legal = side.rules.view(side.state, seat), side.rules.legal(side.state, seat)
            if isinstance(rules, HouseOfCats):
                legal = house_of_cats_actions(rules, vars(batch)["_table"], batch.row(number))
            expected = bot.choose(view, legal, SameChance(before[number : number + 1])).action
            assert batch.encoding.actions[chosen[number]] == expected, (view, legal)
            side.act(expected)
            compared += 1
        batch.step(chosen)
    return compared
