"""Whole matches between seats that all play alike, and the houses that they pass through, to learn from.

Now and then a seat takes any of its better turns instead of the best, so that houses of all kinds come up. The best one
is noted too then: what a house is worth follows from the best turn after it, not from the one that was tried.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below, count, source
from purrlor.games.house_of_cats import Ability, HouseOfCats, fast
from purrlor.games.house_of_cats.fast_bits import Table, table_of

from .features import ALONE
from .search import Desk, best_house, best_turns

WIDTHS = (24, 8, 1)
"""Learning plays quickly rather than thoroughly."""
MOST_TURNS = 64
CURIOUS = 4
"""Every n-th turn, on average, is not the best one."""
DARING = 3.0
"""Points below the best turn that a curious seat may go."""
SEATS = (1, 1, 2, 2, 2, 3, 4, 5, 6)
"""How many play; each entry equally often."""
OTHERS = fast.HOUSE
"""The columns after the house: the empty spaces of the fullest other, the seat, the row that follows (-1: the end)."""
SEAT, NEXT, NOTED = OTHERS + 1, OTHERS + 2, OTHERS + 3
"""The last one is 1 for a house that was only noted: nothing came of it."""
COLUMNS = OTHERS + 4


class Played(NamedTuple):
    """Houses between turns, of many matches."""

    rows: Ints
    abilities: Ints
    totals: Ints
    """The points of the seat at the end."""
    matches: Ints
    """The number of the match."""


@compiled
def play_match(table: Table, paper: Desk, random: Source, houses: Ints, rows: Ints) -> int:
    """Play until the end; the number of rows, 0 if no turn was found or it took too long."""
    size, turn, seats = 0, 0, len(houses)
    dice, empty, widths = np.zeros(fast.DICE, np.int64), np.zeros(seats, np.int64), np.array(WIDTHS)
    last = np.full(seats, -1)
    for seat in range(seats):
        fast.start(table, houses[seat])
    starting = table.level in (2, 3)
    while turn < MOST_TURNS and not fast.over(table, houses):
        fast.roll(dice, random)
        for seat in range(seats):
            empty[seat] = count(houses[seat, fast.EMPTY])
        for seat in range(seats):
            if not empty[seat]:
                continue
            paper.hurry[0] = _hurry(table, empty, seat, starting)
            fast.begin(houses[seat], dice[: fast.STARTING_DICE] if starting else dice, starting)
            if not best_turns(table, paper, houses[seat], widths):
                return 0
            best = best_house(paper)
            chosen = _any_good(paper, random) if below(random, CURIOUS) == 0 else best
            if last[seat] >= 0 and (chosen != best or paper.houses[0, chosen, fast.EMPTY]):
                rows[last[seat], NEXT] = size
            if chosen != best:
                _write(rows[size], paper.houses[0, best], paper.hurry[0], seat, True)
                size += 1
            houses[seat] = paper.houses[0, chosen]
            if houses[seat, fast.EMPTY]:
                _write(rows[size], houses[seat], paper.hurry[0], seat, False)
                last[seat] = size
                size += 1
        starting, turn = False, turn + 1
    return size if turn < MOST_TURNS else 0


@compiled
def _write(row: Ints, house: Ints, others: int, seat: int, noted: bool) -> None:
    row[: fast.HOUSE] = house[: fast.HOUSE]
    row[OTHERS], row[SEAT], row[NEXT], row[NOTED] = others, seat, -1, noted


@compiled
def _hurry(table: Table, empty: Ints, seat: int, starting: bool) -> int:
    """As `planner.hurry`."""
    least = ALONE
    for other in range(len(empty)):
        if other != seat:
            least = min(least, empty[other])
    if least == ALONE or table.level == 4:
        return ALONE
    return max(1, least - (0 if starting else fast.CHOSEN))


@compiled
def _any_good(paper: Desk, random: Source) -> int:
    """Any turn that looks not much worse than the best."""
    best = paper.worths[0, best_house(paper)]
    while True:
        chosen = below(random, paper.sizes[0])
        if paper.worths[0, chosen] >= best - DARING:
            return chosen


def play_matches(level: int, papers: tuple[Desk, Desk], matches: int, seed: str) -> Played:
    """Abilities and seats are drawn for each match. `papers`: to judge houses among others, and alone."""
    draws = Random(seed)
    dice = source(draws.getrandbits(56))
    rules = HouseOfCats(level=level)
    found, before = list[tuple[Ints, Ints, Ints, Ints]](), 0
    for number in range(matches):
        table = table_of(rules.setup(tuple(draws.sample(tuple(Ability), 4))))
        seats = draws.choice(SEATS)
        houses, rows = np.zeros((seats, fast.WORDS), np.int64), np.zeros((2 * seats * MOST_TURNS, COLUMNS), np.int64)
        size = play_match(table, papers[seats == 1], dice, houses, rows)
        points = np.array([fast.points(table, house) for house in houses], np.int64)
        seen = rows[:size].copy()
        seen[seen[:, NEXT] >= 0, NEXT] += before
        before += size
        abilities = np.broadcast_to(table.abilities, (size, 4)).astype(np.int64)
        found.append((seen, abilities, points[seen[:, SEAT]], np.full(size, number)))
    return Played(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def joined(rounds: list[Played]) -> Played:
    """The houses of several rounds; their matches keep apart."""
    match, row, parts = 0, 0, list[Played]()
    for each in rounds:
        rows = each.rows.copy()
        rows[rows[:, NEXT] >= 0, NEXT] += row
        parts.append(each._replace(rows=rows, matches=each.matches + match))
        match, row = match + int(each.matches.max(initial=-1)) + 1, row + len(rows)
    return Played(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
