"""Hidden hands: count the deals that fit what a viewer has seen, and sample them uniformly.

A deal fits if every seat holds as many cards as it must, none that was seen elsewhere, and none of a colour that it has
shown not to hold. Cards left over lie unseen.

How a deal is sampled: seats without a void are free; they and the leftover cards take what remains at the end. The
others are filled one after the other. `count_ways` counts in how many ways the seats from number i on can be filled
from given numbers of pink, blue and green cards; a seat takes x, y and z of them with the probability

    C(pink, x) · C(blue, y) · C(green, z) · ways(i + 1, pink - x, blue - y, green - z) / ways(i, pink, blue, green)

and then any x, y and z cards. In the product everything cancels but 1 / ways(0), so all deals are equally likely. Ways
are integers below 2¹²⁸ in two words, so this is exact and not up to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, factorial, prod
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from msgspec.structs import replace

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, source, word
from purrlor.core import Act, Event, Fate, Match, Seat
from purrlor.games.meow.cards import card_value
from purrlor.games.meow.notation import Action
from purrlor.games.meow.rules import Meow, State
from purrlor.games.meow.view import View

from .bits import COLOUR_BITS, bits_of, cards_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


Ways: TypeAlias = "NDArray[np.uint64]"
"""Integers below 2¹²⁸ by [seat, pink, blue, word], the high word first."""

_BINOMIALS = np.array([[comb(n, k) for k in range(19)] for n in range(19)], np.uint64)
"""C(n, k) for the cards of one colour."""


class Hidden(NamedTuple):
    """The cards hidden from a viewer, as compiled code reads them: the seats with a void come first."""

    known: Ints
    """The cards known to be in each seat's hand (the viewer's own, or none)."""
    order: Ints
    """The seats that hold unseen cards."""
    sizes: Ints
    """The number of unseen cards that each of them holds."""
    barred: NDArray[np.bool_]
    """Whether each of them cannot hold [pink, blue, green]."""
    bound: int
    """The number of seats with a void."""
    cards: Ints
    """The unseen cards, one bit each, colour by colour."""
    colours: Ints
    """The numbers of unseen pink, blue and green cards."""
    ways: Ways


@compiled
def _times(high: np.uint64, low: np.uint64, factor: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Multiply a number of two words by one below 2³²."""
    lower, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    first = (low & lower) * factor
    second = (low >> half) * factor + (first >> half)
    return high * factor + (second >> half), (second << half) | (first & lower)


@compiled
def _weight(hidden: Hidden, number: int, left: Ints, pink: int, blue: int) -> tuple[np.uint64, np.uint64]:
    """Return in how many ways the seats from this one on can be filled if it takes given numbers of each colour.

    A seat with a void takes two colours at most, so that the binomials multiply to less than 2³².
    """
    green = hidden.sizes[number] - pink - blue
    choices = _BINOMIALS[left[0], pink] * _BINOMIALS[left[1], blue] * _BINOMIALS[left[2], green]
    later = hidden.ways[number + 1, left[0] - pink, left[1] - blue]
    return _times(later[0], later[1], choices)


@compiled
def _most(hidden: Hidden, number: int, left: Ints, colour: int) -> int:
    """Return the most cards of a colour that a seat can take."""
    return 0 if hidden.barred[number, colour] else int(min(hidden.sizes[number], left[colour]))


@compiled
def _sum_ways(hidden: Hidden, number: int, left: Ints) -> None:
    size = hidden.sizes[number]
    most_blue, most_green = _most(hidden, number, left, 1), _most(hidden, number, left, 2)
    total = hidden.ways[number, left[0], left[1]]
    for pink in range(_most(hidden, number, left, 0) + 1):
        for blue in range(max(0, size - pink - most_green), min(most_blue, size - pink) + 1):
            high, low = _weight(hidden, number, left, pink, blue)
            total[1] += low
            total[0] += high + np.uint64(total[1] < low)


@compiled
def count_ways(hidden: Hidden) -> None:
    """Fill `ways`, from the last seat with a void to the first."""
    hidden.ways[hidden.bound, :, :, 1] = 1
    left = np.zeros(3, np.int64)
    size = len(hidden.cards) - hidden.sizes[: hidden.bound].sum()
    for number in range(hidden.bound - 1, -1, -1):
        size += hidden.sizes[number]
        for pink in range(hidden.colours[0] + 1):
            for blue in range(hidden.colours[1] + 1):
                left[0], left[1], left[2] = pink, blue, size - pink - blue
                if 0 <= left[2] <= hidden.colours[2]:
                    _sum_ways(hidden, number, left)


