"""Why one card is better than another: notes for hints and puzzles."""

from __future__ import annotations

from purrlor.core import Note

from .cards import TRUMP, Card
from .rules import winning_place
from .view import View


class WinsToken(Note, frozen=True):
    """The card wins the trick; the other one would not."""


class GoesForToken(Note, frozen=True):
    """The card is the best of the trick so far, and others follow; the other card cannot win."""


class LeavesToken(Note, frozen=True):
    """The card cannot win the trick; the other one could."""


class KeepsTrump(Note, frozen=True):
    """The other card is a trump, which will win more later."""


class SpendsTrump(Note, frozen=True):
    """The best card is a trump, and now is the time for it."""


class StaysLow(Note, frozen=True):
    """The other card is a higher one of the same colour."""


class GoesHigh(Note, frozen=True):
    """The other card is a lower one of the same colour."""


class LeadsColour(Note, frozen=True):
    """Both cards could be led; they are of different colours."""


class GivesColour(Note, frozen=True):
    """Neither card follows suit; they are of different colours."""


def hint_reason(view: View, card: Card, runner_up: Card) -> Note:
    """Say what the card does that the runner-up does not: about this trick's token, or else about later tricks."""
    wins, other_wins = _is_best(view, card), _is_best(view, runner_up)
    if not view.trick or wins == other_wins:
        return compared(view, card, runner_up)
    if not wins:
        return LeavesToken()
    return WinsToken() if len(view.trick) == len(view.piles) - 1 else GoesForToken()


def _is_best(view: View, card: Card) -> bool:
    """Return whether the card is the best of the trick so far."""
    return winning_place([*(play.card for play in view.trick), card]) == len(view.trick)


def compared(view: View, card: Card, worse: Card) -> Note:
    """Say what speaks for one card rather than another, apart from this trick's token."""
    if card.colour is worse.colour:
        return StaysLow() if card.rank < worse.rank else GoesHigh()
    if TRUMP in (card.colour, worse.colour):
        return KeepsTrump() if worse.colour is TRUMP else SpendsTrump()
    return GivesColour() if view.trick else LeadsColour()
