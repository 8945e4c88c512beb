"""The course of a match: what each event leads to, from card to card and from window to window.

An event can lead through several steps: a verdict, then who has won, then one Action card after the other. `Steps` are
the states on the way, the last one is where the match stands; the rules take the last one, the story describes each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Protocol, TypeAlias

from msgspec.structs import replace

from purrlor.core import Act, Event, Fate, Millis, Seat

from . import verdicts
from .cards import ActionCard, card_of
from .contests import can_sumo
from .notation import TURN, Action, Hit, Part
from .state import EVERYBODY_HITS, Called, MouseHit, Phase, State, up
from .table import dealt, in_line, in_play, moved, replaced, seats_in_play

Steps: TypeAlias = Iterator[State]
"""The states after each step of an event, at least one."""


class FlowOptions(Protocol):
    """The options that the course of a match depends on."""

    @property
    def seats(self) -> int: ...
    @property
    def owners(self) -> tuple[Seat, ...]: ...
    @property
    def stack_sizes(self) -> tuple[int, ...]: ...
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
    def contenders(self) -> tuple[tuple[Seat, tuple[int, ...]], ...]: ...
    @property
    def wins_to_end(self) -> int: ...
    @property
    def pays_both_stacks(self) -> bool: ...


def steps(options: FlowOptions, state: State, event: Event[Action]) -> Steps:
    """Return the states that an expected `event` leads to; the state has the time of the event."""
    match event:
        case Fate(values):
            return _fate(options, state, values)
        case Act(seat, Hit(part)) if part is not None:
            return _hit(options, state, seat, part)
        case Act(seat, action):
            return _turn(options, state) if action == TURN else _decide(options, state, seat, action == Hit())
        case _:
            return _time_out(options, state)


def _fate(options: FlowOptions, state: State, values: Sequence[int]) -> Steps:
    if state.phase is Phase.FIRST:
        yield replace(state, phase=Phase.DEAL, fastest=options.owners.index(Seat(values[0] - 1)))
    elif state.phase is Phase.DEAL:
        table = dealt(options.owners, options.stack_sizes, [card_of(value) for value in values])
        yield _await_turn(options, replace(state, table=table))
    else:
        yield from verdict(options, state, order=[Seat(value - 1) for value in values])


def _time_out(options: FlowOptions, state: State) -> Steps:
    if state.same_moment_until is not None or state.phase in EVERYBODY_HITS:
        yield from verdict(options, state)
        return
    match state.phase:
        case Phase.LOOK:
            yield _await_turn(options, state)
        case Phase.COUNT:
            state = replace(_everybody_turns(state), verdict=())
            yield state
            yield from _go_on(options, state)
        case Phase.LAST_CALL:
            yield _ended(state)
        case _:
            yield from _turn(options, state)


# Turning cards


def _turn(options: FlowOptions, state: State) -> Steps:
    """Turn a card of the player in turn; what was open by Sumo or lateness ends."""
    number = up(state)
    assert number is not None
    state = replace(_with_turned(state, [number]), player=number, fastest=None, verdict=())
    yield state
    yield from _go_on(options, state)


def _with_turned(state: State, numbers: Sequence[int]) -> State:
    """Turn a card of each of these places at the same moment, and call its Action cards behind those that wait."""
    table = replaced(state.table, {number: state.table[number].turned(state.now) for number in numbers})
    tops = [(number, table[number].pile[-1]) for number in numbers]
    return replace(
        state,
        table=table,
        sumo=False,
        excused=(),
        cards_turned=state.cards_turned + len(numbers),
        called=(*state.called, *(Called(number, card) for number, card in tops if isinstance(card, ActionCard))),
    )


def _everybody_turns(state: State) -> State:
    """Turn one card of each player, beginning with the player of the Clock."""
    clock = state.called[0].place
    line = [number for number in in_line(state.table, clock, state.direction) if state.table[number].stack]
    return _with_turned(replace(state, called=state.called[1:]), line)


# From card to card


def _go_on(options: FlowOptions, state: State) -> Steps:
    """Go on to the next decision: end the match, or resolve the next Action card, or let all players look."""
    while True:
        state = yield from _winners(options, state)
        if state.phase is Phase.OVER:
            return
        waiting = _await_called(options, state) if state.called else _open_mouse(options, state)
        if waiting is not None:
            yield waiting
            return
        state = _carried_out(state)
        yield state


def _await_called(options: FlowOptions, state: State) -> State | None:
    """Return the state while the called Action card takes its time; None: it takes none."""
    match state.called[0]:
        case Called(_, ActionCard.CHASE):
            return _await_everybody(options, replace(state, phase=Phase.CHASE))
        case Called(place, ActionCard.TRAP) if in_play(state.table[place]):
            return _await_everybody(options, replace(state, phase=Phase.TRAP))
        case Called(_, ActionCard.CLOCK) if options.timed:
            return replace(state, phase=Phase.COUNT, deadline=Millis(state.now + options.clock_count))
        case _:
            return None


def _carried_out(state: State) -> State:
    match state.called[0].card:
        case ActionCard.CLOCK:
            return _everybody_turns(state)
        case ActionCard.SUMO:
            return begin_sumo(state)
        case ActionCard.U_TURN:
            return turn_round(state)
        case ActionCard.GIFT:
            return give_presents(state)
        case _:  # a Trap, whose player has got rid of all cards while it waited
            return replace(state, called=state.called[1:])


def _await_everybody(options: FlowOptions, state: State) -> State:
    if options.timed:
        return replace(state, deadline=Millis(state.now + options.hit_window))
    return replace(state, decisions=(None,) * options.seats)


def _open_mouse(options: FlowOptions, state: State) -> State:
    """Let all players look and hit; the match is over if no card can be turned and nothing is open."""
    turner = _turner(options, state)
    if turner is None and not verdicts.open_contests(state):
        return _ended(state)
    if not options.timed:
        return replace(state, phase=Phase.DECIDE, decisions=(None,) * options.seats)
    if turner is None:
        return replace(state, phase=Phase.LAST_CALL, deadline=Millis(state.now + options.hit_window))
    if options.pace:
        return replace(state, phase=Phase.LOOK, deadline=Millis(state.now + options.pace))
    return _await_turn(options, state)


def _turner(options: FlowOptions, state: State) -> int | None:
    return up(state) if state.cards_turned < options.most_cards else None


def _await_turn(options: FlowOptions, state: State) -> State:
    if _turner(options, state) is None:
        return _ended(state)
    limited = options.timed and options.patience is not None
    deadline = Millis(state.now + (options.patience or 0)) if limited else None
    return replace(state, phase=Phase.TURN, deadline=deadline)


# Hitting the mouse


def _hit(options: FlowOptions, state: State, seat: Seat, part: Part) -> Steps:
    if state.phase not in EVERYBODY_HITS and seat in state.excused and not verdicts.has_right(state, seat):
        yield replace(state, excused=tuple(other for other in state.excused if other != seat))
        return
    state = replace(state, hits=(*state.hits, MouseHit(seat, part, state.now)))
    if verdicts.missing(state):
        yield _with_deadlines(options, state)
    else:
        yield state
        yield from verdict(options, state)


def _with_deadlines(options: FlowOptions, state: State) -> State:
    """Set the deadline until which hits count as the same moment: the last millisecond less than the margin away.

    A Trap is decided by the first hit, a Chase by the last but one; then only the same moment is waited for.
    """
    moment = Millis(state.now + options.margin - 1)
    if state.phase not in EVERYBODY_HITS:
        return state if state.same_moment_until is not None else replace(state, same_moment_until=moment)
    decided = len(state.hits) == 1 if state.phase is Phase.TRAP else len(verdicts.missing(state)) == 1
    if not decided or state.deadline is None:
        return state
    return replace(state, deadline=min(state.deadline, moment))


def _decide(options: FlowOptions, state: State, seat: Seat, hits: bool) -> Steps:
    """Store a decision where no clock runs; after the last one, all hits are of the same moment."""
    decisions = (*state.decisions[:seat], hits, *state.decisions[seat + 1 :])
    if any(decisions[other] is None for other in seats_in_play(state.table)):
        yield replace(state, decisions=decisions)
    else:
        hands = (Seat(other) for other, hit in enumerate(decisions) if hit)
        yield from verdict(options, with_hands(state, hands))


def with_hands(state: State, hands: Iterable[Seat]) -> State:
    """Return the state in which these seats have said `hit`, and the others `pass`."""
    return replace(state, decisions=(), hits=tuple(MouseHit(seat, Part.BODY, state.now) for seat in hands))


# Verdicts


def verdict(options: FlowOptions, state: State, order: Sequence[Seat] = ()) -> Steps:
    """Judge the hits; if hits of the same moment matter, their order is drawn first."""
    tied = () if order else _tied(options, state)
    if tied:
        yield replace(state, tied=tied)
        return
    judged = _judged(options, state, order)
    yield judged
    yield from _after_verdict(options, judged, nobody_hit=not state.hits)


def _tied(options: FlowOptions, state: State) -> tuple[Seat, ...]:
    match state.phase:
        case Phase.CHASE:
            return verdicts.tied_in_chase(state, options.margin)
        case Phase.TRAP:
            return verdicts.tied_in_trap(state, options.margin)
        case _:
            return verdicts.tied_in_contests(state)


def _judged(options: FlowOptions, state: State, order: Sequence[Seat]) -> State:
    match state.phase:
        case Phase.CHASE:
            return verdicts.chased(state, options.margin, order)
        case Phase.TRAP:
            return verdicts.trapped(state, options.margin, order)
        case _:
            return verdicts.judged(state, order)


def _after_verdict(options: FlowOptions, state: State, *, nobody_hit: bool) -> Steps:
    if state.phase not in (Phase.COUNT, Phase.DECIDE):
        yield from _go_on(options, state)
        return
    state = yield from _winners(options, state)
    if state.phase is Phase.COUNT and state.deadline is not None:
        yield replace(state, deadline=max(state.deadline, state.now))
    elif state.phase is Phase.DECIDE:
        goes_on = nobody_hit or _turner(options, state) is not None
        yield _await_turn(options, state) if goes_on else _open_mouse(options, state)


# The end


def _winners(options: FlowOptions, state: State) -> Generator[State, None, State]:
    """Add the players without cards to the winners. The match ends after `wins_to_end` wins."""
    gone = [seat for seats in state.won for seat in seats]
    empty = (seat for seat, places in options.contenders if not any(in_play(state.table[place]) for place in places))
    now = tuple(sorted((Counter(empty) - Counter(gone)).elements()))
    if now:
        moments = (now,) if options.pays_both_stacks else _one_after_the_other(now)
        state = replace(state, won=(*state.won, *moments)[: options.wins_to_end])
        yield state
    if now and len(gone) + len(now) >= options.wins_to_end:
        state = _ended(state)
        yield state
    return state


def _one_after_the_other(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """Split wins of the same moment: of a player's own two stacks one comes first."""
    first = tuple(dict.fromkeys(seats))
    second = tuple(seat for seat in first if seats.count(seat) > 1)
    return (first, second) if second else (first,)


def _ended(state: State) -> State:
    return replace(state, phase=Phase.OVER, deadline=None, called=(), excused=())


def begin_sumo(state: State) -> State:
    """Begin a Sumo: the highest sum against the lowest, until the next card; with fewer than two sums, nothing."""
    return replace(state, called=state.called[1:], sumo=state.sumo or can_sumo(state.table))


def turn_round(state: State) -> State:
    return replace(state, called=state.called[1:], direction=-state.direction)


def give_presents(state: State) -> State:
    """Give one card to each of the others, in turn order, while they last."""
    giver = state.called[0].place
    table = state.table
    others = [number for number in in_line(table, giver, state.direction)[1:] if in_play(table[number])]
    for number in others:
        table = moved(table, giver, number)
    return replace(state, called=state.called[1:], table=table)
