import pytest

from purrlor.core import InvalidNotation
from purrlor.games.meow import ALL_CARDS, Colour, Meow, Play, card_of, card_value, parse_action, parse_card

from .notated import PINK_AND_BLUE, ROW

RULES = Meow(seats=2)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_and_every_action_has_one_text(card: object) -> None:
    assert parse_card(str(card)) == card
    assert str(parse_action(f"play {card}")) == f"play {card}"


def test_colours_are_written_with_one_letter() -> None:
    assert [str(parse_card(text).colour) for text in ("P1", "B1", "G1")] == [*Colour] == ["P", "B", "G"]


def test_the_repr_rebuilds_the_action() -> None:
    assert repr(Play(parse_card("G7"))) == "parse_action('play G7')"
    assert eval(repr(parse_card("P18"))) == parse_card("P18")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "say 'play'"),
        ("play", "say 'play'"),
        ("G7", "say 'play'"),
        ("play G7 G8", "say 'play'"),
        ("play G19", "a number from 1 to 18"),
        ("play G0", "a number from 1 to 18"),
        ("play G07", "'G07' is not a card"),
        ("play R7", "say P, B or G"),
        ("play g7", "'g7' is not a card"),
        ("play G٧", "is not a card"),
    ],
)
def test_an_invalid_action_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        parse_action(text)


@pytest.mark.parametrize("text", ["2", ROW, "-10 fish +10", PINK_AND_BLUE])
def test_every_fate_has_one_text(text: str) -> None:
    assert RULES.fate_text(RULES.parse_fate(text)) == text


@pytest.mark.parametrize("text", ["7", "0", "X1", "G19", "+100", "5 bird"])
def test_an_invalid_outcome_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is no"):
        RULES.parse_fate(text)


def test_every_card_has_its_number_in_a_deal() -> None:
    assert [card_of(card_value(card)) for card in ALL_CARDS] == [*ALL_CARDS]
    assert card_value(parse_card("G7")) == 307
