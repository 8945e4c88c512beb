"""The state of a match, the rulings at the mouse, and what a viewer sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from purrlor.core import Millis, Seat
from purrlor.core.value import Value, Word

from .cards import ActionCard, Card
from .notation import Part
from .table import ShownPlace, Table, in_line


class Phase(Word):
    FIRST = "first"
    """The first player is drawn."""
    DEAL = "deal"
    LOOK = "look"
    """A card was turned: everybody looks; the next one may not be turned yet."""
    TURN = "turn"
    """The player in turn may turn a card."""
    COUNT = "count"
    """Clock: everybody counts to three."""
    CHASE = "chase"
    """Everybody is to hit, and not to be last."""
    TRAP = "trap"
    """Everybody is to hit, above all the player of the Trap."""
    DECIDE = "decide"
    """Where no clock runs: everybody says `hit` or `pass`."""
    LAST_CALL = "last_call"
    """Nobody has a card to turn; what is open may still be hit."""
    OVER = "over"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


EVERYBODY_HITS = (Phase.CHASE, Phase.TRAP)
NOBODY_TURNS = (Phase.FIRST, Phase.DEAL, Phase.LAST_CALL, Phase.OVER)


class MouseHit(Value, frozen=True):
    """A hand on the mouse."""

    seat: Seat
    part: Part
    at: Millis


class Called(Value, frozen=True):
    """An Action card that is still to be carried out."""

    place: int
    card: ActionCard


class GreedReason(Word):
    """Why a hit was greedy."""

    NOTHING_EQUAL = "nothing_equal"
    NOT_CONCERNED = "not_concerned"


class FightWon(Value, frozen=True):
    """The fastest gives their pile away."""

    seat: Seat
    losers: tuple[Seat, ...]
    cards: int
    sums: tuple[int, ...]
    """The equal sum; in a Sumo the highest and the lowest."""
    sumo: bool = False
    outside: bool = False
    """Won with an Action card as last card, thanks to the equal sums of others."""


class Greed(Value, frozen=True):
    seat: Seat
    cards: int
    reason: GreedReason


class Chased(Value, frozen=True):
    first: Seat
    last: Seat
    cards: int
    """How many the last one puts under their stack."""


class NotChased(Value, frozen=True):
    """No player hit."""


class Caught(Value, frozen=True):
    """A player is caught in the Trap; the others gave `cards`."""

    seat: Seat
    cards: int


class Escaped(Value, frozen=True):
    """A player escaped from the Trap."""

    seat: Seat


Ruling: TypeAlias = FightWon | Greed | Chased | NotChased | Caught | Escaped


def hand_of(ruling: Ruling) -> Seat | None:
    """Return the seat that must have hit for this ruling; None if it depends on no hit."""
    match ruling:
        case FightWon(seat) | Greed(seat) | Escaped(seat) | Chased(seat):
            return seat
        case _:
            return None


class State(Value, frozen=True):
    table: Table
    phase: Phase
    now: Millis = Millis(0)
    """The time of the last event; it stands still where no clock runs."""
    player: int = 0
    """The place where a card was last turned in turn."""
    fastest: int | None = None
    """The place that plays next because its player was fastest; None: the next in line."""
    direction: int = 1
    """1: clockwise, -1: the other way."""
    deadline: Millis | None = None
    """The time at which the phase ends by itself."""
    hits: tuple[MouseHit, ...] = ()
    """The hands on the mouse, in the order they came."""
    same_moment_until: Millis | None = None
    """The time until which another hit belongs to the same moment as the first; None: no verdict is due."""
    tied: tuple[Seat, ...] = ()
    """The seats that hit in the same moment, until their order is drawn."""
    decisions: tuple[bool | None, ...] = ()
    """The decisions to hit, without a clock; None: not decided yet. Hidden until the last has decided."""
    called: tuple[Called, ...] = ()
    """Action cards to be carried out; the first one is being carried out."""
    sumo: bool = False
    excused: tuple[Seat, ...] = ()
    """The seats that were just too slow: their hits before the next card count as late, not as greedy."""
    won: tuple[tuple[Seat, ...], ...] = ()
    """The seats that got rid of all cards, in order; those of the same moment together."""
    cards_turned: int = 0
    mouse_free_since: Millis = Millis(0)
    """The time at which the last Chase or Trap ended."""
    verdict: tuple[Ruling, ...] = ()
    """The rulings since the last turn; cards that a Clock turns in the same event take nothing away."""


class PlaceView(Value, frozen=True):
    """A place as all players see it: the pile, and the number of cards in the stack."""

    owner: Seat
    face_down: int
    pile: tuple[Card, ...]
    shown_at: Millis


class View(Value, frozen=True):
    """The view of a seat: everything except face-down cards, even its own, and the decisions of others."""

    viewer: Seat | None
    phase: Phase
    now: Millis
    places: tuple[PlaceView, ...]
    player: int
    """The place where a card was last turned in turn."""
    up: int | None
    """The place that turns the next card."""
    direction: int
    deadline: Millis | None
    """The time at which the current window closes."""
    hits: tuple[MouseHit, ...]
    tied: tuple[Seat, ...]
    decided: tuple[bool, ...]
    decision: bool | None
    """Whether the viewer hits, where no clock runs; None: not decided yet."""
    called: tuple[Called, ...]
    sumo: bool
    excused: tuple[Seat, ...]
    won: tuple[tuple[Seat, ...], ...]
    cards_turned: int
    mouse_free_since: Millis
    verdict: tuple[Ruling, ...]
    timed: bool


def next_up(places: Sequence[ShownPlace], player: int, fastest: int | None, direction: int) -> int | None:
    """Return who turns the next card: the fastest or the next in line; places without a face-down card are skipped."""
    start = player + direction if fastest is None else fastest
    return next((number for number in in_line(places, start, direction) if places[number].face_down), None)


def up(state: State) -> int | None:
    return next_up(state.table, state.player, state.fastest, state.direction)


def view_of(state: State, seat: Seat | None, *, timed: bool) -> View:
    return View(
        viewer=seat,
        phase=state.phase,
        now=state.now,
        places=tuple(PlaceView(place.owner, len(place.stack), place.pile, place.shown_at) for place in state.table),
        player=state.player,
        up=None if state.phase in NOBODY_TURNS else up(state),
        direction=state.direction,
        deadline=running_deadline(state),
        hits=state.hits,
        tied=state.tied,
        decided=tuple(decision is not None for decision in state.decisions),
        decision=state.decisions[seat] if seat is not None and state.decisions else None,
        called=state.called,
        sumo=state.sumo,
        excused=state.excused,
        won=state.won,
        cards_turned=state.cards_turned,
        mouse_free_since=state.mouse_free_since,
        verdict=state.verdict,
        timed=timed,
    )


def running_deadline(state: State) -> Millis | None:
    """Return the deadline that runs: a due verdict comes before the end of the phase; a draw has none."""
    if state.tied:
        return None
    return state.deadline if state.same_moment_until is None else state.same_moment_until
