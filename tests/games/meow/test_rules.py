"""Every sentence of the rules, by example."""

from collections import Counter
from random import Random

import pytest

from purrlor.core import Draw, IllegalEvent, InvalidOption, Seat, Timeout, winners
from purrlor.core.events import Millis
from purrlor.games.meow import ALL_CARDS, STANDARD, TRUMP, Card, Colour, Meow, card_value, deck

from .notated import (
    OTHER_ROWS,
    PINK_AND_BLUE,
    ROW,
    after,
    cards,
    dealt,
    first_round,
    give,
    legal_texts,
    played,
    randomly,
)

DUEL = Meow(seats=2, first=Seat(0))


def test_there_are_54_cards_from_1_to_18_in_three_colours() -> None:
    assert len(set(ALL_CARDS)) == 54
    assert Counter(card.colour for card in ALL_CARDS) == {Colour.PINK: 18, Colour.BLUE: 18, Colour.GREEN: 18}
    assert Counter(card.rank for card in ALL_CARDS) == dict.fromkeys(range(1, 19), 3)


def test_green_is_always_trump() -> None:
    assert TRUMP is Colour.GREEN


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_may_play(seats: int) -> None:
    assert len(Meow(seats=seats).initial().piles) == seats


@pytest.mark.parametrize("seats", [1, 7, 0, -2])
def test_one_or_seven_may_not(seats: int) -> None:
    with pytest.raises(InvalidOption, match="2 to 6 seats"):
        Meow(seats=seats)


def test_chance_draws_the_first_player() -> None:
    match = played(Meow(seats=3))
    assert str(match.awaiting.chance) == "a roll of one die"
    assert played(Meow(seats=3), "fate 2").state.holder == 1


def test_the_host_may_name_the_first_player() -> None:
    assert played(Meow(seats=3, first=Seat(2))).state.holder == 2


def test_the_first_player_must_have_a_seat() -> None:
    with pytest.raises(InvalidOption, match="seat from 1 to 2"):
        Meow(seats=2, first=Seat(2))


def test_a_round_begins_with_nine_tokens_in_a_row() -> None:
    assert str(played(DUEL).awaiting.chance) == "a draw of 9 from 27"
    assert " ".join(played(DUEL, f"fate {ROW}").state.row) == ROW


def test_each_player_gets_nine_cards() -> None:
    match = played(DUEL, f"fate {ROW}", f"fate {PINK_AND_BLUE}")
    assert match.state.hands == (cards("P1 P2 P3 P4 P5 P6 P7 P8 P9"), cards("B1 B2 B3 B4 B5 B6 B7 B8 B9"))


@pytest.mark.parametrize(("seats", "left_over"), [(2, 36), (3, 27), (4, 18), (5, 9), (6, 0)])
def test_the_cards_left_over_stay_out_of_the_round(seats: int, left_over: int) -> None:
    chance = played(Meow(seats=seats, first=Seat(0)), f"fate {ROW}").awaiting.chance
    assert isinstance(chance, Draw)
    assert len(chance.pool) - chance.count == left_over


def test_the_deal_is_secret_and_the_row_is_not() -> None:
    row, deal = played(DUEL).awaiting.chance, played(DUEL, f"fate {ROW}").awaiting.chance
    assert row is not None
    assert not row.secret
    assert deal is not None
    assert deal.secret


def test_hands_are_sorted_by_colour_and_rank() -> None:
    hands = "G7 P18 B3 P2 G1 B10 P1 G18 P10 / P3 P4 P5 P6 P7 P8 P9 P11 P12"
    match = played(DUEL, f"fate {ROW}", f"fate {hands}")
    assert match.state.hands[0] == cards("P1 P2 P10 P18 B3 B10 G1 G7 G18")


def test_the_holder_of_the_first_player_token_leads_the_first_trick() -> None:
    match = played(Meow(seats=2, first=Seat(1)), f"fate {ROW}", f"fate {PINK_AND_BLUE}")
    assert match.awaiting.seats == (1,)


def test_play_goes_clockwise() -> None:
    state = dealt("P1 P2", "P3 P4", "P5 P6", turn=2)
    assert after(state, "P5").turn == 0
    assert after(state, "P5", "P1").turn == 1


def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = after(dealt("P1 P2", "P3 P4", "P5 P6"), "P1", "P4", "P5")
    assert (state.turn, state.trick) == (2, ())


def test_the_led_colour_must_be_followed() -> None:
    assert legal_texts(after(dealt("B8", "B5 B13 P2 G4"), "B8")) == ["play B5", "play B13"]


def test_a_player_who_cannot_follow_plays_anything_and_need_not_trump() -> None:
    assert legal_texts(after(dealt("B8", "P2 P3 G4"), "B8")) == ["play P2", "play P3", "play G4"]


def test_the_leader_plays_anything_green_too() -> None:
    assert legal_texts(dealt("P2 B3 G4", "P3 B4 G5")) == ["play P2", "play B3", "play G4"]


