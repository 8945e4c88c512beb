"""The compiled rules, for simulations of many matches in simulated time. They play with a clock only.

A test replays matches through both and demands equality event by event; where they differ, `rules.py` is right. The
functions mirror those of `flow.py`, where the rules are explained.
"""

import numpy as np

from purrlor.compiled import compiled

# isort: off
from .fast_table import (
    CALLED, CALLED_CARD, CALLED_PLACE, CHASE_CARD, CLOCK_CARD, CONTENDER, COUNT, DEADLINE, DIRECTION, DOWN, EXCUSED,
    FASTEST, GIFT_CARD, HAND, HITS, HIT_AT, MARGIN, MOMENT, MOST, MOST_CONTESTS, MOST_PLACES, NONE, NOW, PACE, PART,
    PATIENCE, PAYS_BOTH, PHASE, PLACES, PLACE_WON, PLAYER, SIZE, SUMO, SUMO_CARD, TIED, TRAP_CARD, TURNED, U_TURN_CARD,
    WINDOW, WINS, WON, Cards, Ints, FastTable, cards_left, cards_lie_open, contender, contests, count, in_line, in_play,
    move_card, owner, places_in_play, put_card, top_sum, turn_card, up,
)  # fmt: skip
from .fast_verdicts import (
    CHASE, COUNTING, LAST_CALL, LOOK, OVER, TRAP, TURN, chased, done, has_right, judged, missing, tied, trapped,
)  # fmt: skip
# isort: on

_NOBODY = np.full(MOST_PLACES, NONE, np.int64)
"""The order while none has been drawn."""


# Turning cards


@compiled
def deal(t: FastTable, first: int, cards: Cards) -> None:
    """Deal the cards of a new match one by one; the place `first` begins."""
    t.words[:] = 0
    t.words[DIRECTION] = 1
    t.words[FASTEST] = first
    t.words[DEADLINE] = t.words[MOMENT] = NONE
    t.words[PLACE_WON : PLACE_WON + MOST_PLACES] = NONE
    for number in range(len(cards)):
        place = number % t.house[PLACES]
        if number // t.house[PLACES] < t.house[SIZE + place]:
            put_card(t, place, cards[number])
    _await_turn(t)


@compiled
def turn(t: FastTable, at: int) -> None:
    """Turn a card, for the player in turn or because time ran out."""
    t.words[NOW] = at
    place = up(t)
    _end_of_look(t)
    _turn_one(t, place)
    t.words[PLAYER], t.words[FASTEST] = place, NONE
    _go_on(t)


@compiled
def _end_of_look(t: FastTable) -> None:
    t.words[SUMO] = t.words[EXCUSED] = 0


@compiled
def _turn_one(t: FastTable, place: int) -> None:
    card = turn_card(t, place)
    t.words[TURNED] += 1
    if card >= CHASE_CARD:
        waiting = t.words[CALLED]
        t.words[CALLED_PLACE + waiting], t.words[CALLED_CARD + waiting] = place, card
        t.words[CALLED] += 1


@compiled
def _everybody_turns(t: FastTable) -> None:
    clock = t.words[CALLED_PLACE]
    done(t)
    _end_of_look(t)
    for step in range(t.house[PLACES]):
        place = in_line(t, clock, step)
        if t.words[DOWN + place]:
            _turn_one(t, place)
    _go_on(t)


# From card to card


@compiled
def _go_on(t: FastTable) -> None:
    _mark_winners(t)
    while t.words[PHASE] != OVER and t.words[CALLED]:
        card, place = t.words[CALLED_CARD], t.words[CALLED_PLACE]
        if card == CHASE_CARD or (card == TRAP_CARD and in_play(t, place)):
            t.words[PHASE] = CHASE if card == CHASE_CARD else TRAP
            t.words[DEADLINE] = t.words[NOW] + t.house[WINDOW]
            return
        if card == CLOCK_CARD:
            t.words[PHASE] = COUNTING
            t.words[DEADLINE] = t.words[NOW] + t.house[COUNT]
            return
        _carry_out(t, card, place)
        done(t)
        _mark_winners(t)
    if t.words[PHASE] != OVER:
        _open_mouse(t)


@compiled
def _carry_out(t: FastTable, card: int, place: int) -> None:
    if card == SUMO_CARD:
        shown = 0
        for number in range(t.house[PLACES]):
            shown += top_sum(t, number) > 0
        t.words[SUMO] = shown >= 2 or t.words[SUMO]
    elif card == U_TURN_CARD:
        t.words[DIRECTION] = -t.words[DIRECTION]
    elif card == GIFT_CARD:
        playing = places_in_play(t)
        for step in range(1, t.house[PLACES]):
            taker = in_line(t, place, step)
            if playing >> taker & 1:
                move_card(t, place, taker)


@compiled
def _turner(t: FastTable) -> int:
    return up(t) if t.words[TURNED] < t.house[MOST] else NONE


@compiled
def _open_mouse(t: FastTable) -> None:
    turner = _turner(t)
    if turner < 0 and not contests(t, np.zeros((MOST_CONTESTS, 6), np.int64)):
        _end(t)
    elif turner < 0:
        t.words[PHASE], t.words[DEADLINE] = LAST_CALL, t.words[NOW] + t.house[WINDOW]
    elif t.house[PACE]:
        t.words[PHASE], t.words[DEADLINE] = LOOK, t.words[NOW] + t.house[PACE]
    else:
        _await_turn(t)


