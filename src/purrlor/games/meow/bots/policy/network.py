"""The policy network: the probability that a tree search plays each card.

`training/policy_training.py` trains it. It uses only sums, products and comparisons in a fixed order, and exponentials
of our own, so every machine finds the same bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, count, fraction
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.exponentials import Floats, Numbers, fast_exponential
from purrlor.games.meow.kernels.fast_rules import CARD, HAND, LED, PLAYED, TURN, RulesTable, legal, taking_lead
from purrlor.kit.networks import parse_layers

from .features import (
    CARD_FEATURES,
    CARDS,
    INPUTS,
    KINDS,
    MOST_ACTIVE,
    MOST_CARD_FEATURES,
    OWN,
    TAKING,
    UNSEEN,
    card_number,
    list_bits,
    list_card_features,
    list_features,
    swap_all_colours,
    swap_colours,
    swap_if_due,
    swaps_colours,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


Singles: TypeAlias = "NDArray[np.float32]"
"""Single precision: half the memory of doubles, and nearly twice the speed."""
HIDDEN_WIDTHS = (128, 64)
CARD_UNITS = 32
"""Hidden units per card: they take the card's own features and the context that the main layers pass on."""
NETWORK_SHAPES = (
    (INPUTS + 1, HIDDEN_WIDTHS[0]),
    (HIDDEN_WIDTHS[0] + 1, HIDDEN_WIDTHS[1]),
    (HIDDEN_WIDTHS[1] + 1, CARDS + CARD_UNITS),
    (CARD_FEATURES + 1, CARD_UNITS),
    (CARD_UNITS + 1, 1),
)


class PolicyNetwork(NamedTuple):
    """Weights, and buffers for one evaluation."""

    first: Singles
    second: Singles
    last: Singles
    """Weights to the logits of the cards, and to the context of the units per card."""
    card_weights: Singles
    card_output: Singles
    kinds: Ints
    places: Ints
    values: Singles
    wide: Singles
    slim: Singles
    logits: Singles
    """The logits by card, with pink and blue as the network sees them; then the context of the units per card."""
    units: Singles
    state: Ints
    shown: Ints
    own: Singles
    """The change of the first layer by card: for being in the hand instead of unseen; then, for winning the trick."""
    bases: Singles
    """Sums of the first layer without the hand: as the colours are, and with pink and blue swapped."""


def parse_network(content: bytes) -> PolicyNetwork:
    return _network(*parse_layers(content, NETWORK_SHAPES, np.float32))


def blank_network() -> PolicyNetwork:
    """Return a network that gives every card the same probability."""
    return _network(*(np.zeros(shape, np.float32) for shape in NETWORK_SHAPES))


def _network(
    first: Singles, second: Singles, last: Singles, card_weights: Singles, card_output: Singles
) -> PolicyNetwork:
    widths = (*HIDDEN_WIDTHS, CARDS + CARD_UNITS, CARD_UNITS)
    wide, slim, logits, units = (np.zeros(width, np.float32) for width in widths)
    return PolicyNetwork(
        first=first,
        second=second,
        last=last,
        card_weights=card_weights,
        card_output=card_output,
        kinds=KINDS,
        places=np.zeros(MOST_ACTIVE, np.int64),
        values=np.zeros(MOST_ACTIVE, np.float32),
        wide=wide,
        slim=slim,
        logits=logits,
        units=units,
        state=np.zeros(fast_rules.WORDS, np.int64),
        shown=np.zeros(6, np.int64),
        own=_own_rows(first),
        bases=np.zeros((2, HIDDEN_WIDTHS[0]), np.float32),
    )


def _own_rows(first: Singles) -> Singles:
    rows: list[list[float]] = first.tolist()
    moved = [
        [here - there for here, there in zip(own, unseen, strict=True)]
        for own, unseen in zip(rows[OWN : OWN + CARDS], rows[UNSEEN : UNSEEN + CARDS], strict=True)
    ]
    return np.array([*moved, *rows[TAKING : TAKING + CARDS]], np.float32)


