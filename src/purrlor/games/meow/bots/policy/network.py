"""Playing on as a tree would, by the network of `rival_net.py`, and what it says about hidden hands.

Only sums, products and comparisons in a fixed order, and exponentials of our own, so that every machine finds the same
bits.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, count, fraction, word
from purrlor.games.meow.bots.search.playouts import award, taking_lead
from purrlor.games.meow.bots.search.values import LN2, PER_LN2, Floats, Stakes, share_out
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.fast_rules import CARD, HAND, LED, PLAYED, TURN, TwinTable, legal
from purrlor.kit.networks import parse_layers

from .card_features import CARDS, MOST_STANDINGS, STANDINGS, list_standing
from .features import (
    INPUTS,
    KINDS,
    MOST_ACTIVE,
    OWN,
    TAKING,
    UNSEEN,
    card_number,
    gather,
    list_bits,
    turn_colours,
    turn_over,
    turned,
    turns_over,
)
from .layers import add_rows, pass_on, sum_rows

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
    _like_standings(rival, legal(seen), hand, _hidden(table, seen) & ~hand, (taking, seen[LED]))
    return swapped


@compiled
def _hidden(table: TwinTable, state: Ints) -> int:
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
def power_of_e(exponent: float) -> float:
    """To seven digits, for exponents between -40 and 40; beyond, that of the bound. Quicker than `exponential`."""
    exponent = min(40.0, max(-40.0, exponent))
    whole = int(np.floor(exponent * PER_LN2 + 0.5))
    rest = exponent - whole * LN2
    end = 1 / 24 + rest * (1 / 120 + rest * (1 / 720 + rest * (1 / 5040)))
    series = 1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * end)))
    return series * (1 << whole) if whole >= 0 else series / (1 << -whole)


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
def try_against(  # noqa: PLR0917
    table: TwinTable,
    rival: Rival,
    start: Ints,
    shown: Ints,
    stakes: Stakes,
    deals: Ints,
    cards: Ints,
    found: Floats,
    random: Source,
) -> None:
    """Write what each card brings the seat to move by [deal, card], if all play on like trees to the end of the round.

    It plays its likeliest cards itself. With every other deal so do the others; with the rest they draw theirs, with
    the same luck for each card that is tried.
    """
    seats, seat = table.seats, start[TURN]
    state, won, shares = start.copy(), np.zeros(seats, np.int64), np.zeros(seats)
    known = shown.copy()
    for number in range(len(deals)):
        luck = word(random)
        for choice in range(len(cards)):
            random[0] = luck
            state[:] = start
            state[HAND : HAND + seats] = deals[number]
            known[:] = shown
            won[:] = 0
            done, card = 0, cards[choice]
            while True:
                known[state[TURN]] |= card
                done = award(table, state, card, won, done)
                if state[TURN] < 0:
                    break
                if state[TURN] == seat or number & 1:
                    card = likeliest(table, rival, state, known)
                else:
                    card = drawn(table, rival, state, known, random)
            share_out(stakes, won, shares)
            found[number, choice] = shares[seat]


@compiled
def weigh_by(  # noqa: PLR0917
    table: TwinTable, rival: Rival, begin: Ints, plays: Ints, viewer: int, hands: Ints, weights: Floats
) -> None:
    """Write by [seat, hand] how likely a tree with this hand would have played its cards of this round.

    `begin`: the round before its first card; `plays`: the cards in their order; `hands`: by [number, seat].
    """
    state, known = begin.copy(), np.zeros(6, np.int64)
    weights[:] = 1.0
    for play in range(len(plays)):
        seat, card = plays[play, 0], plays[play, 1]
        if seat != viewer:
            later = 0
            for other in range(play, len(plays)):
                later |= plays[other, 1] if plays[other, 0] == seat else 0
            _weigh_play(table, rival, state, known, (card, later), hands, weights[seat])
        state[HAND + seat] = card
        known[seat] |= card
        fast_rules.play(table, state, card)


@compiled
def _weigh_play(  # noqa: PLR0917
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
    around[0] = taking_lead(trick, state[LED]) if trick else 0, state[LED], _hidden(table, state)
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
def doubt(weights: Floats) -> None:
    """To the power of 7/8: nobody plays just as the network says (docs/bots/meow.md)."""
    for seat in range(len(weights)):
        for number in range(weights.shape[1]):
            half = sqrt(weights[seat, number])
            quarter = sqrt(half)
            weights[seat, number] = half * quarter * sqrt(quarter)
