"""Hidden hands: the right number of deals, all equally likely."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, factorial, sqrt
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from purrlor.core import Seat
from purrlor.games.meow import Meow, View
from purrlor.games.meow.kernels.bits import BLUE, COLOUR_BITS, GREEN, PINK, bits_of, cards_of
from purrlor.games.meow.kernels.deals import Deals

from .notated import TABLES, after, cards, dealt, randomly, table_name

NO_VOID = 0

SMALL = {
    "one seat": ("P1 P2 B1 B2 G1", [2], [NO_VOID]),
    "one seat, void in pink": ("P1 P2 B1 B2 G1", [2], [PINK]),
    "one seat with one colour left": ("P1 P2 B1 B2 G1", [2], [PINK | GREEN]),
    "nothing is left over": ("P1 P2 B1 B2 G1 G2", [3, 3], [NO_VOID, NO_VOID]),
    "one void decides much": ("P1 P2 P3 B1 B2 G1", [3, 3], [PINK, NO_VOID]),
    "two voids in the same colour": ("P1 P2 B1 B2 G1 G2 G3", [2, 2], [PINK, PINK]),
    "two voids in different colours": ("P1 P2 B1 B2 G1 G2", [2, 2, 1], [PINK, BLUE, NO_VOID]),
    "three voids": ("P1 P2 P3 B1 B2 B3 G1 G2 G3", [2, 2, 2], [PINK, BLUE, GREEN]),
    "a chain of voids": ("P1 P2 B1 B2 G1 G2 G3", [2, 1, 2, 1], [PINK | BLUE, NO_VOID, GREEN, PINK]),
    "seats without cards": ("P1 B1 G1", [0, 1, 0, 1], [PINK, BLUE, NO_VOID, NO_VOID]),
    "a void of which no card is unseen": ("P1 P2 B1", [1, 1], [GREEN, PINK]),
    "only one deal": ("P1 P2 B1 B2", [2, 2], [PINK, BLUE]),
}


def small(name: str) -> tuple[int, list[int], list[int]]:
    text, sizes, voids = SMALL[name]
    return bits_of(cards(text)), sizes, voids


def every_deal(unseen: int, sizes: Sequence[int], voids: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all consistent deals: the first seat takes any cards that it may hold, then the others."""
    if not sizes:
        yield ()
        return
    may_hold = [bits_of([card]) for card in cards_of(unseen & ~voids[0])]
    for chosen in combinations(may_hold, sizes[0]):
        for rest in every_deal(unseen & ~sum(chosen), sizes[1:], voids[1:]):
            yield (sum(chosen), *rest)


def unlikely(found: Counter[tuple[int, ...]], outcomes: int) -> bool:
    """Return whether chance explains such unequal counts less often than once in a million."""
    expected = found.total() / outcomes
    misfit = sum((n - expected) ** 2 / expected for n in found.values()) + (outcomes - len(found)) * expected
    return misfit > outcomes - 1 + 6 * sqrt(2 * outcomes)


@pytest.mark.parametrize("name", SMALL)
def test_the_number_of_deals_is_the_number_that_can_be_listed(name: str) -> None:
    unseen, sizes, voids = small(name)
    assert Deals.that_fit(unseen, sizes, voids, [0] * len(sizes)).count == len([*every_deal(unseen, sizes, voids)])


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_every_deal_that_fits_is_equally_likely_and_no_other_comes(name: str) -> None:
    unseen, sizes, voids = small(name)
    fitting = {*every_deal(unseen, sizes, voids)}
    deals = Deals.that_fit(unseen, sizes, voids, [0] * len(sizes)).draw(200 * len(fitting), seed=11)
    found = Counter(tuple(deal) for deal in deals.tolist())
    assert {*found} == fitting
    assert not unlikely(found, len(fitting))


@pytest.mark.parametrize("name", SMALL)
def test_apart_every_hand_that_a_seat_may_hold_is_equally_likely(name: str) -> None:
    unseen, sizes, voids = small(name)
    hands = Deals.that_fit(unseen, sizes, voids, [0] * len(sizes)).draw_apart(20_000, seed=3)
    for seat, size in enumerate(sizes):
        listed = {deal[0] for deal in every_deal(unseen, [size], [voids[seat]])}
        found = Counter[tuple[int, ...]]((int(hand),) for hand in hands[:, seat])
        assert {hand for hand, *_ in found} <= listed
        assert not unlikely(found, len(listed))


def test_the_greedy_way_would_be_found_out() -> None:
    """Seat after seat taking any cards it may hold is not uniform; the test above can tell."""
    unseen, sizes, voids = small("two voids in different colours")
    random, fitting = Random(1), [*every_deal(unseen, sizes, voids)]
    found: Counter[tuple[int, ...]] = Counter()
    while found.total() < 200 * len(fitting):
        rest, hands = unseen, list[int]()
        for size, void in zip(sizes, voids, strict=True):
            hands.append(bits_of(random.sample(cards_of(rest & ~void), size)))
            rest &= ~hands[-1]
        found[tuple(hands)] += 1
    assert unlikely(found, len(fitting))


