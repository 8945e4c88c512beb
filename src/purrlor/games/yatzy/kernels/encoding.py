"""Yatzy in numbers: 223 actions, and per viewer 7 + 28 columns for each seat."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from purrlor.games.yatzy.boxes import Box
from purrlor.games.yatzy.notation import Action, Keep, Score
from purrlor.games.yatzy.rules import DICE, ROLLS, View, Yatzy
from purrlor.kit.lab import Encoding, Field, from_seat, one_hot, padded

KEEPS = tuple(Keep(dice) for size in range(DICE) for dice in combinations_with_replacement(range(1, 7), size))
"""Every set of up to four dice, small sets first; the first one keeps nothing, which is `roll`."""
ACTIONS: tuple[Action, ...] = (*KEEPS, *(Score(box) for box in Box))


@lru_cache
def encoding(rules: Yatzy) -> Encoding[View, Action]:
    seats = rules.seats
    boxes = len(Box)
    fields = padded(
        Field("dice", 6, "how many dice on the table show 1, 2, … 6", high=DICE),
        Field("rolls_left", 1, "rolls left in this turn", high=ROLLS),
        Field("turn", seats, "whose turn it is: the viewer, the next seat, …"),
        Field("filled", seats * boxes, "which boxes are filled, for the viewer, the next seat, …"),
        Field("entries", seats * boxes, "the points in each box, in the same order", high=50),
        Field("upper", seats, "the sum of the six upper boxes", high=105),
    )
    turns = seats * boxes
    return Encoding(fields, ACTIONS, _observation, turns * (ROLLS + 1), turns * ROLLS + 1, hidden=False)


def _observation(view: View) -> list[int]:
    viewer = view.viewer or 0
    sheets = from_seat(view.sheets, viewer)
    turn = None if view.turn is None else (view.turn - viewer) % len(sheets)
    return [
        *(view.dice.count(face) for face in range(1, 7)),
        view.rolls_left,
        *one_hot(turn, len(sheets)),
        *(int(entry is not None) for sheet in sheets for entry in sheet.entries),
        *(entry or 0 for sheet in sheets for entry in sheet.entries),
        *(sheet.upper for sheet in sheets),
    ]
