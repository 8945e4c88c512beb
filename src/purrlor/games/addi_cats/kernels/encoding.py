"""Views and actions as numbers: five actions, and what lies open, with times in steps of 50 ms."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from purrlor.core import Millis
from purrlor.games.addi_cats.cards import MOST, ActionCard, Addition, Card, sum_of
from purrlor.games.addi_cats.notation import DECISIONS, HITS, TURN, Action, Part
from purrlor.games.addi_cats.rules import AddiCats
from purrlor.games.addi_cats.state import Phase, PlaceView, View
from purrlor.kit.lab import Encoding, Field, from_seat, one_hot, padded

ACTIONS: tuple[Action, ...] = (TURN, *HITS, *DECISIONS)
STEP = 50
"""Milliseconds that a unit of time stands for."""
LONGEST = 127
"""Longer times, and larger numbers of cards, are written as this."""
_PHASES = tuple(Phase)
_CARDS = tuple(ActionCard)


@lru_cache
def encoding(rules: AddiCats) -> Encoding[View, Action]:
    places, seats = len(rules.owners), rules.seats
    fields = padded(
        Field("face_down", places, "cards in the stack of the viewer's first place, the next place, …", high=LONGEST),
        Field("pile", places, "cards in the pile of each place", high=LONGEST),
        Field("sum", places, "what the top card of each pile comes to; 0: none, or an Action card", high=2 * MOST),
        Field("first", places, "the first number of an addition on top", high=MOST),
        Field("second", places, "its second number", high=MOST),
        Field("action", places * len(_CARDS), f"which Action card is on top: {', '.join(_CARDS)}"),
        Field("shown", places, f"time since the top card was turned, in steps of {STEP} ms", high=LONGEST),
        Field("own", places, "whether the place is the viewer's own"),
        Field("up", places, "where the next card is turned"),
        Field("head", seats, "a hand on the mouse's head: the viewer's, the next seat's, …"),
        Field("body", seats, "a hand on its body"),
        Field("excused", seats, "who was just too slow: a hit is late, not greedy"),
        Field("won", seats, "who has got rid of all cards"),
        Field("decided", seats, "who has decided, where no clock runs"),
        Field("phase", len(_PHASES), f"the phase: {', '.join(_PHASES)}"),
        Field("called", len(_CARDS), "the Action card that is being carried out"),
        Field("sumo", 1, "whether Sumo is on"),
        Field("clockwise", 1, "whether play goes clockwise"),
        Field("deadline", 1, f"time until the phase ends, in steps of {STEP} ms; {LONGEST}: none", high=LONGEST),
    )
    turns = rules.most_cards + places
    decisions = turns * (2 * seats + 1)
    return Encoding(
        fields,
        ACTIONS,
        _observation,
        decisions,
        1 + len(rules.cards) + decisions,
        at=_later if rules.timed else None,
    )


def _later(view: View, now: Millis) -> View:
    return replace(view, now=now)


def _observation(view: View) -> list[int]:
    viewer, seats = view.viewer or 0, len(view.decided) or 1 + max(place.owner for place in view.places)
    start = next(number for number, place in enumerate(view.places) if place.owner == viewer)
    places: list[PlaceView] = from_seat(view.places, start)
    tops = [place.pile[-1] if place.pile else None for place in places]
    hands = {hit.seat: hit.part for hit in view.hits}
    won = {seat for together in view.won for seat in together}
    decided = from_seat(view.decided or (False,) * seats, viewer)
    order = from_seat(range(seats), viewer)
    return [
        *(min(place.face_down, LONGEST) for place in places),
        *(min(len(place.pile), LONGEST) for place in places),
        *((0 if top is None else sum_of(top) or 0) for top in tops),
        *(top.first if isinstance(top, Addition) else 0 for top in tops),
        *(top.second if isinstance(top, Addition) else 0 for top in tops),
        *(bit for top in tops for bit in _action(top)),
        *(_steps(view.now - place.shown_at) if place.pile else 0 for place in places),
        *(int(place.owner == viewer) for place in places),
        *one_hot(None if view.up is None else (view.up - start) % len(places), len(places)),
        *(int(hands.get(seat) is Part.HEAD) for seat in order),
        *(int(hands.get(seat) is Part.BODY) for seat in order),
        *(int(seat in view.excused) for seat in order),
        *(int(seat in won) for seat in order),
        *map(int, decided),
        *one_hot(_PHASES.index(view.phase), len(_PHASES)),
        *_action(view.called[0].card if view.called else None),
        int(view.sumo),
        int(view.direction == 1),
        LONGEST if view.deadline is None else _steps(view.deadline - view.now),
    ]


def _action(card: Card | None) -> list[int]:
    return one_hot(_CARDS.index(card) if isinstance(card, ActionCard) else None, len(_CARDS))


def _steps(time: int) -> int:
    return max(0, min(time // STEP, LONGEST))
