"""Bots of one's own as classes: from files and modules."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from purrlor.core.reason import Refused
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.kit import games
from purrlor.kit.game_kit import AnyGame
from purrlor.lab.arena import Arena
from purrlor.lab.players import fingerprints, own_name, player
from purrlor.lab.run_file import heading

GAME = Yatzy(seats=2)
BOTS = """
from purrlor.kit import Choice
from neighbour import FIRST

class First:
    def choose(self, view, legal, random):
        assert type(view).__name__ == "View"
        return Choice(legal[FIRST])

class Coin:
    def __init__(self, game):
        self.seats = game.seats
        self.matches = 0
    def choose(self, view, legal, random):
        self.matches += 1
        return Choice(legal[(self.matches + random.randrange(self.seats)) % len(legal)])

class Bare(First):
    def choose(self, view, legal, random):
        return legal[0]

class Foul(First):
    def choose(self, view, legal, random):
        return Choice("purr")

class Faint(First):
    def choose(self, view, legal, random):
        return Choice(legal[99])

class Proud(First):
    def __init__(self, depth, width):
        pass

class Shy(First):
    def __init__(self):
        raise RuntimeError("not today")

class Deaf:
    pass

number = 7
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "my_bots.py").write_text(BOTS)
    (tmp_path / "neighbour.py").write_text("FIRST = 0\n")
    return tmp_path / "my_bots.py"


@pytest.mark.slow
@pytest.mark.parametrize("game", [rules() for rules in games().values()], ids=lambda game: game.name)
def test_a_class_in_a_file_plays_every_game(game: AnyGame, bots: Path) -> None:
    names = (f"{bots}:Coin", *["uniform"] * (game.seats - 1))
    assert Arena(game, names, seed="own").play(2).matches == 2


@pytest.mark.slow
def test_workers_do_not_matter_for_a_class_that_keeps_things(bots: Path) -> None:
    arena = Arena(GAME, (f"{bots}:Coin", f"{bots}:First"), seed="own")
    assert arena.play(70, workers=2) == arena.play(70)


def test_a_class_in_a_module_plays() -> None:
    assert Arena(GAME, ("examples.own_bot:Sixes", "uniform"), seed="own").play(2).matches == 2


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("{folder}/nothing.py:First", "there is no file .*nothing.py"),
        ("{bots}", "name a class too, such as .*my_bots.py:MyBot"),
        ("{bots}:Fist", "has no class Fist; classes with a method choose: First, Coin, Bare"),
        ("{bots}:Deaf", "choose.view, legal, random., not a class without choose"),
        ("{bots}:number", "random., not int"),
        ("{bots}:Proud", r"created as Class\(\) or Class\(game\), but the class wants Proud\(depth, width\)"),
        ("{bots}:Shy", r"creating it failed: RuntimeError: not today \(my_bots.py, line 36\)"),
        ("no.such.module:First", "the module no.such.module cannot be imported: ModuleNotFoundError: No module named"),
        ("{folder}/broken.py:First", r"fails when it is loaded: SyntaxError: .*\(broken.py, line 2\)"),
        ("{folder}/leaving.py:First", "fails when it is loaded: SystemExit: 3"),
    ],
)
def test_a_name_that_leads_to_no_bot_says_why(bots: Path, name: str, complaint: str) -> None:
    (bots.parent / "broken.py").write_text("\nclass First(:\n")
    (bots.parent / "leaving.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(Refused, match=complaint):
        player(name.format(bots=bots, folder=bots.parent), GAME)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Bare", r"choose must return a purrlor.kit.Choice, not parse_action\('roll'\)"),
        ("Foul", "cannot purr now; possible: roll"),
        ("Faint", r"choose failed: IndexError: tuple index out of range \(my_bots.py, line 28\)"),
    ],
)
def test_a_bad_answer_names_bot_seat_match_and_reason(bots: Path, name: str, complaint: str) -> None:
    arena = Arena(Yatzy(seats=2, first=None), ("uniform", f"{bots}:{name}"), seed="own")
    with pytest.raises(Refused, match=rf"^bot .*my_bots.py:{name}, seat 2, match 0: {complaint}"):
        arena.play(1)


@pytest.mark.slow
def test_a_complaint_of_a_worker_arrives_whole(bots: Path) -> None:
    arena = Arena(GAME, ("uniform", f"{bots}:Foul"), seed="own")
    with pytest.raises(Refused) as found:
        arena.play(40, workers=2)
    assert found.value.reason.code == "bot.illegal"
    assert found.value.reason.values["bot"] == f"{bots}:Foul"
    assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)


def test_a_changed_bot_is_another_bot(bots: Path) -> None:
    names = ("uniform", f"{bots}:First", f"cmd:python {bots}")
    before = fingerprints(names)
    assert list(before) == list(names[1:])
    bots.write_text(BOTS + "\n")
    after = fingerprints(names)
    assert all(after[name] != before[name] for name in names[1:])


def test_a_run_of_levels_keeps_its_heading(bots: Path) -> None:
    assert "own" not in heading(Arena(Meow(seats=2), ("uniform", "tabby"), seed="own"))
    assert "own" in heading(Arena(GAME, ("uniform", f"{bots}:First"), seed="own"))


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("./my_bot.py:Careful", "Careful"),
        ("cmd:node my_bot.js --depth 3", "my_bot"),
        ("cmd:./play", "play"),
        ("cmd:python -m my.bots", "my"),
    ],
)
def test_what_people_call_it(name: str, called: str) -> None:
    assert own_name(name) == called
