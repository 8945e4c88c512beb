import pytest

from purrlor.core import InvalidNotation
from purrlor.games.addi_cats import AddiCats, Hit, Part, Pass, Turn, parse_action

RULES = AddiCats()


@pytest.mark.parametrize("text", ["turn", "hit head", "hit body", "hit", "pass"])
def test_every_action_has_one_text(text: str) -> None:
    assert str(parse_action(text)) == text


def test_the_repr_rebuilds_the_action() -> None:
    assert repr(Hit(Part.HEAD)) == "parse_action('hit head')"
    assert all(eval(repr(action)) == action for action in (Turn(), Hit(), Hit(Part.BODY), Pass()))


@pytest.mark.parametrize("text", ["", "hit tail", "turn 3", "smack", "hit head body"])
def test_an_invalid_action_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidNotation, match="say one of"):
        parse_action(text)


@pytest.mark.parametrize("text", ["seat3", "seat2 seat1", "3+8 11 clock u-turn 10+10"])
def test_chance_gives_seats_or_cards(text: str) -> None:
    assert RULES.fate_text(RULES.parse_fate(text)) == text


@pytest.mark.parametrize("text", ["seat0", "seat7", "seat", "seat١", "3+8 joker"])
def test_an_invalid_outcome_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        RULES.parse_fate(text)
