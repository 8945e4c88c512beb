import pytest

from purrlor.core import InvalidNotation
from purrlor.games.yatzy import Box, Keep, Score, parse_action


@pytest.mark.parametrize("text", ["roll", "keep 3", "keep 3 3 5", "keep 1 2 3 4", "score ones", "score fat_cat"])
def test_every_action_has_one_text(text: str) -> None:
    assert str(parse_action(text)) == text


def test_the_repr_rebuilds_the_action() -> None:
    assert repr(Keep((3, 3, 5))) == "parse_action('keep 3 3 5')"
    assert eval(repr(Score(Box.MOUSER))) == Score(Box.MOUSER)


def test_dice_may_be_named_in_any_order() -> None:
    assert parse_action("keep 5 3 3") == Keep((3, 3, 5))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "say 'roll'"),
        ("stop", "say 'roll'"),
        ("roll 5", "say 'roll'"),
        ("keep", "keep names 1 to 4 dice, not 0"),
        ("keep 1 2 3 4 5", "keep names 1 to 4 dice, not 5"),
        ("keep 7", "shows 1 to 6, not '7'"),
        ("keep ١", "shows 1 to 6"),
        ("score", "say 'roll'"),
        ("score yahtzee", "there is no box 'yahtzee'; there are ones, twos"),
    ],
)
def test_an_invalid_action_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        parse_action(text)
