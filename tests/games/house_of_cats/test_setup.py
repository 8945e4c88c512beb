"""Seats, levels, abilities, starting symbols, and how matches end."""

import pytest

from purrlor.core import Act, Fate, InvalidOption, Seat
from purrlor.core.options import option_texts, with_options
from purrlor.games.house_of_cats import Ability, House, HouseOfCats, State, parse_action

from .notated import alone, drawn, legal_texts, letters, played

FULL = "x" * 36
TOUCHING_STARS = "2:::***/*../..."


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_one_to_six_may_play(seats: int) -> None:
    assert len(HouseOfCats(seats=seats).initial().houses) == seats


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seats": "0"}, "1 to 6 seats, not 0"),
        ({"seats": "7"}, "1 to 6 seats, not 7"),
        ({"level": "5"}, "level is one of 1, 2, 3, 4, not '5'"),
        ({"crossed_space": "gone"}, "crossed_space is one of used, empty, not 'gone'"),
        ({"abilities": "A,B,C"}, "four different ones for 2, 3, 4 and 5, not A, B, C"),
        ({"abilities": "A,B,C,C"}, "four different ones"),
        ({"abilities": "A,B,C,M"}, "there is no ability 'M'"),
        ({"sheet": "1:.::x"}, "sheet: line 5: 'x' is not a mark"),
        ({"sheet": "4:::..", "level": "1"}, "the sheet is for level 4, the match is on level 1"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_reason(options: dict[str, str], reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason):
        with_options(HouseOfCats, options)


@pytest.mark.parametrize(
    "rules",
    [
        HouseOfCats(),
        HouseOfCats(seats=6, level=4, abilities=letters("KLAB"), crossed_space="empty"),
        HouseOfCats(seats=1, level=4, sheet="4:::...++"),
    ],
)
def test_options_read_back_as_they_were_written(rules: HouseOfCats) -> None:
    assert with_options(HouseOfCats, option_texts(rules)) == rules


def test_chance_draws_four_different_abilities_in_order() -> None:
    match = played(HouseOfCats())
    assert str(match.awaiting.chance) == "a draw of 4 from 12"
    assert played(HouseOfCats(), "fate K A D B").state.abilities == letters("KADB")


def test_abilities_are_tied_to_2_3_4_and_5_in_order() -> None:
    setup = HouseOfCats().setup(letters("KADB"))
    assert setup.number == {Ability.K: "2", Ability.A: "3", Ability.D: "4", Ability.B: "5"}


def test_the_abilities_may_be_named() -> None:
    match = played(HouseOfCats(abilities=letters("ABCD")))
    assert str(match.awaiting.chance) == "a roll of 4 dice"


@pytest.mark.parametrize("level", [2, 3])
def test_levels_2_and_3_start_with_three_dice(level: int) -> None:
    match = played(HouseOfCats(level=level, abilities=letters("ABCD")))
    assert str(match.awaiting.chance) == "a roll of 3 dice"


@pytest.mark.parametrize("level", [1, 4])
def test_levels_1_and_4_start_with_the_first_turn(level: int) -> None:
    match = played(HouseOfCats(level=level, abilities=letters("ABCD")), "fate 2 3 4 5")
    assert match.state.number == 1


def test_each_starting_symbol_goes_into_a_starred_space_of_choice() -> None:
    turn = alone(level=2, dice="2 cat mouse", starting=True)
    assert turn.legal("place cat") == ["place cat B2", "place cat B5", "place cat E2", "place cat E5"]
    assert turn.refused("place 2 A1") == "A1 has no star"


def test_every_starting_symbol_has_a_space_of_its_own() -> None:
    turn = alone(level=2, dice="2 cat mouse", starting=True).do("place 2 B2", "place cat E5")
    assert turn.legal() == ["back", "place mouse B5", "place mouse E2"]
    assert turn.do("place mouse B5").legal() == ["back", "done"]


def test_after_the_starting_symbols_the_first_turn_begins() -> None:
    turn = alone(level=2, dice="2 cat mouse", starting=True).do("place 2 B2", "place cat E5", "place mouse B5", "done")
    assert turn.state.number == 1
    assert str(turn.rules.awaiting(turn.state).chance) == "a roll of 4 dice"


def test_rooms_of_starting_symbols_count() -> None:
    turn = alone(sheet=TOUCHING_STARS, dice="2 2 5", starting=True).do("place 2 A1", "place 2 B1")
    assert (turn.rooms, turn.circles) == (["2 A1 B1"], "A")


def test_abilities_wait_until_the_starting_symbols_are_written() -> None:
    turn = alone(sheet=TOUCHING_STARS, dice="2 2 5", starting=True).do("place 2 A1", "place 2 B1")
    assert turn.legal("use") == []
    assert turn.refused("use A 5 C3") == "abilities wait until the starting symbols are written"


def test_k_comes_at_once_even_among_the_starting_symbols() -> None:
    turn = alone(sheet=TOUCHING_STARS, dice="2 2 5", abilities="KABC", starting=True).do("place 2 A1", "place 2 B1")
    assert {text[:5] for text in turn.legal()} == {"use K", "back"}


def test_a_starting_symbol_without_a_star_left_is_forfeited() -> None:
    turn = alone(sheet="2:::***/...", dice="2 2 5", abilities="KABC", starting=True)
    turn.do("place 2 A1", "place 2 B1", "use K 5 C1")
    assert turn.legal() == ["back", "forfeit"]


def finished(level: int, *houses: House) -> tuple[HouseOfCats, State]:
    """The state after a turn that left these sheets."""
    rules = HouseOfCats(seats=len(houses), level=level, abilities=letters("ABCD"))
    return rules, State(letters("ABCD"), houses, 9)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_one_full_sheet_ends_the_match(level: int) -> None:
    rules, state = finished(level, House(FULL), House("." * 36))
    assert rules.awaiting(state).nothing


def test_the_match_ends_only_when_everybody_is_done() -> None:
    rules = HouseOfCats(seats=2, abilities=letters("ABCD"))
    state = State(letters("ABCD"), (House("." + FULL[1:]), House("." * 36)), 9)
    state = rules.apply(state, Fate((2, 3, 4, 5)))
    for text in ("place 2 A1", "forfeit", "done"):
        state = rules.apply(state, Act(Seat(0), parse_action(text)))
    assert rules.awaiting(state).seats == (1,)
    for text in ("place 2 A1", "place 3 A2", "place 4 A3", "done"):
        state = rules.apply(state, Act(Seat(1), parse_action(text)))
    assert rules.awaiting(state).nothing


def test_level_4_ends_when_all_sheets_are_full() -> None:
    rules, state = finished(4, House("+" * 49 + "x" * 15), House("+" * 49 + "." + "x" * 14))
    assert not rules.awaiting(state).nothing
    rules, state = finished(4, House("+" * 49 + "x" * 15), House("+" * 49 + "x" * 15))
    assert rules.awaiting(state).nothing


def test_on_level_4_a_player_with_a_full_sheet_waits() -> None:
    rules, state = finished(4, House("+" * 49 + "x" * 15), House("+" * 49 + "." + "x" * 14))
    state = rules.apply(state, Fate((2, 3, 4, 5)))
    assert rules.awaiting(state).seats == (1,)
    assert rules.view(state, Seat(1)).waiting == (True, False)


def test_alone_one_plays_to_the_end_for_the_highest_score() -> None:
    turn = alone(FULL[:35] + ".", dice="2 3 4 5").do("place 2 F6", "forfeit", "done")
    assert turn.rules.awaiting(turn.state).nothing
    assert turn.rules.scores(turn.state) == (0,)


def test_the_score_is_the_sum_of_all_its_parts() -> None:
    rules = HouseOfCats(seats=1, abilities=letters("ABCD"))
    house = drawn(rules, "22m...", rooms=("2 A1 B1",), cats=4)
    assert rules.scores(State(letters("ABCD"), (house,), 2)) == (1 + 4 + 2 - 33,)


def test_most_points_win() -> None:
    rules, state = finished(1, House(FULL), House("m" + FULL[1:]))
    assert rules.winners(state) == (1,)


def test_equal_points_are_distinguished_by_filled_spaces() -> None:
    rules, state = finished(1, House("m.." + FULL[3:], cats=2), House(FULL, cats=2))
    assert rules.scores(state) == (2, 2)
    assert rules.winners(state) == (1,)


def test_if_that_is_equal_too_the_victory_is_shared() -> None:
    rules, state = finished(1, House(FULL), House(FULL), House("." + FULL[1:]))
    assert rules.winners(state) == (0, 1)


def test_a_crossed_off_space_counts_as_filled() -> None:
    assert House("x.+2").filled == 2


def test_nobody_acts_between_turns() -> None:
    match = played(HouseOfCats(abilities=letters("ABCD")))
    assert legal_texts(match) == []
