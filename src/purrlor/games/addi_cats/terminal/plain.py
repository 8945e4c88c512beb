"""Addi Cat's in short lines, always in the same order."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core import Millis, Seat
from purrlor.games.addi_cats import Action, Phase, View
from purrlor.games.addi_cats.story import victory
from purrlor.games.addi_cats.table import cards_left, top_card
from purrlor.kit.speech import listed, say, speech

Names = Sequence[str]


def plain(view: View, legal: Sequence[Action], names: Names) -> list[str]:
    """Everything, in short lines."""
    return [*brief(view, legal, names), stacks_line(view, names)]


def brief(view: View, legal: Sequence[Action], names: Names) -> list[str]:  # noqa: ARG001
    """What lies open, and what everybody is to do."""
    shown = [
        say("terminal.addi-cats.plain.card", seat=names[place.owner], card=card, count=len(place.pile))
        for place in view.places
        if (card := top_card(place)) is not None
    ]
    lying = say("terminal.addi-cats.plain.open", cards=listed(shown)) if shown else say("terminal.addi-cats.plain.none")
    return [lying, status_text(view, names)]


def stacks_line(view: View, names: Names) -> str:
    """How many cards everybody has."""
    left = [
        say("terminal.addi-cats.plain.left", seat=name, count=cards_left(view.places, Seat(seat)))
        for seat, name in enumerate(names)
    ]
    return say("terminal.addi-cats.plain.stacks", stacks=listed(left))


def status_text(view: View, names: Sequence[str], now: Millis | None = None) -> str:
    """What everybody is to do now, in a few words; or how it ended."""
    if view.phase is Phase.OVER:
        return ending(view, names)
    up = names[view.places[view.up].owner] if view.up is not None else ""
    if view.phase is Phase.COUNT:
        left = (view.deadline or 0) - (view.now if now is None else now)
        return say("terminal.addi-cats.status.count", count=max(-(-left // 1000), 0))
    if view.phase is Phase.TRAP:
        return say("terminal.addi-cats.status.trap", seat=names[view.places[view.called[0].place].owner])
    if view.phase in (Phase.LOOK, Phase.TURN) and view.sumo:
        return say("terminal.addi-cats.status.sumo")
    return say(f"addi-cats.status.{view.phase}", seat=up)


def ending(view: View, names: Sequence[str]) -> str:
    """Who has won, as the last note of the story says it."""
    return speech().say("addi-cats", victory(view, len(names)), names)
