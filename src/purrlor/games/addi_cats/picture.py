"""Addi Cat's as the web client draws it: the cards as numbers, never their sums, because seeing those is the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import asdict

from purrlor.core import Note
from purrlor.kit.pictures import Painter
from purrlor.words import kind_key

from . import Action, AddiCats, Addition, Card, Phase, PlaceView, Sum, View, additions, deck
from .notation import Part
from .state import EVERYBODY_HITS
from .story import ruling_notes

SHOWN = 3
"""Number of cards of a pile that are drawn."""

Kind: TypeAlias = Literal["addition", "sum", "action"]


class CardPicture(Struct, frozen=True):
    kind: Kind
    text: str
    """The card in notation; for an Action card its name."""
    numbers: tuple[int, ...]


class PlacePicture(Struct):
    owner: int
    face_down: int
    open: int
    """How many cards lie open."""
    top: list[CardPicture]
    """The last cards of the pile, the top card last."""
    shown_at: int


class HitPicture(Struct):
    seat: int
    part: Part
    after: int
    """Milliseconds since the last card was turned."""


class CalledPicture(Struct):
    place: int
    owner: int
    card: str


class Correction(Struct, frozen=True):
    """The Correction card of a sum."""

    total: int
    additions: tuple[tuple[int, int], ...]


class VerdictPicture(Struct, frozen=True):
    note: Annotated[dict[str, Any], Meta(extra={"typescript": "Note"})]
    """The note of the story, which the catalogues of words have a sentence for."""
    correction: Correction | None


class SharedPicture(Struct):
    phase: Phase
    timed: bool
    places: list[PlacePicture]
    """The places, clockwise."""
    up: int | None
    """The place that turns the next card."""
    turn: int | None
    """The seat that may turn it now."""
    direction: int
    now: int
    deadline: int | None
    window: int | None
    """The length of the window that closes at the deadline."""
    hits: list[HitPicture]
    tied: list[int]
    decided: list[bool]
    """Whether each seat has chosen hit or pass; empty: nothing is to be decided."""
    called: CalledPicture | None
    """The Action card that is being carried out."""
    sumo: bool
    excused: list[int]
    verdict: list[VerdictPicture]
    left: list[int]
    """The cards of each seat, face down and open."""
    won: list[list[int]]
    numbers_up_to: int
    cards_turned: int
    over: bool


class Picture(SharedPicture):
    decision: bool | None
    """The viewer's own choice, hit or pass, where everybody chooses."""


def own_picture(_game: AddiCats, view: View, _legal: Sequence[Action]) -> dict[str, Any]:
    return {"decision": view.decision}


def shared_picture(game: AddiCats, view: View) -> SharedPicture:
    places = view.places
    newest = max([place.shown_at for place in places], default=0)
    left = [0] * game.seats
    for place in places:
        left[place.owner] += place.face_down + len(place.pile)
    may_turn = view.up is not None and view.phase is Phase.TURN and not view.hits
    called = view.called[0] if view.called else None
    return SharedPicture(
        phase=view.phase,
        timed=view.timed,
        places=[_place(place) for place in places],
        up=view.up,
        turn=places[view.up].owner if may_turn and view.up is not None else None,
        direction=view.direction,
        now=view.now,
        deadline=view.deadline,
        window=_window(game, view),
        hits=[HitPicture(hit.seat, hit.part, hit.at - newest) for hit in view.hits],
        tied=list(view.tied),
        decided=list(view.decided),
        called=CalledPicture(called.place, places[called.place].owner, called.card.value) if called else None,
        sumo=view.sumo,
        excused=list(view.excused),
        verdict=[
            _note(note, game.numbers_up_to)
            for ruling in view.verdict
            for note in ruling_notes(ruling, game.numbers_up_to)
        ],
        left=left,
        won=[list(seats) for seats in view.won],
        numbers_up_to=game.numbers_up_to,
        cards_turned=view.cards_turned,
        over=view.phase is Phase.OVER,
    )


def _place(place: PlaceView) -> PlacePicture:
    pile = place.pile
    return PlacePicture(
        place.owner, place.face_down, len(pile), [_CARDS[card] for card in pile[-SHOWN:]], place.shown_at
    )


def _window(game: AddiCats, view: View) -> int | None:
    """Return the time that runs now: until a due verdict, otherwise that of the phase."""
    if view.deadline is None:
        return None
    if view.phase in EVERYBODY_HITS or view.phase is Phase.LAST_CALL:
        return game.hit_window
    if view.hits:
        return game.margin
    times = {Phase.LOOK: game.pace, Phase.TURN: game.patience, Phase.COUNT: game.clock_count}
    return times.get(view.phase)


def _card(card: Card) -> CardPicture:
    match card:
        case Addition(first, second):
            return CardPicture("addition", str(card), (first, second))
        case Sum(number):
            return CardPicture("sum", str(card), (number,))
        case _:
            return CardPicture("action", card.value, ())


_CARDS = {card: _card(card) for card in deck()}


@lru_cache(maxsize=1024)
def _note(note: Note, numbers_up_to: int) -> VerdictPicture:
    values = asdict(note)
    kind = kind_key("", type(note)).removeprefix(".note.")
    correction: Correction | None = None
    if "total" in values:
        pairs = tuple((each.first, each.second) for each in additions(values["total"], numbers_up_to))
        correction = Correction(values["total"], pairs)
    return VerdictPicture({"kind": kind, **values}, correction)


PAINTER = Painter(shared_picture, own_picture, Picture)
