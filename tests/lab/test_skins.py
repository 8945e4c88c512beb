"""Renamed games: no usual name is left, and every action comes back."""

from __future__ import annotations

import pytest

from purrlor.kit import games
from purrlor.lab.encodings import encoding_of, game_of
from purrlor.lab.skins import Skin
from purrlor.words.catalogues import languages


@pytest.mark.parametrize("game", games())
def test_every_action_is_renamed_and_comes_back(game: str) -> None:
    skin = Skin(game)
    actions = list(map(str, encoding_of(game_of(game, {"seats": 2})).actions))
    renamed = [skin.renamed(action) for action in actions]
    assert [skin.original(action) for action in renamed] == actions
    assert len(set(renamed)) == len(actions)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", languages())
def test_names_are_renamed_in_every_language(game: str, language: str) -> None:
    skin = Skin(game, language)
    assert all(name not in skin.renamed(f"x {name} 7").casefold() for name in skin.names)


def test_a_seed_gives_the_same_names() -> None:
    assert Skin("yatzy").names == Skin("yatzy").names != Skin("yatzy", seed="other").names


def test_letters_of_cards_change_with_their_colour() -> None:
    skin = Skin("meow")
    assert skin.renamed("play P7") != "play P7"
    assert skin.original(skin.renamed("play P7")) == "play P7"
