"""Language models at the table, played by stand-ins of our own: a server on this machine, a program, an object."""

from __future__ import annotations

import json
import shlex
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.cli import main
from purrlor.core import Record
from purrlor.core.reason import Refused
from purrlor.games.yatzy import Yatzy
from purrlor.kit import games, level
from purrlor.lab.models import (
    AddressModel,
    CommandModel,
    Conditions,
    Message,
    ModelMatch,
    Reply,
    key_from,
    model_score,
    play_model,
)

GAME = Yatzy(seats=2)
ASK = [{"role": "user", "content": "- roll (roll all five)"}]


def actions_in(prompt: str) -> list[str]:
    return [line.removeprefix("- ").split(" (")[0] for line in prompt.splitlines() if line.startswith("- ")]


class StandIn:
    """Takes a listed action at random; keeps all that it was sent."""

    name = "stand-in"

    def __init__(self, nonsense: float = 0.0) -> None:
        self.random, self.nonsense = Random(3), nonsense
        self.heard: list[str] = []

    def reply(self, messages: Sequence[Message]) -> Reply:
        self.heard += [message["content"] for message in messages]
        if self.random.random() < self.nonsense:
            return Reply("purr", 10, 1)
        return Reply("Action: " + self.random.choice(actions_in(messages[-1]["content"])), 10, 4)

    def close(self) -> None:
        pass


def played(model: StandIn, conditions: Conditions, seat: int = 0) -> ModelMatch:
    return play_model(model, GAME, level("yatzy", "uniform").make(GAME), "test", 0, seat, conditions)


def test_a_match_is_counted_and_judged_exactly() -> None:
    match = played(StandIn(), Conditions())
    assert match.result is not None
    assert match.requests == sum(bool(json.loads(line).get("text")) for line in match.log.splitlines())
    assert (match.refused, match.tokens_in) == (0, 10 * match.requests)
    (seat_review,) = match.reviews
    assert seat_review.reached == pytest.approx(match.result.scores[0])
    assert model_score([match], 2).regret is not None


def test_too_many_refused_answers_forfeit_the_match() -> None:
    match = played(StandIn(nonsense=1.0), Conditions(most_refusals=2))
    score = model_score([match], 2)
    assert match.result is None
    assert (match.requests, match.refused) == (3, 3)
    assert (score.forfeits, score.wins.mean, score.without_luck) == (1, 0.0, None)


def test_a_pair_has_the_same_dice_from_both_seats() -> None:
    both = [played(StandIn(), Conditions(), seat) for seat in (0, 1)]
    assert len({json.loads(match.log.splitlines()[0])["seed"] for match in both}) == 1
    assert model_score(both, 2).without_luck is not None


def test_a_renamed_game_is_the_same_game() -> None:
    usual, renamed = StandIn(), StandIn()
    assert played(usual, Conditions()).record == played(renamed, Conditions(renamed=True)).record
    assert any("fat_cat" in text for text in usual.heard)
    assert not any("fat_cat" in text or "Fat Cat" in text for text in renamed.heard)


class Address(BaseHTTPRequestHandler):
    """An OpenAI-compatible server that is busy once, then takes the first listed action."""

    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.heard.append((self.path, self.headers.get("Authorization"), body))
        status, answer = server.answers.pop(0) if server.answers else (200, None)
        if answer is None:
            text = actions_in(body["messages"][-1]["content"])[0]
            usage = {"prompt_tokens": 7, "completion_tokens": 2}
            answer = {"choices": [{"message": {"content": text}}], "usage": usage}
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", str(answer["to"]))
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@contextmanager
def address(*answers: tuple[int, Any]) -> Generator[tuple[str, list[Any]]]:
    server: Any = HTTPServer(("127.0.0.1", 0), Address)
    heard: list[Any] = []
    server.answers, server.heard = list(answers), heard
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_an_address_is_asked_as_openai_compatible_servers_expect() -> None:
    with address() as (url, heard):
        reply = AddressModel(url, "tiny", "secret", {"temperature": 0.0}).reply(ASK)
    assert reply == Reply("roll", 7, 2)
    body = {"model": "tiny", "messages": ASK, "temperature": 0.0}
    assert heard == [("/v1/chat/completions", "Bearer secret", body)]


