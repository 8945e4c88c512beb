"""Why a verdict fell as it did: each hit is explained with the Correction card of its sum, or with what lay open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from purrlor.core import Note, Seat
from purrlor.games.addi_cats import Addition, View, sum_of
from purrlor.games.addi_cats.story import (
    Dealt,
    Decides,
    EmptiesStack,
    Finishes,
    Greedy,
    Hits,
    SameMoment,
    Starts,
    Turns,
    WinsEquality,
    WinsFromOutside,
    WinsSumo,
)
from purrlor.games.addi_cats.table import top_card, top_sum
from purrlor.kit.speech import figure, say, speech

UNTOLD = (Dealt, Decides, Hits, Turns, Finishes, EmptiesStack)
"""What the table itself shows, or a verdict says again."""


def explained(notes: Iterable[Note], before: View, names: Sequence[str], you: Seat | None = None) -> list[Text]:
    """The notes of an event, as far as they need words."""
    lines: list[Text] = []
    for note in notes:
        if not isinstance(note, UNTOLD):
            lines += _explained(note, before, names, you)
    return lines


def _explained(note: Note, before: View, names: Sequence[str], you: Seat | None) -> list[Text]:
    match note:
        case WinsEquality(proof=proof) | WinsFromOutside(proof=proof):
            return [_victory(note, before, names), correction(proof, before)]
        case WinsSumo():
            return [Text(_said(note, names, you), style="bold green"), Text(open_sums(before))]
        case Greedy():
            return [Text(_said(note, names, you), style="bold red"), Text(open_sums(before))]
        case Starts() | SameMoment():
            return [Text(_said(note, names, None))]
        case _:
            return [Text(_said(note, names, you), style="bold")]


def _said(note: Note, names: Sequence[str], you: Seat | None) -> str:
    return speech().say("addi-cats", note, names, you)


def _victory(note: WinsEquality | WinsFromOutside, before: View, names: Sequence[str]) -> Text:
    """Who was fastest, by how much time, and who gets the cards."""
    losers = speech().join([names[seat] for seat in note.seats])
    values = {"seat": names[note.seat], "seats": losers, "cards": note.cards, "total": note.total}
    hand = next((hit for hit in before.hits if hit.seat == note.seat), None)
    if hand is None or not before.timed:
        return Text(say("terminal.addi-cats.verdict.untimed", **values), style="bold green")
    risen = max(place.shown_at for place in before.places if top_sum(place) == note.total)
    after = hand.at - max(risen, before.mouse_free_since)
    return Text(say("terminal.addi-cats.verdict", after=figure(after / 1000, ".2f"), **values), style="bold green")


def correction(proof: str, before: View) -> Text:
    """The Correction card of a sum; the additions that lay open stand out."""
    shown = {str(top_card(place)) for place in before.places}
    total, *additions = proof.split(" = ")
    line = Text(total, style="bold")
    for addition in additions:
        line += Text(" = ") + Text(addition, style="bold underline" if addition in shown else "")
    return line


def open_sums(view: View) -> str:
    """What lay open, with what it comes to: `3+8 = 11, 10, 4+4 = 8`."""
    cards = [card for place in view.places if (card := top_card(place)) is not None and sum_of(card) is not None]
    texts = [f"{card} = {sum_of(card)}" if isinstance(card, Addition) else str(card) for card in cards]
    return say("terminal.addi-cats.lay_open", cards=", ".join(texts)) if texts else say("terminal.addi-cats.no_sums")
