"""Kinds of mistakes in MEOW."""

from __future__ import annotations

from purrlor.core import Record
from purrlor.kit.review import Decision

from . import Action, State, View
from .cards import TRUMP
from .notation import Play
from .review import ToLead


def mistake_kind(_: Record[State, Action, View], decision: Decision) -> str:
    """Trumps spent or kept at the wrong time, a card too high or too low, or the wrong colour to lead or to give up."""
    assert isinstance(decision.action, Play)
    assert isinstance(decision.best, Play)
    played, best = decision.action.card, decision.best.card
    if played.colour is not best.colour:
        if TRUMP in (played.colour, best.colour):
            return "trump_spent" if played.colour is TRUMP else "trump_kept"
        return "led_colour" if isinstance(decision.situation, ToLead) else "discard"
    return "too_high" if played.rank > best.rank else "too_low"