@compiled
def _await_turn(t: FastTable) -> None:
    if _turner(t) < 0:
        _end(t)
        return
    t.words[PHASE] = TURN
    t.words[DEADLINE] = NONE if t.house[PATIENCE] < 0 else t.words[NOW] + t.house[PATIENCE]


@compiled
def time_out(t: FastTable, at: int) -> None:
    t.words[NOW] = at
    phase = t.words[PHASE]
    if t.words[MOMENT] >= 0 or phase in (CHASE, TRAP):
        verdict(t, _NOBODY)
    elif phase == LOOK:
        _await_turn(t)
    elif phase == COUNTING:
        _everybody_turns(t)
    elif phase == LAST_CALL:
        _end(t)
    else:
        turn(t, at)


# Hitting the mouse


@compiled
def hit(t: FastTable, seat: int, part: int, at: int) -> None:
    t.words[NOW] = at
    if t.words[PHASE] in (CHASE, TRAP):
        _lay_hand(t, seat, part)
        _everybody_hit(t)
    elif t.words[EXCUSED] >> seat & 1 and not has_right(t, seat):
        t.words[EXCUSED] ^= 1 << seat
    else:
        _lay_hand(t, seat, part)
        if not missing(t):
            verdict(t, _NOBODY)
        elif t.words[MOMENT] < 0:
            t.words[MOMENT] = at + t.house[MARGIN] - 1


@compiled
def _lay_hand(t: FastTable, seat: int, part: int) -> None:
    number = t.words[HITS]
    t.words[HAND + number], t.words[PART + number], t.words[HIT_AT + number] = seat, part, t.words[NOW]
    t.words[HITS] += 1


@compiled
def _everybody_hit(t: FastTable) -> None:
    left = count(missing(t))
    if not left:
        verdict(t, _NOBODY)
        return
    decided = t.words[HITS] == 1 if t.words[PHASE] == TRAP else left == 1
    if decided and t.words[DEADLINE] >= 0:
        t.words[DEADLINE] = min(t.words[DEADLINE], t.words[NOW] + t.house[MARGIN] - 1)


# Verdicts


@compiled
def verdict(t: FastTable, order: Ints) -> None:
    """Judge the hits; `order` holds the seats in the order drawn; -1 first if none was drawn."""
    phase = t.words[PHASE]
    if order[0] < 0:
        t.words[TIED] = tied(t)
        if t.words[TIED]:
            return
    if phase == CHASE:
        chased(t, order)
    elif phase == TRAP:
        trapped(t, order)
    else:
        judged(t, order)
    if phase == COUNTING:
        _mark_winners(t)
        if t.words[DEADLINE] >= 0:
            t.words[DEADLINE] = max(t.words[DEADLINE], t.words[NOW])
    else:
        _go_on(t)


@compiled
def drawn(t: FastTable, order: Ints, at: int) -> None:
    """Apply the drawn order of those who hit in the same moment."""
    t.words[NOW] = at
    verdict(t, order)


# The end


@compiled
def _mark_winners(t: FastTable) -> None:
    """Mark players without cards as winners; those of the same moment together.

    Of a player's own two stacks one comes first, and the second only counts where a second win does.
    """
    gone = new = seen = 0
    moments, playing = 1, places_in_play(t)
    for number in range(MOST_PLACES):
        places = t.house[CONTENDER + number]
        if not places:
            break
        if t.words[PLACE_WON + number] >= 0:
            gone += 1
        elif not places & playing:
            again = seen >> contender(t, number) & 1 and not t.house[PAYS_BOTH]
            seen |= 1 << contender(t, number)
            place = t.words[WON] + (1 if again else 0)
            if place < t.house[WINS]:
                t.words[PLACE_WON + number] = place
                moments = max(moments, place - t.words[WON] + 1)
            new += 1
    if new:
        t.words[WON] += moments
        if gone + new >= t.house[WINS]:
            _end(t)


@compiled
def _end(t: FastTable) -> None:
    t.words[PHASE], t.words[DEADLINE] = OVER, NONE
    t.words[CALLED] = t.words[EXCUSED] = 0


@compiled
def score(t: FastTable, seat: int) -> int:
    """Write the points: two for the first win, one for the second; without a win a point less for each card left."""
    points, won = 0, False
    for number in range(MOST_PLACES):
        if t.words[PLACE_WON + number] >= 0 and contender(t, number) == seat:
            points += max(2 - t.words[PLACE_WON + number], 0)
            won = True
    return points if won else -cards_left(t, seat)


# Expected events


@compiled
def deadline(t: FastTable) -> int:
    """Return when time runs out; -1: it does not."""
    if t.words[TIED]:
        return NONE
    return int(t.words[DEADLINE] if t.words[MOMENT] < 0 else t.words[MOMENT])


@compiled
def turning_seat(t: FastTable) -> int:
    """Return the seat that may turn a card; -1: none."""
    if t.words[PHASE] != TURN or t.words[MOMENT] >= 0:
        return NONE
    place = up(t)
    return NONE if place < 0 else owner(t, place)


@compiled
def hitting_seats(t: FastTable) -> int:
    """Return the seats that may hit."""
    if t.words[PHASE] == OVER or t.words[TIED] or not cards_lie_open(t):
        return 0
    return missing(t)