def test_a_busy_server_is_asked_again() -> None:
    pauses: list[float] = []
    with address((429, {}), (503, {})) as (url, heard):
        assert AddressModel(url, "tiny", pause=pauses.append).reply(ASK).text == "roll"
    assert (len(heard), pauses) == (3, [1.0, 2.0])


@pytest.mark.parametrize(("status", "answer", "said"), [(401, "no key", "status 401"), (200, "none", "without a text")])
def test_other_answers_are_told_in_one_line(status: int, answer: str, said: str) -> None:
    with address((status, {"error": answer})) as (url, _), pytest.raises(Refused, match=said):
        AddressModel(url, "tiny").reply(ASK)


def test_an_address_that_cannot_be_asked_is_refused() -> None:
    with pytest.raises(Refused, match="does not answer"):
        AddressModel("http://127.0.0.1:9", "tiny").reply(ASK)
    with pytest.raises(Refused, match="not an http address"):
        AddressModel("file:///etc", "tiny")
    with pytest.raises(Refused, match="not an http address"):
        AddressModel("http://[::1", "tiny")


@pytest.mark.parametrize("url", ["http://models.example/v1", "http://192.0.2.7:8000", "http://127.0.0.1.example/v1"])
def test_a_key_is_sent_in_the_open_only_to_this_machine(url: str) -> None:
    with pytest.raises(Refused, match="neither https nor on this machine"):
        AddressModel(url, "tiny", "secret")
    AddressModel(url, "tiny")
    AddressModel(url.replace("http:", "https:"), "tiny", "secret")


@pytest.mark.parametrize("url", ["http://localhost:8000/v1", "http://127.9.9.9/v1", "http://[::1]:8000/v1"])
def test_a_model_on_this_machine_gets_the_key(url: str) -> None:
    AddressModel(url, "tiny", "secret")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_refused_and_its_target_hears_nothing(status: int) -> None:
    with (
        address() as (target, heard),
        address((status, {"to": target})) as (url, _),
        pytest.raises(Refused, match=f"redirects to {target}|status {status}"),
    ):
        AddressModel(url, "tiny", "secret").reply(ASK)
    assert heard == []


def test_keys_come_from_the_environment_and_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    assert key_from("MY_KEY") == "secret"
    assert "secret" not in repr(AddressModel("https://h", "tiny", key_from("MY_KEY")))


@pytest.mark.slow
def test_the_command_plays_whole_matches_and_keeps_transcripts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    out = tmp_path / "out"
    with address() as (url, heard):
        asked = ["--address", url, "--model", "tiny", "--key-variable", "MY_KEY", "--pairs", "1", "--renamed"]
        assert main(["lab", "model", "yatzy", *asked, "--out", str(out), "--json"]) == 0
    usual, renamed = json.loads(capsys.readouterr().out)
    assert [each["conditions"]["renamed"] for each in (usual, renamed)] == [False, True]
    for each in (usual, renamed):
        score = each["score"]
        assert (score["matches"], score["forfeits"], score["refused"]) == (2, 0, 0)
        assert score["tokens_in"] == 7 * score["requests"] > 0
        assert score["regret"]["each"]["mean"] > 0
    assert len(heard) == usual["score"]["requests"] + renamed["score"]["requests"]
    assert {key for _, key, _ in heard} == {"Bearer secret"}
    for folder in (out, out / "renamed"):
        for name in ("pair-1-seat-1", "pair-1-seat-2"):
            assert (folder / f"{name}.jsonl").read_text("utf-8").count("\n") > 26
            record = Record.parse((folder / f"{name}.purr").read_text("utf-8"), games())
            assert record.match().over


PROGRAM = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"text": json.loads(line)["messages"][-1]["content"][2:6], "tokens_in": 3}), flush=True)
"""


def test_a_command_reads_and_writes_json_lines(tmp_path: Path) -> None:
    program = tmp_path / "model.py"
    program.write_text(PROGRAM)
    model = CommandModel(shlex.join([sys.executable, str(program)]))
    try:
        assert model.reply(ASK) == Reply("roll", 3, 0)
    finally:
        model.close()
