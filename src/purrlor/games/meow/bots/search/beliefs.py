"""Beliefs about hidden hands, from the cards that the others played.

The weight of a consistent deal is the probability that its hands lead to the cards that were played.
`sample_from_belief` weighs hands by the heuristic policy; every card keeps some probability, so no deal is ruled out.
`join_hands` and `tilt_deals` sample deals by hands that the policy network weighed (`rollouts.py`): joined from one
hand of each seat or, where hands of many seats are hardly ever disjoint, drawn by the odds of single cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, count, fraction, source
from purrlor.games.meow import Card, Played, Token, View
from purrlor.games.meow.kernels.bits import COLOUR_BITS, bits_of
from purrlor.games.meow.kernels.deals import Hidden
from purrlor.games.meow.kernels.exponentials import Floats
from purrlor.games.meow.kernels.fast_rules import taking_lead
from purrlor.games.meow.tokens import Pile

from .playouts import heuristic_answer, heuristic_lead, token_gain
from .values import values_of_piles

HEURISTIC_SHARE = 0.6
"""The assumed probability that a player follows the heuristic policy."""
PRIOR_HANDS = 4.0
"""A pseudo-count in hands of the effective sample, with the probabilities of equally likely hands."""
SWAPS = 8
"""Proposed swaps for each hidden card of a deal."""
_SEAT, _CARD, _LED, _WINNING, _LAST, _WANTED = range(6)


@compiled
def _likelihood(hand: int, plays: Ints, seat: int) -> float:
    """Return the probability of a seat's cards if it holds this hand now, from the last card back to the first."""
    likely = 1.0
    for number in range(len(plays) - 1, -1, -1):
        play = plays[number]
        if play[_SEAT] == seat:
            hand |= play[_CARD]
            cards = hand & play[_LED] or hand
            likely *= (1 - HEURISTIC_SHARE) / count(cards) + HEURISTIC_SHARE * _heuristic_probability(cards, play)
    return likely


@compiled
def _heuristic_probability(cards: int, play: Ints) -> float:
    """Return the probability that the heuristic policy plays the card."""
    if play[_LED]:
        card = heuristic_answer(cards, cards & play[_WINNING], play[_LAST] == 1, play[_WANTED])
        return 1.0 if card == play[_CARD] else 0.0
    colours, found = 0, 0
    for colour in range(3):
        card = heuristic_lead(cards, colour, play[_WANTED])
        colours += card != 0
        found += card == play[_CARD]
    return found / colours


@compiled
def weigh(deals: Ints, plays: Ints, viewer: int, weights: Floats) -> None:
    for number in range(len(deals)):
        weights[number] = 1.0
        for seat in range(deals.shape[1]):
            if seat != viewer:
                weights[number] *= _likelihood(deals[number, seat], plays, seat)


def sample_from_belief(view: View, deals: Ints, number: int) -> Ints:
    """Sample a number of these deals, each in proportion to its probability."""
    assert view.viewer is not None
    weights, chosen = np.empty(len(deals)), np.empty((number, deals.shape[1]), np.int64)
    weigh(deals, _plays(view), view.viewer, weights)
    choose_deals(deals, weights, chosen)
    shuffle(chosen, source(number))
    return chosen


@compiled
def choose_deals(deals: Ints, weights: Floats, chosen: Ints) -> None:
    """Choose deals at equal distances along the cumulated weights."""
    step = weights.sum() / len(chosen)
    place, reached = 0, weights[0]
    for number in range(len(chosen)):
        while reached < (number + 0.5) * step and place + 1 < len(deals):
            place += 1
            reached += weights[place]
        chosen[number] = deals[place]


@compiled
def join_hands(hidden: Hidden, hands: Ints, weights: Floats, deals: Ints, chances: Floats, random: Source) -> int:  # noqa: PLR0917
    """Join one hand of each seat into deals and write their weights; return how many deals were completed.

    A seat's cards depend on its own hand alone, so hands are weighed seat by seat (`weights`), and one hand of each
    seat makes a deal if they share no card: thousands of hands stand for billions of deals. Seat by seat, a hand is
    drawn in proportion to its weight among those that still fit, and the total of these weights multiplies the weight
    of the deal (sequential importance sampling).
    """
    together = 0
    for number in range(len(deals)):
        deals[number] = hidden.known
        chances[number], held = 1.0, 0
        for seat in hidden.order:
            total = 0.0
            for place in range(len(hands)):
                total += 0.0 if hands[place, seat] & held else weights[seat, place]
            chances[number] *= total
            if not total:
                break
            left, found = total * fraction(random), 0
            for place in range(len(hands)):
                if left > 0 and not hands[place, seat] & held:
                    found = hands[place, seat]
                    left -= weights[seat, place]
            deals[number, seat] = found
            held |= found
        together += chances[number] > 0
    return together


