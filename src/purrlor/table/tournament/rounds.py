"""The sequence of rounds: draw the next one, detect the end of one, and verify a record of rounds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from .groups import duplicate_round
from .knockout import knockout_round, replays, survivors
from .record import TournamentPlan, TournamentRound, TournamentTable
from .swiss import swiss_round


class NoMoreRounds(Exception):
    """The tournament is over, or there are too few people."""


def next_round(
    plan: TournamentPlan, rounds: Sequence[TournamentRound], present: Sequence[int], draw: str
) -> TournamentRound:
    """Draw the round after the finished `rounds` for the people present. Raises `NoMoreRounds` if there is none."""
    people = tuple(sorted(set(present)))
    if is_finished(plan, rounds) or not people:
        raise NoMoreRounds
    byes: tuple[int, ...] = ()
    if plan.format == "duplicate":
        tables = duplicate_round(plan, rounds, people, draw)
    elif len(people) < 2:
        raise NoMoreRounds
    else:
        draw_round = swiss_round if plan.format == "swiss" else knockout_round
        tables, byes = draw_round(plan, rounds, people, draw)
    return TournamentRound(len(rounds) + 1, draw, people, tables, byes)


def is_complete(plan: TournamentPlan, each: TournamentRound) -> bool:
    """Return whether a round is over."""
    return each.closed or (all(table.result is not None for table in each.tables) and not replays(plan, each))


def is_finished(plan: TournamentPlan, rounds: Sequence[TournamentRound]) -> bool:
    """Return whether no round is left to play."""
    if not rounds or not is_complete(plan, rounds[-1]):
        return False
    if plan.format == "knockout":
        return len(survivors(rounds[-1])) < 2
    return len(rounds) >= plan.rounds


def fault(plan: TournamentPlan, rounds: Sequence[TournamentRound]) -> str | None:
    """Draw every round again and return the first difference; None: there is none."""
    for at, each in enumerate(rounds):
        if at and not is_complete(plan, rounds[at - 1]):
            return f"round {at} is not over"
        try:
            drawn = next_round(plan, rounds[:at], each.present, each.draw)
        except NoMoreRounds:
            return f"round {each.number} should not be"
        if (drawn.number, drawn.byes) != (each.number, each.byes):
            return f"round {each.number} has other byes"
        if _people(drawn.tables) != _people(each.tables[: len(drawn.tables)]):
            return f"round {each.number} has other tables"
        for count in range(len(drawn.tables), len(each.tables)):
            if not _is_replay(plan, each, count):
                return f"round {each.number} has other replays"
    return None


def _people(tables: Sequence[TournamentTable]) -> list[tuple[tuple[int, ...], int, int]]:
    return [(table.people, table.group, table.places) for table in tables]


def _is_replay(plan: TournamentPlan, each: TournamentRound, number: int) -> bool:
    """Return whether this table is a replay that follows from the results of the earlier tables."""
    table = each.tables[number]
    earlier = replace(each, tables=each.tables[:number], closed=False)
    return _people([table])[0] in _people(replays(plan, earlier))
