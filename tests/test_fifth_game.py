"""A game of another package, with nothing but its rules, works everywhere: examples/purrlor-pig."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.pig import PIG, environment, install_pig

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_pig(tmp_path_factory.mktemp("packages"))


@pytest.fixture
def python(installed: Path, tmp_path: Path) -> Command:
    def run(*arguments: str | Path, lines: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            input="".join(f"{line}\n" for line in lines),
            env=environment(PYTHONPATH=str(installed)),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    return run


def play(python: Command, *more: str) -> str:
    options = ("--players", "Ann", "--bots", "uniform", "--seed", "oink", "--target", "20")
    return python("-m", "purrlor.cli", "play", "pig", *options, *more, lines=["roll", "hold"] * 60).stdout


def test_it_is_listed_after_our_own_games(python: Command) -> None:
    listed = python("-m", "purrlor.cli", "games").stdout
    assert listed.index("house-of-cats") < listed.index("pig: Pig")
    assert "bots: uniform\n" in listed[listed.index("pig: Pig") :]


def test_it_is_played_in_the_terminal(python: Command) -> None:
    out = play(python)
    assert "Ann: roll.\n" in out
    assert "Totals:\n  Ann: 0\n  Woolly: 0\nTurn total: 0\nTarget: 20\n" in out


def test_its_matches_are_recorded_verified_and_replayed(python: Command) -> None:
    play(python, "--record", "evening.purr")
    assert "rolls and deals follow from the seed" in python("-m", "purrlor.cli", "verify", "evening.purr").stdout
    assert "Ann: roll." in python("-m", "purrlor.cli", "replay", "evening.purr", "--plain").stdout


def test_its_bots_meet_in_the_arena(python: Command) -> None:
    options = ("--seats", "uniform,uniform", "--matches", "20", "--workers", "1", "--target", "20", "--json")
    found = json.loads(python("-m", "purrlor.cli", "arena", "pig", *options).stdout)
    assert (found["game"], found["matches"]) == ("pig", 20)


def test_it_obeys_the_laws(python: Command) -> None:
    python("-c", "from purrlor.core import laws; from purrlor_pig.rules import Pig; laws.check(Pig(target=20))")


def test_the_page_draws_it_as_an_outline(python: Command) -> None:
    code = """
import msgspec
from purrlor.core import Seat
from purrlor.kit import kit
pig = kit("pig").rules(seats=2)
picture = kit("pig").painter().picture(pig, pig.view(pig.initial(), Seat(0)), ())
print(msgspec.json.encode(picture).decode())
"""
    picture = json.loads(python("-c", code).stdout)
    assert picture["generic"] is True
    totals, turn, target = picture["outline"]
    assert [(line["seat"], line["value"]) for line in totals["lines"]] == [(0, "0"), (1, "0")]
    assert (turn["label"], turn["value"], target["value"]) == ("Turn total", "0", "100")


def test_a_table_of_it_is_sent_to_everybody(python: Command) -> None:
    code = """
import json
from tests.table.table_driver import begun
sitting, (ann, ben) = begun("pig")
print(json.dumps([sitting.act(ann, 0, "roll")[-1], sitting.update(ben)]))
"""
    told = json.loads(python("-c", f"import sys; sys.path.insert(0, {str(PIG.parents[1])!r})\n{code}").stdout)
    assert [note["note"]["kind"] for note in told[0]["notes"]][:1] == ["acts"]
    assert told[1]["view"]["outline"]


def test_its_bots_answer_however_often_they_see_the_same(python: Command) -> None:
    """After two turns that brought nothing the view is the one of two turns before."""
    code = """
from random import Random
from tests.table.table_driver import begun, play_at_random
for seed in range(30):
    sitting, people = begun("pig", ["ann"], bots=1, lesson=f"oink-{seed}", options={"target": "30"})
    play_at_random(sitting, people, Random(seed))
"""
    python("-c", f"import sys; sys.path.insert(0, {str(PIG.parents[1])!r})\n{code}")
