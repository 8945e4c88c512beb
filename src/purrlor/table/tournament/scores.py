"""Scores of a round: matchpoints from comparing the same seat at all tables, and points within a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from .record import BOT, TournamentRound, TournamentTable

Marks: TypeAlias = dict[int, Fraction]
"""Each person's score in a round, from 0 (worst) to 1."""
HALF = Fraction(1, 2)
BYE = Fraction(1)


def matchpoints(each: TournamentRound) -> Marks:
    """Return each person's share of the other tables at which the same seat scored less; an equal score counts half.

    Bots count in the comparison, too. A table without a result, or without another table to compare with, counts as
    average.
    """
    by_seat: dict[int, list[int]] = defaultdict(list)
    for table in each.tables:
        if table.result is not None:
            for seat, score in enumerate(table.result.scores):
                by_seat[seat].append(score)
    marks: Marks = {}
    for table in each.tables:
        for seat, person in enumerate(table.people):
            if person != BOT:
                others = len(by_seat[seat]) - 1
                if table.result is None or others < 1:
                    marks[person] = HALF
                else:
                    own = table.result.scores[seat]
                    beaten = sum(Fraction(_beats(own, other)) for other in by_seat[seat]) - HALF  # without itself
                    marks[person] = beaten / others
    return marks


def table_points(table: TournamentTable) -> Marks:
    """Return the share of opponents, bots aside, that each person has beaten. Without a result all are equal."""
    seats = [seat for seat, person in enumerate(table.people) if person != BOT]
    marks: Marks = {}
    for seat in seats:
        others = [other for other in seats if other != seat]
        if table.result is None or not others:
            marks[table.people[seat]] = HALF if others else BYE
            continue
        own = table.result.ranking_key(seat)
        beaten = sum(_beats(own, table.result.ranking_key(other)) for other in others)
        marks[table.people[seat]] = Fraction(beaten) / len(others)
    return marks


def _beats(own: int | tuple[int, bool], other: int | tuple[int, bool]) -> Fraction:
    if own == other:
        return HALF
    return Fraction(own > other)  # type: ignore[operator]


def swiss_marks(each: TournamentRound) -> Marks:
    """Return the scores of a round as far as it is played. A bye counts as a win."""
    marks = dict.fromkeys(each.byes, BYE)
    for table in each.tables:
        if table.result is not None or each.closed:
            marks |= table_points(table)
    return marks


def swiss_points(rounds: Sequence[TournamentRound]) -> defaultdict[int, Fraction]:
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for each in rounds:
        for person, mark in swiss_marks(each).items():
            found[person] += mark
    return found
