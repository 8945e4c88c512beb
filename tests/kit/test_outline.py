"""The view of a game that brings no looks of its own: in the words of the code, or in those that the game has."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from purrlor.core.value import Value
from purrlor.kit.face import plain_face
from purrlor.kit.speech import speaking, speech


class View(Value, frozen=True):
    turn_total: int = 7
    weather: str = "rain"
    rolling: bool = True
    totals: tuple[int, ...] = (3, 4)


def lines() -> list[str]:
    return list(plain_face("guest").plain(View(), (), ("Ann", "Bob")))


@pytest.fixture
def german() -> Iterator[None]:
    with speaking("de"):
        yield


def test_without_words_fields_are_called_as_in_the_code() -> None:
    assert lines() == ["Turn total: 7", "Weather: rain", "Rolling: yes", "Totals:", "  Ann: 3", "  Bob: 4"]


@pytest.mark.usefixtures("german")
def test_yes_and_no_are_said_in_the_language_of_the_player() -> None:
    assert "Rolling: ja" in lines()


@pytest.mark.usefixtures("german")
def test_the_words_of_a_game_name_its_fields_and_values() -> None:
    own = {"guest.view.turn_total": "Zug", "guest.view.weather": "Wetter", "guest.weather.rain": "Regen"}
    with patch.dict(speech().catalogue, own):
        assert lines()[:3] == ["Zug: 7", "Wetter: Regen", "Rolling: ja"]
