"""Moves of a finished match are compared in parts, which give the same results in any order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from purrlor.kit.continuations import COUNT, Brought
from purrlor.table import wire
from purrlor.table.continuations import PARTS, WORLDS, check_moves, continued, merged_continuations
from purrlor.table.refusals import RequestRefused

RECORD = (Path(__file__).parents[1] / "golden" / "yatzy.purr").read_text(encoding="utf-8")
LAST_ROUNDS = wire.CompareMoves(186, 0, ["score four_kind"])
LAST_ROLLS = wire.CompareMoves(218, 0, ["keep 3", "score mouser"])
"""The first player rolls the dice of the last round."""


def test_parts_are_different_worlds() -> None:
    one, two = (continued(RECORD, LAST_ROUNDS, start) for start in PARTS[:2])
    assert [len(each.scores) for each in one] == [WORLDS]
    assert one[0].scores != two[0].scores
    assert continued(RECORD, LAST_ROUNDS, PARTS[0]) == one


def test_parts_that_are_done_are_merged() -> None:
    parts = [[Brought((), (10, 20), 1), Brought((), (0, 0), 0)], [Brought((), (30, 40), 2), Brought((), (4, 4), 1)]]
    found = merged_continuations(LAST_ROLLS, parts)
    assert (found.count, found.done) == (COUNT, 2 * WORLDS)
    assert [(each.move, each.points, each.wins) for each in found.moves] == [("keep 3", 25, 3), ("score mouser", 2, 1)]


def test_nothing_is_known_at_first() -> None:
    found = merged_continuations(LAST_ROLLS, [])
    assert (found.done, [each.wins for each in found.moves]) == (0, [0, 0])


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"moves": []}, "bad_moves"),
        ({"moves": ["roll"] * 3}, "bad_moves"),
        ({"moves": ["keep 6 6 6"]}, "bad_fork"),
        ({"moves": ["meow"]}, "bad_fork"),
        ({"at": 10_000}, "bad_fork"),
        ({"seat": 1}, "bad_fork"),
    ],
)
def test_moves_that_were_impossible_are_refused(given: dict[str, Any], code: str) -> None:
    check_moves(RECORD, LAST_ROLLS)
    with pytest.raises(RequestRefused) as caught:
        check_moves(RECORD, structs.replace(LAST_ROLLS, **given))
    assert caught.value.code == code
