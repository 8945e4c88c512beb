"""The race, with lines of different length, in simulated time: what counts is who pressed first, not who was heard."""

from __future__ import annotations

import random
from collections import Counter

from purrlor.table.race import CAP, SLACK, Line


def test_a_report_within_the_allowance_counts() -> None:
    line = measured(60, 60, 60)
    assert line.reaction(300, elapsed=365) == 300


def test_a_report_that_claims_more_than_the_line_takes_is_not_believed() -> None:
    line = measured(60, 60, 60)
    assert line.reaction(100, elapsed=360) == 300


def test_nobody_reacts_later_than_they_were_heard() -> None:
    assert measured(60).reaction(900, elapsed=360) == 360


def test_without_a_report_the_arrival_counts() -> None:
    assert measured(60).reaction(None, elapsed=360) == 360


def test_an_unsteady_line_is_allowed_more() -> None:
    assert measured(58, 59, 60, 61, 62).allowance == 60 + 3 * 1 + SLACK


def test_no_line_is_excused_for_more_unsteadiness_than_fifty_milliseconds() -> None:
    assert measured(40, 60, 300, 60, 300).allowance == 40 + 50 + SLACK


def test_no_line_is_excused_for_more_than_the_cap() -> None:
    line = measured(*[2000] * 9)
    assert line.allowance == CAP
    assert line.reaction(10, elapsed=2010) == 2010 - CAP


def test_equal_reflexes_win_equally_often_whatever_the_line() -> None:
    wins = race([20, 60, 120, 250], lies=[0, 0, 0, 0])
    assert all(abs(wins[seat] / RACES - 1 / 4) < 0.02 for seat in range(4)), wins


def test_reporting_too_little_gains_next_to_nothing() -> None:
    wins = race([60, 60, 60, 60], lies=[200, 0, 0, 0])
    assert wins[0] / RACES < 1 / 4 + 0.02


RACES = 8000


def race(trips: list[int], lies: list[int]) -> Counter[int]:
    """Equal reflexes; each round trip varies by a few milliseconds."""
    chance = random.Random("race")
    lines = [measured(*[trip + chance.gauss(0, 2) for _ in range(25)]) for trip in trips]
    wins: Counter[int] = Counter()
    for _ in range(RACES):
        pressed = [chance.gauss(360, 70) for _ in trips]
        heard = [time + trip + chance.gauss(0, 2) for time, trip in zip(pressed, trips, strict=True)]
        counted = [
            line.reaction(round(time - lie), round(elapsed))
            for line, time, lie, elapsed in zip(lines, pressed, lies, heard, strict=True)
        ]
        best = [seat for seat, time in enumerate(counted) if time == min(counted)]
        wins[chance.choice(best)] += 1
    return wins


def measured(*trips: float) -> Line:
    line = Line()
    for trip in trips:
        line.measured(trip)
    return line
