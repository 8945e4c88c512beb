"""Heuristic policies that play like people.

- `Kitten`, a child: plays a high card for a good token, a low one for a bad token, and often a random card.
- `Tabby`, a regular: knows what the token does to its own pile, which cards are unseen and that a 1 may beat the 18;
  wins as cheaply as possible, and throws high cards away under a fishbone.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from purrlor.core import Millis
from purrlor.games.meow import FISH, TRUMP, VASE, Action, Card, Play, View, winning_place
from purrlor.games.meow.tokens import is_bowl
from purrlor.kit.bots import Choice

THINKING = Millis(1200)
RANDOM_MOVE_RATE = 0.4
"""The probability that a kitten plays a random card."""


class Kitten:
    """A bot that likes bowls and fish, fears fishbones and vases, and takes high cards for winners."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        if random.random() < RANDOM_MOVE_RATE:
            return Choice(random.choice(legal), THINKING)
        good = is_bowl(view.row[0]) or view.row[0] == FISH
        ranked = sorted(legal, key=lambda play: play.card.rank)
        return Choice(ranked[-1 if good else 0], THINKING)


class Tabby:
    """A bot that looks at its pile, counts unseen cards, and pays no more for a token than it must."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        cards = [play.card for play in legal]
        card = self.wins(view, cards) if token_value(view) > 0 else self.ducks(view, cards)
        return Choice(Play(card), THINKING)

    def wins(self, view: View, cards: list[Card]) -> Card:
        """Return the card most likely to win, the cheapest of equals; the cheapest card if none can win."""
        winning = [card for card in cards if takes_lead(view, card)]
        if not winning:
            return min(cards, key=card_cost)
        return min(winning, key=lambda card: (beaten_by(view, card), card_cost(card)))

    def ducks(self, view: View, cards: list[Card]) -> Card:
        """Return the highest card that loses; otherwise the one that is beaten most easily."""
        losing = [card for card in cards if not takes_lead(view, card)]
        if losing:
            return max(losing, key=card_cost)
        return max(cards, key=lambda card: (beaten_by(view, card), card_cost(card)))


def card_cost(card: Card) -> int:
    """Return how much a card will be missed: a green one ten ranks more."""
    return card.rank + (10 if card.colour is TRUMP else 0)


def token_value(view: View) -> float:
    """Return what the next token adds to the viewer's pile; fish count a point and vases cost one beforehand."""
    assert view.viewer is not None
    pile, token = view.piles[view.viewer], view.row[0]
    gain = pile.with_token(token).total - pile.total
    return gain + (token == FISH) - (token == VASE)


def takes_lead(view: View, card: Card) -> bool:
    """Return whether a card would win the trick so far."""
    return winning_place([*(played.card for played in view.trick), card]) == len(view.trick)


def beaten_by(view: View, card: Card) -> int:
    """Return how many unseen cards would beat this one; 0 if nobody plays after it."""
    on_table = [played.card for played in view.trick]
    if len(on_table) == len(view.piles) - 1:
        return 0
    return sum(winning_place([*on_table, card, other]) == len(on_table) + 1 for other in view.unseen)