def test_deals_of_a_view_after_voids_are_uniform() -> None:
    state = after(dealt("P1 P2 P3", "B4 G5 G6", "P7 B8 G9", row="+1 +2 +3"), "P1", "B4", "P7")
    deck = cards("P1 P2 P3 P4 P7 B4 B5 B8 G5 G6 G9")
    view = replace(Meow(seats=3).view(state, Seat(0)), deck=deck)
    voids = [sum(COLOUR_BITS[colour] for colour in colours) for colours in view.voids]
    fitting = {*every_deal(bits_of(view.unseen), [0, 2, 2], voids)}
    sample_card = Deals.of(view).draw(200 * len(fitting), seed=2)
    found = Counter((0, *deal[1:]) for deal in sample_card.tolist())
    assert {*found} == fitting
    assert not unlikely(found, len(fitting))


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_every_drawn_deal_fits_the_view(rules: Meow) -> None:
    for number, state in enumerate(randomly(rules, Random(12)).states):
        view = rules.view(state, Seat(number % rules.seats))
        for deal in Deals.of(view).draw(5, seed=number).tolist():
            hands = [cards_of(hand) for hand in deal]
            assert_fits(view, hands)


def assert_fits(view: View, hands: Sequence[Sequence[object]]) -> None:
    assert view.viewer is not None
    held = [card for seat, hand in enumerate(hands) if seat != view.viewer for card in hand]
    assert hands[view.viewer] == view.hand
    assert tuple(map(len, hands)) == view.cards_left
    assert len({*held}) == len(held)
    assert {*held} <= {*view.unseen}
    for hand, voids in zip(hands, view.voids, strict=True):
        assert not [card for card in hand if str(card)[0] in voids]


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_the_number_of_deals_is_exact_however_big(rules: Meow) -> None:
    for state in randomly(rules, Random(13)).states[::3]:
        view = rules.view(state, None)
        colours = tuple(sum(card.colour is colour for card in view.unseen) for colour in COLOUR_BITS)
        barred = [tuple(colour in voids for colour in COLOUR_BITS) for voids in view.voids]
        assert Deals.of(view).count == ways(colours, view.cards_left, barred)


def ways(colours: tuple[int, ...], sizes: Sequence[int], barred: Sequence[tuple[int, ...]]) -> int:
    found = {colours: 1}
    for size, bars in zip(sizes, barred, strict=True):
        found = after_a_seat(found, size, bars)
    return sum(found.values())


def after_a_seat(found: dict[tuple[int, ...], int], size: int, bars: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Number of ways in which given cards of each colour can be left, one seat later."""
    later: Counter[tuple[int, ...]] = Counter()
    for (pink, blue, green), number in found.items():
        for p in range(0 if bars[0] else min(size, pink), -1, -1):
            for b in range(0 if bars[1] else min(size - p, blue), -1, -1):
                g = size - p - b
                if g <= (0 if bars[2] else green):
                    later[pink - p, blue - b, green - g] += number * comb(pink, p) * comb(blue, b) * comb(green, g)
    return dict(later)


def test_a_spectator_of_six_can_imagine_every_deal() -> None:
    view = randomly(Meow(seats=6), Random(1), events=3).view(None)
    assert Deals.of(view).count == factorial(54) // factorial(9) ** 6


def test_before_the_deal_there_is_nothing_to_imagine() -> None:
    deals = Deals.of(Meow(seats=3).view(Meow(seats=3).initial(), Seat(0)))
    assert deals.count == 1
    assert deals.draw(2, seed=1).tolist() == [[0, 0, 0]] * 2


def test_the_same_seed_draws_the_same_deals() -> None:
    deals = Deals.of(randomly(Meow(seats=4), Random(2), events=30).view(Seat(1)))
    assert np.array_equal(deals.draw(9, seed=4), deals.draw(9, seed=4))
    assert not np.array_equal(deals.draw(9, seed=4), deals.draw(9, seed=5))


@pytest.mark.parametrize("sizes", [[3, 3], [5]])
def test_hands_that_nobody_can_hold_are_refused(sizes: list[int]) -> None:
    with pytest.raises(ValueError, match="no deal fits"):
        Deals.that_fit(bits_of(cards("P1 P2 B1 B2 G1")), sizes, [PINK] * len(sizes), [0] * len(sizes))


BIG = {
    "five seats with voids": ([PINK, BLUE, GREEN, PINK, BLUE], 8),
    "little more than one word": ([GREEN, GREEN, GREEN], 9),
    "a few times one word": ([PINK, BLUE, GREEN], 7),
}
"""All 54 cards are unseen, and it takes more than 64 bits to count the ways."""


def big(name: str) -> tuple[Deals, list[int], list[tuple[bool, ...]]]:
    voids, size = BIG[name]
    sizes = [size] * len(voids)
    barred = [tuple(bool(void & bits) for bits in COLOUR_BITS.values()) for void in voids]
    return Deals.that_fit((1 << 54) - 1, sizes, voids, [0] * len(voids)), sizes, barred


@pytest.mark.parametrize("name", BIG)
def test_numbers_of_more_than_one_word_are_exact(name: str) -> None:
    deals, sizes, barred = big(name)
    assert deals.count == ways((18, 18, 18), sizes, barred) > 2**64


@pytest.mark.parametrize("name", BIG)
def test_numbers_of_more_than_one_word_are_drawn_alike(name: str) -> None:
    """How many blue cards the first seat has, against the exact probabilities."""
    deals, sizes, barred = big(name)
    found = Counter((hand & BLUE).bit_count() for hand in deals.draw(40_000, seed=21)[:, 0].tolist())
    expected = {
        18 - left[1]: 40_000 * number * ways(left, sizes[1:], barred[1:]) / deals.count
        for left, number in after_a_seat({(18, 18, 18): 1}, sizes[0], barred[0]).items()
    }
    misfit = sum((found[blue] - number) ** 2 / number for blue, number in expected.items())
    assert misfit < len(expected) + 6 * sqrt(2 * len(expected))
