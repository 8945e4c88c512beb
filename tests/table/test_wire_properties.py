"""Any message gets an answer (or silence by rule) and no exception, and changes nothing unless it was legal."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from purrlor.core import Match
from purrlor.core.record import event_text, parse_event
from purrlor.table import wire
from purrlor.table.effects import Effects
from purrlor.table.match import racing
from purrlor.table.messages import encoded
from tests.table.table_driver import DECODER, OPEN, Sitting, person

GAMES: dict[str, dict[str, str]] = {
    "yatzy": {},
    "meow": {},
    "addi-cats": {"timed": "true", "most_cards": "5"},
    "house-of-cats": {},
}
TYPES = ["ready", "start", "act", "take_back", "hint", "say", "replace", "take_seat", "rematch", "update", ""]
WORDS = [
    "roll",
    "turn",
    "hit head",
    "hit",
    "pass",
    "done",
    "back",
    "play G7",
    "place 4 C2",
    "score ones",
    "keep 1 1",
    "",
]
numbers = st.one_of(st.integers(-2, 12), st.integers(), st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**40]))
texts = st.one_of(st.sampled_from([*WORDS, "hello", "kitten", "lion"]), st.text(max_size=30))
values = st.one_of(numbers, texts, st.none(), st.booleans(), st.floats(allow_nan=False), st.lists(numbers, max_size=2))
NAMES = ["seat", "version", "action", "id", "reaction", "phrase", "text", "level", "contribution", "more"]


def _object(kind: str, fields: dict[str, Any]) -> str:
    return json.dumps({"type": kind, **fields})


objects = st.builds(_object, st.sampled_from(TYPES), st.dictionaries(st.sampled_from(NAMES), values, max_size=6))
raw = st.one_of(st.text(max_size=60), objects, values.map(json.dumps))
quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)


@given(raw)
@settings(quick, max_examples=150)
def test_any_text_is_a_message_or_malformed(text: str) -> None:
    try:
        message: Any = DECODER.decode(text)
    except msgspec.DecodeError:
        return
    assert isinstance(message, wire.ClientMessage)


seats = st.one_of(st.integers(-1, 2), numbers)
versions = st.one_of(st.integers(-1, 30), numbers)
ids = st.one_of(st.just(0), numbers)
MESSAGES = st.one_of(
    st.builds(wire.Ready, contribution=texts),
    st.builds(wire.Start, id=ids),
    st.builds(wire.Act, seat=seats, version=versions, action=texts, id=ids, reaction=st.one_of(st.none(), numbers)),
    st.builds(wire.TakeBack, seat=seats, id=ids),
    st.builds(wire.AskHint, seat=seats, id=ids),
    st.builds(wire.Say, phrase=texts, text=texts, id=ids),
    st.builds(wire.Replace, seat=seats, level=texts, id=ids),
    st.builds(wire.TakeSeat, seat=seats, id=ids),
    st.builds(wire.Rematch, id=ids),
)
LEGAL = "legal"
"""A step in which somebody does something possible."""
STEPS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.one_of(
            MESSAGES, st.just(LEGAL), st.just(LEGAL), st.sampled_from(["replay", "wait", "leave", "think", "restart"])
        ),
        st.integers(0, 50),
    ),
    min_size=8,
    max_size=40,
)


@given(st.sampled_from(sorted(GAMES)), st.booleans(), STEPS)
@settings(quick, max_examples=60)
def test_any_sequence_of_messages_leaves_a_sound_table(game: str, begin: bool, steps: Any) -> None:
    room = Room(game, begin=begin)
    for who, step, number in steps:
        room.step(who, step, number)
        room.check()


class Room:
    """Two people and a spectator, who act at random."""

    def __init__(self, game: str, *, begin: bool) -> None:
        self.people = ["ann", "ben", "wil"]
        options = GAMES[game]
        self.sitting = Sitting(game, [person(), OPEN], options=options, chat="free", clock="quick")
        self.sitting.join("ben")
        self.connections = [self.sitting.enter(who) for who in self.people]
        self.sent: list[tuple[int, wire.ClientMessage]] = []
        if begin:
            self.sitting.ready(*self.connections)

    def step(self, who: int, step: Any, number: int) -> None:
        match step:
            case "legal":
                self._do_something_possible(number)
            case "replay":
                if self.sent:
                    self.send(*self.sent[number % len(self.sent)])
            case "wait":
                self.sitting.wait(number * 1000)
            case "leave":
                self.sitting.leave(self.connections[who])
                self.connections[who] = self.sitting.enter(self.people[who])
            case "think":
                self.sitting.asks = [ask for ask in self.sitting.asks if ask.hint is None and ask.level == "uniform"]
                self.sitting.think()
            case "restart":
                self.sitting = self.sitting.restored(self.sitting.now)
                self.connections = [self.sitting.enter(each) for each in self.people]
            case _:
                self.send(who, step)

    def _do_something_possible(self, number: int) -> None:
        play = self.sitting.table.play
        if self.sitting.table.status == "running" and play.match.awaiting.seats:
            seat = play.match.awaiting.seats[number % len(play.match.awaiting.seats)]
            legal = play.match.legal(seat)
            self.send(int(seat), wire.Act(int(seat), play.version, str(legal[number % len(legal)])))

    def send(self, who: int, message: wire.ClientMessage) -> None:
        sitting = self.sitting
        self.sent.append((who, message))
        before, silent = self.snapshot(), self.may_be_silent(message)
        effects = sitting.take(sitting.table.receive(self.connections[who], message, sitting.now))
        mine = [json.loads(text) for connection, text in effects.sends if connection == self.connections[who]]
        assert mine or silent(effects)
        if any(each["type"] == "refused" for each in mine) and not racing(sitting.table.play.match.awaiting):
            assert self.snapshot() == before
            assert all(each["words"] for each in mine if each["type"] == "refused")

    def may_be_silent(self, message: wire.ClientMessage) -> Any:
        """Ready twice, a rematch and a question to the adviser have no answer of their own; a press waits."""
        race = racing(self.sitting.table.play.match.awaiting)

        def silent(effects: Effects) -> bool:
            kinds = wire.Ready | wire.Rematch
            return isinstance(message, kinds) or bool(effects.requests) or (race and isinstance(message, wire.Act))

        return silent

    def snapshot(self) -> object:
        table = self.sitting.table
        presses, asked = list(table.race.presses), dict(table.requested)
        return list(self.sitting.rows), table.play.version, table.status, encoded(table.setup), presses, asked

    def check(self) -> None:
        """What was written is what happened, and it follows the rules."""
        table = self.sitting.table
        log = [event_text(table.game, event) for event in table.play.match.log]
        assert [row.text for row in self.sitting.rows] == log
        replayed: Match[Any, Any, Any] = Match(table.game)
        for row in self.sitting.rows:
            replayed.push(parse_event(table.game, row.text, row.at))  # type: ignore[arg-type]
        assert replayed.state == table.play.match.state
        assert self.sitting.row.status == table.status
