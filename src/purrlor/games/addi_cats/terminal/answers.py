"""How things stand in Addi Cat's, in words."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.core import Seat
from purrlor.games.addi_cats import Action, Phase, PlaceView, View
from purrlor.games.addi_cats.rules import AddiCats
from purrlor.games.addi_cats.table import cards_left, top_card
from purrlor.kit.answers import Answers
from purrlor.kit.speech import listed, say

from .plain import stacks_line, status_text


class AddiCatsAnswers(Answers):
    def hand(self, view: View, names: Sequence[str]) -> list[str]:
        del names
        own = [place for place in view.places if place.owner == view.viewer]
        return [_own_words(place) for place in own]

    def table(self, view: View, names: Sequence[str]) -> list[str]:
        """The cards by where they lie: clockwise from the viewer, as the sounds of the page go from left to right."""
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


ANSWERS = AddiCatsAnswers(AddiCats.name)
