"""Fit the linear weights of the features of House of Cats to the results of self-play.

    python -m harness.house_linear_fit LEVEL ROUNDS GAMES FOLDER [alone] [further]

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
from purrlor.games.house_of_cats.bots.search.turn_search import (
    SearchBuffers,
    best_house,
    best_turns,
    phase,
    phase_shares,
    search_buffers,
)
from purrlor.games.house_of_cats.bots.value.features import (
    ALONE,
    FEATURES,
    PHASES,
    Floats,
    describe,
    initial_weights,
    trained_weights,
    weights_file,
    weights_text,
)
from purrlor.games.house_of_cats.kernels import layout, position
from purrlor.games.house_of_cats.kernels.layout import RuleTable, rule_table

WIDTHS = (24, 8, 1)
"""Beam widths of the search: quick rather than thorough."""
EXPLORE_EVERY = 12
MOST_TURNS = 64
_PRIOR = 100.0
"""Strength of the pull towards the previous round's weights, in houses seen."""
_REMEMBERED = 50_000
"""Houses of earlier rounds to keep."""


@compiled
def play_game(table: RuleTable, buffers: SearchBuffers, random: Source, seen: Floats, progress: Floats) -> int:
    """Play one game by search, with a random finished turn one time in `EXPLORE_EVERY`; return its number of turns.

    Write the features, the two phases and the points so far after each turn, and the final points in one more row.
    """
    state, dice, turns = np.zeros(layout.WORDS, np.int64), np.zeros(layout.DICE, np.int64), 0
    position.start(table, state)
    starting, others, alone = table.level in (2, 3), count(table.start), buffers.rival_empty[0] == ALONE
    while state[layout.EMPTY] and others > 0 and turns < MOST_TURNS:
        position.roll(dice, random)
        position.begin(state, dice[: layout.STARTING_DICE] if starting else dice, starting)
        buffers.rival_empty[0] = ALONE if alone else max(1, others - layout.CHOSEN)
        size = best_turns(table, buffers, state, np.array(WIDTHS))
        state[:] = buffers.houses[0, below(random, size) if below(random, EXPLORE_EVERY) == 0 else best_house(buffers)]
        progress[turns, 0], progress[turns, 1] = phase(table, state, buffers.rival_empty[0])
        progress[turns, 2] = position.written_points(table, state)
        describe(table, state, buffers.rival_empty[0], buffers.boards, seen[turns])
        others -= 0 if alone else layout.CHOSEN if starting else others_fill(random)
        starting, turns = False, turns + 1
    progress[turns, 2] = position.points(table, state)
    buffers.rival_empty[0] = ALONE if alone else 0
    return turns


@compiled
def others_fill(random: Source) -> int:
    """Draw the spaces that a rival fills in a turn: about three."""
    drawn = below(random, 10)
    return 2 if drawn < 2 else 4 if drawn < 4 else 3


def any_table(level: int, random: Random) -> RuleTable:
    rules = HouseOfCats(level=level)
    return rule_table(rules.setup(tuple(random.sample(tuple(Ability), 4))))


def play_games(level: int, weights: Floats, games: int, seed: int, *, alone: bool) -> tuple[Floats, Floats, Floats]:
    """Return features by phases, points still to come, and the final points of each game."""
    buffers, draws, dice = search_buffers(weights, WIDTHS[0]), Random(seed), source(seed)
    buffers.rival_empty[0] = ALONE if alone else 0
    rows: list[Floats] = []
    targets: list[Floats] = []
    finals: list[float] = []
    for _ in range(games):
        seen, progress = np.zeros((MOST_TURNS, FEATURES)), np.zeros((MOST_TURNS + 1, 3))
        turns = play_game(any_table(level, draws), buffers, dice, seen, progress)
        open_turns = np.flatnonzero(seen[:turns, 1])  # a full sheet needs no estimate
        rows.append(_by_phase(seen[open_turns], progress[open_turns]))
        targets.append(progress[turns, 2] - progress[open_turns, 2])
        finals.append(float(progress[turns, 2]))
    return np.concatenate(rows), np.concatenate(targets), np.array(finals)


def _by_phase(seen: Floats, progress: Floats) -> Floats:
    left, near = phase_shares(progress[:, :1], progress[:, 1:2])
    return np.concatenate([seen, seen * left, seen * near], axis=1)


def fit(rows: Floats, targets: Floats, before: Floats) -> Floats:
    """Fit by least squares with a pull towards the previous weights."""
    gram = rows.T @ rows + _PRIOR * np.eye(rows.shape[1])
    missed = targets - rows @ before.ravel()
    return before + np.asarray(np.linalg.solve(gram, rows.T @ missed), np.float64).reshape(PHASES, FEATURES)


def learn(level: int, rounds: int, games: int, weights: Floats, *, alone: bool) -> Floats:
    rows, targets = np.zeros((0, PHASES * FEATURES)), np.zeros(0)
    for number in range(rounds):
        new_rows, new_targets, finals = play_games(level, weights, games, 1000 * level + number, alone=alone)
        rows = np.concatenate([rows[-_REMEMBERED:], new_rows])
        targets = np.concatenate([targets[-_REMEMBERED:], new_targets])
        weights = fit(rows, targets, weights)
        print(f"level {level}, round {number + 1}: {finals.mean():.2f} points", flush=True)
    return weights


def main(level: int, rounds: int, games: int, folder: str, *, alone: bool, further: bool) -> None:
    """Start from the initial weights, or from the trained ones if `further`, and write the result."""
    weights = trained_weights(level, alone=alone) if further else initial_weights(level)
    found = learn(level, rounds, games, weights, alone=alone or level == 4)
    (Path(folder) / weights_file(level, alone=alone)).write_text(weights_text(found), "utf-8")


if __name__ == "__main__":
    _level, _rounds, _games = (int(text) for text in sys.argv[1:4])
    main(_level, _rounds, _games, sys.argv[4], alone="alone" in sys.argv[5:], further="further" in sys.argv[5:])
