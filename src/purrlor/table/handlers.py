"""The handlers of the messages from connections, one for each type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from purrlor.core import Seat

from . import wire
from .bot_requests import new_request
from .effects import Effects, Guest
from .messages import encoded
from .progress import check_version, own_seat, parsed, push, take_back
from .race.verdicts import press
from .refusals import refused
from .rows import AddJournal, JournalRow
from .seat_limits import check_next_game
from .seats import replace, return_to_act, take_seat
from .spoken_answers import answered
from .start import get_ready, reveal_contribution, start_now
from .state import TableState
from .updates import seat_view

Handler: TypeAlias = Callable[[TableState, Guest, Any, Effects], None]


def act(table: TableState, guest: Guest, message: wire.Act, effects: Effects) -> None:
    """Let a seat act. In a race the act waits for its verdict."""
    seat = own_seat(table, guest, message.seat)
    check_version(table, seat, message.version)
    action = parsed(table, message.action)
    if table.setup.seats[seat].stands_in:
        return_to_act(table, seat, action, effects)
    if not table.play.racing:
        push(table, seat, action, table.time(effects.now), effects)
    elif table.gathering:
        raise refused("race_again")
    else:
        press(table, guest, message, effects)


def ask_hint(table: TableState, guest: Guest, message: wire.AskHint, effects: Effects) -> None:
    """Request a hint from the game's adviser."""
    seat = own_seat(table, guest, message.seat)
    if not table.setup.hints:
        raise refused("no_hints")
    if seat not in table.play.match.awaiting.seats or table.play.racing:
        raise refused("no_hint_now")
    if guest.connection in table.hinting:
        raise refused("one_hint")
    table.hinting.add(guest.connection)
    effects.requests.append(new_request(table, seat, "", hint=(guest.connection, message.id)))


def ask_view(table: TableState, guest: Guest, message: wire.AskView, effects: Effects) -> None:
    """Send a program the view of its seat."""
    seat = Seat(own_seat(table, guest, message.seat))
    effects.send(guest.connection, seat_view(table.play, seat, message.id))


def ask_state(table: TableState, guest: Guest, message: wire.AskState, effects: Effects) -> None:
    """Answer a question about the match in words."""
    if table.status == "open":
        raise refused("not_started")
    effects.send(guest.connection, answered(table.play, table.setup.seats, guest, message))


def say(table: TableState, guest: Guest, message: wire.Say, effects: Effects) -> None:
    """Send a chat message to everybody."""
    said = table.chat.say(guest, message, effects.now)
    effects.writes.append(AddJournal(table.row.id, JournalRow(effects.now, "said", encoded(said).decode())))
    for connection in table.guests:
        effects.send(connection, said)


def rematch(table: TableState, guest: Guest, message: wire.Rematch, effects: Effects) -> None:
    """Request a rematch, of the same game or of another one."""
    if table.status != "over":
        raise refused("not_over")
    if not guest.seats and guest.person != table.setup.host:
        raise refused("not_your_seat")
    if message.game:
        check_next_game(message.game, table.setup)
    effects.rematch, effects.next_game = not table.setup.next, message.game


HANDLERS: Mapping[type[wire.ClientMessage], Handler] = {
    wire.Act: act,
    wire.TakeBack: take_back,
    wire.Ready: get_ready,
    wire.Reveal: reveal_contribution,
    wire.Start: start_now,
    wire.AskHint: ask_hint,
    wire.AskView: ask_view,
    wire.AskState: ask_state,
    wire.Say: say,
    wire.Replace: replace,
    wire.TakeSeat: take_seat,
    wire.Rematch: rematch,
}