def test_not_following_is_refused_with_a_reason() -> None:
    with pytest.raises(IllegalEvent, match="seat 2 cannot play G4 now; possible: play B5, play B13"):
        after(dealt("B8", "B5 B13 G4"), "B8", "G4")


def test_a_card_of_somebody_else_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="cannot play B9 now"):
        after(dealt("B8", "B9"), "B9")


def test_nobody_plays_out_of_turn() -> None:
    with pytest.raises(IllegalEvent, match="not seat 2’s turn: awaiting seat 1"):
        played(DUEL, f"fate {ROW}", f"fate {PINK_AND_BLUE}", "seat2 play B1")


def test_no_clock_runs() -> None:
    with pytest.raises(IllegalEvent, match="no deadline"):
        DUEL.apply(DUEL.initial(), Timeout(Millis(5)))


def test_the_winner_takes_the_leftmost_token() -> None:
    state = after(dealt("P1 P2", "P3 P4", row="-10 +5"), "P1", "P3")
    assert state.piles[1].tokens == ("-10",)
    assert state.row == ("+5",)


def test_everybody_plays_all_nine_cards_for_nine_tokens() -> None:
    state = first_round(DUEL).state
    assert state.hands == ((), ())
    assert " ".join(state.piles[0].tokens) == ROW


def test_there_are_three_rounds_of_nine_tricks() -> None:
    match = randomly(Meow(seats=3, first=Seat(0)), Random(1))
    assert [state.round for state in match.states if len(state.tricks) == 9 and not state.row] == [1, 2, 3]
    assert len(match.log) == 3 * (2 + 9 * 3)


def test_the_three_stacks_hold_every_token_once() -> None:
    match = randomly(Meow(seats=4), Random(2))
    taken = [token for pile in match.state.piles for token in pile.tokens]
    assert Counter(taken) == Counter(STANDARD)


def test_the_second_stack_comes_from_the_tokens_that_are_left() -> None:
    match = first_round(DUEL)
    assert str(match.awaiting.chance) == "a draw of 9 from 18"
    with pytest.raises(IllegalEvent, match="not in the pool"):
        give(match, "+1 +6 +7 +8 fish vase -3 -4 -5")


def test_after_nine_tricks_all_cards_are_shuffled_again() -> None:
    match = give(first_round(DUEL), OTHER_ROWS[0])
    assert match.awaiting.chance == Draw(tuple(map(card_value, ALL_CARDS)), 18, secret=True)


def test_the_first_player_token_moves_one_seat_clockwise_whatever_the_result() -> None:
    match = first_round(DUEL)
    assert match.state.tricks[-1].winner == 0
    assert match.state.holder == 1
    assert give(match, OTHER_ROWS[0], PINK_AND_BLUE).awaiting.seats == (1,)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_rounds_two_and_three_are_led_by_the_next_two_seats(first: int) -> None:
    match = randomly(Meow(seats=3, first=Seat(first)), Random(3))
    leaders = [trick.plays[0].seat for state in match.states if len(state.tricks) == 1 for trick in state.tricks]
    assert list(dict.fromkeys(leaders)) == [first, (first + 1) % 3, (first + 2) % 3]


def test_after_the_last_round_the_token_stays_and_nothing_is_expected() -> None:
    match = randomly(Meow(seats=4, first=Seat(3)), Random(4))
    assert match.awaiting.nothing
    assert match.state.holder == 1


def test_the_highest_sum_wins_and_a_tie_is_shared() -> None:
    assert winners((12, 31, -4)) == (1,)
    assert winners((31, 12, 31)) == (0, 2)


def test_the_points_of_a_match_are_those_of_the_piles() -> None:
    assert first_round(DUEL).scores == (1 + 2 + 3 + 4 + 5 - 1, 0)


@pytest.mark.parametrize(("seats", "ranks"), [(2, 6), (3, 9), (4, 12), (5, 15), (6, 18)])
def test_experts_remove_the_same_ranks_of_every_colour(seats: int, ranks: int) -> None:
    kept = {*range(1, ranks), 18}
    assert deck(seats, expert=True) == tuple(Card(colour, rank) for colour in Colour for rank in sorted(kept))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_experts_deal_every_card(seats: int) -> None:
    chance = played(Meow(seats=seats, first=Seat(0), expert=True), f"fate {ROW}").awaiting.chance
    assert isinstance(chance, Draw)
    assert len(chance.pool) == chance.count == 9 * seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_experts_keep_all_ones_and_eighteens(seats: int) -> None:
    assert {*cards("P1 B1 G1 P18 B18 G18")} <= {*deck(seats, expert=True)}


def test_vases_that_count_neither_way_are_refused() -> None:
    with pytest.raises(InvalidOption, match="per_pair, flat"):
        Meow(vases="never")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_the_vases_of_the_house_count_in_every_pile() -> None:
    match = first_round(Meow(seats=2, first=Seat(0), vases="flat"))
    assert [pile.vases for pile in match.state.piles] == ["flat", "flat"]
