"""The information that a seat may have."""

from random import Random

import pytest

from purrlor.core import Seat
from purrlor.games.meow import ALL_CARDS, Meow, State, View
from purrlor.games.meow.tokens import in_order

from .notated import (
    OTHER_ROWS,
    PINK_AND_BLUE,
    ROW,
    after,
    cards,
    dealt,
    disguise_for,
    first_round,
    give,
    played,
    randomly,
)

DUEL = Meow(seats=2, first=Seat(0))


def seen(state: State, seat: int | None) -> View:
    return Meow(seats=len(state.hands)).view(state, None if seat is None else Seat(seat))


def test_you_see_your_own_hand_and_no_other() -> None:
    state = dealt("P1 P2", "B3 B4")
    assert (seen(state, 0).hand, seen(state, 1).hand) == (cards("P1 P2"), cards("B3 B4"))
    assert "B3" not in repr(seen(state, 0)).replace(repr(ALL_CARDS), "")


def test_a_spectator_sees_no_hand() -> None:
    view = seen(dealt("P1 P2", "B3 B4"), None)
    assert view.hand == ()
    assert view.cards_left == (2, 2)


def test_everybody_sees_the_cards_played_and_by_whom() -> None:
    state = after(dealt("P1 P2", "P3 P4", "P5 P6"), "P1", "P4", "P5", "P6")
    for seat in (0, 1, 2, None):
        view = seen(state, seat)
        assert [(by, str(card)) for by, card in view.played] == [(0, "P1"), (1, "P4"), (2, "P5"), (2, "P6")]
        assert (view.leader, view.turn, view.led) == (2, 0, "P")


def test_everybody_sees_who_has_shown_to_be_void() -> None:
    state = after(dealt("P1 P2", "P3 P4", "B5 G6"), "P1", "P3", "B5", "P4", "G6")
    assert seen(state, 0).voids == ((), (), ("P",))
    assert seen(after(state, "P2"), None).voids == ((), (), ("P",))


def test_a_void_that_was_not_shown_is_not_seen() -> None:
    assert seen(after(dealt("P1 P2", "P3 P4"), "P1"), 0).voids == ((), ())


def test_voids_are_forgotten_when_a_new_round_begins() -> None:
    match = first_round(DUEL)
    assert match.view(None).voids == ((), ("P",))
    assert give(match, OTHER_ROWS[0]).view(None).voids == ((), ())


def test_everybody_sees_tokens_and_piles_with_fish_and_vases_resolved() -> None:
    view = first_round(DUEL).view(Seat(1))
    assert view.piles[0].discarded == (-2,)
    assert view.scores == (14, 0)
    assert len(view.box) == 18


def test_the_tokens_of_the_rounds_to_come_are_known_but_lie_in_no_order() -> None:
    view = first_round(DUEL).view(None)
    assert sorted(view.box) == sorted(" ".join(OTHER_ROWS).split())
    assert view.box == in_order(view.box)


def test_the_last_trick_stays_in_sight_until_the_next_row() -> None:
    match = first_round(DUEL)
    assert len(match.view(None).tricks) == 9
    assert give(match, OTHER_ROWS[0]).view(None).tricks == ()


def test_unseen_are_the_cards_in_other_hands_and_those_left_over() -> None:
    view = played(DUEL, f"fate {ROW}", f"fate {PINK_AND_BLUE}").view(Seat(0))
    assert view.unseen == tuple(card for card in ALL_CARDS if card not in view.hand)


def test_two_experts_know_each_others_hands() -> None:
    match = randomly(Meow(seats=2, expert=True), Random(5), events=3)
    assert match.view(Seat(0)).unseen == match.state.hands[1]


def test_views_tell_round_and_options() -> None:
    view = first_round(Meow(seats=2, first=Seat(0), vases="flat")).view(None)
    assert (view.round, view.expert, view.vases, view.over) == (1, False, "flat", False)
    assert randomly(Meow(seats=2), Random(6)).view(None).over


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_changed_hidden_hands_leave_every_view_as_it_was(seats: int, expert: bool) -> None:
    rules, random = Meow(seats=seats, expert=expert), Random(seats)
    disguise = disguise_for(rules)
    for state in randomly(rules, random).states:
        for seat in (None, *map(Seat, range(seats))):
            assert rules.view(disguise(state, seat, random), seat) == rules.view(state, seat)
