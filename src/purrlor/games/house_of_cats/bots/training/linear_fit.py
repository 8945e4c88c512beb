"""Fit the linear weights of the features to the results of self-play.

    python -m purrlor.games.house_of_cats.bots.training.linear_fit LEVEL ROUNDS GAMES FOLDER [alone] [further]

Each round plays GAMES games with the previous round's weights and fits the points still to come by least squares. Of
the other seats only the pace matters: they fill about three spaces a turn.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Source, below, count, source
from purrlor.games.house_of_cats import Ability, HouseOfCats
from purrlor.games.house_of_cats.bots.search.turn_search import Desk, best_house, best_turns, desk, phase, phase_shares
from purrlor.games.house_of_cats.bots.value.features import ALONE, FEATURES, PHASES, Floats, describe
from purrlor.games.house_of_cats.bots.value.linear import file_name, learned_weights, rough_weights, weights_text
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.layout import TwinTable, table_of

WIDTHS = (24, 8, 1)
"""Learning plays quickly rather than thoroughly."""
CURIOUS = 12
MOST_TURNS = 64
_PRIOR = 100.0
"""How strongly weights are held near those of the round before, in houses seen."""
_REMEMBERED = 50_000
"""Houses of earlier rounds that still count."""


@compiled
def play_game(table: TwinTable, paper: Desk, random: Source, seen: Floats, told: Floats) -> int:
    """One game, every turn by search; one in `CURIOUS` takes any turn that lies on the desk.

    Writes the features, the two phases and the points so far after each turn; returns how many turns it took. After
    them, in one more row, stand the final points.
    """
    state, dice, turns = np.zeros(fast.WORDS, np.int64), np.zeros(fast.DICE, np.int64), 0
    fast.start(table, state)
    starting, others, alone = table.level in (2, 3), count(table.start), paper.hurry[0] == ALONE
    while state[fast.EMPTY] and others > 0 and turns < MOST_TURNS:
        fast.roll(dice, random)
        fast.begin(state, dice[: fast.STARTING_DICE] if starting else dice, starting)
        paper.hurry[0] = ALONE if alone else max(1, others - fast.CHOSEN)
        size = best_turns(table, paper, state, np.array(WIDTHS))
        state[:] = paper.houses[0, below(random, size) if below(random, CURIOUS) == 0 else best_house(paper)]
        told[turns, 0], told[turns, 1] = phase(table, state, paper.hurry[0])
        told[turns, 2] = fast.written_points(table, state)
        describe(table, state, paper.hurry[0], paper.boards, seen[turns])
        others -= 0 if alone else fast.CHOSEN if starting else others_fill(random)
        starting, turns = False, turns + 1
    told[turns, 2] = fast.points(table, state)
    paper.hurry[0] = ALONE if alone else 0
    return turns


@compiled
def others_fill(random: Source) -> int:
    """About three spaces a turn, often one fewer or more."""
    drawn = below(random, 10)
    return 2 if drawn < 2 else 4 if drawn < 4 else 3


def any_table(level: int, random: Random) -> TwinTable:
    rules = HouseOfCats(level=level)
    return table_of(rules.setup(tuple(random.sample(tuple(Ability), 4))))


def play_games(level: int, weights: Floats, games: int, seed: int, *, alone: bool) -> tuple[Floats, Floats, Floats]:
    """Features by phases, points still to come, and the final points of each game."""
    paper, draws, dice = desk(weights, WIDTHS[0]), Random(seed), source(seed)
    paper.hurry[0] = ALONE if alone else 0
    rows: list[Floats] = []
    targets: list[Floats] = []
    finals: list[float] = []
    for _ in range(games):
        seen, told = np.zeros((MOST_TURNS, FEATURES)), np.zeros((MOST_TURNS + 1, 3))
        turns = play_game(any_table(level, draws), paper, dice, seen, told)
        open_turns = np.flatnonzero(seen[:turns, 1])  # a full sheet needs no estimate
        rows.append(_by_phase(seen[open_turns], told[open_turns]))
        targets.append(told[turns, 2] - told[open_turns, 2])
        finals.append(float(told[turns, 2]))
    return np.concatenate(rows), np.concatenate(targets), np.array(finals)


def _by_phase(seen: Floats, told: Floats) -> Floats:
    left, near = phase_shares(told[:, :1], told[:, 1:2])
    return np.concatenate([seen, seen * left, seen * near], axis=1)


def fitted(rows: Floats, targets: Floats, before: Floats) -> Floats:
    """Least squares, held near the weights before."""
    gram = rows.T @ rows + _PRIOR * np.eye(rows.shape[1])
    missed = targets - rows @ before.ravel()
    return before + np.asarray(np.linalg.solve(gram, rows.T @ missed), np.float64).reshape(PHASES, FEATURES)


def learn(level: int, rounds: int, games: int, weights: Floats, *, alone: bool) -> Floats:
    rows, targets = np.zeros((0, PHASES * FEATURES)), np.zeros(0)
    for number in range(rounds):
        new_rows, new_targets, finals = play_games(level, weights, games, 1000 * level + number, alone=alone)
        rows = np.concatenate([rows[-_REMEMBERED:], new_rows])
        targets = np.concatenate([targets[-_REMEMBERED:], new_targets])
        weights = fitted(rows, targets, weights)
        print(f"level {level}, round {number + 1}: {finals.mean():.2f} points", flush=True)  # noqa: T201
    return weights


def main(level: int, rounds: int, games: int, folder: str, *, alone: bool, further: bool) -> None:
    """Start from a first guess, or learn further from the weights that there are."""
    weights = learned_weights(level, alone=alone) if further else rough_weights(level)
    found = learn(level, rounds, games, weights, alone=alone or level == 4)
    (Path(folder) / file_name(level, alone=alone)).write_text(weights_text(found), "utf-8")


if __name__ == "__main__":
    _level, _rounds, _games = (int(text) for text in sys.argv[1:4])
    main(_level, _rounds, _games, sys.argv[4], alone="alone" in sys.argv[5:], further="further" in sys.argv[5:])
