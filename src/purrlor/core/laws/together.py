"""Laws of simultaneous acts: their order does not matter, and nobody sees them before the last one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ..events import Act, Seat
from ..rules import Awaiting
from .trial import AnyTrial, Broken, law, who


@law
def simultaneous_acts_commute(trial: AnyTrial) -> None:
    """Acts of two seats in a simultaneous turn lead to the same state in either order."""
    for number, awaiting in _simultaneous(trial):
        for first, second in combinations(awaiting.seats, 2):
            for one, other in zip(_acts(trial, number, first), _acts(trial, number, second), strict=False):
                _check_commute(trial, number, one, other)


def _simultaneous(trial: AnyTrial, most: int = 30) -> Iterator[tuple[int, Awaiting]]:
    for number in trial.some(most, trial.random("simultaneous")):
        awaiting = trial.game.awaiting(trial.states[number])
        if awaiting.simultaneous:
            yield number, awaiting


def _acts(trial: AnyTrial, number: int, seat: Seat, most: int = 5) -> list[Act[Any]]:
    legal = list(trial.game.legal(trial.states[number], seat))
    chosen = trial.random(f"acts/{number}/{seat}").sample(legal, min(most, len(legal)))
    return [trial.act(number, seat, action) for action in chosen]


def _check_commute(trial: AnyTrial, number: int, one: Act[Any], other: Act[Any]) -> None:
    game, state = trial.game, trial.states[number]
    after = game.apply(state, one)
    if [*game.legal(after, other.seat)] != [*game.legal(state, other.seat)]:
        raise Broken(f"this changes what seat {other.seat + 1} can do in the same turn", number, one)
    if game.apply(after, other) != game.apply(game.apply(state, other), one):
        what = (
            f"with {other.action} of seat {other.seat + 1} this leads to different states, depending on who acts first"
        )
        raise Broken(what, number, one)


@law
def simultaneous_acts_are_hidden(trial: AnyTrial) -> None:
    """A hidden act does not change what others see until the last seat has acted."""
    for number, _ in _simultaneous(trial):
        for other in _instead(trial, number):
            _check_rest_of_turn(trial, number, other)


def _instead(trial: AnyTrial, number: int) -> list[Act[Any]]:
    """Return the alternatives of the seat that acted next in the log."""
    event = trial.log[number] if number < len(trial.log) else None
    if not isinstance(event, Act):
        return []
    return [act for act in _acts(trial, number, event.seat) if act.action != event.action]


def _check_rest_of_turn(trial: AnyTrial, number: int, other: Act[Any]) -> None:
    """Follow the log with `other` in place of the recorded act, as long as the turn continues in both worlds."""
    one, world = trial.log[number], trial.game.apply(trial.states[number], other)
    assert isinstance(one, Act)
    for step in range(number, len(trial.log)):
        after = trial.states[step + 1], world
        if not _goes_on(trial, trial.states[step], after):
            return
        _check_unseen(trial, step + 1, one, other, after)
        following = trial.log[step + 1] if step + 1 < len(trial.log) else None
        if not isinstance(following, Act) or following.action not in trial.game.legal(world, following.seat):
            return
        world = trial.game.apply(world, following)


def _goes_on(trial: AnyTrial, before: Any, after: tuple[Any, Any]) -> bool:
    """Return whether the same turn continues in both worlds, with the same seats.

    A new turn expects seats that had already acted.
    """
    awaited: Awaiting = trial.game.awaiting(before)
    one, other = (trial.game.awaiting(state) for state in after)
    if one != other or not one.seats or not set(one.seats) <= set(awaited.seats):
        return False
    return len(awaited.seats) > 1 or bool(one.hidden and len(trial.seats) > 1)


def _check_unseen(trial: AnyTrial, number: int, one: Act[Any], other: Act[Any], after: tuple[Any, Any]) -> None:
    """Check that nobody else can tell the acts `one` and `other` apart, which made the two worlds."""
    for viewer in trial.viewers:
        if viewer != one.seat and trial.game.view(after[0], viewer) != trial.game.view(after[1], viewer):
            what = f"the view of {who(viewer)} shows too early that seat {one.seat + 1} chose {one.action}"
            raise Broken(f"{what} and not {other.action}", number)
