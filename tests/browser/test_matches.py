"""Two people and a bot play whole matches in real browsers."""

from __future__ import annotations

import signal

import pytest

from .conftest import PHONE, Enter
from .parlour import Parlour
from .person import Person
from .playing import play_on

pytestmark = pytest.mark.slow

TWO_AND_A_BOT = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "level": "kitten"}]


def sit_down(enter: Enter, parlour: Parlour, game: str, **settings: object) -> tuple[Person, Person]:
    ann = enter(parlour, "Ann", **settings)
    bob = enter(parlour, "Bob", viewport=PHONE, has_touch=True)
    way = ann.make_table(game, TWO_AND_A_BOT)
    ann.go(way)
    bob.join(way)
    return ann, bob


@pytest.mark.parametrize("game", ["yatzy", "meow"])
def test_two_people_and_a_bot_play_a_whole_match(parlour: Parlour, enter: Enter, game: str) -> None:
    ann, bob = sit_down(enter, parlour, game)
    assert play_on([ann, bob]) > 20
    assert ann.page.locator("#result").inner_text()


@pytest.mark.parametrize("game", ["yatzy", "meow"])
def test_a_reload_in_the_middle_changes_nothing(parlour: Parlour, enter: Enter, game: str) -> None:
    ann, bob = sit_down(enter, parlour, game)
    moves = iter(range(10**6))
    play_on([ann, bob], until=lambda: next(moves) > 12)
    bob.page.reload()
    play_on([ann, bob])


def test_a_server_that_is_killed_in_the_middle_loses_nothing(own_parlour: Parlour, enter: Enter) -> None:
    ann, bob = sit_down(enter, own_parlour, "yatzy")
    moves = iter(range(10**6))
    play_on([ann, bob], until=lambda: next(moves) > 12)
    own_parlour.stop(signal.SIGKILL)
    own_parlour.start()
    play_on([ann, bob])
