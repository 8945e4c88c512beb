"""Several phones at the tables of one device: guests see only their own seats."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from purrlor.core import Record, pledge
from purrlor.kit import games, kit
from purrlor.table.race.round_trips import VOUCHED_SLACK
from tests.leaks import leaks

from .worker import Worker

BEN, EVE = "guest-ben", "guest-eve"


class Phones(Worker):
    """A host's device with the guests of one table of MEOW."""

    def __init__(self, game: str = "meow", seats: int = 2, **options: str) -> None:
        super().__init__()
        open_seats = [{"kind": "open"}] * (seats - 1)
        wanted = {
            "game": game, "name": "Ann", "seats": [{"kind": "person"}, *open_seats], "pace": 1, "options": options,
        }  # fmt: skip
        _, made = self.request("POST", "/api/tables", wanted)
        self.table, self.key = made["id"], made["key"]

    def ask(self, person: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        self.requests += 1
        text = "" if body is None else json.encode(body).decode()
        self.instance.request(self.requests, f"{method} {path}", text, self.now, "en", person)
        self.settle()
        return self.answers[self.requests]

    def join(self, person: str, name: str) -> int:
        self.instance.admit(person, self.table)
        status, _ = self.ask(person, "POST", f"/api/tables/{self.table}/join", {"name": name, "key": self.key})
        assert status == 200
        return self.open(person)

    def open(self, person: str) -> int:
        self.connections += 1
        self.heard[self.connections] = []
        self.instance.connect(self.connections, self.table, self.now, "en", person)
        self.settle()
        return self.connections

    def begin_all(self, *connections: int) -> None:
        for connection in connections:
            self.send(connection, {"type": "ready", "pledge": pledge(f"share {connection}")})
        for connection in connections:
            self.send(connection, {"type": "reveal", "contribution": f"share {connection}"})


def begun() -> tuple[Phones, int, int]:
    phones = Phones()
    host, guest = phones.connect(phones.table), phones.join(BEN, "Ben")
    phones.begin_all(host, guest)
    return phones, host, guest


def play(phones: Phones, *connections: int, most: int = 10_000) -> None:
    """Let each phone do the first legal thing when it is its turn."""
    for _ in range(most):
        updates = [phones.latest(connection, "update") for connection in connections]
        if updates[0]["over"]:
            return
        for connection, update in zip(connections, updates, strict=True):
            if update["legal"]:
                act = {
                    "type": "act",
                    "seat": update["seat"],
                    "version": update["version"],
                    "action": update["legal"][0],
                }
                phones.send(connection, act)
                break
        else:
            assert phones.pass_time()


@pytest.mark.parametrize("game", [name for name, rules in games().items() if not kit(name).races(rules())])
def test_a_whole_match_between_two_phones_is_fair(game: str) -> None:
    phones = Phones(game)
    host, guest = phones.connect(phones.table), phones.join(BEN, "Ben")
    phones.begin_all(host, guest)
    play(phones, host, guest)
    _, record = phones.ask(BEN, "GET", f"/api/tables/{phones.table}/record")
    assert "contribution: share 1\ncontribution: share 2\n" in record
    assert "seat 2: Ben\n" in record


@pytest.mark.parametrize("seats", [2, 4])
def test_a_race_between_phones_goes_on_to_its_last_card(seats: int) -> None:
    """Everybody turns their cards and hits the mouse now and then, at times that pass between the messages."""
    phones, chance = Phones("addi-cats", seats, most_cards="150"), Random(f"race of {seats}")
    lines = [phones.connect(phones.table), *(phones.join(f"guest-{n}", f"Guest {n}") for n in range(1, seats))]
    phones.begin_all(*lines)
    for line in lines[1:]:
        phones.instance.measured(line, 40, 40)
    while not (updates := [phones.latest(line, "update") for line in lines])[0]["over"]:
        assert len({update["version"] for update in updates}) == 1
        line, update = chance.choice(list(zip(lines, updates, strict=True)))
        action = "turn" if "turn" in update["legal"] else chance.choice(["", *update["legal"]])
        if action:
            act = {"type": "act", "seat": update["seat"], "version": update["version"], "action": action}
            phones.send(line, {**act, "reaction": chance.randrange(400)})
        due = phones.instance.next_wake()
        assert due is not None or phones.latest(lines[0], "update")["over"]
        phones.pass_time(phones.now + chance.randrange(400))
    _, text = phones.ask("guest-1", "GET", f"/api/tables/{phones.table}/record")
    assert len(Record.parse(text, games()).contributions) == seats


def test_seed_is_committed_to_before_any_contribution_is_revealed() -> None:
    phones = Phones()
    host, guest = phones.connect(phones.table), phones.join(BEN, "Ben")
    phones.send(guest, {"type": "ready", "pledge": pledge("x")})
    before = phones.latest(guest, "table")
    phones.begin_all(host)
    phones.send(guest, {"type": "reveal", "contribution": "x"})
    assert before["commitment"] == phones.latest(guest, "table")["commitment"]
    assert phones.latest(guest, "table")["contributions"] == ["share 1", "x"]


@pytest.mark.parametrize("game", [game for game in games() if game != "addi-cats"])
def test_a_guest_is_sent_what_its_seat_may_know_and_nothing_else(game: str) -> None:
    phones = Phones(game)
    host, guest = phones.connect(phones.table), phones.join(BEN, "Ben")
    phones.begin_all(host, guest)
    play(phones, host, guest)
    _, text = phones.ask(BEN, "GET", f"/api/tables/{phones.table}/record")
    assert leaks(Record.parse(text, games()), 1, phones.heard[guest]) == []
    assert leaks(Record.parse(text, games()), 0, phones.heard[guest])


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/tables/{table}"),
        ("POST", "/api/tables/{table}/join"),
        ("DELETE", "/api/tables/{table}"),
        ("GET", "/api/tables/{table}/replay?seat=0"),
        ("GET", "/api/tables/{table}/record"),
        ("POST", "/api/me"),
        ("POST", "/api/tables"),
        ("POST", "/api/records"),
        ("POST", "/api/forks"),
        ("GET", "/api/puzzles"),
    ],
)
def test_a_stranger_gets_nothing(method: str, path: str) -> None:
    phones, _, _ = begun()
    kept = dict(phones.store)
    status, _ = phones.ask(EVE, method, path.format(table=phones.table), {"name": "Eve", "key": phones.key})
    assert status >= 400
    assert phones.store == kept


