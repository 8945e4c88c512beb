"""Every sentence of the rules, by example."""

import pytest

from purrlor.core import IllegalEvent, InvalidOption, Seat, winners
from purrlor.games.yatzy import Box, Sheet, State, Yatzy

from .notated import legal_texts, played, rolled, sheet_with_open

ALONE = Yatzy(seats=1)
DUEL = Yatzy(seats=2, first=Seat(0))


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_one_to_six_may_play(seats: int) -> None:
    assert len(Yatzy(seats=seats).initial().sheets) == seats


@pytest.mark.parametrize("seats", [0, 7, -1])
def test_nobody_or_seven_may_not(seats: int) -> None:
    with pytest.raises(InvalidOption, match="1 to 6 seats"):
        Yatzy(seats=seats)


def test_a_turn_starts_by_rolling_all_five_dice() -> None:
    match = played(ALONE)
    assert legal_texts(match) == ["roll"]
    match = played(ALONE, "seat1 roll")
    assert str(match.awaiting.chance) == "a roll of 5 dice"


def test_any_dice_may_be_kept_before_a_re_roll() -> None:
    match = played(ALONE, "seat1 roll", "fate 1 2 3 5 6")
    assert len([text for text in legal_texts(match) if text.startswith(("keep", "roll"))]) == 31


def test_equal_dice_are_one_choice() -> None:
    match = played(ALONE, "seat1 roll", "fate 4 4 4 4 4")
    assert legal_texts(match)[:5] == ["roll", "keep 4", "keep 4 4", "keep 4 4 4", "keep 4 4 4 4"]


def test_only_the_other_dice_are_rolled_again() -> None:
    match = played(ALONE, "seat1 roll", "fate 1 2 3 5 5", "seat1 keep 5 5")
    assert str(match.awaiting.chance) == "a roll of 3 dice"
    assert played(ALONE, "seat1 roll", "fate 1 2 3 5 5", "seat1 keep 5 5", "fate 1 1 6").state.dice == (1, 1, 5, 5, 6)


def test_dice_set_aside_earlier_may_be_picked_up_again() -> None:
    match = played(ALONE, "seat1 roll", "fate 1 2 3 5 5", "seat1 keep 5 5", "fate 1 1 6")
    assert "keep 1 1" in legal_texts(match)


def test_there_are_at_most_three_rolls() -> None:
    match = played(ALONE, *["seat1 roll", "fate 1 2 3 5 5"] * 3)
    assert all(text.startswith("score") for text in legal_texts(match))


@pytest.mark.parametrize("rolls_left", [2, 1, 0])
def test_the_player_may_stop_after_any_roll(rolls_left: int) -> None:
    assert "score nine_lives" in rolled(ALONE, Sheet(), 1, 2, 3, 5, 5, rolls_left=rolls_left)


def test_stopping_is_scoring_so_five_dice_cannot_be_kept() -> None:
    assert "keep 1 2 3 5 5" not in rolled(ALONE, Sheet(), 1, 2, 3, 5, 5, rolls_left=2)


def test_exactly_one_open_box_is_filled() -> None:
    match = played(ALONE, "seat1 roll", "fate 1 2 3 5 5", "seat1 score fives")
    assert match.state.sheets[0] == Sheet().with_entry(Box.FIVES, 10)
    assert legal_texts(match) == ["roll"]


def test_a_box_is_filled_once() -> None:
    assert rolled(ALONE, sheet_with_open(Box.ONES), 5, 5, 5, 5, 5) == ["score ones"]


def test_play_goes_clockwise() -> None:
    match = played(Yatzy(seats=3, first=Seat(2)), "seat3 roll", "fate 1 2 3 5 5", "seat3 score fives")
    assert match.awaiting.seats == (0,)


def test_chance_draws_the_first_player() -> None:
    match = played(Yatzy(seats=3), "fate 2")
    assert match.awaiting.seats == (1,)


def test_the_host_may_name_the_first_player() -> None:
    assert played(Yatzy(seats=3, first=Seat(1))).awaiting.seats == (1,)


def test_the_first_player_must_have_a_seat() -> None:
    with pytest.raises(InvalidOption, match="seat from 1 to 2"):
        Yatzy(seats=2, first=Seat(2))


