"""The compiled verdicts on equal sums, Sumo, Chase and Trap, equal to those of `verdicts.py`."""

import numpy as np

from purrlor.compiled import compiled

# isort: off
from .fast_table import (
    CALLED, CALLED_CARD, CALLED_PLACE, DIRECTION, EQUALS, EXCUSED, FASTEST, FIGHTERS, FREE_SINCE, GREEDS, GREED_COSTS,
    HAND, HITS, HIT_AT, IS_SUMO, MARGIN, MOMENT, MOST_CONTESTS, MOST_PLACES, NONE, NOW, OPEN, OUTSIDERS, PART, PHASE,
    PLACES, PLAYER, SEATS, SUMO, TIED, VICTORIES, WON, Ints, FastTable, cards_left, concerned, contests, gather,
    give_away, in_line, in_play, lower_stack, move_card, owner, seats_in_play, sweep,
)  # fmt: skip
# isort: on

LOOK, TURN, COUNTING, CHASE, TRAP, LAST_CALL, OVER = range(7)
"""The phases of a match that is dealt; without a clock there is no `decide`."""
HEAD = 1


# Hands on the mouse


@compiled
def hands(t: FastTable) -> int:
    """Return the seats whose hands lie on the mouse."""
    found = 0
    for number in range(t.words[HITS]):
        found |= 1 << t.words[HAND + number]
    return found


@compiled
def missing(t: FastTable) -> int:
    """Return the seats that have not hit yet."""
    return seats_in_play(t) & ~hands(t)


@compiled
def has_right(t: FastTable, seat: int) -> bool:
    found = np.zeros((MOST_CONTESTS, 6), np.int64)
    right = 0
    for number in range(contests(t, found)):
        right |= concerned(t, found, number)
    return right >> seat & 1 == 1


@compiled
def tied(t: FastTable) -> int:
    phase, tied = t.words[PHASE], 0
    if phase == CHASE:
        return _tied_in_chase(t)
    if phase == TRAP:
        front = _first_moment(t)
        return front if _several(front) and front >> owner(t, t.words[CALLED_PLACE]) & 1 else 0
    found = np.zeros((MOST_CONTESTS, 6), np.int64)
    for number in range(contests(t, found)):
        front = _front(t, concerned(t, found, number))
        tied |= front if _several(front) else 0
    return tied


@compiled
def _several(seats: int) -> bool:
    return seats & (seats - 1) != 0


@compiled
def _front(t: FastTable, seats: int) -> int:
    """Return those of `seats` whose hits come first: heads, else bodies."""
    heads = bodies = 0
    for number in range(t.words[HITS]):
        bit = 1 << t.words[HAND + number] & seats
        if t.words[PART + number] == HEAD:
            heads |= bit
        else:
            bodies |= bit
    return heads or bodies


@compiled
def _foremost_of(seats: int, order: Ints) -> int:
    """Return the first of `seats` in the order; a single one needs no order."""
    for place in range(MOST_PLACES):
        if order[place] >= 0 and seats >> order[place] & 1 and _several(seats):
            return int(order[place])
    return _only(seats)


@compiled
def _hindmost_of(seats: int, order: Ints) -> int:
    for place in range(MOST_PLACES - 1, -1, -1):
        if order[place] >= 0 and seats >> order[place] & 1 and _several(seats):
            return int(order[place])
    return _only(seats)


@compiled
def _only(seats: int) -> int:
    seat = 0
    while seats >> seat & 1 == 0:
        seat += 1
    return seat


# Equal sums and Sumo


@compiled
def judged(t: FastTable, order: Ints) -> None:
    found = np.zeros((MOST_CONTESTS, 6), np.int64)
    fights = contests(t, found)
    right = winners = 0
    for number in range(fights):
        right |= concerned(t, found, number)
    for number in range(fights):
        front = _front(t, concerned(t, found, number))
        if front:
            seat = _foremost_of(front, order)
            winner = _place_of(t, found, number, seat)
            t.words[VICTORIES + seat] += 0 if t.words[WON] else 1
            _won(t, found, number, winner)
            winners |= 1 << winner
    if winners:
        t.words[FASTEST] = _first_in_line(t, winners)
    greedy = hands(t) & ~right
    _free(t)
    if greedy:
        _swept(t, greedy)


@compiled
def _free(t: FastTable) -> None:
    """Take all hands off the mouse."""
    t.words[HITS] = t.words[TIED] = 0
    t.words[MOMENT] = NONE


