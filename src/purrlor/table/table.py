"""A table: a match with people. It does no I/O: it receives messages and times, and returns what to do.

Each method that changes the table returns `Effects`: the rows to write, the messages to send, and the requests to bots.
The caller commits the rows before it sends the messages, and calls `wake` at the time that `next_wake` returns. Below
the class is a handler for each message from a connection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from purrlor.core import Seat
from purrlor.kit import kit
from purrlor.kit.answers import HintSituation
from purrlor.kit.speech import speaking
from purrlor.words import ENGLISH, Words, language_for, words

from . import broadcast, presence, timers, wire
from .effects import BotRequest, Effects, Guest
from .match import TableMatch
from .messages import UNREADABLE, encoded, reason_of
from .progress import (
    NEVER,
    check_version,
    new_request,
    own_seat,
    parsed,
    plan_act,
    play_planned,
    push,
    request_is_open,
    take_back,
)
from .race.round_trips import Delay
from .race.verdicts import judge, press
from .refusals import RequestRefused, refused
from .rows import AddJournal, JournalRow
from .seats import replace, return_to_act, take_seat
from .setup import SeatSetup, check_next_game
from .start import get_ready, reveal_contribution, start_now
from .state import TableState
from .updates import seat_view

NUMBER = re.compile(r" \d+$")


def answer_state(play: TableMatch, seats: list[SeatSetup], guest: Guest, question: wire.AskState) -> wire.Answer:
    """Answer a question with what the guest may know, from one of their own seats or as a spectator."""
    if question.seat is not None and question.seat not in guest.seats:
        raise refused("not_your_seat")
    seat = None if question.seat is None else Seat(question.seat)
    language = language_for(question.language) or guest.language
    awaited = play.match.awaiting.seats
    legal = play.match.legal(seat) if seat is not None and seat in awaited else ()
    names = [seat_name(each, words(language)) for each in seats]
    with speaking(language):
        situation = HintSituation(play.view(seat), legal, names, awaited, seat)
        lines = kit(play.game.name).answers().answer(question.question, situation)
    return wire.Answer(question.id, question.seat, question.question, lines)


def seat_name(seat: SeatSetup, say: Words) -> str:
    """Return a seat's name, with bots' names translated and their number kept. The web client does the same."""
    key = f"bot.name.{seat.level.partition('@')[0]}"
    if seat.kind != "bot" or key not in say:
        return seat.name
    number = NUMBER.search(seat.name)
    return say(key) + (number[0] if number else "")


DECODER: msgspec.json.Decoder[wire.ClientMessage] = msgspec.json.Decoder(wire.ClientMessage)
Handler: TypeAlias = Callable[[TableState, Guest, Any, Effects], None]


def read_message(text: str) -> wire.ClientMessage:
    """Decode a message from a connection."""
    try:
        return DECODER.decode(text)
    except UNREADABLE as error:
        raise refused("malformed", because=reason_of(error)) from None


class Table(TableState):
    """The state of a table with all operations on it. Each of the other modules implements one concern."""

    __slots__ = ()

    # People

    def enter(
        self, connection: int, person: str, name: str, now: int, language: str = ENGLISH, *, screen: bool = False
    ) -> Effects:
        """Open a connection and send it everything. A `screen` is a spectator, even if its person has a seat."""
        effects = Effects(now)
        seats = () if screen else self.setup.seats_of(person)
        presence.enter(self, Guest(connection, person, name, seats, Delay(self.setup.cap), language, screen), effects)
        return effects

    def prepare_entry(self, person: str) -> bool:
        """Compute a part of the notes for this person's new connection. Return whether there is more to do."""
        return presence.prepare_entry(self, person)

    def leave(self, connection: int, now: int) -> Effects:
        """Close a connection."""
        effects = Effects(now)
        presence.leave(self, connection, effects)
        return effects

    def seat_changed(self, now: int) -> Effects:
        """Send connections the views of the seats that their people took or left over HTTP."""
        effects = Effects(now)
        presence.seat_changed(self, effects)
        return effects

    def give_up(self, person: str, now: int) -> Effects:
        """Remove a person for good. Before the match the seat is open again; during it a bot plays to the end."""
        effects = Effects(now)
        presence.give_up(self, person, effects)
        return effects

    def relieve_absent(self, now: int) -> Effects:
        """Let bots play for all absent people."""
        effects = Effects(now)
        presence.relieve(self, effects)
        return effects

    def info(self, person: str, now: int) -> wire.TableInfo:
        """Return everything about the table except its match, as this person sees it."""
        return broadcast.info(self, person, now)

    # Messages

    def receive(self, connection: int, message: wire.ClientMessage, now: int) -> Effects:
        """Carry out a message from a connection, or send a refusal."""
        effects = Effects(now)
        guest = self.guests[connection]
        try:
            HANDLERS[type(message)](self, guest, message, effects)
        except RequestRefused as refusing:
            effects = Effects(now, refusal=refusing.code)
            self.refuse(connection, getattr(message, "id", 0), refusing, effects)
        return effects

    def rematch_made(self, table: str, key: str, now: int) -> Effects:
        """Send everybody the id of the rematch's table."""
        effects = Effects(now)
        self.setup.next, self.setup.next_key = table, key
        self.save(effects)
        broadcast.send_table(self, effects)
        return effects

    def reveal(self, now: int) -> Effects:
        """Show the seed of a finished match that is still sealed, and let everybody view the match."""
        effects = Effects(now)
        self.setup.sealed_until, self.setup.watch = min(self.setup.sealed_until, now), "anyone"
        self.save(effects, changed=self.last_changed)
        broadcast.send_table(self, effects)
        return effects

    # Bots and hints

    def is_open(self, request: BotRequest) -> bool:
        """Return whether the answer to a request is still expected."""
        return request.hint is not None or request_is_open(self, request.seat, request.number)

    def bot_chose(self, request: BotRequest, action: str, delay: int, now: int) -> Effects:
        """Let a bot act now or after its delay, unless the request is no longer open."""
        effects = Effects(now)
        if self.status != "running" or self.asleep or not request_is_open(self, request.seat, request.number):
            return effects
        if not self.play.racing:
            plan_act(self, request, action, delay, now)
            play_planned(self, effects)
        elif delay < NEVER:
            self.race.plan(
                request.seat,
                action,
                delay,
                version=request.version,
                request=request.number,
                otherwise=self.play.match.now,
            )
            judge(self, effects)
        return effects

    def hint_found(self, request: BotRequest, hint: wire.Hint | RequestRefused | None, now: int) -> Effects:
        """Send a hint to the connection that requested it."""
        effects = Effects(now)
        assert request.hint is not None
        connection, number = request.hint
        self.hinting.discard(connection)
        found = refused("nobody_to_ask") if hint is None else hint
        if isinstance(found, RequestRefused):
            self.refuse(connection, number, found, effects)
        elif connection in self.guests:
            effects.send(connection, found)
        return effects

    # Time

    def next_wake(self) -> int | None:
        """Return the time at which something is due, by the server's clock; None: nothing is."""
        waiting = self.planned or self.race.presses or self.gone_since or self.setup.reveal_until
        if waiting or self.clocks.limit or self.play.match.awaiting.deadline is not None or self.gathering_until:
            return min(timers.due_times(self), default=None)
        return None

    def wake(self, now: int) -> Effects:
        """Do everything that is due."""
        effects = Effects(now)
        timers.do_due(self, effects)
        return effects

    def sent(self, version: int, now: int) -> None:
        """Note that the match at this version of a race has just been sent."""
        self.race.sent(version, now - self.began)

    def measured(self, connection: int, trip: float, *, by_kernel: bool = False) -> None:
        """Note a round trip in milliseconds, measured by the kernel or by the answer to a ping frame."""
        if connection in self.guests:
            self.guests[connection].delay.measured(trip, by_kernel=by_kernel)

    def delay_of(self, connection: int) -> Delay | None:
        """Return the measured round trips of a connection; None: it is closed."""
        guest = self.guests.get(connection)
        return guest.delay if guest else None


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
    effects.send(guest.connection, answer_state(table.play, table.setup.seats, guest, message))


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
