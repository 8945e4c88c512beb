"""Laws of refusal: an unexpected event raises `IllegalEvent` and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..events import Act, Event, Fate, IllegalEvent, Millis, Seat, Timeout
from ..rules import Awaiting
from .trial import AnyTrial, Broken, law


def _refused(trial: AnyTrial, number: int, event: Event[Any], why: str) -> None:
    try:
        trial.game.apply(trial.states[number], event)
    except IllegalEvent:
        if trial.states[number] != trial.snapshots[number]:
            raise Broken("an event was refused, but left a trace in the state", number, event) from None
    except Exception as error:
        raise Broken(f"refused with {type(error).__name__} instead of IllegalEvent: {error}", number, event) from error
    else:
        raise Broken(f"accepted, though {why}", number, event)


def _awaited(trial: AnyTrial, name: str, most: int = 30) -> Iterator[tuple[int, Awaiting]]:
    """Yield some states before the end, with what they expect."""
    for number in trial.some(most, trial.random(name)):
        awaiting = trial.game.awaiting(trial.states[number])
        if not awaiting.nothing:
            yield number, awaiting


@law
def only_awaited_seats_act(trial: AnyTrial) -> None:
    """An act of a seat that is not expected, or not at the table, is refused."""
    random = trial.random("seats")
    for number, awaiting in _awaited(trial, "seats"):
        everybody = (*trial.seats, Seat(len(trial.seats)), Seat(99), Seat(-1))
        for seat in (seat for seat in everybody if seat not in awaiting.seats):
            for action in _actions(trial, number, awaiting, random):
                _refused(trial, number, trial.act(number, seat, action), f"seat {seat + 1} is not expected")


def _actions(trial: AnyTrial, number: int, awaiting: Awaiting, random: Any) -> list[Any]:
    """Return some actions, the likeliest to be accepted first: those of a seat to act now."""
    now = [action for seat in awaiting.seats for action in trial.game.legal(trial.states[number], seat)]
    return [random.choice(actions) for actions in (now, trial.vocabulary) if actions]


@law
def only_legal_actions_are_accepted(trial: AnyTrial) -> None:
    """An action that is not in the list of the legal ones is refused."""
    random = trial.random("legal")
    for number, awaiting in _awaited(trial, "legal"):
        for seat in awaiting.seats:
            legal = set(trial.game.legal(trial.states[number], seat))
            illegal = [action for action in trial.vocabulary if action not in legal]
            for action in random.sample(illegal, min(12, len(illegal))):
                _refused(trial, number, trial.act(number, seat, action), "it is not among the legal actions")


@law
def only_possible_fates_are_accepted(trial: AnyTrial) -> None:
    """A random outcome is refused when none is expected, with a wrong number of values, and with impossible values."""
    seen = [event.values for event in trial.log if isinstance(event, Fate)][:2]
    for number, awaiting in _awaited(trial, "fate", 60):
        if awaiting.chance is None:
            for values in [(), (1,), *seen]:
                _refused(trial, number, Fate(values, trial.time(number)), "no random outcome is expected")
            continue
        for values in _impossible(awaiting.chance.sample(trial.random(f"fate/{number}").randrange)):
            _refused(trial, number, Fate(values, trial.time(number)), "chance cannot give these values")


def _impossible(values: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return near misses: one value more, one fewer, and one that does not exist."""
    if not values:
        return [(1,)]
    return [(*values, values[-1]), values[:-1], (-987_654, *values[1:]), (*values[:-1], 987_654)]


@law
def no_timeout_before_the_deadline(trial: AnyTrial) -> None:
    """A timeout is refused before the deadline, and where no deadline runs."""
    for number, awaiting in _awaited(trial, "timeout", 60):
        now = trial.time(number)
        if awaiting.deadline is None:
            _refused(trial, number, Timeout(now), "no deadline runs")
        elif now < awaiting.deadline:
            for at in (now, Millis((now + awaiting.deadline) // 2), Millis(awaiting.deadline - 1)):
                _refused(trial, number, Timeout(at), f"the deadline is at {awaiting.deadline} ms")


@law
def no_act_after_the_deadline(trial: AnyTrial) -> None:
    """An act is refused after the deadline."""
    for number, awaiting in _awaited(trial, "late", 60):
        if awaiting.deadline is None:
            continue
        for seat in awaiting.seats:
            for action in trial.game.legal(trial.states[number], seat)[:5]:
                for late in (1, 5000):
                    event = Act(seat, action, Millis(max(trial.time(number), awaiting.deadline) + late))
                    _refused(trial, number, event, f"the deadline was at {awaiting.deadline} ms")


@law
def nothing_follows_the_end(trial: AnyTrial) -> None:
    """When the match is over, everything is refused."""
    end = len(trial.log)
    if not trial.match.over:
        return
    for event in (Fate((1,), trial.time(end)), *trial.log[-30:]):
        _refused(trial, end, event, "the match is over")
    for action in trial.vocabulary[:30]:
        for seat in trial.seats:
            _refused(trial, end, trial.act(end, seat, action), "the match is over")
    _refused(trial, end, Timeout(Millis(trial.time(end) + 60_000)), "the match is over")
