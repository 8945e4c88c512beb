"""Evaluate cards on deals sampled from the belief: by a tree, and by rollouts of the policy network.

The policy network (`policy/network.py`) has learned which card a tree search plays, and serves twice. First, hands are
weighed by the probability that it would have played the cards that were played (policy-based inference). Second, every
legal card is tried on deals of such hands, with the network playing on for all seats. A rollout improves on its own
policy, because it chooses the best first card. A tree on the same deals takes the others for better players than they
are, the rollouts for just what the network says; the rollouts count twice as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, source, word
from purrlor.games.meow import View
from purrlor.games.meow.bots.policy import WEIGHTS
from purrlor.games.meow.bots.policy.network import (
    PolicyNetwork,
    most_likely_card,
    parse_network,
    sample_card,
    weigh_play,
)
from purrlor.games.meow.cards import ALL_CARDS
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.exponentials import Floats
from purrlor.games.meow.kernels.fast_rules import HAND, TURN, RulesTable, all_tokens, play_and_note, position
from purrlor.games.meow.tokens import STANDARD, Pile

from .beliefs import card_odds, choose_deals, join_hands, multiply_out, tilt_deals
from .decision import CardDecision
from .ismcts import new_tree
from .values import RoundValues, share_out

JOINED = 4
"""The most seats whose sampled hands are joined into deals; at six they are hardly ever disjoint."""


class Rolled(NamedTuple):
    best: int
    """The index of the card to play."""
    values: list[float]
    """The expected share of the win by card; less is known of the cards that were dropped."""


@cache
def load_policy(seats: int) -> PolicyNetwork | None:
    """Load the network for this number of seats; None if there is none."""
    file = WEIGHTS / f"policy-{seats}.bin"
    return parse_network(file.read_bytes()) if file.is_file() else None


def policy_at(view: View) -> PolicyNetwork | None:
    """Return the network trained for such tables; None for a smaller deck or other tokens than the standard ones."""
    if view.deck != ALL_CARDS or view.vases != "per_pair" or all_tokens(view) != STANDARD:
        return None
    return load_policy(len(view.piles))


@dataclass(frozen=True)
class Rollouts:
    deals: int = 1600
    """Deals on which the last cards are tried; the others are tried on fewer."""
    hands: int = 2000
    """Sampled hands per seat, from which deals are joined; `tilted` samples this number of whole deals instead."""
    growth: int = 10_000
    """Iterations of the tree."""

    def values(self, decision: CardDecision, policy: PolicyNetwork, seed: int) -> Rolled:
        """Try all cards on a quarter of the deals, the better half of them on half, the best two or so on all."""
        deals, random = self.sample_deals(decision, policy, seed), source(seed + 2)
        grown, found = self._grown(decision, deals, seed), [list[float]() for _ in decision.cards]

        def value(place: int) -> float:
            return (grown[place] + 2 * fsum(found[place]) / len(found[place])) / 3

        order, tried = list(range(len(found))), 0
        for part in (4, 2, 1):
            more = self.deals // part
            for place, values in zip(order, _tried(decision, policy, deals[tried:more], order, random), strict=True):
                found[place] += values
            tried = more
            order.sort(key=value, reverse=True)
            order = order[: max(2, (len(order) + 1) // 2)] if part > 1 else order[:1]
        return Rolled(order[0], [value(place) for place in range(len(found))])

    def sample_deals(self, decision: CardDecision, policy: PolicyNetwork, seed: int) -> Ints:
        """Sample deals from the belief, each in proportion to its probability."""
        view = decision.view
        if not any(seat != view.viewer for seat, _ in view.played):
            return decision.deals.draw(self.deals, seed=seed)
        return (self.join if len(view.piles) <= JOINED else self.tilted)(decision, policy, seed)

    def join(self, decision: CardDecision, policy: PolicyNetwork, seed: int) -> Ints:
        """Sample a hand for each seat and combine them into deals."""
        hands = decision.deals.draw_apart(self.hands, seed=seed)
        deals, chances = np.zeros((self.deals, hands.shape[1]), np.int64), np.zeros(self.deals)
        weights = weigh_hands(decision, policy, hands)
        if join_hands(decision.deals.hidden, hands, weights, deals, chances, source(seed + 1)) < self.deals // 4:
            return self.tilted(decision, policy, seed)
        return self._chosen(deals, chances)

    def tilted(self, decision: CardDecision, policy: PolicyNetwork, seed: int) -> Ints:
        """Sample whole deals by the odds of their cards, which are estimated from a quarter as many hands."""
        hidden, hands = decision.deals.hidden, decision.deals.draw_apart(self.hands // 4 or 1, seed=seed)
        odds = np.zeros((len(hidden.order) + 1, len(hidden.cards)))
        card_odds(hidden, hands, weigh_hands(decision, policy, hands), odds)
        deals, chances = decision.deals.draw(self.hands, seed=seed + 1), np.zeros(self.hands)
        tilt_deals(hidden, odds, deals, chances, source(seed + 2))
        multiply_out(weigh_hands(decision, policy, deals), chances)
        return self._chosen(deals, chances)

    def _chosen(self, deals: Ints, chances: Floats) -> Ints:
        chosen = np.zeros((self.deals, deals.shape[1]), np.int64)
        choose_deals(deals, chances, chosen)
        return chosen

    def _grown(self, decision: CardDecision, deals: Ints, seed: int) -> list[float]:
        """Return the expected value of each card by a tree."""
        tree = new_tree(self.growth)
        decision.grow(tree, deals, self.growth, source(seed), decision.sharp_values)
        return decision.read(tree)[1]


def weigh_hands(decision: CardDecision, policy: PolicyNetwork, hands: Ints) -> Floats:
    """Return by [seat, hand] how well each hand explains what its seat played in this round."""
    view = decision.view
    weights = np.zeros((len(view.piles), len(hands)))
    weigh_by_policy(decision.table, policy, first_position(view), plays_of(view), decision.seat, hands, weights)
    temper(weights)
    return weights


def _tried(
    decision: CardDecision, policy: PolicyNetwork, deals: Ints, places: Sequence[int], random: Source
) -> list[list[float]]:
    """Return the values of the cards with these indices on each deal."""
    cards, found = np.zeros(len(places), np.int64), np.zeros((len(deals), len(places)))
    for number, place in enumerate(places):
        cards[number] = decision.cards[place]
    shown, round_values = shown_cards(decision.view), decision.sharp_values
    roll_out(decision.table, policy, decision.start, shown, round_values, deals, cards, found, random)
    return [list(values) for values in zip(*found.tolist(), strict=True)]


def shown_cards(view: View) -> Ints:
    """Return the cards that each seat has played in this round; there is room for six."""
    found = np.zeros(6, np.int64)
    for seat, card in view.played:
        found[seat] |= bits_of([card])
    return found


def plays_of(view: View) -> Ints:
    plays = np.zeros((len(view.played), 2), np.int64)
    for number, (seat, card) in enumerate(view.played):
        plays[number] = [seat, bits_of([card])]
    return plays


def first_position(view: View) -> Ints:
    """Return the position before the first card of the round, without hands."""
    won = [sum(trick.winner == seat for trick in view.tricks) for seat in range(len(view.piles))]
    piles = tuple(
        Pile(pile.tokens[: len(pile.tokens) - new], pile.vases) for pile, new in zip(view.piles, won, strict=True)
    )
    row = (*(trick.token for trick in view.tricks), *view.row)
    first = replace(view, piles=piles, row=row, trick=(), tricks=(), turn=view.played[0].seat)
    return position(first, [0] * len(piles))


@compiled
def roll_out(  # noqa: PLR0917
    table: RulesTable,
    policy: PolicyNetwork,
    start: Ints,
    shown: Ints,
    round_values: RoundValues,
    deals: Ints,
    cards: Ints,
    found: Floats,
    random: Source,
) -> None:
    """Write by [deal, card] what each card brings the seat to move if the policy plays the round to its end.

    The seat itself plays its most likely cards. On every other deal so do the others; on the rest their cards are
    sampled, with the same random numbers for each card that is tried.
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
                done = play_and_note(table, state, card, won, done)
                if state[TURN] < 0:
                    break
                if state[TURN] == seat or number & 1:
                    card = most_likely_card(table, policy, state, known)
                else:
                    card = sample_card(table, policy, state, known, random)
            share_out(round_values, won, shares)
            found[number, choice] = shares[seat]


