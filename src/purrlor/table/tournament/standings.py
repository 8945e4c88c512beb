"""The standings of a tournament after some rounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from .knockout import decided, matches
from .record import TournamentPlan, TournamentRound, people_of
from .rounds import is_complete
from .scores import HALF, Marks, matchpoints, swiss_marks, swiss_points


class TournamentStanding(Struct, frozen=True):
    person: int
    place: int
    """The rank, shared by equals; 0: too few rounds played to be ranked."""
    points: Fraction
    """Duplicate: the mean of the rounds played, from 0 to 1. Swiss: their sum. Knock-out: rounds survived."""
    tie_break: Fraction
    """Swiss: Buchholz, the points of all opponents; a bye counts as an opponent with half a point for each round."""
    rounds: tuple[Fraction | None, ...]
    """The score of each round; None: not played, or not over."""


def marks_of(plan: TournamentPlan, each: TournamentRound) -> Marks:
    """Return each person's score in a round, as far as it counts already.

    Duplicate rounds count only when they are over: earlier results would show other tables what is possible.
    """
    if plan.format == "duplicate":
        return matchpoints(each) if is_complete(plan, each) else {}
    if plan.format == "swiss":
        return swiss_marks(each)
    marks = dict.fromkeys(each.byes, Fraction(1))
    for tables in matches(each).values():
        found = decided(each, tables)
        for person in tables[0].persons:
            if person in found.through:
                marks[person] = Fraction(1)
            elif person not in found.tied:
                marks[person] = Fraction(0)
    return marks


def standings(plan: TournamentPlan, rounds: Sequence[TournamentRound]) -> list[TournamentStanding]:
    """Return the standings, best first."""
    marks = [marks_of(plan, each) for each in rounds]
    buchholz = _buchholz(plan, rounds)
    found: list[tuple[tuple[bool, Fraction, Fraction], TournamentStanding]] = []
    for person in people_of(rounds):
        own = tuple(each.get(person) for each in marks)
        played = [mark for mark in own if mark is not None]
        total = sum(played, Fraction(0))
        ranked = plan.format != "duplicate" or 2 * len(played) >= sum(1 for each in marks if each)
        points = total / len(played) if plan.format == "duplicate" and played else total
        tie_break = buchholz.get(person, Fraction(0))
        standing = TournamentStanding(person, 0, points, tie_break, own)
        found.append(((ranked and bool(played), points, tie_break), standing))
    found.sort(key=lambda each: each[0], reverse=True)
    return [
        replace(standing, place=1 + sum(other > worth for other, _ in found) if worth[0] else 0)
        for worth, standing in found
    ]


def _buchholz(plan: TournamentPlan, rounds: Sequence[TournamentRound]) -> dict[int, Fraction]:
    if plan.format != "swiss":
        return {}
    points, found = swiss_points(rounds), dict.fromkeys(people_of(rounds), Fraction(0))
    for each in rounds:
        for person in each.byes:
            found[person] += HALF * len(rounds)
        for table in each.tables:
            for person in table.persons if table.result is not None or each.closed else ():
                found[person] += sum((points[other] for other in table.persons if other != person), Fraction(0))
    return found
