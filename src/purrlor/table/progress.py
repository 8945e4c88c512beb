"""Advance the match of a table: check and apply acts, send updates, and request the bots' acts."""

from __future__ import annotations

from typing import Any

from purrlor.core import IllegalEvent, InvalidNotation, Seat, commitment
from purrlor.kit import kit

from . import wire
from .broadcast import send_table, send_update
from .children.handicaps import lead_writes
from .contributions import fix_contributions
from .effects import BotRequest, Effects, Guest
from .refusals import RequestRefused, refused
from .setup import counts_elsewhere
from .state import PlannedAct, TableState
from .wire.requests import USUAL_PACE

NEVER = 10**9
"""Delay in milliseconds from which on a bot does not press at all in a race."""


def own_seat(table: TableState, guest: Guest, seat: int) -> int:
    """Return the seat, if the guest may act there now."""
    if table.status == "open":
        raise refused("not_started")
    if seat not in guest.seats:
        raise refused("not_your_seat")
    if table.status == "over":
        raise refused("over")
    return seat


def check_version(table: TableState, seat: int, version: int) -> None:
    """Refuse an act on a version that was never sent, or on which the seat has already acted."""
    if version > table.play.version or version < 0:
        raise refused("unknown_version", version=version, latest=table.play.version)
    if version < table.acted.get(seat, 0):
        raise refused("acted_already")


def not_now(table: TableState, seat: int, error: IllegalEvent) -> RequestRefused:
    return refused("not_now", [str(each) for each in table.play.match.legal(Seat(seat))], because=error)


def parsed(table: TableState, text: str) -> Any:
    """Parse an action in notation."""
    try:
        return table.game.parse_action(text)
    except InvalidNotation as error:
        raise refused("no_action", because=error) from None


def push(table: TableState, seat: int, action: Any, at: int, effects: Effects) -> None:
    """Let a seat act, or refuse and change nothing."""
    play = table.play
    first = play.length
    try:
        effects.writes += play.act(seat, action, at)
    except IllegalEvent as error:
        raise not_now(table, seat, error) from None
    table.acted[seat] = play.version
    forget_requests(table, seat)  # the same view may occur again, for example after two turns without a change
    changed(table, first, effects, moved=seat)


def take_back(table: TableState, guest: Guest, message: wire.TakeBack, effects: Effects) -> None:
    """Remove the last act of a seat from the log, with later acts of bots if only bots play besides."""
    seat = own_seat(table, guest, message.seat)
    if table.setup.counts_elsewhere:
        raise counts_elsewhere(table.setup)
    from_bots = table.setup.undoes_bots(table.game)
    refusal = table.play.match.take_back_refusal(Seat(seat), from_bots=from_bots)
    if refusal is not None:
        raise refused(refusal.code)
    since, writes = table.play.take_back(seat, from_bots=from_bots)
    table.stories.cut(since)
    effects.writes += writes
    table.setup.take_backs = table.play.take_backs
    table.acted[seat] = table.play.version
    forget_requests(table)
    table.save(effects)
    changed(table, since, effects, moved=seat, since=since)


def changed(
    table: TableState, first: int, effects: Effects, moved: int | None = None, since: int | None = None
) -> None:
    """Start clocks, send updates and request bots after a change of the match."""
    over = table.play.over
    if over:
        table.status = "over"
        table.clocks.stop()
        _refuse_waiting(table, effects)
        effects.writes += lead_writes(table)
    else:
        table.start_clocks(effects.now, moved)
    if over or table.setup.clock == "day":
        table.save(effects)
    send_update(table, first, effects, since)
    if over:
        send_table(table, effects)
    else:
        request_bots(table, effects)


def _refuse_waiting(table: TableState, effects: Effects) -> None:
    """Refuse the presses that still waited for their verdict when the match ended."""
    for press in table.race.presses:
        if not press.bot:
            table.refuse(press.connection, press.id, refused("over"), effects)
    table.race.presses = []


def play_planned(table: TableState, effects: Effects) -> None:
    """Carry out the planned acts of bots that are due."""
    for planned in take_due(table, effects.now):
        try:
            push(table, planned.seat, table.game.parse_action(planned.action), table.time(effects.now), effects)
        except RequestRefused:  # no longer possible, after a take-back or a faster act
            forget_requests(table, planned.seat)
            request_bots(table, effects)


def begin(table: TableState, effects: Effects) -> None:
    """Begin the match with the contributions that were revealed."""
    table.status = "running"
    table.began = effects.now - table.play.match.now
    fix_contributions(table.setup)
    table.play.bind(table.row.secret, table.setup.contributions)
    table.save(effects)
    effects.writes += table.play.settle(table.play.match.now)
    send_table(table, effects)
    changed(table, 0, effects)


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


def request_is_open(table: TableState, seat: int, number: int) -> bool:
    """Return whether the bot of this seat is still expected to answer this request."""
    return table.requested.get(seat, (0, None))[0] == number


def plan_act(table: TableState, request: BotRequest, action: str, delay: int, now: int) -> None:
    """Schedule a bot's act after its delay, but never so soon that people cannot follow.

    A pace below the usual one replaces the delay and the game's reading time; 0 leaves only the delay.
    """
    pace, delay = table.setup.pace, delay if delay < NEVER else 0
    if 0 < pace < USUAL_PACE:
        delay = pace
    elif pace:
        reading = kit(table.row.game).reading_time(request.view)
        delay = max(delay, pace, reading + pace - USUAL_PACE)
    table.planned.append(PlannedAct(request.seat, action, now + delay))


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
