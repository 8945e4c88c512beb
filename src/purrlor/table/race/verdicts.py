"""The verdicts of a race: each press waits until no faster one can still arrive.

A race that was interrupted by the end of its server is restarted for everybody at the same moment. The first player to
reconnect must not press before the others are back. So time stops until all people of the table are connected, or for
a few seconds. Then the cards on the table are shown to everybody again, and presses are measured from that moment.
"""

from __future__ import annotations

from purrlor.kit.children import for_children

from .. import wire
from ..broadcast import show_again
from ..effects import Effects, Guest
from ..messages import encoded
from ..progress import changed, parsed, push, request_bots, request_is_open
from ..refusals import RequestRefused, refused
from ..rows import AddJournal, JournalRow
from ..state import TableState
from .presses import Press


def press(table: TableState, guest: Guest, act: wire.Act, effects: Effects) -> None:
    """Accept an act in a race. It counts when its verdict is due."""
    if table.race.has_pressed(act.seat):
        raise refused("acted_already")
    at = effects.now - table.began
    delay, made = _delay(table, act), table.play.length
    table.race.presses.append(table.race.heard(guest.connection, guest.delay, act, at, delay=delay, made=made))
    judge(table, effects)


def _delay(table: TableState, act: wire.Act) -> int:
    """Return the handicap of an act, in milliseconds by which it counts later."""
    delay, handicaps = table.setup.seats[act.seat].delay, for_children(table.setup.game).handicaps
    delayed = delay and handicaps is not None and handicaps.is_delayed(parsed(table, act.action))
    return delay if delayed else 0


def _still_counts(table: TableState, press: Press) -> bool:
    """Return whether an act that was delayed by a handicap still means the same."""
    handicaps, match = for_children(table.setup.game).handicaps, table.play.match
    if not press.delay or handicaps is None:
        return True
    return handicaps.still_counts(match.state_after(press.made), match.state, press.seat)


def verdict_due(table: TableState, press: Press) -> int:
    """Return the time after which no faster press can still arrive."""
    return table.began + press.stamp + hold(table, apart_from=press.seat)


def hold(table: TableState, apart_from: int | None = None) -> int:
    """Return the longest allowance among the expected people who have not pressed yet."""
    seats, expected = table.setup.seats, table.play.match.awaiting.seats
    waited = [seat for seat in expected if seat != apart_from and not table.race.has_pressed(seat)]
    people = {seats[seat].person for seat in waited if not seats[seat].played_by_bot}
    lines = [guest.delay.allowance for guest in table.guests.values() if guest.person in people]
    return round(max(lines, default=0))


def judge(table: TableState, effects: Effects) -> None:
    """Carry out the presses whose verdict is due, in the order of their stamps."""
    decided: list[Press] = []
    while (first := table.race.first()) is not None and verdict_due(table, first) <= effects.now:
        if is_late(table, first) and not pass_deadline(table, effects):
            break
        if first in table.race.presses:
            table.race.presses.remove(first)
            if _count(table, first, effects):
                decided.append(first)
    if any(not press.bot for press in decided):
        at = effects.now - table.began
        _send_verdict(table, table.race.verdict(decided, table.play.version, at), effects)


def is_late(table: TableState, press: Press) -> bool:
    """Return whether the press comes after a deadline that has not been declared yet."""
    deadline = table.play.match.awaiting.deadline
    return deadline is not None and press.stamp > deadline


def _count(table: TableState, press: Press, effects: Effects) -> bool:
    """Carry out a press. Return whether it counted."""
    if press.bot and not request_is_open(table, press.seat, press.id):
        return False
    try:
        if not _still_counts(table, press):
            raise refused("handicap_late")
        push(table, press.seat, parsed(table, press.action), max(press.stamp, table.play.match.now), effects)
    except RequestRefused as refusing:
        if not press.bot:
            table.refuse(press.connection, press.id, refusing, effects)
        return False
    return True


def pass_deadline(table: TableState, effects: Effects) -> bool:
    """Declare the deadline if no earlier press can still arrive. Return whether it was declared."""
    deadline = table.play.match.awaiting.deadline
    if deadline is None or table.began + deadline + hold(table) > effects.now:
        return False
    if any(press.stamp <= deadline for press in table.race.presses):
        return False
    first = table.play.length
    effects.writes += table.play.time_out(max(deadline, table.play.match.now))
    changed(table, first, effects)
    return True


def _send_verdict(table: TableState, verdict: wire.RaceLedger, effects: Effects) -> None:
    table.ledger.append(verdict)
    effects.writes.append(AddJournal(table.row.id, JournalRow(effects.now, "race", encoded(verdict).decode())))
    for connection in table.guests:
        effects.send(connection, verdict)


PATIENCE = 5000
"""Milliseconds that connected people wait for the others."""


def interrupt(table: TableState) -> None:
    """Make a restored table wait for its people, if several of them were in a race."""
    table.gathering = table.status == "running" and table.play.racing and len(_people(table)) > 1


def _people(table: TableState) -> set[str]:
    """Return the people for whom no bot stands in."""
    return {seat.person for seat in table.setup.seats if seat.person and not seat.stands_in}


def gather(table: TableState, guest: Guest, effects: Effects) -> None:
    """Continue if everybody is back; otherwise explain the wait to a new connection."""
    if not table.gathering:
        return
    if all(table.is_here(person) for person in _people(table)):
        _go_on(table, effects)
        return
    table.gathering_until = table.gathering_until or effects.now + PATIENCE
    table.refuse(guest.connection, 0, refused("race_again"), effects)


def stop_gathering(table: TableState, effects: Effects) -> None:
    """Continue without absent people once the others have waited long enough."""
    if table.gathering_until is None or table.gathering_until > effects.now:
        return
    if table.guests:
        _go_on(table, effects)
    else:
        table.gathering_until = None


def _go_on(table: TableState, effects: Effects) -> None:
    table.gathering, table.gathering_until = False, None
    table.race.forget()  # pictures sent while people reconnected do not count
    table.wake_up(effects.now)
    show_again(table, effects)
    request_bots(table, effects)
