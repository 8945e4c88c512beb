"""Fit the luck of House of Cats: a ridge regression of the points of a `tabby` alone on the dice it rolled."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from purrlor.core import Fate, Fates, Match, fate_key, secret_from_text
from purrlor.games.house_of_cats.luck import PARTS, features
from purrlor.games.house_of_cats.rules import HouseOfCats
from purrlor.kit import level as bot_level

RIDGE = 50.0
FOLDS = 5
Floats = NDArray[np.float64]


class Played(NamedTuple):
    points: int
    fates: list[tuple[int, ...]]


def play(level: int, number: int) -> Played:
    """Play a match of a `tabby` alone."""
    game, seed = HouseOfCats(seats=1, level=level), f"luck/{number}"
    bot, random = bot_level(game.name, "tabby").make(game), Random(f"{seed}/seat/0")
    match: Match[Any, Any, Any] = Match(game, Fates(fate_key(secret_from_text(seed))))
    match.settle()
    while not match.over:
        seat = match.awaiting.seats[0]
        match.act(seat, bot.choose(match.view(seat), match.legal(seat), random).action)
        match.settle()
    return Played(match.scores[0], [event.values for event in match.log if isinstance(event, Fate)])


def fitted(matches: Sequence[Played]) -> tuple[list[int], float]:
    """Return weights in thousandths of a point, and the share of the variance that such weights explain elsewhere."""
    values = np.array([features(each.fates, abilities_are_drawn=True) for each in matches]) / PARTS
    points = np.array([each.points for each in matches], np.float64)
    folds = np.arange(len(points)) % FOLDS
    guessed = np.zeros(len(points))
    for fold in range(FOLDS):
        guessed[folds == fold] = values[folds == fold] @ _ridge(values[folds != fold], points[folds != fold])
    explained = float(np.corrcoef(guessed, points)[0, 1]) ** 2
    return [round(1000 * weight) for weight in _ridge(values, points)], explained


def _ridge(values: Floats, points: Floats) -> Floats:
    square = values.T @ values + RIDGE * np.eye(values.shape[1])
    return np.asarray(np.linalg.solve(square, values.T @ (points - points.mean())), np.float64)
