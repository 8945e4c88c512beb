"""A bot that plays by a network alone, to measure what one has learned. None comes with the game: docs/bots/meow.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from purrlor.games.meow import Action, View
from purrlor.games.meow.bots.players import Tiger
from purrlor.games.meow.bots.policy.features import turned
from purrlor.games.meow.bots.search.decision import CardSituation
from purrlor.games.meow.bots.search.rollouts import shown_cards
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.fast_rules import all_tokens, position
from purrlor.games.meow.tokens import STANDARD
from purrlor.kit.bots import Choice

from .value_network import Net, judge_cards, parse_net


@dataclass(frozen=True)
class Learned:
    """Plays the card that the network expects most of; where all hands are known, the best. Where the network does not
    know the tokens or the count of vases, it searches like `Tiger`."""

    net: Net
    search: Tiger = field(default_factory=Tiger)

    @classmethod
    def from_file(cls, path: str) -> Learned:
        return cls(parse_net(Path(path).read_bytes()))

    def choose(self, view: View, legal: Sequence[Action], random: Random) -> Choice[Action]:
        if len(legal) == 1 or not knows(view):
            return self.search.choose(view, legal, random)
        situation = CardSituation(view, legal)
        known = situation.known()
        return situation.best(expected(self.net, situation) if known is None else known)


def knows(view: View) -> bool:
    """Whether networks have played with these tokens."""
    return view.vases == "per_pair" and all_tokens(view) == STANDARD


def expected(net: Net, situation: CardSituation) -> list[float]:
    """The share of the win that a network expects of each card."""
    view = situation.view
    hands = [bits_of(view.hand) if seat == situation.seat else 0 for seat in range(len(view.piles))]
    swapped = judge_cards(situation.table, net, position(view, hands), shown_cards(view))
    worths: list[float] = net.judged.tolist()
    cards = [turned(card) if swapped else card for card in situation.cards.tolist()]
    return [worths[card.bit_length() - 1] for card in cards]
