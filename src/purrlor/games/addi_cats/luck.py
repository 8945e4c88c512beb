"""Estimate the luck of a match: the expected gain by the Action cards dealt to each seat over the mean.

Every card is dealt to every place with the same probability, so the mean is known exactly and is subtracted. The deal
decides next to nothing: Action cards explain 0.6 % of the variance of the margins of equal players, and the sums and
equalities of the stacks add nothing to that (`bench.luck_addi_cats`). What decides are reactions.
"""

from __future__ import annotations

from typing import Any

from purrlor.core import Fate, Match

from .cards import ActionCard, Card, card_of
from .rules import AddiCats

WEIGHTS = {
    ActionCard.CHASE: 586, ActionCard.U_TURN: 508, ActionCard.CLOCK: 64, ActionCard.SUMO: 3657,
    ActionCard.TRAP: -3823, ActionCard.GIFT: 5389,
}  # fmt: skip
"""The expected gain per card, in thousandths of a point; `python -m bench.luck_addi_cats` prints them."""


def luck(match: Match[Any, Any, Any]) -> list[float]:
    rules: AddiCats = match.rules  # type: ignore[assignment]
    deal = next(event for event in match.log if isinstance(event, Fate) and len(event.values) == len(rules.cards))
    return [points / 1000 for points in deal_values(rules, [card_of(value) for value in deal.values])]


def deal_values(rules: AddiCats, cards: list[Card]) -> list[float]:
    """Return the expected gain of each seat's stacks over the mean of all deals, in thousandths of a point."""
    mean = sum(map(_weight, cards)) / len(cards)
    found = [0.0] * rules.seats
    for place, (owner, size) in enumerate(zip(rules.owners, rules.stack_sizes, strict=True)):
        stack = cards[place :: len(rules.owners)][:size]
        found[owner] += sum(map(_weight, stack)) - mean * len(stack)
    return found


def _weight(card: Card) -> int:
    return WEIGHTS[card] if isinstance(card, ActionCard) else 0