def test_a_guest_cannot_act_for_another_seat() -> None:
    phones, host, guest = begun()
    update = phones.latest(host, "update")
    for seat in (0, 7, -1):
        lie = {"type": "act", "seat": seat, "version": update["version"], "action": "play G1", "id": 9}
        phones.send(guest, lie)
        assert phones.latest(guest, "refused")["code"] in ("not_your_seat", "malformed")
    assert phones.latest(host, "update")["version"] == update["version"]


def test_a_guest_sees_no_other_seat_before_the_end() -> None:
    phones, _, _ = begun()
    assert phones.ask(BEN, "GET", f"/api/tables/{phones.table}/replay?seat=0")[1]["code"] == "no_record"
    assert phones.ask(BEN, "GET", f"/api/tables/{phones.table}")[1]["seed"] == ""


def test_a_guest_hears_only_of_the_table_it_came_to() -> None:
    phones, _, _ = begun()
    _, other = phones.request(
        "POST", "/api/tables", {"game": "yatzy", "name": "Ann", "seats": [{"kind": "person"}, {"kind": "open"}]}
    )
    assert phones.ask(BEN, "GET", f"/api/tables/{other['id']}")[0] == 404
    assert [each["id"] for each in phones.ask(BEN, "GET", "/api/tables")[1]] == [phones.table]


def test_match_continues_after_the_host_reloads() -> None:
    phones, host, guest = begun()
    play(phones, host, guest, most=5)
    events = phones.latest(guest, "update")["events"]
    phones.begin()
    phones.instance.admit(BEN, phones.table)
    host, guest = phones.connect(phones.table), phones.open(BEN)
    assert phones.latest(guest, "update")["events"] == events
    play(phones, host, guest)


def test_guests_come_to_a_match_that_is_played_on() -> None:
    golden = (Path(__file__).parents[1] / "golden" / "meow.purr").read_text(encoding="utf-8")
    phones = Phones()
    _, kept = phones.request("POST", "/api/records", golden)
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "level": "uniform"}]
    wanted = {"name": "Ann", "seats": seats, "table": kept["id"], "at": 12, "redeal": 0, "pace": 1}
    _, made = phones.request("POST", "/api/forks", wanted)
    phones.table, phones.key = made["id"], made["key"]
    host, guest = phones.connect(phones.table), phones.join(BEN, "Ben")
    phones.begin_all(host, guest)
    play(phones, host, guest)
    _, text = phones.ask(BEN, "GET", f"/api/tables/{phones.table}/record")
    record = Record.parse(text, games())
    assert record.origin is not None
    assert record.taken == 12
    assert leaks(record, 1, phones.heard[guest]) == []


def test_a_guest_does_not_rename_the_host() -> None:
    phones, _, _ = begun()
    assert phones.request("GET", "/api/me")[1]["name"] == "Ann"


def test_a_guest_who_leaves_is_replaced_by_a_bot() -> None:
    phones, host, _ = begun()
    assert phones.ask(BEN, "POST", f"/api/tables/{phones.table}/leave")[1] == {"outcome": "bot"}
    assert phones.latest(host, "table")["seats"][1]["stands_in"]


def test_a_late_answer_to_a_ping_counts_no_more_than_the_round_trip_of_the_network() -> None:
    phones = Phones("addi-cats")
    honest, late = phones.connect(phones.table), phones.join(BEN, "Ben")
    for _ in range(8):
        phones.instance.measured(honest, 20, 20)
        phones.instance.measured(late, 250, 20)
    usual = [_usual(phones, connection) for connection in (honest, late)]
    assert usual[0] == 20
    assert usual[1] == 20 + VOUCHED_SLACK


def _usual(phones: Phones, connection: int) -> float:
    delay = phones.instance.tables[phones.table].delay_of(connection)
    assert delay is not None
    return delay.usual
