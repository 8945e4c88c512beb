"""Notation, and the short forms that people may use for it."""

from __future__ import annotations

import pytest

from purrlor.core import Match, Seat
from purrlor.games.yatzy import Yatzy
from purrlor.games.yatzy.rules import State
from purrlor.kit import kit
from purrlor.kit.face import Scene
from purrlor.terminal.typed_input import Command, Meant, NotPossible, Unclear, understand

GAME = Yatzy(seats=1, scratch="free")


def scene(dice: tuple[int, ...], rolls_left: int = 2) -> Scene:
    sheets = GAME.initial().sheets
    state = State(sheets, Seat(0), dice, rolls_left)
    return Scene(kit("yatzy").face(), GAME.view(state, Seat(0)), GAME.legal(state, Seat(0)), ["Ann"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("keep 3 3 5", "keep 3 3 5"),
        ("KEEP 5 3 3", "keep 3 3 5"),
        ("k 335", "keep 3 3 5"),
        ("335", "keep 3 3 5"),
        ("5, 3", "keep 3 5"),
        ("roll", "roll"),
        ("reroll", "roll"),
        ("r", "roll"),
        ("score fat_cat", "score fat_cat"),
        ("fat", "score fat_cat"),
        ("Fat Cat", "score fat_cat"),
        ("s fat", "score fat_cat"),
        ("full house", "score fat_cat"),
        ("aces", "score ones"),
        ("9", "score nine_lives"),
        ("9 Lives", "score nine_lives"),
        ("four of a kind", "score four_kind"),
        ("large straight", "score large_furball"),
        ("yahtzee", "score mouser"),
    ],
)
def test_short_forms(typed: str, meant: str) -> None:
    assert understand(typed, GAME, scene((1, 3, 3, 5, 6))) == Meant(GAME.parse_action(meant))


@pytest.mark.parametrize("name", ["9 lives", "aces", "full house", "9", "3 of a kind", "Marvelous Mouser"])
def test_every_name_of_a_box_does_after_the_verb_as_well(name: str) -> None:
    shown = scene((1, 3, 3, 5, 6))
    assert understand(f"score {name}", GAME, shown) == understand(name, GAME, shown)
    assert isinstance(understand(name, GAME, shown), Meant)


@pytest.mark.parametrize("typed", [",", "-", "_ _", ", -", ""])
def test_punctuation_says_nothing(typed: str) -> None:
    assert isinstance(understand(typed, GAME, scene((1, 3, 3, 5, 6))), NotPossible)


@pytest.mark.parametrize("typed", ["-1", "--1", "- 1", "keep -1", "3, -3", "5,-3", "k -3"])
def test_a_minus_is_not_a_space(typed: str) -> None:
    """What is kept is rolled for, which is past mending."""
    assert isinstance(understand(typed, GAME, scene((1, 3, 3, 5, 6))), NotPossible)


@pytest.mark.parametrize(("typed", "meant"), [("3-3-5", "keep 3 3 5"), ("fat-cat", "score fat_cat")])
def test_a_hyphen_that_joins_is_a_space(typed: str, meant: str) -> None:
    assert understand(typed, GAME, scene((1, 3, 3, 5, 6))) == Meant(GAME.parse_action(meant))


@pytest.mark.parametrize("typed", ["l", "h", "fu", "li", "s l", "score h"])
def test_a_letter_or_two_never_write_into_a_box(typed: str) -> None:
    """Even where they fit one box only, and no command."""
    shown = scene((1, 3, 3, 5, 6))
    boxes = [GAME.parse_action(f"score {box}") for box in ("nine_lives", "small_hairball", "large_furball")]
    for box in boxes:
        only = Scene(shown.face, shown.view, [box], shown.names)
        assert not isinstance(understand(typed, GAME, only), Meant)


def test_what_may_be_a_command_is_listed_with_it() -> None:
    found = understand("l", GAME, scene((1, 2, 2, 2, 6)), ("list", "log", "hint"))
    assert isinstance(found, Unclear)
    assert [str(choice) for choice in found.choices][-3:] == ["score nine_lives", "list", "log"]


def test_the_beginning_of_one_command_is_that_command() -> None:
    assert understand("hi", GAME, scene((1, 3, 3, 5, 6)), ("hint", "help")) == Meant(Command("hint"))


def test_a_letter_rolls_only_where_nothing_else_can_be_meant() -> None:
    start = Match(GAME)
    alone = Scene(kit("yatzy").face(), start.view(None), start.legal(Seat(0)), ["Ann"])
    assert understand("r", GAME, alone, ("rules",)) == Meant(GAME.parse_action("roll"))
    assert isinstance(understand("r", GAME, scene((1, 3, 3, 5, 6)), ("rules",)), Unclear)


@pytest.mark.parametrize("typed", ["keep 6 6 6 6 6", "66666", "6 6 6 6 6"])
def test_five_dice_that_do_not_lie_there_are_named_with_those_that_do(typed: str) -> None:
    answer = NotPossible("You cannot keep 6 6 6 6 6: 1 1 2 4 5 lie on the table.")
    assert understand(typed, GAME, scene((1, 1, 2, 4, 5))) == answer
    assert understand(typed, GAME, scene((1, 1, 2, 4, 5), rolls_left=0)) == NotPossible("You have no rolls left.")


@pytest.mark.parametrize("typed", ["keep all", "keep none", "keep 1 3 3 5 6", "13356"])
def test_keeping_all_or_none_is_answered_with_what_to_say(typed: str) -> None:
    answer = NotPossible("To stop, fill a box; to roll all five, say roll.")
    assert understand(typed, GAME, scene((1, 3, 3, 5, 6))) == answer
    assert understand(typed, GAME, scene((1, 3, 3, 5, 6), rolls_left=0)) == NotPossible("You have no rolls left.")


@pytest.mark.parametrize("typed", ["f", "thr", "s"])
def test_a_beginning_that_fits_several_is_unclear(typed: str) -> None:
    assert isinstance(understand(typed, GAME, scene((1, 3, 3, 5, 6))), Unclear)


@pytest.mark.parametrize("typed", ["keep 2", "22", "xyz", "keep", "keep 1 3 3 5 6", "score", "7", "٣"])
def test_what_is_not_possible_is_refused(typed: str) -> None:
    assert not isinstance(understand(typed, GAME, scene((1, 3, 3, 5, 6))), Meant)


def test_a_number_is_never_cut_short() -> None:
    """`33` must not become `keep 3 3 5` where only that was possible."""
    only = Scene(kit("yatzy").face(), scene((1, 3, 3, 5, 6)).view, [GAME.parse_action("keep 3 3 5")], ["Ann"])
    assert isinstance(understand("33", GAME, only), NotPossible)


def test_every_legal_action_is_understood_by_its_notation() -> None:
    match = Match(GAME)
    assert understand("roll", GAME, Scene(kit("yatzy").face(), match.view(None), match.legal(Seat(0)), ["Ann"]))
    for dice in ((1, 1, 2, 3, 4), (6, 6, 6, 6, 6), (1, 2, 3, 4, 5)):
        shown = scene(dice)
        for action in shown.legal:
            assert understand(str(action), GAME, shown) == Meant(action)
