"""How well somebody played, as plain values for the page."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from purrlor.core import Record, Seat
from purrlor.kit.review import Account, Decision, Progress, luck_rank, pictures, reviewer

from . import wire
from .telling import note_object

MOST_DECISIONS = 12
MOST_DRAWN = 5
"""The page shows no more of them."""


def reviewed(
    record: Record[Any, Any, Any], progress: Progress, seats: Collection[Seat] | None = None
) -> wire.Review | None:
    """Accounts where decisions can be weighed, of all seats or some; None where no review of the game is known."""
    review = reviewer(record.game.name)
    if review is not None:
        accounts = review(record, progress, seats)
        return wire.Review([_account(record, account) for account in accounts], None)
    if record.game.name in LOOKS_BACK:
        return wire.Review([], LOOKS_BACK[record.game.name](record))
    return None


def _account(record: Record[Any, Any, Any], account: Account) -> wire.AccountOf:
    return wire.AccountOf(
        seat=account.seat,
        start=account.start,
        reached=account.reached,
        luck=account.luck,
        lost=account.lost,
        luck_rank=luck_rank(record, account),
        course=list(account.course()),
        decisions=[
            _decision(decision, _compared(record, decision) if place < MOST_DRAWN else None)
            for place, decision in enumerate(account.dearest(MOST_DECISIONS))
        ],
        choices=len(account.real_decisions),
    )


def _decision(decision: Decision, drawn: wire.Compared | None) -> wire.Judged:
    return wire.Judged(
        event=decision.event,
        asked=decision.asked,
        situation=note_object(decision.situation),
        action=str(decision.action),
        best=str(decision.best),
        worth=decision.worth,
        loss=decision.loss,
        error=decision.error,
        drawn=drawn,
    )


def _compared(record: Record[Any, Any, Any], decision: Decision) -> wire.Compared | None:
    drawn = pictures(record, decision)
    return wire.Compared(*drawn) if drawn else None


def _addi_cats(record: Record[Any, Any, Any]) -> list[wire.LookBackOf]:
    from purrlor.games.addi_cats.review import Outcome, look_back

    return [
        wire.LookBackOf(
            seat=found.seat,
            won=len(found.of(Outcome.WON)),
            beaten=len(found.of(Outcome.BEATEN)),
            missed=len(found.of(Outcome.MISSED)),
            missed_cards=found.missed_cards,
            median_time=found.median_time,
            grabs=len(found.grabs),
            greed_cost=found.greed_cost,
            cards_at_end=found.cards_at_end,
            moments=[
                wire.MomentOf(moment.event, list(map(str, moment.cards)), moment.outcome.value, moment.after)
                for moment in found.moments
            ],
        )
        for found in look_back(record)
    ]


LOOKS_BACK = {"addi-cats": _addi_cats}


def judged_by_seat(game: str) -> bool:
    """Whether a review consists of accounts, so that each seat can be judged apart."""
    return game not in LOOKS_BACK