@compiled
def _smeared(bits: np.uint64) -> np.uint64:
    """Set all bits below the highest one."""
    for shift in (1, 2, 4, 8, 16, 32):
        bits |= bits >> np.uint64(shift)
    return bits


@compiled
def _below(high: np.uint64, low: np.uint64, random: Source) -> tuple[np.uint64, np.uint64]:
    """Draw a number below one of two words, all exactly equally likely, by rejection."""
    mask = _smeared(high or low)
    while True:
        first = word(random) & mask if high else np.uint64(0)
        second = word(random) if high else word(random) & mask
        if first < high or (first == high and second < low):
            return first, second


@compiled
def _split(hidden: Hidden, number: int, left: Ints, random: Source) -> tuple[int, int]:
    """Draw how many pink and blue cards a seat takes, with the probability that makes all deals equally likely."""
    total = hidden.ways[number, left[0], left[1]]
    high, low = _below(total[0], total[1], random)
    size = hidden.sizes[number]
    most_blue, most_green = _most(hidden, number, left, 1), _most(hidden, number, left, 2)
    for pink in range(_most(hidden, number, left, 0) + 1):
        for blue in range(max(0, size - pink - most_green), min(most_blue, size - pink) + 1):
            step_high, step_low = _weight(hidden, number, left, pink, blue)
            if high < step_high or (high == step_high and low < step_low):
                return pink, blue
            high -= step_high + np.uint64(low < step_low)
            low -= step_low
    return 0, 0


@compiled
def _take(cards: Ints, start: int, size: int, takes: int, random: Source) -> int:
    """Take any `takes` of the `size` cards from `start` on; the last of them fill the gaps."""
    taken = 0
    for left in range(size, size - takes, -1):
        place = start + below(random, left)
        taken |= cards[place]
        cards[place] = cards[start + left - 1]
    return taken


@compiled
def draw_deal(hidden: Hidden, hands: Ints, random: Source) -> None:
    """Write the hands of all seats, each fitting deal with the same probability."""
    hands[:] = hidden.known
    cards, left = hidden.cards.copy(), hidden.colours.copy()
    for number in range(hidden.bound):
        pink, blue = _split(hidden, number, left, random)
        start = 0
        for colour, takes in enumerate((pink, blue, hidden.sizes[number] - pink - blue)):
            hands[hidden.order[number]] |= _take(cards, start, left[colour], takes, random)
            left[colour] -= takes
            start += hidden.colours[colour]
    _deal_rest(hidden, hands, cards, left, random)


@compiled
def _deal_rest(hidden: Hidden, hands: Ints, cards: Ints, left: Ints, random: Source) -> None:
    """Deal the cards that are left to the free seats."""
    start, size = 0, 0
    for colour in range(3):
        for place in range(start, start + left[colour]):
            cards[size] = cards[place]
            size += 1
        start += hidden.colours[colour]
    for number in range(hidden.bound, len(hidden.order)):
        takes = hidden.sizes[number]
        hands[hidden.order[number]] |= _take(cards, 0, size, takes, random)
        size -= takes


@compiled
def draw_deals(hidden: Hidden, deals: Ints, random: Source) -> None:
    for number in range(len(deals)):
        draw_deal(hidden, deals[number], random)


@compiled
def draw_apart(hidden: Hidden, hands: Ints, random: Source) -> None:
    """Write hands that each seat may hold, all with the same probability, whatever the others hold."""
    for number in range(len(hands)):
        hands[number] = hidden.known
        for place in range(len(hidden.order)):
            cards, size, start = hidden.cards.copy(), 0, 0
            for colour in range(3):
                after = start + hidden.colours[colour]
                while start < after:
                    cards[size] = hidden.cards[start]
                    size += not hidden.barred[place, colour]
                    start += 1
            hands[number, hidden.order[place]] |= _take(cards, 0, size, hidden.sizes[place], random)


