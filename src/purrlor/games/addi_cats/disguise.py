"""Shuffle what a viewer cannot know: for the laws, and for forks that deal hidden cards again."""

from __future__ import annotations

from random import Random
from typing import cast

from msgspec.structs import replace

from purrlor.core import Event, Fate, Match, Seat

from . import flow
from .notation import Action
from .rules import AddiCats
from .state import State, View


def disguise(_rules: AddiCats, state: State, viewer: Seat | None, random: Random) -> State:
    """Shuffle what a viewer cannot know: the face-down cards, and what the others have decided."""
    hidden = [card for place in state.table for card in place.stack]
    random.shuffle(hidden)
    table = tuple(replace(place, stack=tuple(hidden.pop() for _ in place.stack)) for place in state.table)
    decisions = tuple(
        decision if decision is None or seat == viewer else random.random() < 0.5
        for seat, decision in enumerate(state.decisions)
    )
    return replace(state, table=table, decisions=decisions)


def redeal(match: Match[State, Action, View], random: Random) -> tuple[Event[Action], ...]:
    """Return the log with the cards dealt again that have not left the stack they were dealt to.

    The other cards have been seen, or went unseen into a Trap; they stay where they are.
    """
    log = list(match.log)
    deal = next((number for number, _ in match.steps(0) if match.awaiting_after(number - 1).secretive), None)
    if deal is None:
        return tuple(log)
    rules, dealt = cast("AddiCats", match.rules), cast("Fate", log[deal - 1])
    places, sizes, gone = len(rules.owners), rules.stack_sizes, _cards_gone(rules, match, deal)
    unseen = [
        number
        for number in range(len(dealt.values))
        if not number // places < min(gone[number % places], sizes[number % places])
    ]
    values = list(dealt.values)
    for number, other in zip(unseen, random.sample(unseen, len(unseen)), strict=True):
        values[number] = dealt.values[other]
    log[deal - 1] = replace(dealt, values=tuple(values))
    return tuple(log)


def _cards_gone(rules: AddiCats, match: Match[State, Action, View], deal: int) -> list[int]:
    """Count the cards that have left the top of each stack. Nothing but a turn or a Trap makes a stack smaller."""
    before, gone = match.state_after(deal), [0] * len(rules.owners)
    for _, step in match.steps(deal):
        start = replace(before, now=step.event.at) if rules.timed else before
        for state in flow.steps(rules, start, step.event):
            for number, (old, new) in enumerate(zip(before.table, state.table, strict=True)):
                gone[number] += max(0, len(old.stack) - len(new.stack))
            before = state
    return gone
