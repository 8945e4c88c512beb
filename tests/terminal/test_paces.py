"""Bots that adapt to a person, from one match in the terminal to the next."""

from pathlib import Path
from random import Random

import pytest

from purrlor.core import secret_from_text
from purrlor.games.addi_cats import AddiCats
from purrlor.kit.files import DATA_VARIABLE
from purrlor.kit.player import Player
from purrlor.terminal.saved_matches import keep_pace, paced
from purrlor.terminal.session import TextSession
from purrlor.terminal.stage import PlainStage


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data"


def played(*levels: str, moves: int = 1000) -> TextSession:
    """A match of Ann, who answers at random, against these bots."""
    players = [Player("Ann"), *(Player(f"Bot {number}", level) for number, level in enumerate(levels))]
    game = AddiCats(seats=len(players), timed=False, numbers_up_to=5, actions=(), most_cards=30)
    session, random = TextSession(game, players, PlainStage(), secret=secret_from_text("pace")), Random(1)
    while not session.match.over and moves:
        moves -= 1
        if session.match.awaiting.chance is not None:
            session.match.draw(session.match.now)
        else:
            seat = session.match.awaiting.seats[0]
            session.match.act(seat, random.choice(session.match.legal(seat)), session.match.now)
    return session


def test_the_next_match_has_the_pace_of_the_last_one(capsys: pytest.CaptureFixture[str]) -> None:
    keep_pace(played("playmate"))
    _, bot = paced("addi-cats", [Player("ANN"), Player("Playmate", "playmate")])
    assert bot.level is not None
    assert bot.level.startswith("playmate@")
    assert bot.level in capsys.readouterr().out


def test_other_people_and_two_at_once_begin_in_the_middle() -> None:
    keep_pace(played("playmate"))
    for people in (["Ben"], ["Ann", "Ben"]):
        *_, bot = paced("addi-cats", [*map(Player, people), Player("Playmate", "playmate")])
        assert bot.level == "playmate"


@pytest.mark.parametrize(("levels", "moves"), [(("playmate", "adult"), 1000), (("adult",), 1000), (("playmate",), 5)])
def test_nothing_is_kept_of_other_bots_or_half_a_match(levels: tuple[str, ...], moves: int, data: Path) -> None:
    keep_pace(played(*levels, moves=moves))
    assert not (data / "paces.json").exists()


def test_a_broken_file_is_taken_for_none(data: Path) -> None:
    data.mkdir()
    (data / "paces.json").write_text("[")
    _, bot = paced("addi-cats", [Player("Ann"), Player("Playmate", "playmate")])
    assert bot.level == "playmate"
