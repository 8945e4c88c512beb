"""A table without sockets: the test sends the messages, advances the clock and receives everybody's messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from purrlor.table import admission, creation, records, wire
from purrlor.table.bots import choose
from purrlor.table.effects import BotRequest, Effects
from purrlor.table.rows import AddEvents, AddJournal, CutEvents, EventRow, JournalRow, Stored, TableRow, Write

NOON = 1_700_000_000_000
DECODER: msgspec.json.Decoder[wire.ClientMessage] = msgspec.json.Decoder(wire.ClientMessage)
Heard = dict[str, Any]


def person(name: str = "") -> wire.SeatWanted:
    return wire.SeatWanted("person", name)


def bot(level: str = "uniform") -> wire.SeatWanted:
    return wire.SeatWanted("bot", level=level)


OPEN = wire.SeatWanted("open")


class Sitting:
    """The host is Ann, and the fate is that of a lesson unless a test asks for another."""

    def __init__(self, game: str, seats: Sequence[wire.SeatWanted], **wanted: Any) -> None:
        host = wanted.pop("host", "ann")
        fixed: dict[str, Any] = {"name": "Ann", "lesson": "tests", "pace": 0, **wanted}
        self.now = NOON
        self.table = creation.new_table_for(wire.NewTable(game, list(seats), **fixed), host, self.now)
        self.heard: dict[int, list[Heard]] = {}
        self.bytes: dict[int, list[bytes]] = {}
        self.asks: list[BotRequest] = []
        self.asked = 0
        self.writes: list[Write] = []
        self.rows: list[EventRow] = []
        self.journal: list[JournalRow] = []
        self.row: TableRow = self.table.row
        self.rematch = False
        self.numbers = iter(range(1, 10_000))

    # What comes of something

    def take(self, effects: Effects) -> Effects:
        """Write and send, as the server does."""
        self._write(effects.writes)
        if effects.version:
            self.table.sent(effects.version, self.now)
        for connection, message in effects.sends:
            self.bytes.setdefault(connection, []).append(message)
            self.heard.setdefault(connection, []).append(json.loads(message))
        self.asks += effects.requests
        self.asked += len(effects.requests)
        self.rematch |= effects.rematch
        return effects

    def _write(self, writes: Sequence[Write]) -> None:
        self.writes += writes
        for write in writes:
            match write:
                case AddEvents(_, events):
                    assert [event.number for event in events] == list(
                        range(len(self.rows) + 1, len(self.rows) + len(events) + 1)
                    )
                    self.rows += events
                case CutEvents(_, number):
                    del self.rows[number - 1 :]
                case AddJournal(_, entry):
                    self.journal.append(entry)
                case _:
                    self.row = getattr(write, "row", self.row)

    # People

    def enter(self, who: str = "ann", name: str = "", *, screen: bool = False) -> int:
        connection = next(self.numbers)
        self.take(self.table.enter(connection, who, name or who.capitalize(), self.now, screen=screen))
        return connection

    def join(self, who: str, seat: int | None = None) -> int | None:
        taken = admission.sit(self.table, wire.Join(who.capitalize(), seat=seat), who)
        self.take(self.table.seat_changed(self.now))
        return taken

    def leave(self, connection: int) -> None:
        self.take(self.table.leave(connection, self.now))

    def ready(self, *connections: int) -> None:
        for connection in connections:
            self.send(connection, wire.Ready())

    # Messages

    def send(self, connection: int, message: wire.ClientMessage) -> list[Heard]:
        """Send a message; return what this connection receives at once."""
        before = len(self.heard.setdefault(connection, []))
        self.take(self.table.receive(connection, message, self.now))
        return self.heard[connection][before:]

    def say(self, connection: int, text: str) -> list[Heard]:
        """A message as it travels."""
        return self.send(connection, DECODER.decode(text))

    def act(self, connection: int, seat: int, action: str, version: int | None = None, **more: Any) -> list[Heard]:
        on = self.table.play.version if version is None else version
        return self.send(connection, wire.Act(seat, on, action, **more))

    def update(self, connection: int, seat: int | None = None) -> Heard:
        """The latest picture that this connection was sent, of one seat or of any."""
        found = [
            each
            for each in self.heard[connection]
            if each["type"] == "update" and (seat is None or each["seat"] == seat)
        ]
        return found[-1]

    def info(self, connection: int) -> Heard:
        return [each for each in self.heard[connection] if each["type"] == "table"][-1]

    # Time and bots

    def wait(self, millis: int) -> None:
        """Advance the clock, and fire whatever is due on time."""
        until = self.now + millis
        for _ in range(100_000):
            due = self.table.next_wake()
            if due is None or due > until:
                break
            self.now = max(self.now, due)
            self.take(self.table.wake(self.now))
        else:
            raise AssertionError("the table wakes again and again and does nothing")
        self.now = until

    def think(self) -> int:
        """Let bots answer their requests until none are left; return how many there were."""
        count = 0
        while self.asks:
            ask = self.asks.pop(0)
            setup = self.table.setup
            action, delay = choose(setup.game, tuple(setup.options.items()), ask)
            self.take(self.table.bot_chose(ask, action, delay, self.now))
            count += 1
        return count

    # Keeping

    def restored(self, now: int) -> Sitting:
        """The same table from what was written, as after the server was killed."""
        return self.with_events(self.rows, now)

    def with_events(self, rows: Sequence[EventRow], now: int) -> Sitting:
        """The same table, if these events had been written."""
        again = object.__new__(Sitting)
        again.__dict__.update(self.__dict__)
        again.now = now
        again.heard, again.bytes, again.asks, again.writes = {}, {}, [], []
        again.rows, again.journal = list(rows), list(self.journal)
        again.table = records.restored(Stored(self.row, tuple(rows), tuple(self.journal)), now)
        return again


def begun(game: str, people: Sequence[str] = ("ann", "ben"), bots: int = 0, **wanted: Any) -> tuple[Sitting, list[int]]:
    """A match that has just begun, and everybody's connection; the first of them is the host."""
    seats = [person(), *[OPEN] * (len(people) - 1), *[bot()] * bots]
    sitting = Sitting(game, seats, host=people[0], **wanted)
    for who in people[1:]:
        sitting.join(who)
    connections = [sitting.enter(who) for who in people]
    sitting.ready(*connections)
    return sitting, connections