@compiled
def _place_of(t: FastTable, found: Ints, row: int, seat: int) -> int:
    best = NONE
    for place in range(t.house[PLACES]):
        if (
            (found[row, FIGHTERS] | found[row, OUTSIDERS]) >> place & 1
            and owner(t, place) == seat
            and (best < 0 or t.words[OPEN + place] > t.words[OPEN + best])
        ):
            best = place
    return best


@compiled
def _won(t: FastTable, found: Ints, row: int, winner: int) -> None:
    fighters = found[row, FIGHTERS]
    losers = fighters if fighters >> winner & 1 else found[row, EQUALS]
    t.words[EXCUSED] |= concerned(t, found, row) & ~hands(t)
    if found[row, IS_SUMO]:
        t.words[SUMO] = 0
    give_away(t, winner, losers & ~(1 << winner))


@compiled
def _first_in_line(t: FastTable, places: int) -> int:
    for step in range(t.house[PLACES]):
        place = in_line(t, t.words[PLAYER] + t.words[DIRECTION], step)
        if places >> place & 1:
            return place
    return NONE


@compiled
def _swept(t: FastTable, greedy: int) -> None:
    takers = 0
    for seat in range(t.house[SEATS]):
        if greedy >> seat & 1:
            takers |= 1 << lower_stack(t, seat)
            t.words[GREEDS + seat] += 1
            t.words[GREED_COSTS + seat] -= cards_left(t, seat)
    sweep(t, takers)
    for seat in range(t.house[SEATS]):
        if greedy >> seat & 1:
            t.words[GREED_COSTS + seat] += cards_left(t, seat)


# Chase and Trap


@compiled
def _first_moment(t: FastTable) -> int:
    """Return the seats that hit in the same moment as the first; head beats body."""
    heads = bodies = 0
    for number in range(t.words[HITS]):
        if t.words[HIT_AT + number] - t.words[HIT_AT] < t.house[MARGIN]:
            if t.words[PART + number] == HEAD:
                heads |= 1 << t.words[HAND + number]
            else:
                bodies |= 1 << t.words[HAND + number]
    return heads or bodies


@compiled
def _last_moment(t: FastTable, fastest: int) -> int:
    """Return the seats that may be last: those that did not hit, else those in the last moment; body loses to head."""
    if missing(t):
        return missing(t)
    last, same, bodies = NONE, 0, 0
    for number in range(t.words[HITS] - 1, -1, -1):
        if t.words[HAND + number] != fastest:
            if last < 0:
                last = t.words[HIT_AT + number]
            if last - t.words[HIT_AT + number] < t.house[MARGIN]:
                same |= 1 << t.words[HAND + number]
                bodies |= 0 if t.words[PART + number] == HEAD else 1 << t.words[HAND + number]
    return bodies or same


@compiled
def _tied_in_chase(t: FastTable) -> int:
    front = _first_moment(t)
    tied = front if _several(front) else 0
    for seat in range(t.house[SEATS]):
        if front >> seat & 1:
            back = _last_moment(t, seat)
            tied |= back if _several(back) else 0
    return tied


@compiled
def chased(t: FastTable, order: Ints) -> None:
    if t.words[HITS]:
        fastest = _foremost_of(_first_moment(t), order)
        last = _hindmost_of(_last_moment(t, fastest), order)
        own = 0
        for place in range(t.house[PLACES]):
            if owner(t, place) == fastest and in_play(t, place):
                own |= 1 << place
        t.words[FASTEST] = _first_in_line(t, own)
        for place in range(t.house[PLACES]):
            if owner(t, place) == last:
                gather(t, place)
    _finished(t)


@compiled
def trapped(t: FastTable, order: Ints) -> None:
    trap = t.words[CALLED_PLACE]
    front, seat = _first_moment(t), owner(t, trap)
    if not (front >> seat & 1 and _foremost_of(front, order) == seat):
        for step in range(1, t.house[PLACES]):
            move_card(t, in_line(t, trap, step), trap)
    _finished(t)


@compiled
def _finished(t: FastTable) -> None:
    t.words[PHASE] = LOOK
    t.words[EXCUSED] = missing(t)
    t.words[FREE_SINCE] = t.words[NOW]
    _free(t)
    done(t)


@compiled
def done(t: FastTable) -> None:
    """Finish an Action card."""
    t.words[CALLED] -= 1
    for number in range(t.words[CALLED]):
        t.words[CALLED_PLACE + number] = t.words[CALLED_PLACE + number + 1]
        t.words[CALLED_CARD + number] = t.words[CALLED_CARD + number + 1]
