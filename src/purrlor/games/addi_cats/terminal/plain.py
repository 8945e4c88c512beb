"""Addi Cat's in words: short lines in a fixed order, and answers to what players ask."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core import Millis, Seat
from purrlor.games.addi_cats import Action, Phase, PlaceView, View
from purrlor.games.addi_cats.story import victory
from purrlor.games.addi_cats.table import cards_left, top_card
from purrlor.kit.answers import Answers
from purrlor.kit.speech import listed, say, speech

Names = Sequence[str]


def plain(view: View, legal: Sequence[Action], names: Names) -> list[str]:
    """Say everything, in short lines."""
    return [*brief(view, legal, names), stacks_line(view, names)]


def brief(view: View, legal: Sequence[Action], names: Names) -> list[str]:  # noqa: ARG001
    """Say what lies open, and what the players have to do."""
    shown = [
        say("terminal.addi-cats.plain.card", seat=names[place.owner], card=card, count=len(place.pile))
        for place in view.places
        if (card := top_card(place)) is not None
    ]
    lying = say("terminal.addi-cats.plain.open", cards=listed(shown)) if shown else say("terminal.addi-cats.plain.none")
    return [lying, status_text(view, names)]


def stacks_line(view: View, names: Names) -> str:
    """Say how many cards each player has."""
    left = [
        say("terminal.addi-cats.plain.left", seat=name, count=cards_left(view.places, Seat(seat)))
        for seat, name in enumerate(names)
    ]
    return say("terminal.addi-cats.plain.stacks", stacks=listed(left))


def status_text(view: View, names: Sequence[str], now: Millis | None = None) -> str:
    """Say in a few words what the players have to do now, or how the match ended."""
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
    """Say who has won, in the words of the story."""
    return speech().say("addi-cats", victory(view, len(names)), names)


class AddiCatsAnswers(Answers):
    def hand(self, view: View, names: Sequence[str]) -> list[str]:
        del names
        own = [place for place in view.places if place.owner == view.viewer]
        return [_own_words(place) for place in own]

    def table(self, view: View, names: Sequence[str]) -> list[str]:
        """Say the cards clockwise from the viewer, as the sounds of the web client go from left to right."""
        start = next((at for at, place in enumerate(view.places) if place.owner == view.viewer), 0)
        cards = listed([_card_words(place, names) for place in (*view.places[start:], *view.places[:start])])
        everybody = view.viewer is None
        around = "terminal.addi-cats.answers.around.all" if everybody else "terminal.addi-cats.answers.around"
        return [say(around, cards=cards), status_text(view, names)]

    def moves(self, view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
        del names
        deciding = view.decided and view.phase in (Phase.CHASE, Phase.TRAP, Phase.DECIDE)
        way = "hit" if deciding else str(legal[0]).partition(" ")[0]
        return [say("terminal.answers.moves", moves=say(f"addi-cats.allowed.{way}"))]

    def lead(self, view: View, names: Sequence[str]) -> list[str]:
        left = [cards_left(view.places, Seat(seat)) for seat in range(len(names))]
        best = [name for name, count in zip(names, left, strict=True) if count == min(left)]
        return [say("terminal.addi-cats.answers.lead", seats=listed(best), count=min(left))]

    def scores(self, view: View, names: Sequence[str]) -> list[str]:
        return [stacks_line(view, names)]


def _own_words(place: PlaceView) -> str:
    card = top_card(place)
    if card is None:
        return say("terminal.addi-cats.answers.own", count=place.face_down)
    return say("terminal.addi-cats.answers.own.open", count=place.face_down, card=card, open=len(place.pile))


def _card_words(place: PlaceView, names: Sequence[str]) -> str:
    card = top_card(place)
    if card is None:
        return say("terminal.addi-cats.answers.no_card", seat=names[place.owner])
    return say("terminal.addi-cats.plain.card", seat=names[place.owner], card=card, count=len(place.pile))


ANSWERS = AddiCatsAnswers("addi-cats")
