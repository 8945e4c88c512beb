"""Knock-out rounds: one of two people advances, or the better half of a larger table.

If people are tied for the last places, they play one replay with rotated chairs. After another tie the draw decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from .record import BOT, TournamentPlan, TournamentRound, TournamentTable, by_lot, even_sizes

REPLAYS = 1


class Decided(Struct, frozen=True):
    through: tuple[int, ...]
    tied: tuple[int, ...] = ()
    """The people who are tied for the remaining places."""
    open_places: int = 0


def knockout_round(
    plan: TournamentPlan, rounds: Sequence[TournamentRound], present: Sequence[int], draw: str
) -> tuple[tuple[TournamentTable, ...], tuple[int, ...]]:
    """Return the tables, and the people who advance without playing.

    They have a bye, or are the only ones of their match who are present.
    """
    before = survivors(rounds[-1]) if rounds else by_lot(present, draw)
    here = set(present)
    groups = [[person for person in group if person in here] for group in _groups(plan, before, first=not rounds)]
    groups = [group for group in groups if group]
    places = {number: 1 if len(groups) == 1 else len(group) // 2 for number, group in enumerate(groups)}
    tables = [
        TournamentTable((*group, *[BOT] * (plan.seats - len(group))), number, places[number])
        for number, group in enumerate(groups)
        if len(group) > 1
    ]
    return tuple(tables), tuple(group[0] for group in groups if len(group) == 1)


def _groups(plan: TournamentPlan, people: Sequence[int], *, first: bool) -> list[list[int]]:
    if plan.seats == 2 and first:
        return _bracket(people)
    if plan.seats == 2:
        return [list(people[at : at + 2]) for at in range(0, len(people), 2)]
    tables = len(even_sizes(len(people), plan.seats))
    return [list(people[number::tables]) for number in range(tables)]


def _bracket(people: Sequence[int]) -> list[list[int]]:
    """Return the pairs in the order of a bracket, with byes for the first people in the order."""
    lines = [0]
    while len(lines) < len(people):
        lines = [line for each in lines for line in (each, 2 * len(lines) - 1 - each)]
    at = [people[line] if line < len(people) else BOT for line in lines]
    return [[person for person in at[number : number + 2] if person != BOT] for number in range(0, len(at), 2)]


def survivors(each: TournamentRound) -> list[int]:
    """Return the people who advance from a finished round, in the order of the bracket."""
    byes = iter(each.byes)
    groups = matches(each)
    found: list[int] = []
    for number in range(len(groups) + len(each.byes)):
        if number in groups:
            found += decided(each, groups[number]).through
        else:
            found.append(next(byes))
    return found


def matches(each: TournamentRound) -> dict[int, list[TournamentTable]]:
    """Return the tables of each match: the first one and its replays."""
    found: dict[int, list[TournamentTable]] = {}
    for table in each.tables:
        found.setdefault(table.group, []).append(table)
    return found


def decided(each: TournamentRound, tables: Sequence[TournamentTable]) -> Decided:
    """Return the people who are known to advance, and those still tied. In a finished round nobody is tied."""
    through: list[int] = []
    tied, places = tables[0].persons, tables[0].places
    for table in tables:
        if table.result is None:
            break
        better, tied = _cut(table, places)
        through += better
        places -= len(better)
        if places == len(tied):
            return Decided((*through, *tied))
    played = all(table.result is not None for table in tables)
    if each.closed or (played and len(tables) > REPLAYS):
        return Decided((*through, *by_lot(tied, each.draw)[:places]))
    return Decided(tuple(through), tied, places)


def _cut(table: TournamentTable, places: int) -> tuple[list[int], tuple[int, ...]]:
    """Return the people who are certainly among the first `places`, and those tied for the remaining ones."""
    assert table.result is not None
    worth = {person: table.result.ranking_key(seat) for seat, person in enumerate(table.people) if person != BOT}
    last = sorted(worth.values(), reverse=True)[places - 1]
    return [person for person in worth if worth[person] > last], tuple(p for p in worth if worth[p] == last)


def replays(plan: TournamentPlan, each: TournamentRound) -> tuple[TournamentTable, ...]:
    """Return the replays that have to be added because of ties."""
    return tuple(_replays(plan, each)) if plan.format == "knockout" and not each.closed else ()


def _replays(plan: TournamentPlan, each: TournamentRound) -> Iterator[TournamentTable]:
    for group, tables in matches(each).items():
        found = decided(each, tables)
        if found.tied and all(table.result is not None for table in tables):
            people = [*found.tied, *[BOT] * (plan.seats - len(found.tied))]
            yield TournamentTable((*people[1:], people[0]), group, found.open_places)
