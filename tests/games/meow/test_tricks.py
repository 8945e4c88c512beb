"""The winner of a trick; 1 beats 18 above all."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from purrlor.games.meow import ALL_CARDS, Card, Colour, parse_card, winning_place
from purrlor.games.meow.kernels.bits import COLOUR_BITS, bits_of
from purrlor.games.meow.kernels.fast_rules import winner

from .notated import cards


def wins(trick: str) -> str:
    played = cards(trick)
    return str(played[winning_place(played)])


def test_the_highest_card_of_the_led_colour_wins() -> None:
    assert wins("P4 P9 P7") == "P9"


def test_a_higher_card_of_another_colour_wins_nothing() -> None:
    assert wins("P4 B17 P3") == "P4"


def test_any_green_beats_the_other_colours() -> None:
    assert wins("P17 G2 B16 P3") == "G2"


def test_the_highest_of_several_greens_wins() -> None:
    assert wins("P17 G2 G9 G4") == "G9"


@pytest.mark.parametrize("trick", ["B18 B1", "B1 B18", "B5 B1 B18", "B18 B17 B1 P3", "B7 P18 B18 B1"])
def test_one_beats_eighteen_of_its_colour_in_any_order(trick: str) -> None:
    assert wins(trick) == "B1"


def test_a_one_without_the_eighteen_is_the_lowest() -> None:
    assert wins("B1 B2") == "B2"
    assert wins("B17 B1") == "B17"


def test_an_eighteen_without_the_one_is_the_highest() -> None:
    assert wins("B17 B18 B2") == "B18"


def test_blue_1_and_blue_18_lose_to_a_small_green() -> None:
    assert wins("B1 B18 G2") == "G2"


def test_green_1_beats_green_18() -> None:
    assert wins("G1 G18") == "G1"
    assert wins("P5 G18 G17 G1") == "G1"


def test_a_1_and_an_18_thrown_off_cannot_win() -> None:
    assert wins("P4 B1 B18") == "P4"


def test_blue_1_with_green_18_has_no_effect() -> None:
    assert wins("B1 G18") == "G18"
    assert wins("B1 G18 B17") == "G18"


def test_green_1_with_blue_18_is_a_trump_as_any() -> None:
    assert wins("B18 G1") == "G1"
    assert wins("B18 G1 G2") == "G2"


def beats(card: Card, other: Card, trick: tuple[Card, ...]) -> bool:
    """A second formulation, card against card."""
    if card.colour != other.colour:
        if Colour.GREEN in (card.colour, other.colour):
            return card.colour == Colour.GREEN
        return card.colour == trick[0].colour
    if {card.rank, other.rank} == {1, 18}:
        return card.rank == 1
    if 1 in (card.rank, other.rank):
        the_one_is_highest = Card(card.colour, 18) in trick
        return (card.rank == 1) == the_one_is_highest
    return card.rank > other.rank


def unbeaten(trick: tuple[Card, ...]) -> int:
    """The only card that beats all others which could win."""
    contenders = [card for card in trick if card.colour in (trick[0].colour, Colour.GREEN)]
    best = [card for card in contenders if all(card is other or beats(card, other, trick) for other in contenders)]
    assert len(best) == 1
    return trick.index(best[0])


def every_trick(seats: int) -> Iterator[tuple[Card, ...]]:
    """Yield every trick in every order, of a deck with these ranks only."""
    ranks = (1, 2, 17, 18) if seats < 5 else (1, 17, 18)
    return permutations([card for card in ALL_CARDS if card.rank in ranks], seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_trick_of_a_small_deck_is_won_by_the_card_that_no_other_beats(seats: int) -> None:
    for trick in every_trick(seats):
        assert winning_place(trick) == unbeaten(trick), trick


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_trick_of_a_small_deck_is_won_by_the_same_seat_in_the_compiled_game(seats: int) -> None:
    bit = {card: bits_of([card]) for card in ALL_CARDS}
    for trick in every_trick(seats):
        row = np.array([bit[card] for card in trick], np.int64)
        assert winner(row, COLOUR_BITS[trick[0].colour]) == winning_place(trick), trick


def test_the_order_of_play_after_the_lead_does_not_matter() -> None:
    for rest in permutations(cards("B18 G3 B1 P9")):
        trick = (parse_card("B7"), *rest)
        assert str(trick[winning_place(trick)]) == "G3"
