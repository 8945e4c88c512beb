"""Duplicate rounds: every table has the same fate, and people change company and chairs from round to round."""

from __future__ import annotations

from collections.abc import Sequence

from .groups import chairs_taken, grouped, seated
from .record import ContestPlan, ContestRound, ContestTable, by_lot, even_sizes, meetings


def duplicate_round(
    plan: ContestPlan, rounds: Sequence[ContestRound], present: Sequence[int], draw: str
) -> tuple[ContestTable, ...]:
    met, taken = meetings(rounds), chairs_taken(rounds)

    def cost(one: int, other: int) -> float:
        return float(met[min(one, other), max(one, other)] ** 2)

    groups = grouped(by_lot(present, draw), even_sizes(len(present), plan.seats), cost, draw)
    first = len(rounds) % plan.seats
    return tuple(ContestTable(seated(group, plan.seats, taken, first), number) for number, group in enumerate(groups))