@dataclass(frozen=True)
class Deals:
    """All deals that fit; compiled code reads `hidden`."""

    hidden: Hidden
    count: int
    """The number of deals; the order of the leftover cards does not matter."""

    @classmethod
    def of(cls, view: View) -> Deals:
        """Return the deals of this round that fit what the viewer sees."""
        voids = [sum(COLOUR_BITS[colour] for colour in colours) for colours in view.voids]
        known = [bits_of(view.hand) if seat == view.viewer else 0 for seat in range(len(view.piles))]
        sizes = [0 if known[seat] else left for seat, left in enumerate(view.cards_left)]
        return cls.that_fit(bits_of(view.unseen), sizes, voids, known)

    @classmethod
    def that_fit(cls, unseen: int, sizes: Sequence[int], voids: Sequence[int], known: Sequence[int]) -> Deals:
        """Return the deals that fit; by seat: the number of unseen cards, its voids, and its known cards."""
        hidden = _hidden(unseen, sizes, voids, known)
        count_ways(hidden)
        high, low = (int(part) for part in hidden.ways[0, hidden.colours[0], hidden.colours[1]])
        free = [int(size) for size in hidden.sizes[hidden.bound :]]
        rest = len(hidden.cards) - sum(map(int, hidden.sizes[: hidden.bound]))
        if rest < sum(free) or not (high or low):
            raise ValueError("no deal fits: there are too few cards that the seats may hold")
        orders = factorial(rest) // prod(map(factorial, free)) // factorial(rest - sum(free))
        return cls(hidden, ((high << 64) + low) * orders)

    def draw(self, number: int, *, seed: int) -> Ints:
        """Draw a number of deals uniformly: bit boards by [number, seat]."""
        deals = np.empty((number, len(self.hidden.known)), np.int64)
        draw_deals(self.hidden, deals, source(seed))
        return deals

    def draw_apart(self, number: int, *, seed: int) -> Ints:
        """Draw hands for each seat independently: two of them may hold the same card."""
        hands = np.empty((number, len(self.hidden.known)), np.int64)
        draw_apart(self.hidden, hands, source(seed))
        return hands


def _hidden(unseen: int, sizes: Sequence[int], voids: Sequence[int], known: Sequence[int]) -> Hidden:
    """Prepare the arrays; a void in a colour without unseen cards does not restrict anything."""
    colours = [(unseen & bits).bit_count() for bits in COLOUR_BITS.values()]
    barred = [[bool(void & unseen & bits) for bits in COLOUR_BITS.values()] for void in voids]
    holders = sorted((seat for seat, size in enumerate(sizes) if size), key=lambda seat: not any(barred[seat]))
    bound = sum(any(barred[seat]) for seat in holders)
    bars = np.zeros((len(holders), len(colours)), np.bool_)
    for number, seat in enumerate(holders):
        bars[number] = barred[seat]
    return Hidden(
        known=np.array(known, np.int64),
        order=np.array(holders, np.int64),
        sizes=np.array([sizes[seat] for seat in holders], np.int64),
        barred=bars,
        bound=bound,
        cards=np.array([1 << place for place in range(unseen.bit_length()) if unseen >> place & 1], np.int64),
        colours=np.array(colours, np.int64),
        ways=np.zeros((bound + 1, colours[0] + 1, colours[1] + 1, 2), np.uint64),
    )


def disguise(rules: Meow, state: State, seat: Seat | None, random: Random) -> State:
    """Deal the hidden cards again, for the laws: this seat (None: a spectator) cannot tell the two states apart."""
    hands = Deals.of(rules.view(state, seat)).draw(1, seed=random.getrandbits(64))[0]
    return replace(state, hands=tuple(cards_of(int(hand)) for hand in hands))


def redeal(match: Match[State, Action, View], seat: Seat, random: Random) -> tuple[Event[Action], ...]:
    """Return the log with the hands of the round dealt again: with the cards played so far, `seat` saw the same."""
    state, log = match.state, list(match.log)
    if state.turn is None:
        return tuple(log)
    deal = max(number for number, _ in match.steps(0) if match.awaiting_after(number - 1).secretive)
    nines = [list(hand) for hand in disguise(cast("Meow", match.rules), state, seat, random).hands]
    for event in log[deal:]:
        if isinstance(event, Act):
            nines[event.seat].append(event.action.card)
    log[deal - 1] = Fate(tuple(card_value(card) for nine in nines for card in nine), log[deal - 1].at)
    return tuple(log)
