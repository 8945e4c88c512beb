"""Laws of the fold: expected events can happen, and the same log always leads to the same states."""

from __future__ import annotations

from typing import Any

from ..match import Match
from ..rules import Awaiting
from .trial import AnyTrial, Broken, law, play, who


@law
def rules_are_values(trial: AnyTrial) -> None:
    """Rules are a frozen, hashable dataclass that no match changes."""
    params = getattr(trial.game, "__dataclass_params__", None)
    if params is None or not params.frozen:
        raise Broken("the rules are not a frozen dataclass", 0)
    if trial.game != trial.game_before or hash(trial.game) != hash(trial.game_before):
        raise Broken(f"the rules were {trial.game_before!r} before the match", len(trial.log))


@law
def states_never_change(trial: AnyTrial) -> None:
    """No event changes an earlier state."""
    for number, (state, snapshot) in enumerate(zip(trial.states, trial.snapshots, strict=False)):
        if state != snapshot:
            raise Broken(f"state {number} was {snapshot!r} and is now {state!r}", number)


@law
def awaiting_is_well_formed(trial: AnyTrial) -> None:
    """Chance is expected alone, and every expected seat is at the table and named once."""
    for number, state in enumerate(trial.states):
        awaiting: Awaiting = trial.game.awaiting(state)
        if awaiting.chance is not None and (awaiting.seats or awaiting.deadline is not None):
            raise Broken(f"chance is expected together with something else: {awaiting}", number)
        if len(set(awaiting.seats)) < len(awaiting.seats) or not set(awaiting.seats) <= set(trial.seats):
            raise Broken(f"{awaiting.seats} are not some of {len(trial.seats)} seats, each once", number)


@law
def awaited_seats_can_act(trial: AnyTrial) -> None:
    """An expected seat has a legal action, each listed once; a seat that is not expected has none."""
    for number, state in enumerate(trial.states):
        awaited = trial.game.awaiting(state).seats
        for seat in trial.seats:
            legal = trial.game.legal(state, seat)
            if (seat in awaited) != bool(legal):
                raise Broken(
                    f"seat {seat + 1} is {'' if seat in awaited else 'not '}expected and can {[*legal]}", number
                )
            if len(set(legal)) < len(legal):
                raise Broken(f"seat {seat + 1} finds an action twice in {[*map(str, legal)]}", number)


@law
def what_is_awaited_applies(trial: AnyTrial) -> None:
    """Every legal action can be applied, and so can every possible random outcome and a timeout at the deadline."""
    if trial.trouble is not None:
        raise Broken(f"the match could not go on: {trial.trouble}", len(trial.log), trial.tried)
    random = trial.random("apply")
    for number in trial.some(30, random):
        for event in trial.possible(number, trial.states[number], most=40):
            if trial.applied(number, event) is None:
                raise Broken("an expected event was refused", number, event)


@law
def matches_end(trial: AnyTrial) -> None:
    """Every match comes to an end."""
    if not trial.match.over:
        raise Broken(f"after {len(trial.log)} events the match is not over", min(len(trial.log), 20))


@law
def scores_fit_the_seats(trial: AnyTrial) -> None:
    """In every state each seat has a score, a whole number."""
    for number, state in enumerate(trial.states):
        scores: tuple[Any, ...] = trial.game.scores(state)
        if len(scores) != len(trial.seats) or not all(isinstance(score, int) for score in scores):
            raise Broken(f"{scores} are not the points of {len(trial.seats)} seats", number)


@law
def questions_are_pure(trial: AnyTrial) -> None:
    """The rules answer the same if they are called again, or with an equal state."""
    for number in trial.some(30, trial.random("pure")):
        first = _answers(trial, trial.states[number])
        for state in (trial.states[number], trial.snapshots[number]):
            for question, answer in _answers(trial, state).items():
                if answer != first[question]:
                    raise Broken(f"{question} is {answer!r} and was {first[question]!r}", number)


def _answers(trial: AnyTrial, state: Any) -> dict[str, Any]:
    game = trial.game
    answers = {"initial": game.initial(), "awaiting": game.awaiting(state), "scores": game.scores(state)}
    answers |= {f"legal for seat {seat + 1}": [*game.legal(state, seat)] for seat in trial.seats}
    return answers | {f"the view of {who(seat)}": game.view(state, seat) for seat in trial.viewers}


@law
def logs_replay(trial: AnyTrial) -> None:
    """The log replays to the same states without the seed, every time."""
    for _ in range(2):
        replay = Match(trial.game, log=trial.log).states
        for number, (first, again) in enumerate(zip(trial.states, replay, strict=True)):
            if first != again:
                raise Broken(f"state {number} was {first!r} and is {again!r} in the replay", number)


@law
def same_seed_same_match(trial: AnyTrial) -> None:
    """The same seed gives the same match."""
    again = play(trial.game, trial.seed, most_events=trial.most_events)
    for number, (first, second) in enumerate(zip(trial.log, again.log, strict=False)):
        if first != second:
            raise Broken(f"event {number + 1} was {first!r} and is {second!r} the second time", number)
    if trial.states != again.states:
        raise Broken("the second match of the same seed has other states", len(trial.log))
