"""Judge cards on deals that explain what the others played: by a tree, and by playing on as trees would.

A small network (`rival_net.py`) has learned which card a tree plays. It serves twice. Those hands are believed with
which it would have played the cards that were played: policy-based inference. And on deals of such hands, every card
that may be played is tried with the network going on for all seats. Playing on like the others and choosing the best
first card is better than playing like them: a rollout improves its policy. A tree on the same deals takes the others
for better players than they are, the rollouts for just what the network says; these count twice as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import fsum, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, source, word
from purrlor.games.meow import View
from purrlor.games.meow.bots.policy.network import Rival, drawn, likeliest, parse_rival, weigh_play
from purrlor.games.meow.cards import ALL_CARDS
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.exponentials import Floats
from purrlor.games.meow.kernels.fast_rules import HAND, TURN, TwinTable, all_tokens, award, position
from purrlor.games.meow.tokens import STANDARD, Pile

from .beliefs import card_odds, choose_deals, join_hands, multiply_out, tilt_deals
from .decision import CardSituation
from .ismcts import new_tree
from .values import Stakes, share_out

WEIGHTS = files("purrlor.games.meow.bots.policy") / "weights"
JOINED = 4
"""The most seats whose sampled hands are joined to deals; at six they are hardly ever disjoint."""


class Rolled(NamedTuple):
    best: int
    """The place of the card to play."""
    worths: list[float]
    """The share of the win that each card may bring; less is known of those that were dropped."""


@cache
def learned_rival(seats: int) -> Rival | None:
    """The network for tables with this number of seats, if there is one."""
    file = WEIGHTS / f"policy-{seats}.bin"
    return parse_rival(file.read_bytes()) if file.is_file() else None


def rival_at(view: View) -> Rival | None:
    """The network that has seen such tables; none has seen a smaller deck, or other tokens than the standard ones."""
    if view.deck != ALL_CARDS or view.vases != "per_pair" or all_tokens(view) != STANDARD:
        return None
    return learned_rival(len(view.piles))


@dataclass(frozen=True)
class Rollouts:
    deals: int = 1600
    """On which the last cards are tried; the others on fewer of them."""
    hands: int = 2000
    """Of each seat, from which these are joined; or whole deals, by a quarter as many hands (`tilted`)."""
    growth: int = 10_000
    """The iterations of the tree."""

    def worths(self, situation: CardSituation, rival: Rival, seed: int) -> Rolled:
        """Try all cards on a quarter of the deals, the better half of them on half, the best two or so on all."""
        deals, random = self.believed(situation, rival, seed), source(seed + 2)
        grown, found = self._grown(situation, deals, seed), [list[float]() for _ in situation.cards]

        def worth(place: int) -> float:
            return (grown[place] + 2 * fsum(found[place]) / len(found[place])) / 3

        order, tried = list(range(len(found))), 0
        for part in (4, 2, 1):
            more = self.deals // part
            for place, values in zip(order, _tried(situation, rival, deals[tried:more], order, random), strict=True):
                found[place] += values
            tried = more
            order.sort(key=worth, reverse=True)
            order = order[: max(2, (len(order) + 1) // 2)] if part > 1 else order[:1]
        return Rolled(order[0], [worth(place) for place in range(len(found))])

    def believed(self, situation: CardSituation, rival: Rival, seed: int) -> Ints:
        """Deals that fit, each in proportion to its probability."""
        view = situation.view
        if not any(seat != view.viewer for seat, _ in view.played):
            return situation.deals.draw(self.deals, seed=seed)
        return (self.joined if len(view.piles) <= JOINED else self.tilted)(situation, rival, seed)

    def joined(self, situation: CardSituation, rival: Rival, seed: int) -> Ints:
        """By hands of each seat, one of each joined to a deal."""
        hands = situation.deals.draw_apart(self.hands, seed=seed)
        deals, chances = np.zeros((self.deals, hands.shape[1]), np.int64), np.zeros(self.deals)
        weights = weigh_hands(situation, rival, hands)
        if join_hands(situation.deals.hidden, hands, weights, deals, chances, source(seed + 1)) < self.deals // 4:
            return self.tilted(situation, rival, seed)
        return self._chosen(deals, chances)

    def tilted(self, situation: CardSituation, rival: Rival, seed: int) -> Ints:
        """By whole deals drawn by the odds of their cards, which are estimated from a quarter as many hands."""
        hidden, hands = situation.deals.hidden, situation.deals.draw_apart(self.hands // 4 or 1, seed=seed)
        odds = np.zeros((len(hidden.order) + 1, len(hidden.cards)))
        card_odds(hidden, hands, weigh_hands(situation, rival, hands), odds)
        deals, chances = situation.deals.draw(self.hands, seed=seed + 1), np.zeros(self.hands)
        tilt_deals(hidden, odds, deals, chances, source(seed + 2))
        multiply_out(weigh_hands(situation, rival, deals), chances)
        return self._chosen(deals, chances)

    def _chosen(self, deals: Ints, chances: Floats) -> Ints:
        chosen = np.zeros((self.deals, deals.shape[1]), np.int64)
        choose_deals(deals, chances, chosen)
        return chosen

    def _grown(self, situation: CardSituation, deals: Ints, seed: int) -> list[float]:
        """What a tree expects of each card."""
        tree = new_tree(self.growth)
        situation.grow(tree, deals, self.growth, source(seed), situation.sharp_stakes)
        return situation.read(tree)[1]


def weigh_hands(situation: CardSituation, rival: Rival, hands: Ints) -> Floats:
    """By [seat, hand] how well each hand explains what its seat played in this round."""
    view = situation.view
    weights = np.zeros((len(view.piles), len(hands)))
    weigh_by(situation.table, rival, first_position(view), plays_of(view), situation.seat, hands, weights)
    doubt(weights)
    return weights


def _tried(
    situation: CardSituation, rival: Rival, deals: Ints, places: Sequence[int], random: Source
) -> list[list[float]]:
    """What the cards in these places bring on each deal."""
    cards, found = np.zeros(len(places), np.int64), np.zeros((len(deals), len(places)))
    for number, place in enumerate(places):
        cards[number] = situation.cards[place]
    shown, stakes = shown_cards(situation.view), situation.sharp_stakes
    try_against(situation.table, rival, situation.start, shown, stakes, deals, cards, found, random)
    return [list(values) for values in zip(*found.tolist(), strict=True)]


def shown_cards(view: View) -> Ints:
    """The cards that each seat has played in this round; there is room for six."""
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
    """The round before its first card, with no hands."""
    won = [sum(trick.winner == seat for trick in view.tricks) for seat in range(len(view.piles))]
    piles = tuple(
        Pile(pile.tokens[: len(pile.tokens) - new], pile.vases) for pile, new in zip(view.piles, won, strict=True)
    )
    row = (*(trick.token for trick in view.tricks), *view.row)
    first = replace(view, piles=piles, row=row, trick=(), tricks=(), turn=view.played[0].seat)
    return position(first, [0] * len(piles))


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
            weigh_play(table, rival, state, known, (card, later), hands, weights[seat])
        state[HAND + seat] = card
        known[seat] |= card
        fast_rules.play(table, state, card)


@compiled
def doubt(weights: Floats) -> None:
    """To the power of 7/8: nobody plays just as the network says (docs/bots/meow.md)."""
    for seat in range(len(weights)):
        for number in range(weights.shape[1]):
            half = sqrt(weights[seat, number])
            quarter = sqrt(half)
            weights[seat, number] = half * quarter * sqrt(quarter)
