"""Estimate the luck of a match of MEOW: the expected points of the dealt hands.

Every hand is equally likely, whatever the row of tokens, and the estimate is a sum over the cards of the hand. So its
mean over all hands is known and subtracted: the mean luck is 0 for any players. The weights are a regression of the
margins of two `tabby` on their hands (1 500 matches, 38 % of the variance); other weights would explain less, but would
favour nobody either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from purrlor.core import Fate, Match

from .cards import CARDS_PER_HAND, TRUMP, Card, deck
from .tokens import FISH, VASE, Token, worth

HIGH = 14
"""The rank from which a card usually wins its colour."""


def luck(match: Match[Any, Any, Any]) -> list[float]:
    rules: Any = match.rules
    found, cards = [0.0] * rules.seats, deck(rules.seats, expert=rules.expert)
    for number, event in enumerate(match.log, 1):
        if isinstance(event, Fate):
            state = match.state_after(number)
            if state.row and len(state.hands[0]) == CARDS_PER_HAND:
                mean = expected_points(cards, state.row) * CARDS_PER_HAND / len(cards)
                found = [
                    so_far + expected_points(hand, state.row) - mean
                    for so_far, hand in zip(found, state.hands, strict=True)
                ]
    return found


def expected_points(hand: Sequence[Card], row: Sequence[Token]) -> float:
    """Return the expected points of a hand, up to a constant: strong cards count more where the tokens are good."""
    ranks = sum(card.rank for card in hand)
    trumps = [card.rank for card in hand if card.colour is TRUMP]
    high = sum(card.rank >= HIGH for card in hand)
    wanted, fish, vases = sum(map(worth, row)), row.count(FISH), row.count(VASE)
    return (
        ranks * (0.01 * wanted - 0.364 - 0.06 * vases)
        + len(trumps) * (0.225 * wanted - 4.31)
        + sum(trumps) * (-0.009 * wanted + 0.71 + 0.089 * fish - 0.082 * vases)
        + high * (0.054 * wanted + 2.431)
    )