@compiled
def write_logits(table: RulesTable, policy: PolicyNetwork, state: Ints, shown: Ints) -> bool:
    """Write the logits of all legal cards of the seat to move; return whether pink and blue were swapped for that."""
    seen, seen_shown = policy.state, policy.shown
    seen[:] = state
    seen_shown[:] = shown
    swapped = swap_if_due(seen, seen_shown)
    size = list_features(table, policy.kinds, seen, seen_shown, policy.places, policy.values)
    places, values = policy.places, policy.values
    sum_rows(policy.first, places, values, size, policy.wide)
    pass_on(policy.wide, policy.second, places, values, policy.slim)
    pass_on(policy.slim, policy.last, places, values, policy.logits)
    hand, trick = int(seen[HAND + seen[TURN]]), 0
    for card in seen[CARD : CARD + table.seats]:
        trick |= card
    taking = taking_lead(trick, seen[LED]) if trick else 0
    _add_card_logits(policy, legal(seen), hand, unplayed(table, seen) & ~hand, (taking, seen[LED]))
    return swapped


@compiled
def unplayed(table: RulesTable, state: Ints) -> int:
    """Return all cards that were not played in this round."""
    deck = 0
    for card in table.deck:
        deck |= card
    return deck & ~int(state[PLAYED])


@compiled
def _add_card_logits(policy: PolicyNetwork, cards: int, hand: int, unseen: int, trick: tuple[int, int]) -> None:
    """Add to the logits of these cards what their own features contribute; all cards are as the network sees them.

    `trick`: all cards that would take its lead, and all of the colour that was led.
    """
    places, values, units = policy.places, policy.values, policy.units
    values[:MOST_CARD_FEATURES] = 1
    while cards:
        card = cards & -cards
        cards ^= card
        size = list_card_features(places, card, hand, unseen, trick)
        sum_rows(policy.card_weights, places, values, size, units)
        card_output = policy.card_output[CARD_UNITS, 0]
        for unit in range(CARD_UNITS):
            card_output += max(units[unit] + policy.logits[CARDS + unit], np.float32(0)) * policy.card_output[unit, 0]
        policy.logits[count(card - 1)] += card_output


@compiled
def most_likely_card(table: RulesTable, policy: PolicyNetwork, state: Ints, shown: Ints) -> int:
    """Return the card with the highest logit."""
    cards = legal(state)
    if not cards & (cards - 1):
        return cards
    swapped = write_logits(table, policy, state, shown)
    best, found = -np.inf, 0
    while cards:
        card = cards & -cards
        cards ^= card
        logits = policy.logits[card_number(card, swapped)]
        if logits > best:
            best, found = logits, card
    return found


@compiled
def sample_card(table: RulesTable, policy: PolicyNetwork, state: Ints, shown: Ints, random: Source) -> int:
    """Sample a card by the probabilities of the policy."""
    cards = legal(state)
    if not cards & (cards - 1):
        return cards
    swapped = write_logits(table, policy, state, shown)
    chances, highest, rest = policy.logits, -np.inf, cards
    while rest:
        card = rest & -rest
        rest ^= card
        highest = max(highest, chances[card_number(card, swapped)])
    total, rest = 0.0, cards
    while rest:
        card = rest & -rest
        rest ^= card
        place = card_number(card, swapped)
        chances[place] = fast_exponential(float(chances[place] - highest))
        total += chances[place]
    left, found = total * fraction(random), 0
    while cards and left > 0:
        found = cards & -cards
        cards ^= found
        left -= chances[card_number(found, swapped)]
    return found


@compiled
def card_probability(table: RulesTable, policy: PolicyNetwork, state: Ints, shown: Ints, played: int) -> float:
    """Return the probability that the policy plays this card."""
    cards = legal(state)
    if not cards & (cards - 1):
        return 1.0
    return _softmax(policy, cards, played, write_logits(table, policy, state, shown))


