"""A table: a match with people. It does no I/O: it receives messages and times, and returns what to do.

Each method that changes the table returns `Effects`: the rows to write, the messages to send, and the requests to bots.
The caller commits the rows before it sends the messages, and calls `wake` at the time that `next_wake` returns.
"""

from __future__ import annotations

from purrlor.words import ENGLISH

from . import bot_requests, broadcast, presence, timers, wire
from .effects import BotRequest, Effects, Guest
from .handlers import HANDLERS
from .progress import play_planned
from .race.round_trips import Line
from .race.verdicts import judge
from .refusals import RequestRefused, refused
from .state import TableState


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
        presence.enter(self, Guest(connection, person, name, seats, Line(self.setup.cap), language, screen), effects)
        return effects

    def prepare_entry(self, person: str) -> bool:
        """Compute a part of the notes that this person is sent on entering. Return whether there is more to do."""
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

    # Bots and hints

    def is_open(self, request: BotRequest) -> bool:
        """Whether the answer to a request is still expected."""
        return request.hint is not None or bot_requests.is_open(self, request.seat, request.number)

    def bot_chose(self, request: BotRequest, action: str, delay: int, now: int) -> Effects:
        """Let a bot act now or after its delay, unless the request is no longer open."""
        effects = Effects(now)
        if self.status != "running" or self.asleep or not bot_requests.is_open(self, request.seat, request.number):
            return effects
        if not self.play.racing:
            bot_requests.plan(self, request.seat, action, delay, now)
            play_planned(self, effects)
        elif delay < bot_requests.NEVER:
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
        return timers.next_wake(self)

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
            self.guests[connection].line.measured(trip, by_kernel=by_kernel)

    def line_of(self, connection: int) -> Line | None:
        """Return the measured round trips of a connection; None: it is closed."""
        guest = self.guests.get(connection)
        return guest.line if guest else None