@compiled
def weigh_by_policy(  # noqa: PLR0917
    table: RulesTable, policy: PolicyNetwork, begin: Ints, plays: Ints, viewer: int, hands: Ints, weights: Floats
) -> None:
    """Write by [seat, hand] the probability that the policy with this hand plays the seat's cards of this round.

    `begin`: the position before the first card; `plays`: the cards in their order; `hands`: by [number, seat].
    """
    state, known = begin.copy(), np.zeros(6, np.int64)
    weights[:] = 1.0
    for play in range(len(plays)):
        seat, card = plays[play, 0], plays[play, 1]
        if seat != viewer:
            later = 0
            for other in range(play, len(plays)):
                later |= plays[other, 1] if plays[other, 0] == seat else 0
            weigh_play(table, policy, state, known, (card, later), hands, weights[seat])
        state[HAND + seat] = card
        known[seat] |= card
        fast_rules.play(table, state, card)


@compiled
def temper(weights: Floats) -> None:
    """Temper the weights by the power of 7/8: no player follows the network exactly (docs/research/bots/meow.md)."""
    for seat in range(len(weights)):
        for number in range(weights.shape[1]):
            half = sqrt(weights[seat, number])
            quarter = sqrt(half)
            weights[seat, number] = half * quarter * sqrt(quarter)
