"""Reviews and replays of finished matches as messages for the web client."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import convert

from purrlor.core import Chance, Draw, Fate, Record, Roll, Seat
from purrlor.core.record import event_text
from purrlor.kit import kit
from purrlor.kit.review import Decision, Progress, Review, SeatReview

from . import wire
from .table import Table
from .updates import note_object

MOST_DECISIONS = 12
MOST_DRAWN = 5
"""Limits on the decisions that the web client lists, and on the decisions that it shows with pictures."""


def reviewed(
    record: Record[Any, Any, Any], progress: Progress, seats: Collection[Seat] | None = None
) -> wire.Review | None:
    """Review the decisions of all seats or some, or a race as a whole; None: the game has no review."""
    own = kit(record.game.name)
    if (review := own.review()) is not None:
        accounts = review.of(record, progress, seats)
        return wire.Review([_account(review, record, account) for account in accounts], None)
    race = own.race_review()
    return None if race is None else wire.Review([], convert(race.seats(record), list[wire.RaceReview]))


def merged_reviews(parts: Sequence[wire.Review]) -> wire.Review | None:
    """Merge the reviews of single seats into one, in the order of the seats; None: there are none yet."""
    accounts = sorted((each for part in parts for each in part.accounts), key=lambda account: account.seat)
    looks_back = next((part.looks_back for part in parts if part.looks_back is not None), None)
    return wire.Review(accounts, looks_back) if parts else None


def _account(review: Review, record: Record[Any, Any, Any], account: SeatReview) -> wire.AccountOf:
    return wire.AccountOf(
        seat=account.seat,
        start=account.start,
        reached=account.reached,
        luck=account.luck,
        lost=account.lost,
        luck_rank=review.rank(record, account),
        course=list(account.course()),
        decisions=[
            _decision(decision, _compared(review, record, decision) if place < MOST_DRAWN else None)
            for place, decision in enumerate(account.costliest(MOST_DECISIONS))
        ],
        choices=len(account.real_decisions),
    )


def _decision(decision: Decision, drawn: wire.Compared | None) -> wire.Judged:
    return wire.Judged(
        event=decision.event,
        asked=decision.requested,
        situation=note_object(decision.situation),
        action=str(decision.action),
        best=str(decision.best),
        worth=decision.value,
        loss=decision.loss,
        error=decision.error,
        drawn=drawn,
    )


def _compared(review: Review, record: Record[Any, Any, Any], decision: Decision) -> wire.Compared | None:
    drawn = review.pictures(record, decision) if review.pictures else None
    return wire.Compared(*drawn) if drawn else None


def judged_by_seat(game: str) -> bool:
    """Return whether a review consists of accounts, so that each seat can be reviewed separately."""
    return kit(game).reviews


def replay_of(table: Table, seat: int | None, person: str = "", now: int = 0) -> wire.Replay:
    viewer = None if seat is None else Seat(seat)
    notes: dict[int, list[wire.Told]] = {}
    for note in table.stories.whole(viewer):
        notes.setdefault(note.event, []).append(note)
    steps = [_step(table, number, viewer, notes.get(number, [])) for number in range(table.play.length + 1)]
    return wire.Replay(table.info(person, now), viewer, steps)


def _step(table: Table, number: int, viewer: Seat | None, notes: list[wire.Told]) -> wire.Step:
    match = table.play.match
    view = table.game.view(match.state_after(number), viewer)
    return wire.Step(
        number=number,
        event=event_text(table.game, match.event(number)) if number else "",
        view=table.updates.painter.picture(table.game, view, ()),
        notes=notes,
        awaiting=list(match.awaiting_after(number).seats),
    )


def fates_of(table: Table) -> list[wire.AskedFate]:
    """Return every roll and draw that follows from the seed, with its possible outcomes, to recompute it."""
    match, number = table.play.match, 0
    found: list[wire.AskedFate] = []
    for at, step in match.steps(0):
        if isinstance(step.event, Fate):
            number += 1
            if at > match.taken:
                found.append(_public_outcome(at, number, step.awaiting.chance, step.event.values))
    return found


def _public_outcome(event: int, number: int, chance: Chance | None, values: tuple[int, ...]) -> wire.AskedFate:
    if isinstance(chance, Roll):
        return wire.AskedFate(event, number, "roll", chance.count, chance.faces, values)
    assert isinstance(chance, Draw)
    return wire.AskedFate(event, number, "draw", chance.count, chance.pool, values)
