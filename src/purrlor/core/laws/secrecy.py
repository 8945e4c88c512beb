"""Laws of secrecy: nobody learns hidden things from views, legal actions, the story or by sitting last."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import combinations
from types import FunctionType, ModuleType
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from ..chance import Draw
from ..events import Act, Event, Fate, Seat
from ..rules import Awaiting
from ..story import notes
from .trial import AnyTrial, Broken, law, who


@law
def views_have_no_way_back(trial: AnyTrial) -> None:
    """No view refers to its state, directly or indirectly."""
    for number in trial.some(10, trial.random("way back")):
        state = trial.states[number]
        for viewer in trial.viewers:
            if any(_is_state(thing, state) for thing in _reachable(trial.game.view(state, viewer))):
                raise Broken(f"the view of {who(viewer)} holds the state", number)


def _is_state(thing: object, state: object) -> bool:
    if type(state).__module__ == "builtins":
        return thing is state and gc.is_tracked(state)
    return isinstance(thing, type(state))


def _reachable(root: object) -> Iterator[object]:
    seen: dict[int, object] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in seen and not isinstance(thing, type | ModuleType):
            seen[id(thing)] = thing
            waiting += _held(thing)
            yield thing


def _held(thing: object) -> list[object]:
    if isinstance(thing, FunctionType):  # its globals are the module's, not the view's
        return [thing.__closure__, thing.__defaults__, thing.__kwdefaults__, thing.__dict__]
    if isinstance(thing, Struct):  # values do not show the garbage collector what they hold
        return list(astuple(thing))
    return gc.get_referents(thing)


@law
def disguises_disguise(trial: AnyTrial) -> None:
    """If a secret draw could have been different without a viewer noticing, the disguise changes it."""
    chances = (trial.game.awaiting(state).chance for state in trial.states)
    if not any(chance is not None and chance.secret for chance in chances):
        return
    if trial.disguise is None:
        raise Broken("some chance is secret, so the laws of hiding need a disguise", len(trial.log))
    for viewer in trial.viewers:
        if _kept_in_the_dark(trial, viewer) and not _changes(trial, viewer):
            raise Broken(f"the disguise never changes anything for {who(viewer)}", len(trial.log))


def _kept_in_the_dark(trial: AnyTrial, viewer: Seat | None) -> bool:
    """Return whether two values of some secret draw can change places without the viewer noticing."""
    random, view = trial.random("dark"), trial.game.view
    for number, event in enumerate(trial.log):
        chance = trial.game.awaiting(trial.states[number]).chance
        if isinstance(event, Fate) and isinstance(chance, Draw) and chance.secret and len(event.values) > 1:
            after = trial.states[number + 1]
            pairs = (random.sample(range(len(event.values)), 2) for _ in range(20))
            others = (trial.game.apply(trial.states[number], _swapped(event, i, j)) for i, j in pairs)
            if any(other != after and view(other, viewer) == view(after, viewer) for other in others):
                return True
    return False


def _swapped(fate: Fate, i: int, j: int) -> Fate:
    values = list(fate.values)
    values[i], values[j] = values[j], values[i]
    return replace(fate, values=tuple(values))


def _changes(trial: AnyTrial, viewer: Seat | None) -> bool:
    worlds = _worlds(trial, range(len(trial.states)), "disguise", (viewer,))
    return any(world != trial.states[number] for number, _, world in worlds)


def _worlds(
    trial: AnyTrial, numbers: Any, name: str, viewers: tuple[Seat | None, ...]
) -> Iterator[tuple[int, Seat | None, Any]]:
    """Yield worlds that a viewer cannot tell from the state of this number."""
    if trial.disguise is None:
        return
    random = trial.random(f"worlds/{name}")
    for number in numbers:
        for viewer in viewers:
            for _ in range(3):
                yield number, viewer, trial.disguise(trial.states[number], viewer, random)


@law
def views_keep_secrets(trial: AnyTrial) -> None:
    """Changing what a viewer cannot know changes neither its view nor what is expected."""
    numbers = trial.some(40, trial.random("views"))
    for number, viewer, world in _worlds(trial, numbers, "views", trial.viewers):
        state = trial.states[number]
        here, there = trial.game.view(state, viewer), trial.game.view(world, viewer)
        if here != there:
            raise Broken(
                f"the view of {who(viewer)} is {here!r}, and in a world that must look equal {there!r}", number
            )
        if _open(trial.game.awaiting(state)) != _open(trial.game.awaiting(world)):
            raise Broken(f"{who(viewer)} could tell from what is expected that the world is not {world!r}", number)


def _open(awaiting: Awaiting) -> tuple[Any, ...]:
    """Return the public part of what is expected: without the pool of a draw."""
    return awaiting.seats, awaiting.deadline, awaiting.chance is None


@law
def legal_actions_keep_secrets(trial: AnyTrial) -> None:
    """Changing what a seat cannot know does not change its legal actions."""
    numbers = trial.some(40, trial.random("legal secrets"))
    for number, viewer, world in _worlds(trial, numbers, "legal", trial.seats):
        assert viewer is not None
        here, there = trial.game.legal(trial.states[number], viewer), trial.game.legal(world, viewer)
        if [*here] != [*there]:
            texts = [*map(str, here)], [*map(str, there)]
            raise Broken(f"{who(viewer)} can {texts[0]}, and in a world that must look equal {texts[1]}", number)


@law
def notes_keep_secrets(trial: AnyTrial) -> None:
    """The notes of an event reveal no more to a viewer than its views before and after it do."""
    for number in trial.some(20, trial.random("notes")):
        state = trial.states[number]
        for viewer in trial.viewers:
            here = _outcomes(trial, number, state)
            _check_notes(
                trial, number, viewer, [pair for pair in combinations(here, 2) if _differ_for_others(trial, pair)]
            )
        for _, viewer, world in _worlds(trial, [number], f"notes/{number}", trial.viewers):
            _check_notes(trial, number, viewer, _across(trial, number, state, world))


_Outcome = tuple[Any, Event[Any], Any]
"""The state before, the event, the state after."""
_Pairs = list[tuple[_Outcome, _Outcome]]


def _outcomes(trial: AnyTrial, number: int, state: Any) -> list[_Outcome]:
    events = trial.possible(number, state, most=4)
    return [(state, event, trial.game.apply(state, event)) for event in events]


def _across(trial: AnyTrial, number: int, state: Any, world: Any) -> _Pairs:
    """Yield the same event in both worlds, and pairs of events of which each is possible in one world only."""
    here, there = _outcomes(trial, number, state), _outcomes(trial, number, world)
    pairs = [(one, other) for one in here for other in there if one[1] == other[1]]
    return pairs + [(one, other) for one in here for other in there if _only_at_home(trial, one, other)]


def _only_at_home(trial: AnyTrial, one: _Outcome, other: _Outcome) -> bool:
    first, second = one[1], other[1]
    if not isinstance(first, Act) or not isinstance(second, Act) or first.seat != second.seat:
        return False
    here, there = trial.game.legal(one[0], first.seat), trial.game.legal(other[0], first.seat)
    return first.action not in there and second.action not in here


def _differ_for_others(trial: AnyTrial, pair: tuple[_Outcome, _Outcome]) -> bool:
    """Return whether anybody sees which of the two happened: then it may be hidden from the others."""
    after = pair[0][2], pair[1][2]
    return any(trial.game.view(after[0], viewer) != trial.game.view(after[1], viewer) for viewer in trial.viewers)


def _check_notes(trial: AnyTrial, number: int, viewer: Seat | None, pairs: _Pairs) -> None:
    for one, other in pairs:
        own = isinstance(one[1], Act) and one[1].seat == viewer and one[1] != other[1]
        if own or trial.game.view(one[2], viewer) != trial.game.view(other[2], viewer):
            continue
        told = notes(trial.game, *one, viewer), notes(trial.game, *other, viewer)
        if told[0] != told[1]:
            what = f"{who(viewer)} sees no difference between two outcomes, but gets {told[0]!r} or {told[1]!r}"
            raise Broken(what, number, one[1])
