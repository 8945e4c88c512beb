"""Rules of thumb, the way people play.

- `Kitten`, a child: a high card for a token that looks good, a low one for one that looks bad, and often just any.
- `Tabby`, a regular: knows what the token does to its own pile, which cards are still about and that a 1 may beat the
  18; wins no dearer than needed, and throws high cards away under a fishbone.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from purrlor.core import Millis
from purrlor.games.meow import FISH, TRUMP, VASE, Action, Card, Play, View, winning_place
from purrlor.games.meow.tokens import is_bowl
from purrlor.kit.bots import Choice

THINKING = Millis(1200)
WHIM = 0.4
"""How often a kitten plays just any card."""


class Kitten:
    """Bowls and fish are good, fishbones and vases are bad; high cards win and low cards do not."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        if random.random() < WHIM:
            return Choice(random.choice(legal), THINKING)
        good = is_bowl(view.row[0]) or view.row[0] == FISH
        ranked = sorted(legal, key=lambda play: play.card.rank)
        return Choice(ranked[-1 if good else 0], THINKING)


class Tabby:
    """Looks at its pile, counts what is still about, and pays no more for a token than it must."""

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:  # noqa: ARG002
        if len(legal) == 1:
            return Choice(legal[0], THINKING)
        cards = [play.card for play in legal]
        card = self.wins(view, cards) if liking(view) > 0 else self.ducks(view, cards)
        return Choice(Play(card), THINKING)

    def wins(self, view: View, cards: list[Card]) -> Card:
        """With the card that holds most likely, the cheapest of equals; if nothing can win, nothing is wasted."""
        winning = [card for card in cards if takes_lead(view, card)]
        if not winning:
            return min(cards, key=dearness)
        return min(winning, key=lambda card: (dangers(view, card), dearness(card)))

    def ducks(self, view: View, cards: list[Card]) -> Card:
        """Under the winning card as high as can be; otherwise in the hope that somebody plays higher."""
        losing = [card for card in cards if not takes_lead(view, card)]
        if losing:
            return max(losing, key=dearness)
        return max(cards, key=lambda card: (dangers(view, card), dearness(card)))


def dearness(card: Card) -> int:
    """How much a card will be missed: a green one more than most others."""
    return card.rank + (10 if card.colour is TRUMP else 0)


def liking(view: View) -> float:
    """What the next token does to the viewer's pile; fish and single vases do nothing yet, but are felt."""
    assert view.viewer is not None
    pile, token = view.piles[view.viewer], view.row[0]
    gain = pile.with_token(token).total - pile.total
    return gain + (token == FISH) - (token == VASE)


def takes_lead(view: View, card: Card) -> bool:
    """Whether a card would win the trick as it lies."""
    return winning_place([*(played.card for played in view.trick), card]) == len(view.trick)


def dangers(view: View, card: Card) -> int:
    """How many unseen cards would beat this one; none, if nobody is left to play them."""
    on_table = [played.card for played in view.trick]
    if len(on_table) == len(view.piles) - 1:
        return 0
    return sum(winning_place([*on_table, card, other]) == len(on_table) + 1 for other in view.unseen)
