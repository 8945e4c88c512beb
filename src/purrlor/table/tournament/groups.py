"""Seating plans for tables of several seats: the groups of people, and their chairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import TypeAlias

from .record import BOT, TournamentPlan, TournamentRound, TournamentTable, by_lot, even_sizes, meetings

Cost: TypeAlias = Callable[[int, int], float]
"""The cost of seating two people at one table; 0: there is no reason against it."""
STARTS = 6


def grouped(order: Sequence[int], sizes: Sequence[int], cost: Cost, draw: str) -> list[list[int]]:
    """Divide people into groups of these sizes, with a low sum of the costs of all pairs in a group.

    The search swaps two people as long as the cost falls. It begins with the given order and, if the cost stays above
    0, is repeated with shuffled orders.
    """
    prices = {(one, other): cost(one, other) for one in order for other in order if one != other}
    found, least = _improved(order, sizes, prices)
    for start in range(1, STARTS):
        if not least:
            break
        other, price = _improved(by_lot(order, f"{draw}/{start}"), sizes, prices)
        if price < least:
            found, least = other, price
    return found


def _improved(
    order: Sequence[int], sizes: Sequence[int], prices: dict[tuple[int, int], float]
) -> tuple[list[list[int]], float]:
    waiting = iter(order)
    groups = [[next(waiting) for _ in range(size)] for size in sizes]

    def price(person: int, group: Sequence[int], instead_of: int) -> float:
        return sum(prices[person, each] for each in group if each not in (person, instead_of))

    better = True
    while better:
        better = False
        for one, other in combinations(groups, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    a, b = one[i], other[j]
                    now = price(a, one, a) + price(b, other, b)
                    if now and price(b, one, a) + price(a, other, b) < now - 1e-9:
                        one[i], other[j] = b, a
                        better = True
    return groups, sum(prices[pair] for group in groups for pair in combinations(group, 2))


def chairs_taken(rounds: Sequence[TournamentRound]) -> Counter[tuple[int, int]]:
    """Count how often each person sat on each seat."""
    tables = [table for each in rounds for table in each.tables]
    return Counter((person, seat) for table in tables for seat, person in enumerate(table.people) if person != BOT)


def seated(group: Sequence[int], seats: int, taken: Counter[tuple[int, int]], first: int) -> tuple[int, ...]:
    """Seat a group on the chairs that its people had least often; bots get the chairs just before `first`.

    Bots have the same chairs at every table of a round, so that people are compared with people.
    """
    chairs = [(first + number) % seats for number in range(len(group))]
    best = min(permutations(group), key=lambda people: [sum(taken[at] ** 2 for at in zip(people, chairs, strict=True))])
    where = dict(zip(chairs, best, strict=True))
    return tuple(where.get(seat, BOT) for seat in range(seats))


def duplicate_round(
    plan: TournamentPlan, rounds: Sequence[TournamentRound], present: Sequence[int], draw: str
) -> tuple[TournamentTable, ...]:
    """Draw a duplicate round: every table has the same dice and deals, and people change opponents and chairs."""
    met, taken = meetings(rounds), chairs_taken(rounds)

    def cost(one: int, other: int) -> float:
        return float(met[min(one, other), max(one, other)] ** 2)

    groups = grouped(by_lot(present, draw), even_sizes(len(present), plan.seats), cost, draw)
    first = len(rounds) % plan.seats
    return tuple(
        TournamentTable(seated(group, plan.seats, taken, first), number) for number, group in enumerate(groups)
    )
