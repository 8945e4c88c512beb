"""The tables of one device, without sockets, clock or waiting. The worker calls it, stores changes and sends messages.

Each change is first returned as a step to be stored (`take`). Nothing of it is sent before the worker reports that it
is stored. So a tab that ends in the middle of a move loses nothing that the player has seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from msgspec import Struct, json

from purrlor.kit.continuations import Brought
from purrlor.table import admission, creation, records, wire
from purrlor.table.bots import hint_of
from purrlor.table.continuations import PARTS, check_moves, merged_continuations
from purrlor.table.effects import BotRequest, Effects
from purrlor.table.messages import encoded
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.review import judged_by_seat, merged_reviews
from purrlor.table.rows import Write
from purrlor.table.table import Table, read_message
from purrlor.words import ENGLISH

from .questions import Compare, Judge, Move, Question, Thought, packed, unpacked
from .requests import PERSON, Request, Requests
from .shelf import Answered, Delivery, Entry, Shelf, StoreStep


class DeviceReviewWork(Struct):
    waiting: list[Judge]
    """Parts that no worker is computing yet."""
    parts: int
    found: list[wire.Review]
    done: int = 0
    failed: bool = False


class DeviceReviews:
    def __init__(self) -> None:
        self.works: dict[str, DeviceReviewWork] = {}
        """The work on each review, by table."""

    def answer(self, table: Table, record: Callable[[], str], number: Callable[[], int]) -> wire.ReviewAnswer:
        """Return the review of a finished match, or the part of it that is done."""
        name = table.row.id
        if name not in self.works:
            text, seats = record(), table.setup.seats
            order = sorted(range(len(seats)), key=lambda seat: seats[seat].kind != "person")
            parts = [(seat,) for seat in order] if judged_by_seat(table.setup.game) else [None]
            self.works[name] = DeviceReviewWork([Judge(number(), name, text, part) for part in parts], len(parts), [])
        work = self.works[name]
        if work.failed:
            del self.works[name]
        review = merged_reviews(work.found)
        if work.done < work.parts and not work.failed:
            return wire.ReviewAnswer("working", review, work.done / work.parts)
        return wire.ReviewAnswer("none" if review is None else "done", review, 1.0)

    def question(self) -> Judge | None:
        for work in self.works.values():
            if work.waiting:
                return work.waiting.pop(0)
        return None

    def ask_again(self, question: Judge) -> None:
        if question.table in self.works:
            self.works[question.table].waiting.append(question)

    def answered(self, question: Judge, thought: Thought) -> None:
        work = self.works.get(question.table)
        if work is None:
            return
        work.done += 1
        work.failed = work.failed or thought.state == "failed"
        if thought.found is not None:
            work.found.append(thought.found)


class DeviceComparison(Struct):
    wanted: wire.CompareMoves
    waiting: list[Compare]
    """Parts that no worker is computing yet."""
    found: list[list[Brought]] = []
    failed: bool = False


class DeviceComparisons:
    """Comparisons of moves in random continuations of finished matches."""

    def __init__(self) -> None:
        self.works: dict[str, DeviceComparison] = {}

    def answer(
        self, table: str, wanted: wire.CompareMoves, record: Callable[[], str], number: Callable[[], int]
    ) -> wire.Continuations:
        """Return what is known so far."""
        key = f"{table} {encoded(wanted).decode()}"
        if key not in self.works:
            text = record()
            check_moves(text, wanted)
            parts = [Compare(number(), key, text, wanted, start) for start in PARTS]
            self.works[key] = DeviceComparison(wanted, parts)
        work = self.works[key]
        if work.failed:
            del self.works[key]
            raise refused("trouble")
        return merged_continuations(wanted, work.found)

    def question(self) -> Compare | None:
        return next((work.waiting.pop(0) for work in self.works.values() if work.waiting), None)

    def ask_again(self, question: Compare) -> None:
        if question.key in self.works:
            self.works[question.key].waiting.append(question)

    def answered(self, question: Compare, thought: Thought) -> None:
        work = self.works.get(question.key)
        if work is None:
            return
        if thought.state == "failed":
            work.failed = True
        else:
            work.found.append(thought.found)


KEPT = json.Decoder(list[tuple[str, str]])


class InstanceChange(Struct):
    """The effects of one call, which are sent when they are stored."""

    writes: list[Entry] = []
    table: Table | None = None
    effects: Effects | None = None
    answer: Answered | None = None


class Instance:
    def __init__(self, kept: str = "[]") -> None:
        """Load the store's contents: `kept` is JSON, `[[key, text], …]`."""
        self.shelf = Shelf(KEPT.decode(kept))
        self.tables: dict[str, Table] = {}
        """The tables in memory."""
        self.connections: dict[int, str] = {}
        """The table of each open connection."""
        self.guests: dict[str, str] = {}
        """The table that each guest on another device is invited to."""
        self.changes: list[InstanceChange] = []
        """Changes that `take` has not returned yet."""
        self.underway: list[InstanceChange] = []
        """Changes that are being stored."""
        self.taken = 0
        """Number of changed entries of the shelf that are being stored."""
        self.closed: list[tuple[int, str]] = []
        self.steps = 0
        self.reviews = DeviceReviews()
        self.comparisons = DeviceComparisons()
        self.requests = Requests(self)
        self.waiting: deque[Move] = deque()
        """Requests from tables that no worker has yet."""
        self.computing: dict[int, Question] = {}
        """Requests that a worker is computing, by number."""
        self.questions = 0

    # Called by the worker

    def request(  # noqa: PLR0917 (JavaScript passes arguments by position)
        self, number: int, line: str, body: str, now: float, language: str = ENGLISH, person: str = PERSON
    ) -> None:
        """Answer a request such as `GET /api/games` as a server does. The answer is part of a later delivery.

        `person` is the device's own, or a guest on another device.
        """
        before = len(self.changes)
        method, _, path = line.partition(" ")
        try:
            answer = self.requests.answer(Request(number, method, path, body, int(now), person))
        except RequestRefused as refusing:
            del self.changes[before:]
            problem = encoded(refusing.problem(language)).decode()
            answer = Answered(number, refusing.status, "application/json", problem)
        self.changes.append(InstanceChange(answer=answer))

    def admit(self, person: str, table: str) -> None:
        """Let a guest on another device come to a table. The guest sees no other table."""
        self.guests[person] = table

    def admits(self, person: str, table: Table) -> bool:
        """Return whether a person may enter a table: guests only the one they are invited to, and its rematches."""
        return person == PERSON or self.guests.get(person) == table.row.id or admission.belongs(table, person)

    def measured(self, connection: int, trip: float, most: float | None = None) -> None:
        """Note a round trip in milliseconds to a guest's device, as its page answered a ping.

        `most` is the round trip that the browsers' network code measured, which the guest's page cannot lengthen.
        """
        table = self._of(connection)
        delay = None if table is None else table.delay_of(connection)
        if delay is None:
            return
        if most is not None:
            delay.vouch(most)
        delay.measured(trip)

    def connect(self, connection: int, table: str, now: float, language: str = ENGLISH, person: str = PERSON) -> None:
        """Open a connection, in place of a WebSocket."""
        found = self.find(table, int(now))
        if found is not None and not self.admits(person, found):
            found = None
        if found is None:
            self.closed.append((connection, "no_table"))
            self.changes.append(InstanceChange())
            return
        while found.prepare_entry(person):
            pass
        self.connections[connection] = table
        name = (self.shelf.name or "") if person == PERSON else creation.people_of(found).get(person, "")
        self.run(found, found.enter(connection, person, name, int(now), language))

    def receive(self, connection: int, text: str, now: float) -> None:
        """Carry out a message from the web client. Messages from closed connections are ignored."""
        table = self._of(connection)
        if table is None:
            return
        try:
            message = read_message(text)
        except RequestRefused as refusing:
            effects = Effects(int(now))
            table.refuse(connection, 0, refusing, effects)
        else:
            effects = table.receive(connection, message, int(now))
        self.run(table, effects)

    def disconnect(self, connection: int, now: float) -> None:
        table = self._of(connection)
        if table is not None:
            del self.connections[connection]
            self.run(table, table.leave(connection, int(now)))

    def next_wake(self) -> int | None:
        """Return the time at which to call `wake`; None: never. It may change with every other call."""
        times = [due for table in self.tables.values() if (due := table.next_wake()) is not None]
        times += [due for table, due in self.shelf.due.items() if table not in self.tables]
        return min(times, default=None)

    def wake(self, now: float) -> None:
        """Do everything that is due."""
        for name, due in list(self.shelf.due.items()):
            if due <= now:
                self.find(name, int(now))
        for table in list(self.tables.values()):
            wakes = table.next_wake()
            if wakes is not None and wakes <= now:
                self.run(table, table.wake(int(now)))

    def question(self) -> str | None:
        """Return the next request for `think`; bots of running matches come before reviews."""
        while self.waiting:
            question = self.waiting.popleft()
            if self._is_open(question):
                self.computing[question.number] = question
                return packed(question)
        later = self.reviews.question() or self.comparisons.question()
        if later is not None:
            self.computing[later.number] = later
            return packed(later)
        return None

    def answered(self, text: str, now: float) -> None:
        """Accept an answer of `think`. An answer that arrives too late is ignored."""
        thought: Thought = unpacked(text)
        question = self.computing.pop(thought.number, None)
        if isinstance(question, Judge):
            self.reviews.answered(question, thought)
            return
        if isinstance(question, Compare):
            self.comparisons.answered(question, thought)
            return
        if question is None or not self._is_open(question):
            return
        table, ask = self.tables[question.ask.table], question.ask
        if ask.hint is not None:
            found = None if thought.found is None else hint_of(ask, thought.found)
            self.run(table, table.hint_found(ask, found, int(now)))
            return
        action, delay = (str(ask.legal[0]), 0) if thought.state == "failed" else thought.found
        self.run(table, table.bot_chose(ask, action, delay, int(now)))

    def ask_again(self) -> None:
        """Repeat all requests that were open when the computing worker ended."""
        for question in self.computing.values():
            if isinstance(question, Move):
                self.waiting.append(question)
            elif isinstance(question, Judge):
                self.reviews.ask_again(question)
            else:
                self.comparisons.ask_again(question)
        self.computing.clear()

    # Storing and sending

    def take(self) -> str | None:
        """Return the next step to be stored, as JSON; None: there is none, or one is being stored already."""
        if self.underway or not self.changes:
            return None
        self.underway, self.changes = self.changes, []
        self.taken = self.shelf.unstored
        self.steps += 1
        latest: dict[str, str | None] = {}
        for change in self.underway:
            latest |= dict(change.writes)
        return encoded(StoreStep(self.steps, list(latest.items()))).decode()

    def stored(self, number: int, now: float) -> str:
        """Return the messages that may be sent now that the step of this number is stored, as JSON."""
        assert number == self.steps
        done, self.underway = self.underway, []
        self.shelf.settle(self.taken)
        delivery = Delivery(closed=self.closed)
        self.closed = []
        for change in done:
            if change.answer is not None:
                delivery.answers.append(change.answer)
            if change.table is not None and change.effects is not None:
                self._deliver(change.table, change.effects, delivery, int(now))
        self._forget_unattended()
        return encoded(delivery).decode()

    def failed(self, number: int, now: float) -> str:
        """Undo the step of this number, which could not be stored, and everything after it."""
        assert number == self.steps
        del now
        lost, self.underway, self.changes = [*self.underway, *self.changes], [], []
        self.shelf.revert()
        problem = encoded(refused("store_failed").problem()).decode()
        answers = [
            Answered(change.answer.number, refused("store_failed").status, "application/json", problem)
            for change in lost
            if change.answer is not None
        ]
        gone = {change.table.row.id for change in lost if change.table is not None}
        closed = [(connection, "store_failed") for connection, table in self.connections.items() if table in gone]
        self.connections = {each: table for each, table in self.connections.items() if table not in gone}
        for table in gone:
            self.tables.pop(table, None)
        return encoded(Delivery(answers, [], [*self.closed, *closed])).decode()

    def _deliver(self, table: Table, effects: Effects, delivery: Delivery, now: int) -> None:
        if effects.version:
            table.sent(effects.version, now)
        delivery.sends += [(to, message.decode()) for to, message in effects.sends if to in self.connections]
        for ask in effects.requests:
            self._ask(table, ask)
        if effects.rematch and not table.setup.next:
            again = creation.rematch_of(table, now, game=effects.next_game)
            made = table.rematch_made(again.row.id, again.setup.key, now)
            made.writes = [*creation.first_writes(again, creation.people_of(table)), *made.writes]
            self.tables[again.row.id] = again
            self.run(table, made)

    # Tables

    def find(self, table: str, now: int) -> Table | None:
        """Return the table from memory or from the store; None: it does not exist."""
        if table not in self.tables:
            kept = self.shelf.load(table)
            if kept is None:
                return None
            self.tables[table] = records.restored(kept, now)
        return self.tables[table]

    def run(self, table: Table, effects: Effects) -> None:
        """Queue the effects of a table, to be stored and then sent."""
        self.changes.append(InstanceChange(self.shelf.put(effects.writes), table, effects))

    def write(self, writes: Sequence[Write]) -> None:
        self.changes.append(InstanceChange(self.shelf.put(writes)))

    def close(self, table: str, code: str) -> None:
        """Close the connections of a table and remove it from memory."""
        self.closed += [(connection, code) for connection, each in self.connections.items() if each == table]
        self.connections = {connection: each for connection, each in self.connections.items() if each != table}
        self.tables.pop(table, None)

    def _of(self, connection: int) -> Table | None:
        table = self.connections.get(connection)
        return None if table is None else self.tables[table]

    def _forget_unattended(self) -> None:
        """Remove tables without connections from memory, unless bots are playing or changes are not stored yet."""
        busy = {change.table.row.id for change in self.changes if change.table is not None}
        attended = {*self.connections.values(), *busy}
        self.tables = {name: table for name, table in self.tables.items() if name in attended or table.bots_play}

    # Thinking

    def _ask(self, table: Table, ask: BotRequest) -> None:
        self.questions += 1
        options = tuple(table.setup.options.items())
        self.waiting.append(Move(self.questions, table.setup.game, options, ask))

    def new_number(self) -> int:
        self.questions += 1
        return self.questions

    def _is_open(self, question: Move) -> bool:
        ask = question.ask
        table = self.tables.get(ask.table)
        if table is None:
            return False
        return table.is_open(ask)
