"""The law of fair chance: before anybody has acted, seats differ only by their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import combinations, islice
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import asdict

from ..chance import Chance, Values
from ..events import Act, Fate, Seat
from .trial import AnyTrial, Broken, law, who

MOST_OUTCOMES = 600
"""Chance with at most this many outcomes is judged by exact probabilities, other chance by as many samples."""
SURENESS = 6
"""The standard deviations by which samples must differ; a trial's seed gives the same samples every time."""

_Leaf = tuple[str, str]
"""A place in a view, and the value there."""


@law
def chance_favours_no_seat(trial: AnyTrial) -> None:
    """Chance gives each seat the same points and secrets with the same probability, before anybody has acted."""
    for number, event in enumerate(trial.log):
        if isinstance(event, Act):
            return
        if isinstance(event, Fate):
            _check_chance(trial, number)


def _check_chance(trial: AnyTrial, number: int) -> None:
    chance = trial.game.awaiting(trial.states[number]).chance
    assert chance is not None
    outcomes, exact = _outcomes(trial, number, chance)
    total = sum(weight for _, weight in outcomes)
    found: dict[Seat, Counter[_Leaf]] = {seat: Counter() for seat in trial.seats}
    for values, weight in outcomes:
        state = trial.game.apply(trial.states[number], Fate(values, trial.log[number].at))
        for seat, leaves in _given(trial, state).items():
            for leaf in leaves:
                found[seat][leaf] += weight
    # A value that is there whatever chance gives, such as the viewer's number, is not a gift.
    gifts = {seat: {leaf: w for leaf, w in given.items() if w != total} for seat, given in found.items()}
    for one, other in combinations(trial.seats, 2):
        if _places(gifts[one]) == _places(gifts[other]):
            _compare(number, chance, {seat: gifts[seat] for seat in (one, other)}, total, exact=exact)


def _outcomes(trial: AnyTrial, number: int, chance: Chance) -> tuple[list[tuple[Values, Any]], bool]:
    """Return outcomes with their weights, and whether these are exact probabilities."""
    outcomes: list[tuple[Values, Any]] = list(islice(chance.support(), MOST_OUTCOMES + 1))
    if len(outcomes) <= MOST_OUTCOMES:
        return outcomes, True
    random = trial.random(f"fairness/{number}")
    return [(chance.sample(random.randrange), 1) for _ in range(MOST_OUTCOMES)], False


def _given(trial: AnyTrial, state: Any) -> dict[Seat, set[_Leaf]]:
    """Return the situation of each seat: its points, and what it sees that a spectator does not."""
    public, scores = set(_leaves(trial.game.view(state, None))), trial.game.scores(state)
    return {
        seat: {*_leaves(trial.game.view(state, seat)), ("points", str(scores[seat]))} - public for seat in trial.seats
    }


def _leaves(thing: object, place: str = "") -> Iterator[_Leaf]:
    """Yield everything in a view, down to strings and numbers, with its place."""
    inside = _parts(thing)
    if inside is None:
        yield place, repr(thing)
        return
    for name, part in inside:
        yield from _leaves(part, f"{place}.{name}" if place else name)


def _parts(thing: object) -> Iterable[tuple[str, object]] | None:
    if isinstance(thing, Struct):
        return asdict(thing).items()
    if is_dataclass(thing):
        return [(field.name, getattr(thing, field.name)) for field in fields(thing)]
    if isinstance(thing, Mapping):
        return [(str(key), value) for key, value in cast("Mapping[object, object]", thing).items()]
    if isinstance(thing, tuple | list):
        return [(str(place), part) for place, part in enumerate(cast("list[object]", thing))]
    return None


def _places(leaves: Iterable[_Leaf]) -> set[str]:
    return {place for place, _ in leaves}


def _compare(
    number: int, chance: Chance, gifts: Mapping[Seat, Mapping[_Leaf, Any]], total: Any, *, exact: bool
) -> None:
    """Require that two seats get everything equally often."""
    one, other = gifts
    for leaf in sorted({*gifts[one], *gifts[other]}):
        here, there = (given.get(leaf, 0) for given in gifts.values())
        if here != there if exact else (here - there) ** 2 > SURENESS**2 * (here + there):
            raise Broken(
                f"{chance} gives {who(one)} {leaf[0]} {leaf[1]} in {float(here / total):.1%} of all cases and "
                f"{who(other)} in {float(there / total):.1%}; values of a Roll stand in ascending order, so their "
                "place must not choose a seat (roll one die for each seat, or let a Draw deal them)",
                number,
            )
