"""An offline instance on one device: the same answers and messages as a server's, and nothing is lost when it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from purrlor.core import Record
from purrlor.kit import games

from .worker import Worker, begin_match, play_on

GOLDEN = Path(__file__).parents[1] / "golden"
OPPONENTS = {"yatzy": ["kitten"], "meow": ["tabby", "kitten"], "house-of-cats": ["kitten"]}


def over(worker: Worker, connection: int) -> bool:
    return bool(worker.latest(connection, "update")["over"])


@pytest.mark.parametrize("game", OPPONENTS)
def test_a_match_is_played_reloaded_in_the_middle_and_verified(game: str) -> None:
    worker = Worker()
    table, connection = begin_match(worker, game, OPPONENTS[game])
    play_on(worker, connection, most=9)
    before = worker.latest(connection, "update")
    worker.begin()
    connection = worker.connect(table)
    after = worker.latest(connection, "update")
    assert after["events"] >= before["events"]  # a bot that has been asked anew may have answered at once
    if after["events"] == before["events"]:
        assert (after["view"], after["legal"]) == (before["view"], before["legal"])
    kept = dict(worker.store)
    play_on(worker, connection)
    assert {key: worker.store[key] for key in kept if key.startswith("events/")}.items() <= kept.items()
    status, text = worker.request("GET", f"/api/tables/{table}/record")
    assert status == 200
    assert Record.parse(text, games()).check_fate() > 0
    assert "contribution: miau" in text


def test_addi_cats_without_a_clock_is_played() -> None:
    worker = Worker()
    _, connection = begin_match(worker, "addi-cats", ["six-year-old"], options={"timed": "false"})
    play_on(worker, connection, most=30)
    assert worker.latest(connection, "update")["events"] > 20


def test_nothing_is_sent_before_it_is_stored() -> None:
    worker = Worker()
    table, connection = begin_match(worker, "yatzy", ["kitten"])
    play_on(worker, connection, most=3)
    update = worker.latest(connection, "update")
    heard = len(worker.heard[connection])
    while not update["legal"]:
        worker.pass_time()
        update, heard = worker.latest(connection, "update"), len(worker.heard[connection])
    act = {"type": "act", "seat": 0, "version": update["version"], "action": update["legal"][0]}
    worker.send(connection, act, broken=True)
    assert len(worker.heard[connection]) == heard
    assert worker.closed == [(connection, "store_failed")]
    again = worker.connect(table)
    assert worker.latest(again, "update")["view"] == update["view"]


def test_a_request_whose_change_is_not_stored_says_so() -> None:
    worker = Worker()
    status, problem = worker.request("POST", "/api/me", {"name": "Ann"}, broken=True)
    assert (status, problem["code"]) == (503, "store_failed")
    assert worker.request("GET", "/api/me") == (200, {"known": False, "name": "", "room": ""})


def test_a_reload_after_every_step_loses_nothing() -> None:
    worker = Worker()
    table, connection = begin_match(worker, "yatzy", ["kitten"])
    for _ in range(25):
        play_on(worker, connection, most=1)
        seen = worker.latest(connection, "update")["events"]
        worker.begin()
        connection = worker.connect(table)
        assert worker.latest(connection, "update")["events"] >= seen


def test_an_act_is_taken_back_for_good() -> None:
    worker = Worker()
    table, connection = begin_match(worker, "house-of-cats", ["kitten"])
    while not (update := worker.latest(connection, "update"))["take_back"]:
        play_on(worker, connection, most=1)
    worker.send(connection, {"type": "take_back", "seat": 0})
    taken = worker.latest(connection, "update")
    assert taken["events"] < update["events"]
    worker.begin()
    connection = worker.connect(table)
    assert worker.latest(connection, "update")["view"] == taken["view"]
    assert worker.latest(connection, "update")["events"] == taken["events"]


def test_the_lists_of_games_and_tables_are_those_of_a_server() -> None:
    worker = Worker()
    _, known = worker.request("GET", "/api/games")
    assert [game["name"] for game in known] == list(games())
    table, connection = begin_match(worker, "meow", ["kitten"])
    play_on(worker, connection, most=5)
    worker.begin()
    status, (listed,) = worker.request("GET", "/api/tables")
    assert (status, listed["id"], listed["role"], listed["game"]) == (200, table, "host", "meow")
    assert worker.request("DELETE", f"/api/tables/{table}") == (200, {"outcome": "removed"})
    assert worker.request("GET", "/api/tables") == (200, [])
    assert list(worker.store) == ["person"]


def test_a_finished_match_is_replayed_reviewed_and_checked() -> None:
    worker = Worker()
    table, connection = begin_match(worker, "yatzy", [])
    play_on(worker, connection)
    _, replay = worker.request("GET", f"/api/tables/{table}/replay?seat=0")
    assert replay["seat"] == 0
    assert len(replay["steps"]) == worker.latest(connection, "update")["events"] + 1
    _, fates = worker.request("GET", f"/api/tables/{table}/fates")
    assert fates
    status, review = worker.request("GET", f"/api/tables/{table}/review")
    assert (status, review["status"]) == (202, "working")
    status, review = worker.request("GET", f"/api/tables/{table}/review")
    assert (status, review["status"]) == (200, "done")
    assert [account["seat"] for account in review["review"]["accounts"]] == [0]


def test_moves_are_compared_in_random_continuations() -> None:
    worker = Worker()
    _, kept = worker.request("POST", "/api/records", (GOLDEN / "yatzy.purr").read_text(encoding="utf-8"))
    path, wanted = (
        f"/api/tables/{kept['id']}/continuations",
        {"at": 218, "seat": 0, "moves": ["keep 3", "score mouser"]},
    )
    status, found = worker.request("POST", path, wanted)
    assert (status, found["done"]) == (200, 0)
    _, found = worker.request("POST", path, wanted)  # the parts were computed meanwhile
    assert found["done"] == found["count"] == 100
    assert found["moves"][0]["points"] >= found["moves"][1]["points"]


def test_a_hint_is_given() -> None:
    worker = Worker()
    _, connection = begin_match(worker, "yatzy", [])
    worker.send(
        connection,
        {"type": "act", "seat": 0, "version": worker.latest(connection, "update")["version"], "action": "roll"},
    )
    worker.send(connection, {"type": "hint", "seat": 0, "id": 7})
    assert worker.latest(connection, "hint")["ranked"]


def test_bad_messages_and_requests_are_answered_in_words() -> None:
    worker = Worker()
    table, connection = begin_match(worker, "yatzy", [])
    worker.instance.receive(connection, "{", worker.now)
    worker.settle()
    assert worker.latest(connection, "refused")["code"] == "malformed"
    refusals: list[tuple[str, str, Any, int, str]] = [
        ("POST", "/api/tables", {"game": "chess"}, 400, "malformed"),
        ("GET", "/api/tables/none", None, 404, "no_table"),
        ("GET", f"/api/tables/{table}/record", None, 409, "no_record"),
        ("POST", "/api/transfer", None, 404, "no_page"),
        ("POST", "/api/records", "nonsense", 400, "bad_record"),
    ]
    for method, path, body, status, code in refusals:
        answer = worker.request(method, path, body)
        assert (answer[0], answer[1]["code"]) == (status, code)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.purr")), ids=lambda path: path.stem)
def test_a_record_is_kept_as_a_finished_table(path: Path) -> None:
    worker = Worker()
    text = path.read_text(encoding="utf-8")
    status, made = worker.request("POST", "/api/records", text)
    assert status == 201, made
    worker.begin()
    _, kept = worker.request("GET", f"/api/tables/{made['id']}/record")
    assert Record.parse(kept, games()).events == Record.parse(text, games()).events
    _, (listed,) = worker.request("GET", "/api/tables")
    assert listed["status"] == "over"


def test_the_record_of_a_match_that_was_played_here_opens_that_match() -> None:
    worker = Worker()
    table, connection = begin_match(worker, "yatzy", [])
    play_on(worker, connection)
    _, text = worker.request("GET", f"/api/tables/{table}/record")
    status, made = worker.request("POST", "/api/records", text)
    assert (status, made["id"]) == (201, table)
    _, listed = worker.request("GET", "/api/tables")
    assert [each["id"] for each in listed] == [table]


def test_a_connection_to_a_table_that_is_gone_is_closed() -> None:
    worker = Worker()
    assert worker.closed == []
    connection = worker.connect("nothing")
    assert worker.closed == [(connection, "no_table")]


def test_the_rules_exist_in_every_language() -> None:
    worker = Worker()
    status, page = worker.request("GET", "/api/games/meow/rules?language=de")
    assert status == 200
    assert page["blocks"]


def test_a_turn_of_days_runs_out_though_nobody_is_there() -> None:
    worker = Worker()
    table, connection = begin_match(worker, "yatzy", ["kitten"], clock="day")
    while not worker.latest(connection, "update")["legal"]:
        worker.pass_time()
    before = worker.latest(connection, "update")["events"]
    worker.instance.disconnect(connection, worker.now)
    worker.settle()
    worker.begin()
    due = worker.instance.next_wake()
    assert due is not None
    assert due > worker.now + 1000 * 3600
    while worker.request("GET", "/api/tables")[1][0]["events"] <= before:
        assert worker.pass_time()
    assert worker.request("GET", f"/api/tables/{table}")[0] == 200


def test_puzzles_are_solved_without_a_network_and_tries_are_kept() -> None:
    worker = Worker()
    _, listed = worker.request("GET", "/api/puzzles")
    assert all(each["tries"] == 0 < each["count"] for each in listed)
    for game in (each["game"] for each in listed):
        _, shown = worker.request("GET", f"/api/puzzles/{game}")
        action = shown["choices"][0]["action"] if shown["choices"] else shown["update"]["legal"][0]
        status, judged = worker.request("POST", f"/api/puzzles/{game}", {"puzzle": shown["id"], "action": action})
        assert status == 200
        assert judged["why"]
        worker.begin()
        (own,) = [each for each in worker.request("GET", "/api/puzzles")[1] if each["game"] == game]
        assert (own["tries"], own["rating"]) == (1, judged["standing"]["rating"])
        assert worker.request("GET", f"/api/puzzles/{game}")[1]["id"] != shown["id"]
    assert worker.request("GET", "/api/puzzles/chess")[0] == 404
    assert worker.request("PUT", "/api/puzzles")[0] == 404


def test_a_match_is_played_on_from_the_middle() -> None:
    worker = Worker()
    record = (GOLDEN / "yatzy.purr").read_text(encoding="utf-8")
    _, kept = worker.request("POST", "/api/records", record)
    seats = [{"kind": "person"}, {"kind": "bot"}, {"kind": "bot"}]
    status, made = worker.request("POST", "/api/forks", {"name": "Ann", "seats": seats, "table": kept["id"], "at": 12})
    connection = worker.connect(made["id"])
    worker.send(connection, {"type": "ready", "pledge": ""})
    assert status == 201
    assert worker.latest(connection, "update")["events"] >= 12
    worker.begin()
    assert worker.latest(worker.connect(made["id"]), "table")["origin"].split()[1] == "12"
