"""Luck and skill of one seat in a few figures, for lists of many matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from purrlor.core import Seat

from .registry import kit
from .review.account import Account, Decision
from .review.look_back import LookBackOf
from .review.review import AnyRecord, Review

MOST_SIGNS = 10
GOOD, FAIR, DEAR = "g", "f", "d"
SMALL_LOSS, LARGE_LOSS = 0.5, 3.0
"""Points that a part of a match may lose to be good, and from which on it is dear."""
NOISE = 2.0
"""A loss up to this many standard errors may be none."""
T = TypeVar("T")


class Habit(Struct, frozen=True):
    """One kind of mistake: how often, and how many points it lost; in a race how many cards."""

    kind: str
    count: int
    loss: float


class Merit(Struct, frozen=True):
    luck: float | None
    """Points that chance gave; None: not measured."""
    lost: float | None
    """Points that decisions lost; None: this game counts moments instead."""
    choices: int
    """Decisions with more than one way to go, or moments of a race."""
    right: int
    """Decisions that lost nothing, or moments that were won."""
    signs: str
    """How the parts of the match went, in order: GOOD, FAIR or DEAR. It tells no dice and no cards."""
    habits: tuple[Habit, ...] = ()
    """The dearest first."""


def merit_of(record: AnyRecord, seat: Seat) -> Merit | None:
    """It takes as long as the review of that seat; None: the game has no review."""
    review = kit(record.game.name).review()
    if review is None:
        return None
    if review.accounts is not None:
        account = review.accounts(record, lambda _done, _total: None, [seat])[0]
        return _of_account(account, _habits(review, record, account))
    if review.look_back is None:
        return None
    luck = kit(record.game.name).luck(record.game)
    back = next(each for each in review.look_back(record) if each.seat == seat)
    return _of_look_back(back, None if luck is None else float(luck(record.match())[seat]))


def real_loss(decision: Decision) -> float:
    return decision.loss if decision.loss > NOISE * decision.error else 0.0


def _of_account(account: Account, habits: tuple[Habit, ...]) -> Merit:
    losses = [real_loss(decision) for decision in account.real_decisions]
    return Merit(
        luck=account.luck,
        lost=account.lost,
        choices=len(losses),
        right=sum(loss < SMALL_LOSS for loss in losses),
        signs="".join(_sign(sum(part)) for part in parts(losses)),
        habits=habits,
    )


def _habits(review: Review, record: AnyRecord, account: Account) -> tuple[Habit, ...]:
    if review.habit is None:
        return ()
    losses: dict[str, list[float]] = {}
    for decision in account.real_decisions:
        if (loss := real_loss(decision)) > 0:
            losses.setdefault(review.habit(record, decision), []).append(loss)
    found = [Habit(kind, len(each), sum(each)) for kind, each in losses.items()]
    return tuple(sorted(found, key=lambda habit: -habit.loss))


def _of_look_back(back: LookBackOf, luck: float | None) -> Merit:
    signs = {"won": GOOD, "beaten": FAIR, "missed": DEAR}
    went = [(moment.event, signs[moment.outcome]) for moment in back.moments if moment.outcome in signs]
    shown = [sign for _, sign in sorted([*went, *((event, DEAR) for event in back.grab_events)])]
    row = "".join(max(part, key=part.count) for part in parts(shown))
    mistakes = (
        Habit("missed", back.missed, back.missed_cards),
        Habit("greedy", back.grabs, back.greed_cost),
        Habit("beaten", back.beaten, 0),
    )
    habits = tuple(habit for habit in mistakes if habit.count)
    return Merit(luck, None, len(went), back.won, row, habits)


def _sign(loss: float) -> str:
    return GOOD if loss < SMALL_LOSS else FAIR if loss < LARGE_LOSS else DEAR


def parts(items: Sequence[T]) -> list[Sequence[T]]:
    """At most MOST_SIGNS parts of about the same length, in order; none is empty."""
    count = min(MOST_SIGNS, len(items))
    return [items[len(items) * i // count : len(items) * (i + 1) // count] for i in range(count)]
