"""Compiled bots play like those that can be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from harness.race_simulation import play_many
from purrlor.core.story import notes
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.race_player import RacePlayer
from purrlor.games.addi_cats.bots.reflexes import ADULT, SIX_YEAR_OLD, TEN_YEAR_OLD
from purrlor.games.addi_cats.story import Greedy, WinsEquality, WinsFromOutside, WinsSumo
from purrlor.lab.playout import play_out

RULES = AddiCats(seats=3)
FAMILY = (SIX_YEAR_OLD, TEN_YEAR_OLD, ADULT)

UNCOMPILED = """
from purrlor.compiled.runner import prefer_numba
prefer_numba()
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.reflexes import ADULT, SIX_YEAR_OLD, TEN_YEAR_OLD
from harness.race_simulation import play_many
outcomes = play_many(AddiCats(seats=3), (SIX_YEAR_OLD, TEN_YEAR_OLD, ADULT), 9, "x")
print([outcomes.scores.tolist(), outcomes.cards_turned.tolist()])
"""
"""Takes a second as plain Python; compiling takes half a minute."""


def uncompiled() -> list[Any]:
    """Play nine matches as plain Python: their scores, and how many cards were turned in each."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", UNCOMPILED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_some_matches_end_with_scores_that_are_possible() -> None:
    scores, turned = uncompiled()
    assert all(max(each) <= 2 and -sum(min(score, 0) for score in each) <= len(RULES.cards) for each in scores)
    assert min(turned) > 10


@pytest.mark.nightly
def test_compiled_matches_are_those_of_plain_python() -> None:
    outcomes = play_many(RULES, FAMILY, 9, "x")
    assert [outcomes.scores.tolist(), outcomes.cards_turned.tolist()] == uncompiled()


@pytest.mark.nightly
def test_the_same_seed_gives_the_same_outcomes_in_every_process() -> None:
    alone, together = (play_many(RULES, FAMILY, 600, "x", workers=workers) for workers in (1, 3))
    assert np.array_equal(alone.rows, together.rows)
    assert not np.array_equal(alone.rows, play_many(RULES, FAMILY, 600, "y").rows)


@pytest.mark.nightly
def test_more_matches_begin_with_the_same_ones() -> None:
    assert np.array_equal(play_many(RULES, FAMILY, 100, "x").rows, play_many(RULES, FAMILY, 300, "x").rows[:100])


@pytest.mark.nightly
def test_scores_add_up_to_the_cards() -> None:
    scores = play_many(RULES, FAMILY, 300, "x").scores
    assert (scores.max(axis=1) <= 2).all()
    assert (-np.minimum(scores, 0).sum(axis=1) <= len(RULES.cards)).all()


def test_as_many_players_as_seats() -> None:
    with pytest.raises(ValueError, match="3 seats"):
        play_many(RULES, (ADULT, ADULT), 1, "x")


@pytest.mark.nightly
def test_matches_turn_out_like_those_of_the_readable_bots() -> None:
    """Length, fights won and greedy hits: means within four standard errors of those of other matches."""
    outcomes = play_many(RULES, FAMILY, 4000, "x")
    compiled = np.column_stack([outcomes.cards_turned, outcomes.minutes, outcomes.victories, outcomes.greeds])
    read = np.array([figures(number) for number in range(90)])
    error = np.sqrt(read.var(axis=0) / len(read) + compiled.var(axis=0) / len(compiled))
    assert (abs(read.mean(axis=0) - compiled.mean(axis=0)) / error).max() < 4


def figures(number: int) -> list[float]:
    bots = [RacePlayer(FAMILY[(seat - number) % 3]) for seat in range(3)]
    match = play_out(RULES, bots, f"read {number}")
    fights, greeds = [0.0] * 3, [0.0] * 3
    for before, event, after in zip(match.states, match.log, match.states[1:], strict=False):
        for note in notes(RULES, before, event, after, None):
            if isinstance(note, WinsEquality | WinsFromOutside | WinsSumo):
                fights[(note.seat - number) % 3] += 1
            elif isinstance(note, Greedy):
                greeds[(note.seat - number) % 3] += 1
    return [match.state.cards_turned, match.now / 60_000, *fights, *greeds]