def test_nobody_acts_out_of_turn() -> None:
    with pytest.raises(IllegalEvent, match="not seat 2’s turn: awaiting seat 1"):
        played(DUEL, "seat2 roll")


def test_the_game_ends_after_thirteen_rounds() -> None:
    lines = [f"seat1 roll|fate 1 2 3 4 6|seat1 score {box}" for box in Box]
    match = played(Yatzy(seats=1, scratch="free"), *"|".join(lines).split("|"))
    assert match.over
    assert len(match.log) == 39


def test_the_last_seat_still_has_its_thirteenth_turn() -> None:
    state = State((sheet_with_open(), sheet_with_open(Box.ONES)), turn=Seat(1))
    assert DUEL.awaiting(state).seats == (1,)


def winners_with(*nine_lives: int) -> tuple[Seat, ...]:
    """Return the winners if everybody has filled only 9 Lives, as the last box, with these points."""
    rules = Yatzy(seats=len(nine_lives), first=Seat(0))
    sheets = tuple(sheet_with_open().with_entry(Box.NINE_LIVES, points) for points in nine_lives)
    state = State(sheets, turn=Seat(0))
    assert rules.awaiting(state).nothing
    return winners(rules.scores(state))


def test_the_highest_total_wins() -> None:
    assert winners_with(23, 18) == (0,)


def test_a_tie_is_shared() -> None:
    assert winners_with(18, 23, 23) == (1, 2)


def test_the_books_example_leaves_aces_and_fives_only() -> None:
    filled = {Box.NINE_LIVES: 20, Box.THREE_KIND: 17, Box.FOUR_KIND: 22}
    sheet = Sheet(tuple(filled.get(box) for box in Box))
    assert rolled(ALONE, sheet, 5, 5, 5, 5, 1) == ["score ones", "score fives"]


def test_a_zero_is_written_only_when_no_open_box_scores() -> None:
    sheet = sheet_with_open(Box.ONES, Box.MOUSER, Box.SMALL_HAIRBALL)
    assert rolled(ALONE, sheet, 2, 3, 5, 6, 6) == ["score ones", "score small_hairball", "score mouser"]
    assert rolled(ALONE, sheet, 1, 3, 5, 6, 6) == ["score ones"]


def test_free_scratching_fills_any_open_box_at_any_time() -> None:
    sheet = sheet_with_open(Box.ONES, Box.MOUSER)
    assert rolled(Yatzy(seats=1, scratch="free"), sheet, 1, 3, 5, 6, 6) == ["score ones", "score mouser"]


def test_five_of_a_kind_must_not_scratch_the_fat_cat_when_it_counts_as_one() -> None:
    sheet = sheet_with_open(Box.FAT_CAT, Box.ONES)
    assert rolled(Yatzy(seats=1, mouser_is_fat_cat=True), sheet, 4, 4, 4, 4, 4) == ["score fat_cat"]
    assert rolled(ALONE, sheet, 4, 4, 4, 4, 4) == ["score ones", "score fat_cat"]


def test_a_second_five_of_a_kind_brings_no_extra_bonus_and_no_joker() -> None:
    sheet = sheet_with_open(Box.FIVES, Box.LARGE_FURBALL).with_entry(Box.MOUSER, 50)
    state = State((sheet,), turn=Seat(0), dice=(5, 5, 5, 5, 5), rolls_left=0)
    assert [str(action) for action in ALONE.legal(state, Seat(0))] == ["score fives"]


def test_a_scratch_that_is_neither_forced_nor_free_is_refused() -> None:
    with pytest.raises(InvalidOption, match="one of forced, free, not 'never'"):
        Yatzy(scratch="never")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_everybody_sees_the_same() -> None:
    match = played(DUEL, "seat1 roll", "fate 1 2 3 5 5")
    own, other, spectator = match.view(Seat(0)), match.view(Seat(1)), match.view(None)
    assert own.dice == other.dice == spectator.dice == (1, 2, 3, 5, 5)
    assert (own.viewer, other.viewer, spectator.viewer) == (0, 1, None)


def test_a_view_shows_what_each_box_would_bring() -> None:
    view = played(DUEL, "seat1 roll", "fate 1 2 3 5 5").view(None)
    assert view.points(Box.FIVES) == 10
