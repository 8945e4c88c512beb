"""The course of a match: what each event leads to, from card to card and from window to window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from purrlor.core import Millis, Note, Seat, winners

from . import everybody, verdicts
from .action_cards import begin_sumo, give_presents, turn_round
from .cards import ActionCard, Card
from .notation import Part
from .state import EVERYBODY_HITS, Called, MouseHit, Phase, State, up
from .story import (
    Dealt,
    EmptiesStack,
    Finishes,
    Hits,
    Late,
    MostCardsTurned,
    NobodyCanTurn,
    SameMoment,
    ShareVictory,
    ShareVictoryByStack,
    Turns,
    TurnsAtLast,
    Wins,
    WinsByStack,
)
from .table import cards_left, dealt, in_line, in_play, replaced, seats_in_play


class House(Protocol):
    """The options that the course of a match depends on."""

    @property
    def seats(self) -> int: ...
    @property
    def timed(self) -> bool: ...
    @property
    def pace(self) -> int: ...
    @property
    def patience(self) -> int | None: ...
    @property
    def hit_window(self) -> int: ...
    @property
    def clock_count(self) -> int: ...
    @property
    def margin(self) -> int: ...
    @property
    def most_cards(self) -> int: ...
    @property
    def numbers_up_to(self) -> int: ...
    @property
    def contenders(self) -> tuple[tuple[Seat, tuple[int, ...]], ...]: ...
    @property
    def wins_to_end(self) -> int: ...
    def scores(self, state: State) -> tuple[int, ...]: ...


def deal(house: House, state: State, owners: Sequence[Seat], cards: Sequence[Card]) -> State:
    return _await_turn(house, replace(state, table=dealt(owners, cards), news=(Dealt(len(cards)),)))


# Turning cards


def turn(house: House, state: State, *, asleep: bool = False) -> State:
    """The player in turn turns a card; what stood open by Sumo or lateness ends."""
    number = up(state)
    assert number is not None
    state = _with_turned(state, [number], asleep=asleep)
    return _go_on(house, replace(state, player=number, fastest=None))


def _with_turned(state: State, numbers: Sequence[int], *, asleep: bool = False) -> State:
    """These places turn a card at the same moment; Action cards among them are called, behind those that wait."""
    table = replaced(state.table, {number: state.table[number].turned(state.now) for number in numbers})
    tops = [(number, table[number].pile[-1]) for number in numbers]
    kind = TurnsAtLast if asleep else Turns
    return replace(
        state,
        table=table,
        sumo=False,
        excused=(),
        verdict=(),
        cards_turned=state.cards_turned + len(numbers),
        called=(*state.called, *(Called(number, card) for number, card in tops if isinstance(card, ActionCard))),
        news=(*state.news, *(kind(table[number].owner, card) for number, card in tops)),
    )


def _everybody_turns(house: House, state: State) -> State:
    """The Clock strikes: from its player on, everybody turns one card."""
    clock = state.called[0].place
    line = [number for number in in_line(state.table, clock, state.direction) if state.table[number].stack]
    return _go_on(house, _with_turned(replace(state, called=state.called[1:]), line))


# From card to card


def _go_on(house: House, state: State) -> State:
    """First who has won, then the Action cards one by one, then everybody looks."""
    state = _with_winners(house, state)
    if state.phase is Phase.OVER:
        return state
    return _carry_out(house, state) if state.called else _open_mouse(house, state)


def _carry_out(house: House, state: State) -> State:
    match state.called[0].card:
        case ActionCard.CHASE:
            return _await_everybody(house, replace(state, phase=Phase.CHASE))
        case ActionCard.TRAP if in_play(state.table[state.called[0].place]):
            return _await_everybody(house, replace(state, phase=Phase.TRAP))
        case ActionCard.TRAP:  # its player has got rid of all cards while it waited
            return _go_on(house, replace(state, called=state.called[1:]))
        case ActionCard.CLOCK if house.timed:
            return replace(state, phase=Phase.COUNT, deadline=Millis(state.now + house.clock_count))
        case ActionCard.CLOCK:
            return _everybody_turns(house, state)
        case ActionCard.SUMO:
            return _go_on(house, begin_sumo(state))
        case ActionCard.U_TURN:
            return _go_on(house, turn_round(state))
        case ActionCard.GIFT:
            return _go_on(house, give_presents(state))


def _await_everybody(house: House, state: State) -> State:
    if house.timed:
        return replace(state, deadline=Millis(state.now + house.hit_window))
    return replace(state, decisions=(None,) * house.seats)


def _open_mouse(house: House, state: State) -> State:
    """Everybody looks, and may hit; the match is over if no card can be turned and nothing is open."""
    turner = _turner(house, state)
    if turner is None and not verdicts.open_contests(state):
        return _ended(house, state, _no_more_cards(house, state))
    if not house.timed:
        return replace(state, phase=Phase.DECIDE, decisions=(None,) * house.seats)
    if turner is None:
        return replace(state, phase=Phase.LAST_CALL, deadline=Millis(state.now + house.hit_window))
    if house.pace:
        return replace(state, phase=Phase.LOOK, deadline=Millis(state.now + house.pace))
    return _await_turn(house, state)


def _turner(house: House, state: State) -> int | None:
    return up(state) if state.cards_turned < house.most_cards else None


def _await_turn(house: House, state: State) -> State:
    if _turner(house, state) is None:
        return _ended(house, state, _no_more_cards(house, state))
    limited = house.timed and house.patience is not None
    deadline = Millis(state.now + (house.patience or 0)) if limited else None
    return replace(state, phase=Phase.TURN, deadline=deadline)


def time_out(house: House, state: State) -> State:
    if state.same_moment_until is not None or state.phase in EVERYBODY_HITS:
        return verdict(house, state)
    match state.phase:
        case Phase.LOOK:
            return _await_turn(house, state)
        case Phase.COUNT:
            return _everybody_turns(house, state)
        case Phase.LAST_CALL:
            return _ended(house, state, _no_more_cards(house, state))
        case _:
            return turn(house, state, asleep=True)


# Hitting the mouse


def hit(house: House, state: State, seat: Seat, part: Part) -> State:
    if state.phase in EVERYBODY_HITS:
        return _everybody_hit(house, _with_hit(state, seat, part))
    if seat in state.excused and not verdicts.has_right(state, seat):
        rest = tuple(other for other in state.excused if other != seat)
        return replace(state, excused=rest, news=(Late(seat),))
    state = _with_hit(state, seat, part)
    if not everybody.missing(state):
        return verdict(house, state)
    return state if state.same_moment_until is not None else replace(state, same_moment_until=_moment(house, state))


def _with_hit(state: State, seat: Seat, part: Part) -> State:
    after = Millis(state.now - max(place.shown_at for place in state.table))
    return replace(state, hits=(*state.hits, MouseHit(seat, part, state.now)), news=(Hits(seat, part, after),))


def _moment(house: House, state: State) -> Millis:
    """The last millisecond that is still less than the margin away."""
    return Millis(state.now + house.margin - 1)


def _everybody_hit(house: House, state: State) -> State:
    """A Trap is decided by the first hit, a Chase by the last but one; then only the same moment is waited for."""
    left = len(everybody.missing(state))
    if not left:
        return verdict(house, state)
    decided = len(state.hits) == 1 if state.phase is Phase.TRAP else left == 1
    if not decided or state.deadline is None:
        return state
    return replace(state, deadline=min(state.deadline, _moment(house, state)))


def decide(house: House, state: State, seat: Seat, hits: bool) -> State:
    """Where no clock runs: when the last has decided, all hits are of the same moment."""
    decisions = (*state.decisions[:seat], hits, *state.decisions[seat + 1 :])
    if any(decisions[other] is None for other in seats_in_play(state.table)):
        return replace(state, decisions=decisions)
    hands = tuple(MouseHit(Seat(other), Part.BODY, state.now) for other, hit in enumerate(decisions) if hit)
    return verdict(house, replace(state, decisions=(), hits=hands))


# Verdicts


def verdict(house: House, state: State, order: Sequence[Seat] = ()) -> State:
    """Judge the hits; where they are of the same moment and it matters, fate draws their order first."""
    tied = () if order else _tied(house, state)
    if tied:
        return replace(state, tied=tied, news=(*state.news, SameMoment(tied)))
    told, nobody_hit = len(state.verdict), not state.hits
    judged = _judged(house, state, order)
    judged = replace(judged, news=(*judged.news, *judged.verdict[told:]))
    return _after_verdict(house, judged, nobody_hit=nobody_hit)


def _tied(house: House, state: State) -> tuple[Seat, ...]:
    match state.phase:
        case Phase.CHASE:
            return everybody.tied_in_chase(state, house.margin)
        case Phase.TRAP:
            return everybody.tied_in_trap(state, house.margin)
        case _:
            return verdicts.tied_in_contests(state)


def _judged(house: House, state: State, order: Sequence[Seat]) -> State:
    match state.phase:
        case Phase.CHASE:
            return everybody.chased(state, house.margin, order)
        case Phase.TRAP:
            return everybody.trapped(state, house.margin, order)
        case _:
            return verdicts.judged(state, order, numbers_up_to=house.numbers_up_to)


def _after_verdict(house: House, state: State, *, nobody_hit: bool) -> State:
    if state.phase is Phase.COUNT:
        state = _with_winners(house, state)
        return state if state.deadline is None else replace(state, deadline=max(state.deadline, state.now))
    if state.phase is not Phase.DECIDE:
        return _go_on(house, state)
    state = _with_winners(house, state)
    if state.phase is Phase.OVER:
        return state
    return _await_turn(house, state) if nobody_hit or _turner(house, state) is not None else _open_mouse(house, state)


# The end


def _with_winners(house: House, state: State) -> State:
    """A player without cards has won; `wins_to_end` says how many wins the match lasts."""
    gone = [seat for seats in state.won for seat in seats]
    empty = (seat for seat, places in house.contenders if not any(in_play(state.table[place]) for place in places))
    now = tuple(sorted((Counter(empty) - Counter(gone)).elements()))
    if not now:
        return state
    notes = (EmptiesStack(seat) if cards_left(state.table, seat) else Finishes(seat) for seat in now)
    state = replace(state, won=(*state.won, now), news=(*state.news, *notes))
    return _ended(house, state) if len(gone) + len(now) >= house.wins_to_end else state


def _no_more_cards(house: House, state: State) -> Note:
    """Why no card is turned any more."""
    return NobodyCanTurn() if up(state) is None else MostCardsTurned(house.most_cards)


def _ended(house: House, state: State, *notes: Note) -> State:
    state = replace(state, phase=Phase.OVER, deadline=None, called=(), excused=())
    return replace(state, news=(*state.news, *notes, _ending(state, winners(house.scores(state)))))


def _ending(state: State, best: tuple[Seat, ...]) -> Note:
    """With two players a winner may still have cards, in the other stack."""
    cards = cards_left(state.table, best[0])
    if state.won and any(cards_left(state.table, seat) for seat in best):
        return WinsByStack(best[0]) if len(best) == 1 else ShareVictoryByStack(best)
    return Wins(best[0], cards) if len(best) == 1 else ShareVictory(best, cards)
