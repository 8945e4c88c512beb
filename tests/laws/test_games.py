"""The laws, checked on every game. A new game adds its settings; its kit hides its secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from purrlor.core import Game
from purrlor.core.laws import check
from purrlor.core.options import with_options
from purrlor.kit import games, kit


@dataclass(frozen=True)
class Setting:
    """A game, some options as a record writes them, and how many matches to play."""

    game: str
    options: str
    matches: int

    def rules(self) -> Game[Any, Any, Any]:
        options = dict(word.split("=") for word in self.options.split())
        rules: Game[Any, Any, Any] = with_options(games()[self.game], options)
        return rules


LONG_RACE = Setting("addi-cats", "seats=3 numbers_up_to=5", 1)
SETTINGS = [
    Setting("yatzy", "seats=1", 12),
    Setting("yatzy", "seats=2", 12),
    Setting("yatzy", "seats=6", 3),
    Setting("yatzy", "seats=1 scratch=free", 8),
    Setting("yatzy", "seats=3 first=2 scratch=free mouser_is_fat_cat=true", 4),
    Setting("yatzy", "seats=2 scratch=forced mouser_is_fat_cat=true", 6),
    Setting("meow", "seats=2", 3),
    Setting("meow", "seats=3 expert=true", 3),
    Setting("meow", "seats=4 vases=flat", 3),
    Setting("meow", "seats=6", 2),
    LONG_RACE,
    Setting("addi-cats", "seats=2 timed=false numbers_up_to=5", 1),
    Setting("house-of-cats", "seats=2 level=1", 2),
    Setting("house-of-cats", "seats=1 level=2", 2),
    Setting("house-of-cats", "seats=3 level=3", 1),
    Setting("house-of-cats", "seats=1 level=4", 2),
]


@pytest.mark.parametrize(
    "setting",
    [pytest.param(each, marks=[pytest.mark.slow] if each == LONG_RACE else []) for each in SETTINGS],
    ids=lambda setting: f"{setting.game} {setting.options}",
)
def test_game_obeys_all_laws(setting: Setting) -> None:
    rules = setting.rules()
    check(rules, disguise=kit(setting.game).disguise(rules), matches=setting.matches)


def test_no_game_of_the_server_is_missing_here() -> None:
    assert {setting.game for setting in SETTINGS} == set(games())
