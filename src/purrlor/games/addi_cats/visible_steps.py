"""Reconstruct the steps of an event as a viewer sees them, from the views before and after it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from purrlor.core import Event, Millis

from . import flow
from .cards import Card, Sum
from .notation import Action
from .state import EVERYBODY_HITS, State, View, hand_of, view_of
from .table import Place, seats_in_play

UNKNOWN = Sum(0)
"""Stands for each card that lies face down."""


class SeenPlace(Place, frozen=True):
    """A place whose face-down cards are unknown: a card that is turned is found in the pile after the event.

    No event takes away cards that it has turned.
    """

    pile_after: tuple[Card, ...] = ()

    def turned(self, at: Millis) -> SeenPlace:
        pile = self.pile_after[: len(self.pile) + 1]
        return replace(self, stack=self.stack[1:], pile=pile, shown_at=at)


def _seen(before: View, after: View) -> State:
    """Return the state before an event as far as a viewer knows it, at the time of the event."""
    everybody_hits = before.phase in EVERYBODY_HITS
    return State(
        table=tuple(
            SeenPlace(then.owner, (UNKNOWN,) * then.face_down, then.pile, then.shown_at, now.pile)
            for then, now in zip(before.places, after.places, strict=True)
        ),
        phase=before.phase,
        now=after.now,
        player=before.player,
        fastest=before.up,
        direction=before.direction,
        deadline=before.deadline,
        hits=before.hits,
        same_moment_until=before.deadline if before.hits and not everybody_hits else None,
        tied=before.tied,
        called=before.called,
        sumo=before.sumo,
        excused=before.excused,
        won=before.won,
        cards_turned=before.cards_turned,
        mouse_free_since=before.mouse_free_since,
        verdict=before.verdict,
    )


def steps(options: flow.FlowOptions, before: View, event: Event[Action] | None, after: View) -> Iterator[View]:
    """Yield what the viewer sees after each step of the event; nothing new while others are still to decide."""
    for state in _states(options, before, event, after):
        yield view_of(state, before.viewer, timed=before.timed)


def _states(options: flow.FlowOptions, before: View, event: Event[Action] | None, after: View) -> flow.Steps:
    if before.decided:
        return _decided(options, before, after)
    return iter(()) if event is None else flow.steps(options, _seen(before, after), event)


def _decided(options: flow.FlowOptions, before: View, after: View) -> flow.Steps:
    """Return the steps after hidden decisions, from what shows: the order that has to be drawn, or the rulings."""
    undecided = [seat for seat in seats_in_play(before.places) if not before.decided[seat]]
    if len(undecided) > 1:
        return iter(())
    rulings = after.verdict[len(before.verdict) :]
    hands = {hit.seat for hit in after.hits} or {hand for ruling in rulings if (hand := hand_of(ruling)) is not None}
    return flow.verdict(options, flow.with_hands(_seen(before, after), sorted(hands)))
