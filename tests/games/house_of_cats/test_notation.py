import pytest

from purrlor.core import InvalidNotation
from purrlor.games.house_of_cats import HouseOfCats, Space, Symbol, parse_action
from purrlor.games.house_of_cats.notation import ChooseRoom, Place

GAME = HouseOfCats()


@pytest.mark.parametrize(
    "text",
    [
        "place 4 C2",
        "place cat A1",
        "place mouse I9",
        "cat",
        "write 5 B3",
        "use A mouse C2",
        "use B 3 up",
        "use C 4",
        "use D C2",
        "use E fewer",
        "use F 5",
        "use G C2",
        "use H 3 cat",
        "use I cat C2",
        "use J",
        "use K mouse C2",
        "use L C2",
        "use L C2 C3",
        "room C1 C2 D2",
        "expand D4",
        "forfeit",
        "done",
        "back",
    ],
)
def test_every_action_has_one_text(text: str) -> None:
    assert str(parse_action(text)) == text
    assert eval(repr(parse_action(text))) == parse_action(text)


def test_the_repr_rebuilds_the_action() -> None:
    assert repr(Place(Symbol.CAT, Space("C2"))) == "parse_action('place cat C2')"


def test_spaces_may_be_named_in_any_order() -> None:
    assert parse_action("room D2 C1 C2") == ChooseRoom((Space("C1"), Space("C2"), Space("D2")))
    assert str(parse_action("use L C3 C2")) == "use L C2 C3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not an action: say 'place 4 C2'"),
        ("place 4", "is not an action"),
        ("done now", "is not an action"),
        ("place 6 C2", "no symbol '6'; there are 2, 3, 4, 5, cat, mouse"),
        ("place c C2", "no symbol 'c'"),
        ("place 4 c2", "column letter and a row number such as C2, not 'c2'"),
        ("place 4 J1", "such as C2, not 'J1'"),
        ("place 4 A10", "such as C2, not 'A10'"),
        ("write 6 C2", "no symbol '6'; there are 2, 3, 4, 5, cat, mouse"),
        ("use M", "no ability 'M'; there are A, B, C"),
        ("use B 3", "B is said like this: use B 3 up"),
        ("use B 3 left", "say one of up, down, not 'left'"),
        ("use B cat up", "a number is 2, 3, 4 or 5"),
        ("use F 3", "say one of 2, 5, not '3'"),
        ("use J now", "J is said like this: use J"),
        ("use L", "L is said like this: use L C2, use L C2 C3"),
        ("use L C2 C2", "named twice"),
        ("room", "is not an action"),
        ("room C1 C1", "named twice"),
    ],
)
def test_an_invalid_action_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        parse_action(text)


@pytest.mark.parametrize(("text", "values"), [("2 5 cat mouse", (2, 5, 6, 7)), ("K A D B", (75, 65, 68, 66))])
def test_fate_reads_as_it_is_written(text: str, values: tuple[int, ...]) -> None:
    assert GAME.parse_fate(text) == values
    assert GAME.fate_text(values) == text


def test_dice_may_be_named_in_any_order_but_abilities_may_not() -> None:
    assert GAME.parse_fate("mouse 2 cat 5") == (2, 5, 6, 7)
    assert GAME.parse_fate("B A") != GAME.parse_fate("A B")


@pytest.mark.parametrize("text", ["7", "2 dog", "A M", "A 3"])
def test_an_impossible_outcome_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="there is no"):
        GAME.parse_fate(text)
