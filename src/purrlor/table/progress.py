"""Advance the match of a table: check acts, apply them, and handle the consequences of a change."""

from __future__ import annotations

from typing import Any

from purrlor.core import IllegalEvent, InvalidNotation, Seat

from . import wire
from .bot_requests import forget_requests, request_bots, take_due
from .broadcast import send_table, send_update
from .children.handicaps import lead_writes
from .contributions import fix_contributions
from .effects import Effects, Guest
from .refusals import RequestRefused, refused
from .state import TableState


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
    """Take the last act of a seat off the log."""
    seat = own_seat(table, guest, message.seat)
    if table.setup.counts_elsewhere:
        raise refused("challenge_counts" if table.setup.challenge else "evening_counts")
    refusal = table.play.match.take_back_refusal(Seat(seat))
    if refusal is not None:
        raise refused(refusal.code)
    since, writes = table.play.take_back(seat)
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
    table.began = effects.now
    fix_contributions(table.setup)
    table.play.bind(table.row.secret, table.setup.contributions)
    table.save(effects)
    effects.writes += table.play.settle(0)
    send_table(table, effects)
    changed(table, 0, effects)
