"""Playing on as a tree would, by the network of `rival_net.py`, and what it says about hidden hands.

Only sums, products and comparisons in a fixed order, and exponentials of our own, so that every machine finds the same
bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, count, fraction
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.exponentials import Floats, Numbers, power_of_e
from purrlor.games.meow.kernels.fast_rules import CARD, HAND, LED, PLAYED, TURN, TwinTable, legal, taking_lead
from purrlor.kit.layers import parse_layers

from .features import (
    CARDS,
    INPUTS,
    KINDS,
    MOST_ACTIVE,
    MOST_STANDINGS,
    OWN,
    STANDINGS,
    TAKING,
    UNSEEN,
    card_number,
    gather,
    list_bits,
    list_standing,
    turn_colours,
    turn_over,
    turned,
    turns_over,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


Singles: TypeAlias = "NDArray[np.float32]"
"""Half as long as other floats, and so nearly twice as quick."""
RIVAL_WIDTHS = (128, 64)
CARD_UNITS = 32
"""That judge each card by where it stands, beside what the layers before make of the decision."""
RIVAL_SHAPES = (
    (INPUTS + 1, RIVAL_WIDTHS[0]),
    (RIVAL_WIDTHS[0] + 1, RIVAL_WIDTHS[1]),
    (RIVAL_WIDTHS[1] + 1, CARDS + CARD_UNITS),
    (STANDINGS + 1, CARD_UNITS),
    (CARD_UNITS + 1, 1),
)


class Rival(NamedTuple):
    """Weights, and room for what a judgement passes through."""

    first: Singles
    second: Singles
    last: Singles
    """To the cards, and to the units that judge each of them."""
    standing: Singles
    verdict: Singles
    kinds: Ints
    places: Ints
    values: Singles
    wide: Singles
    slim: Singles
    liking: Singles
    """By card, with pink and blue as the network sees them; then what the units of each card begin with."""
    units: Singles
    state: Ints
    shown: Ints
    own: Singles
    """What it makes to the first layer that a card is in the hand and not with somebody else; then, that it would win
    the trick."""
    bases: Singles
    """What the first layer makes of all but the hand: as the colours are, and with pink and blue in each other's
    place."""


def parse_rival(content: bytes) -> Rival:
    return _rival(*parse_layers(content, RIVAL_SHAPES, np.float32))


def blank_rival() -> Rival:
    """It likes all cards alike."""
    return _rival(*(np.zeros(shape, np.float32) for shape in RIVAL_SHAPES))


def _rival(first: Singles, second: Singles, last: Singles, standing: Singles, verdict: Singles) -> Rival:
    widths = (*RIVAL_WIDTHS, CARDS + CARD_UNITS, CARD_UNITS)
    wide, slim, liking, units = (np.zeros(width, np.float32) for width in widths)
    return Rival(
        first=first,
        second=second,
        last=last,
        standing=standing,
        verdict=verdict,
        kinds=KINDS,
        places=np.zeros(MOST_ACTIVE, np.int64),
        values=np.zeros(MOST_ACTIVE, np.float32),
        wide=wide,
        slim=slim,
        liking=liking,
        units=units,
        state=np.zeros(fast_rules.WORDS, np.int64),
        shown=np.zeros(6, np.int64),
        own=_own_rows(first),
        bases=np.zeros((2, RIVAL_WIDTHS[0]), np.float32),
    )


def _own_rows(first: Singles) -> Singles:
    rows: list[list[float]] = first.tolist()
    moved = [
        [here - there for here, there in zip(own, unseen, strict=True)]
        for own, unseen in zip(rows[OWN : OWN + CARDS], rows[UNSEEN : UNSEEN + CARDS], strict=True)
    ]
    return np.array([*moved, *rows[TAKING : TAKING + CARDS]], np.float32)


@compiled
def like_cards(table: TwinTable, rival: Rival, state: Ints, shown: Ints) -> bool:
    """Write how much the seat to move likes each legal card; whether pink and blue change places for that."""
    seen, seen_shown = rival.state, rival.shown
    seen[:] = state
    seen_shown[:] = shown
    swapped = turn_over(seen, seen_shown)
    size = gather(table, rival.kinds, seen, seen_shown, rival.places, rival.values)
    places, values = rival.places, rival.values
    sum_rows(rival.first, places, values, size, rival.wide)
    pass_on(rival.wide, rival.second, places, values, rival.slim)
    pass_on(rival.slim, rival.last, places, values, rival.liking)
    hand, trick = int(seen[HAND + seen[TURN]]), 0
    for card in seen[CARD : CARD + table.seats]:
        trick |= card
    taking = taking_lead(trick, seen[LED]) if trick else 0
    _like_standings(rival, legal(seen), hand, unplayed(table, seen) & ~hand, (taking, seen[LED]))
    return swapped


@compiled
def unplayed(table: TwinTable, state: Ints) -> int:
    """All cards that were not played in this round."""
    deck = 0
    for card in table.deck:
        deck |= card
    return deck & ~int(state[PLAYED])


@compiled
def _like_standings(rival: Rival, cards: int, hand: int, unseen: int, trick: tuple[int, int]) -> None:
    """Add how much each of these cards is liked for where it stands among the others; all as the network sees them.

    `trick`: all cards that would take its lead, and all of the colour that was led.
    """
    places, values, units = rival.places, rival.values, rival.units
    values[:MOST_STANDINGS] = 1
    while cards:
        card = cards & -cards
        cards ^= card
        size = list_standing(places, card, hand, unseen, trick)
        sum_rows(rival.standing, places, values, size, units)
        verdict = rival.verdict[CARD_UNITS, 0]
        for unit in range(CARD_UNITS):
            verdict += max(units[unit] + rival.liking[CARDS + unit], np.float32(0)) * rival.verdict[unit, 0]
        rival.liking[count(card - 1)] += verdict


@compiled
def likeliest(table: TwinTable, rival: Rival, state: Ints, shown: Ints) -> int:
    """The card that a tree would most probably play."""
    cards = legal(state)
    if not cards & (cards - 1):
        return cards
    swapped = like_cards(table, rival, state, shown)
    best, found = -np.inf, 0
    while cards:
        card = cards & -cards
        cards ^= card
        liking = rival.liking[card_number(card, swapped)]
        if liking > best:
            best, found = liking, card
    return found


@compiled
def drawn(table: TwinTable, rival: Rival, state: Ints, shown: Ints, random: Source) -> int:
    """A card, by the probabilities that a tree would play it."""
    cards = legal(state)
    if not cards & (cards - 1):
        return cards
    swapped = like_cards(table, rival, state, shown)
    chances, highest, rest = rival.liking, -np.inf, cards
    while rest:
        card = rest & -rest
        rest ^= card
        highest = max(highest, chances[card_number(card, swapped)])
    total, rest = 0.0, cards
    while rest:
        card = rest & -rest
        rest ^= card
        place = card_number(card, swapped)
        chances[place] = power_of_e(float(chances[place] - highest))
        total += chances[place]
    left, found = total * fraction(random), 0
    while cards and left > 0:
        found = cards & -cards
        cards ^= found
        left -= chances[card_number(found, swapped)]
    return found


@compiled
def chance_of(table: TwinTable, rival: Rival, state: Ints, shown: Ints, played: int) -> float:
    """The probability that a tree would play this card."""
    cards = legal(state)
    if not cards & (cards - 1):
        return 1.0
    return _chance(rival, cards, played, like_cards(table, rival, state, shown))


@compiled
def _chance(rival: Rival, cards: int, played: int, swapped: bool) -> float:
    """The probability of one of these cards, from how much each is liked."""
    own, total = rival.liking[card_number(played, swapped)], 0.0
    while cards:
        card = cards & -cards
        cards ^= card
        total += power_of_e(float(rival.liking[card_number(card, swapped)] - own))
    return 1 / total


@compiled
def weigh_play(  # noqa: PLR0917
    table: TwinTable, rival: Rival, state: Ints, shown: Ints, cards: tuple[int, int], hands: Ints, weights: Floats
) -> None:
    """Multiply the weight of each hand by the probability that the seat to move plays a card; none is in the state.

    `cards`: this card, and all that the seat played from here on. All but its hand is the same every time, so the first
    layer is summed up once; that and a quicker exponential halved the time.
    """
    played, later = cards
    seat, trick = state[TURN], 0
    for card in state[CARD : CARD + table.seats]:
        trick |= card
    around = np.zeros((2, 3), np.int64)
    around[0] = taking_lead(trick, state[LED]) if trick else 0, state[LED], unplayed(table, state)
    for kind in range(3):
        around[1, kind] = turned(around[0, kind])
    _sum_up_all_but_hand(table, rival, state, shown)
    for number in range(len(hands)):
        hand = hands[number, seat] | later
        legal_cards = hand & state[LED] or hand
        if legal_cards & (legal_cards - 1):
            state[HAND + seat] = hand
            swapped = turns_over(state)
            _like_cards_of(rival, turned(hand) if swapped else hand, around, swapped)
            weights[number] *= _chance(rival, legal_cards, played, swapped)
    state[HAND + seat] = 0


@compiled
def _sum_up_all_but_hand(table: TwinTable, rival: Rival, state: Ints, shown: Ints) -> None:
    seen, seen_shown = rival.state, rival.shown
    seen[:] = state
    seen_shown[:] = shown
    for base in rival.bases:
        size = gather(table, rival.kinds, seen, seen_shown, rival.places, rival.values)
        sum_rows(rival.first, rival.places, rival.values, size, base)
        turn_colours(seen, seen_shown)


@compiled
def _like_cards_of(rival: Rival, hand: int, around: Ints, swapped: bool) -> None:
    """Write how much a seat with this hand likes each card, after all else was summed up; all as the network sees it.

    `around`: by whether pink and blue change places, the cards that take the trick's lead, those of the colour that was
    led, and those that were not played.
    """
    places, values, wide = rival.places, rival.values, rival.wide
    taking, led, hidden = around[1 if swapped else 0]
    size = list_bits(places, 0, 0, hand)
    size = list_bits(places, size, CARDS, hand & taking)
    values[:size] = 1
    wide[:] = rival.bases[1 if swapped else 0]
    add_rows(rival.own, places, values, size, wide)
    pass_on(wide, rival.second, places, values, rival.slim)
    pass_on(rival.slim, rival.last, places, values, rival.liking)
    _like_standings(rival, hand & led or hand, hand, hidden & ~hand, (taking, led))


@compiled
def sum_rows(weights: Numbers, places: Ints, values: Numbers, size: int, sums: Numbers) -> None:
    """What the first inputs of the lists make of a layer."""
    sums[:] = weights[len(weights) - 1]
    add_rows(weights, places, values, size, sums)


@compiled
def add_rows(weights: Numbers, places: Ints, values: Numbers, size: int, sums: Numbers) -> None:
    """Add the rows of these inputs, four at a time and still one after the other.

    So the sums are read and written a quarter as often, and a decision of MEOW's networks takes two thirds of the time.
    """
    done = 0
    while done + 4 <= size:
        a, b, c, d = places[done], places[done + 1], places[done + 2], places[done + 3]
        p, q, r, s = values[done], values[done + 1], values[done + 2], values[done + 3]
        for unit in range(len(sums)):
            first_two = sums[unit] + p * weights[a, unit] + q * weights[b, unit]
            sums[unit] = first_two + r * weights[c, unit] + s * weights[d, unit]
        done += 4
    while done < size:
        a, p = places[done], values[done]
        for unit in range(len(sums)):
            sums[unit] += p * weights[a, unit]
        done += 1


@compiled
def pass_on(before: Numbers, weights: Numbers, places: Ints, values: Numbers, after: Numbers) -> None:
    """From one layer to the next: sums below 0 count nothing. The lists have room for all of them."""
    size = 0
    for place in range(len(before)):
        places[size], values[size] = place, before[place]
        size += before[place] > 0
    sum_rows(weights, places, values, size, after)