@compiled
def card_odds(hidden: Hidden, hands: Ints, weights: Floats, odds: Floats) -> None:
    """Write odds ratios by [place in the order of seats, hidden card]; leftover cards, in the last row, have 1.

    The odds that the seat holds the card with these weights, divided by those with equal weights; 0 for a card that it
    cannot hold. Smoothed by `PRIOR_HANDS`, because few hands may carry most of the weight.
    """
    odds[:] = 1.0
    for place in range(len(hidden.order)):
        seat = hidden.order[place]
        total, squares, allowed = 0.0, 0.0, 0
        for number in range(len(hands)):
            total += weights[seat, number]
            squares += weights[seat, number] * weights[seat, number]
        for colour in range(3):
            allowed += 0 if hidden.barred[place, colour] else hidden.colours[colour]
        before, added = hidden.sizes[place] / allowed, PRIOR_HANDS * squares / total
        for number in range(len(hidden.cards)):
            holds = added * before
            for other in range(len(hands)):
                holds += weights[seat, other] if hands[other, seat] & hidden.cards[number] else 0.0
            lacks = total + added - holds
            colour = (number >= hidden.colours[0]) + (number >= hidden.colours[0] + hidden.colours[1])
            if hidden.barred[place, colour]:
                odds[place, number] = 0.0
            elif before < 1:
                odds[place, number] = holds * (1 - before) / (lacks * before)


@compiled
def tilt_deals(hidden: Hidden, odds: Floats, deals: Ints, chances: Floats, random: Source) -> None:
    """Swap cards of uniform deals until a deal's probability is about proportional to the product of its cards' odds.

    Runs a Metropolis chain of fixed length for each deal; `chances` gets the reciprocal of the product. Where every
    hidden card belongs to a seat with a void, swaps do not reach all deals, so the deals are left as they are.
    """
    size, seats = len(hidden.cards), len(hidden.order)
    chances[:] = 1.0
    if hidden.bound == seats and hidden.sizes.sum() == size:
        return
    holders = np.zeros(size, np.int64)
    for deal in range(len(deals)):
        holders[:] = seats
        for place in range(seats):
            for number in range(size):
                if deals[deal, hidden.order[place]] & hidden.cards[number]:
                    holders[number] = place
        _swap_cards(odds, holders, random)
        deals[deal] = hidden.known
        for number in range(size):
            if holders[number] < seats:
                deals[deal, hidden.order[holders[number]]] |= hidden.cards[number]
                chances[deal] /= odds[holders[number], number]


@compiled
def _swap_cards(odds: Floats, holders: Ints, random: Source) -> None:
    """Run the steps of the chain: swap two cards if both holders may have them, as often as the odds say."""
    size = len(holders)
    for _ in range(SWAPS * size):
        one, other = below(random, size), below(random, size)
        giver, taker = holders[one], holders[other]
        after = odds[giver, other] * odds[taker, one]
        if giver != taker and after and after >= fraction(random) * odds[giver, one] * odds[taker, other]:
            holders[one], holders[other] = taker, giver


@compiled
def multiply_out(weights: Floats, chances: Floats) -> None:
    """Multiply the weights of whole deals by the weights of all their hands."""
    for seat in range(len(weights)):
        for number in range(len(chances)):
            chances[number] *= weights[seat, number]


@compiled
def shuffle(deals: Ints, random: Source) -> None:
    """Shuffle the deals, so that any part of them is a fair sample."""
    for place in range(len(deals) - 1, 0, -1):
        other = below(random, place + 1)
        for seat in range(deals.shape[1]):
            deals[place, seat], deals[other, seat] = deals[other, seat], deals[place, seat]


def _plays(view: View) -> Ints:
    """Return all cards of this round, with what the heuristic policy needs to know about each moment."""
    rows = [row for moment in _moments(view) for row in moment]
    found = np.zeros((len(rows), 6), np.int64)
    for number, row in enumerate(rows):
        found[number] = row
    return found


def _moments(view: View) -> Iterator[list[list[int]]]:
    """Yield the tricks of the round, with piles and row as they were then."""
    piles = [_without(pile, sum(trick.winner == seat for trick in view.tricks)) for seat, pile in enumerate(view.piles)]
    row = [*(trick.token for trick in view.tricks), *view.row]
    for number, trick in enumerate(view.tricks):
        wanted = _wanted(piles, row[number:], view)
        yield _rows(trick.plays, wanted)
        piles[trick.winner] = piles[trick.winner].with_token(trick.token)
    if view.trick:
        yield _rows(view.trick, _wanted(piles, view.row, view))


def _without(pile: Pile, number: int) -> Pile:
    """Return the pile before its last tokens were taken."""
    return Pile(pile.tokens[: len(pile.tokens) - number], pile.vases)


def _wanted(piles: Sequence[Pile], row: Sequence[Token], view: View) -> list[int]:
    """Return 1 for each seat that wants the next token, otherwise -1."""
    round_values = values_of_piles(tuple(piles), tuple(row), view.box, view.vases)
    nothing = np.zeros(len(piles), np.int64)
    return [1 if token_gain(round_values, nothing, 0, seat) > 0 else -1 for seat in range(len(piles))]


def _rows(plays: Sequence[Played], wanted: Sequence[int]) -> list[list[int]]:
    found: list[list[int]] = []
    cards: list[Card] = []
    for seat, card in plays:
        led = COLOUR_BITS[cards[0].colour] if cards else 0
        winning = taking_lead(bits_of(cards), led)
        found.append([seat, bits_of([card]), led, winning, len(cards) == len(wanted) - 1, wanted[seat]])
        cards.append(card)
    return found