def play_at_random(sitting: Sitting, connections: Sequence[int], random: Random, pause: int = 0) -> None:
    """Let everybody act at random until the match is over; connection i plays for seat i."""
    table = sitting.table
    for _ in range(10_000):
        sitting.think()
        if table.status == "over":
            return
        people = [seat for seat in table.play.match.awaiting.seats if not table.setup.seats[seat].played_by_bot]
        if not people:
            due = table.next_wake()
            assert due is not None
            sitting.wait(due - sitting.now)
            continue
        seat = random.choice(people)
        actions = [str(action) for action in table.play.match.legal(seat)]
        sitting.act(connections[seat], int(seat), random.choice(actions))
        sitting.wait(pause)
    assert table.status == "over"


PEOPLE = ("ann", "ben", "cat")


OPTIONS = {"first": "1", "actions": "", "patience": "10000"}


def racing(**trips: int) -> tuple[Sitting, list[int]]:
    """A card lies open, shown this very moment; lines have been measured with these round trips."""
    sitting, connections = begun("addi-cats", PEOPLE, options=OPTIONS)
    sitting.act(connections[0], 0, "turn")
    sitting.wait(1000)
    assert sitting.update(connections[0])["awaiting"] == [0, 1, 2]
    for who, connection in zip(PEOPLE, connections, strict=True):
        for _ in range(5):
            sitting.table.measured(connection, trips.get(who, 0))
    sitting.table.race.sent_at[sitting.table.play.version] = sitting.now - sitting.table.began
    return sitting, connections


def acts(sitting: Sitting) -> list[str]:
    return [row.text for row in sitting.rows if "hit" in row.text]


def ledger(sitting: Sitting, connection: int) -> list[Heard]:
    return [entry for each in sitting.heard[connection] if each["type"] == "race" for entry in each["entries"]]
