"""Requests from a table to its bots, and the acts that the bots have planned."""

from __future__ import annotations

from typing import Any

from purrlor.core import Seat, commitment

from .effects import BotRequest, Effects
from .state import PlannedAct, TableState
from .wire.requests import USUAL_PACE

NEVER = 10**9
"""Delay in milliseconds from which on a bot does not press at all in a race."""


def request_bots(table: TableState, effects: Effects) -> None:
    """Request an act from every expected bot that has no request for its current view; in a race, from all of them."""
    if table.status != "running" or table.asleep:
        return
    seats = table.setup.seats
    for seat in table.play.match.awaiting.seats:
        if not seats[seat].played_by_bot or not _is_news(table, seat):
            continue
        request = new_request(table, seat, seats[seat].level or table.setup.stand_in)
        table.requested[seat] = (request.number, request.view)
        table.planned = [planned for planned in table.planned if planned.seat != seat]
        effects.requests.append(request)
        table.race.drop(seat)


def _is_news(table: TableState, seat: Seat) -> bool:
    known: tuple[int, Any] | None = table.requested.get(seat)
    return known is None or table.play.racing or known[1] != table.play.match.view(seat)


def new_request(table: TableState, seat: int, level: str, hint: tuple[int, int] | None = None) -> BotRequest:
    """Create a request for a decision, with its own random seed.

    The seed is derived from the table's secret. Bots play the same way at all tables of one lesson, day or duplicate
    round. In a race the seed stays the same throughout a match: a reaction is drawn once, not at every request.
    """
    table.last_request += 1
    play, setup = table.play, table.setup
    moment = "race" if play.racing else str(play.version)
    source = setup.lesson or setup.common_fate or table.row.id
    seed = commitment(f"{source}/{seat}/{moment}".encode() + table.row.secret)
    view, legal = play.match.view(Seat(seat)), tuple(play.match.legal(Seat(seat)))
    return BotRequest(table.last_request, seat, level, view, legal, seed, play.version, hint, table.row.id)


def is_open(table: TableState, seat: int, number: int) -> bool:
    """Whether the bot of this seat is still expected to answer this request."""
    return table.requested.get(seat, (0, None))[0] == number


def plan(table: TableState, seat: int, action: str, delay: int, now: int) -> None:
    """Schedule a bot's act after its delay, but never so soon that people cannot follow.

    A pace below the usual one replaces the delay, except in a race, where the delay is the bot's reaction time.
    """
    pace, delay = table.setup.pace, delay if delay < NEVER else 0
    hurried = 0 < pace < USUAL_PACE and not table.play.racing
    table.planned.append(PlannedAct(seat, action, now + (pace if hurried else max(delay, pace))))


def take_due(table: TableState, now: int) -> list[PlannedAct]:
    """Remove and return the planned acts that are due, in order of time."""
    due = sorted((planned for planned in table.planned if planned.due <= now), key=lambda planned: planned.due)
    table.planned = [planned for planned in table.planned if planned.due > now]
    return due


def forget_requests(table: TableState, seat: int | None = None) -> None:
    """Forget the open request and planned act of a bot on this seat (None: of all bots), so that a new one is made."""
    if seat is None:
        table.requested, table.planned = {}, []
    elif table.requested.pop(seat, None) is not None:
        table.planned = [planned for planned in table.planned if planned.seat != seat]
