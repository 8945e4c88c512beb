"""Forks: continue from any position of a recorded match, with the same or other dice, deals and hidden cards."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from purrlor.core import Act, Event, Fates, Game, Match, Origin, Record, Seat, fate_key
from purrlor.core.match import goes_on
from purrlor.words import refusal

from .registry import kit

AnyMatch = Match[Any, Any, Any]
MOST_REDEALS = 20
"""Number of attempts at a deal that fits; the games' own deals fit at once."""


def fork(
    record: Record[Any, Any, Any], at: int, *, redealt_for: Seat | None = None, random: Random
) -> tuple[AnyMatch, Origin]:
    """Return the match after the first `at` events of a record, and the origin to write into its own record.

    It draws from the record's seed, if that is revealed. With `redealt_for`, everything that this seat could not know
    is dealt again, so `at` counts without the others' hidden acts.
    """
    source = None if record.seed is None else Fates(fate_key(record.seed, record.contributions))
    match = record.match().fork(at, fates=source)
    if redealt_for is not None:
        match = redealt(match, redealt_for, random)
    return match, Origin(record.checksum, len(match), redealt_for)


def redealt(match: AnyMatch, viewer: Seat, random: Random) -> AnyMatch:
    """Return a match in which `viewer` has seen the same after every event, and the hidden rest is dealt again.

    Acts of the others that nobody has seen yet, in a simultaneous turn, are undone.
    """
    known = match.fork(len(match))
    _forget_hidden_acts(known, viewer)
    game = cast("Game[Any, Any, Any]", known.rules)
    if not hides_cards(known):
        return known
    for _ in range(MOST_REDEALS):
        log = kit(game.name).redeal(known, viewer, random)
        dealt = Match(game, match.fates, log)
        if _looks_equal(known, dealt, viewer):
            dealt.taken = len(dealt)
            return dealt
    raise refusal("fork.no_redeal")


def hides_cards(match: AnyMatch) -> bool:
    """Return whether a random outcome of the match was hidden."""
    return any(step.awaiting.chance is not None and step.awaiting.secretive for _, step in match.steps(0))


def _forget_hidden_acts(match: AnyMatch, viewer: Seat) -> None:
    """Undo the acts of an unfinished simultaneous turn, except those of `viewer`."""
    undone: list[Event[Any]] = []
    while len(match) and isinstance(match.event(len(match)), Act):
        number = len(match)
        if not goes_on(match.awaiting_after(number - 1), match.awaiting_after(number)):
            break
        undone.insert(0, match.undo())
    for event in undone:
        if isinstance(event, Act) and event.seat == viewer:
            match.push(event)
    match.taken = len(match)


def _looks_equal(match: AnyMatch, other: AnyMatch, viewer: Seat) -> bool:
    return len(match) == len(other) and all(
        match.rules.view(one, viewer) == match.rules.view(two, viewer)
        for one, two in zip(match.states, other.states, strict=True)
    )
