"""More than two seats that know all hands: the last tricks to the end, each seat taking what is best for itself (maxⁿ).

Every line of play is followed, so this is for few cards. Of equals a seat takes the lowest card.
"""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints
from purrlor.games.meow.kernels.fast_rules import TURN, WORDS, TwinTable, legal

from .playouts import award
from .values import Floats, Stakes, share_out

TRICKS = 3
"""The number of tricks before the end up to which this takes a moment at most."""


@compiled
def last_tricks(table: TwinTable, start: Ints, stakes: Stakes, cards: Ints, found: Floats) -> None:
    """Write what each card brings the seat to play, if everybody plays for their best."""
    seats = table.seats
    states = np.zeros((6 * TRICKS + 2, WORDS), np.int64)
    won, done = np.zeros((len(states), seats), np.int64), np.zeros(len(states), np.int64)
    left, best = np.zeros(len(states), np.int64), np.zeros((len(states), seats))
    for choice in range(len(cards)):
        states[0] = start
        won[0] = 0
        done[0] = award(table, states[0], cards[choice], won[0], 0)
        _follow_all(table, stakes, states, won, done, left, best)
        found[choice] = best[0, start[TURN]]


@compiled
def _follow_all(  # noqa: PLR0917
    table: TwinTable, stakes: Stakes, states: Ints, won: Ints, done: Ints, left: Ints, best: Floats
) -> None:
    """From the first of `states` to all ends; `best` of it is what every seat gets."""
    depth = 0
    _arrive(stakes, states, won, left, best, depth)
    while left[0] or depth:
        if left[depth]:
            card = left[depth] & -left[depth]
            left[depth] ^= card
            states[depth + 1], won[depth + 1] = states[depth], won[depth]
            depth += 1
            done[depth] = award(table, states[depth], card, won[depth], done[depth - 1])
            _arrive(stakes, states, won, left, best, depth)
        else:
            depth -= 1
            seat = states[depth, TURN]
            if best[depth + 1, seat] > best[depth, seat]:
                best[depth] = best[depth + 1]


@compiled
def _arrive(  # noqa: PLR0917
    stakes: Stakes, states: Ints, won: Ints, left: Ints, best: Floats, depth: int
) -> None:
    """At the end of the round all is known; before, every legal card is to be tried."""
    if states[depth, TURN] < 0:
        left[depth] = 0
        share_out(stakes, won[depth], best[depth])
    else:
        left[depth] = legal(states[depth])
        best[depth] = -np.inf