@compiled
def _softmax(policy: PolicyNetwork, cards: int, played: int, swapped: bool) -> float:
    """Return the probability of one of these cards, from their logits."""
    own, total = policy.logits[card_number(played, swapped)], 0.0
    while cards:
        card = cards & -cards
        cards ^= card
        total += fast_exponential(float(policy.logits[card_number(card, swapped)] - own))
    return 1 / total


@compiled
def weigh_play(  # noqa: PLR0917
    table: RulesTable,
    policy: PolicyNetwork,
    state: Ints,
    shown: Ints,
    cards: tuple[int, int],
    hands: Ints,
    weights: Floats,
) -> None:
    """Multiply the weight of each hand by the probability that the seat to move plays a card; the state has no hands.

    `cards`: this card, and all cards that the seat played from here on. Everything but its hand is the same every time,
    so the first layer is summed once; that and a faster exponential halved the time.
    """
    played, later = cards
    seat, trick = state[TURN], 0
    for card in state[CARD : CARD + table.seats]:
        trick |= card
    around = np.zeros((2, 3), np.int64)
    around[0] = taking_lead(trick, state[LED]) if trick else 0, state[LED], unplayed(table, state)
    for kind in range(3):
        around[1, kind] = swap_colours(around[0, kind])
    _sum_up_all_but_hand(table, policy, state, shown)
    for number in range(len(hands)):
        hand = hands[number, seat] | later
        legal_cards = hand & state[LED] or hand
        if legal_cards & (legal_cards - 1):
            state[HAND + seat] = hand
            swapped = swaps_colours(state)
            _write_hand_logits(policy, swap_colours(hand) if swapped else hand, around, swapped)
            weights[number] *= _softmax(policy, legal_cards, played, swapped)
    state[HAND + seat] = 0


@compiled
def _sum_up_all_but_hand(table: RulesTable, policy: PolicyNetwork, state: Ints, shown: Ints) -> None:
    seen, seen_shown = policy.state, policy.shown
    seen[:] = state
    seen_shown[:] = shown
    for base in policy.bases:
        size = list_features(table, policy.kinds, seen, seen_shown, policy.places, policy.values)
        sum_rows(policy.first, policy.places, policy.values, size, base)
        swap_all_colours(seen, seen_shown)


@compiled
def _write_hand_logits(policy: PolicyNetwork, hand: int, around: Ints, swapped: bool) -> None:
    """Write the logits for a seat with this hand, from the sums without it; cards as the network sees them.

    `around`: by whether pink and blue are swapped, the cards that take the trick's lead, those of the colour that was
    led, and those that were not played.
    """
    places, values, wide = policy.places, policy.values, policy.wide
    taking, led, hidden = around[1 if swapped else 0]
    size = list_bits(places, 0, 0, hand)
    size = list_bits(places, size, CARDS, hand & taking)
    values[:size] = 1
    wide[:] = policy.bases[1 if swapped else 0]
    add_rows(policy.own, places, values, size, wide)
    pass_on(wide, policy.second, places, values, policy.slim)
    pass_on(policy.slim, policy.last, places, values, policy.logits)
    _add_card_logits(policy, hand & led or hand, hand, hidden & ~hand, (taking, led))


@compiled
def sum_rows(weights: Numbers, places: Ints, values: Numbers, size: int, sums: Numbers) -> None:
    """Compute a layer from the first `size` listed inputs; most inputs are 0 and cost nothing.

    The last row of the weights is the bias. Sums are in a fixed order, so every machine finds the same bits.
    """
    sums[:] = weights[len(weights) - 1]
    add_rows(weights, places, values, size, sums)


@compiled
def add_rows(weights: Numbers, places: Ints, values: Numbers, size: int, sums: Numbers) -> None:
    """Add the rows of these inputs in order, four in each pass.

    The sums are read and written a quarter as often, and an evaluation takes two thirds of the time.
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
    """Compute the next layer from rectified sums. The lists have room for all of them."""
    size = 0
    for place in range(len(before)):
        places[size], values[size] = place, before[place]
        size += before[place] > 0
    sum_rows(weights, places, values, size, after)
