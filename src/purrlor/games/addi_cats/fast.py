"""The compiled twin of the rules, for mass simulation in simulated time. It plays with a clock only.

A test replays matches through both and demands equality event by event; where they differ, `rules.py` is right. Each
function has the name of what it mirrors in `flow.py`, `verdicts.py` and `everybody.py`, where the rules are explained.
"""

import numpy as np

from purrlor.compiled import compiled

# isort: off
from .fast_table import (
    CALLED, CALLED_CARD, CALLED_PLACE, CHASE_CARD, CLOCK_CARD, COUNT, DEADLINE, DIRECTION, DOWN, EQUALS, EXCUSED,
    FASTEST, FIGHTERS, FREE_SINCE, GIFT_CARD, GREED_COSTS, GREEDS, HAND, HIT_AT, HITS, IS_SUMO, MARGIN, MOMENT, MOST,
    MOST_CONTESTS, MOST_PLACES, NONE, NOW, OPEN, OUTSIDERS, PACE, PART, PATIENCE, PHASE, PLACE_WON, PLACES, PLAYER,
    SEATS, SUMO, SUMO_CARD, TIED, TRAP_CARD, TURNED, U_TURN_CARD, VICTORIES, WINDOW, WINS, WON, Cards,
    Ints, Table, cards_left, cards_lie_open, concerned, contests, count, gather, give_away, in_line, in_play,
    lower_stack, move_card, owner, put_card, seats_in_play, sweep, top_sum, turn_card, up,
)  # fmt: skip
# isort: on

LOOK, TURN, COUNTING, CHASE, TRAP, LAST_CALL, OVER = range(7)
"""The phases of a match that is dealt; without a clock there is no `decide`."""
HEAD = 1
_NOBODY = np.full(MOST_PLACES, NONE, np.int64)


# Turning cards


@compiled
def deal(t: Table, first: int, cards: Cards) -> None:
    """A new match: the cards are dealt one by one, and the place `first` begins."""
    t.words[:] = 0
    t.words[DIRECTION] = 1
    t.words[FASTEST] = first
    t.words[DEADLINE] = t.words[MOMENT] = NONE
    t.words[PLACE_WON : PLACE_WON + MOST_PLACES] = NONE
    for number in range(len(cards)):
        put_card(t, number % t.house[PLACES], cards[number])
    _await_turn(t)


@compiled
def turn(t: Table, at: int) -> None:
    """The player in turn, or time itself, turns a card."""
    t.words[NOW] = at
    place = up(t)
    _end_of_look(t)
    _turn_one(t, place)
    t.words[PLAYER], t.words[FASTEST] = place, NONE
    _go_on(t)


@compiled
def _end_of_look(t: Table) -> None:
    t.words[SUMO] = t.words[EXCUSED] = 0


@compiled
def _turn_one(t: Table, place: int) -> None:
    card = turn_card(t, place)
    t.words[TURNED] += 1
    if card >= CHASE_CARD:
        waiting = t.words[CALLED]
        t.words[CALLED_PLACE + waiting], t.words[CALLED_CARD + waiting] = place, card
        t.words[CALLED] += 1


@compiled
def _everybody_turns(t: Table) -> None:
    clock = t.words[CALLED_PLACE]
    _done(t)
    _end_of_look(t)
    for step in range(t.house[PLACES]):
        place = in_line(t, clock, step)
        if t.words[DOWN + place]:
            _turn_one(t, place)
    _go_on(t)


@compiled
def _done(t: Table) -> None:
    """An Action card has been carried out."""
    t.words[CALLED] -= 1
    for number in range(t.words[CALLED]):
        t.words[CALLED_PLACE + number] = t.words[CALLED_PLACE + number + 1]
        t.words[CALLED_CARD + number] = t.words[CALLED_CARD + number + 1]


# From card to card


@compiled
def _go_on(t: Table) -> None:
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
        _done(t)
        _mark_winners(t)
    if t.words[PHASE] != OVER:
        _open_mouse(t)


@compiled
def _carry_out(t: Table, card: int, place: int) -> None:
    if card == SUMO_CARD:
        shown = 0
        for number in range(t.house[PLACES]):
            shown += top_sum(t, number) > 0
        t.words[SUMO] = shown >= 2 or t.words[SUMO]
    elif card == U_TURN_CARD:
        t.words[DIRECTION] = -t.words[DIRECTION]
    elif card == GIFT_CARD:
        playing = 0
        for number in range(t.house[PLACES]):
            playing |= in_play(t, number) << number
        for step in range(1, t.house[PLACES]):
            taker = in_line(t, place, step)
            if playing >> taker & 1:
                move_card(t, place, taker)


@compiled
def _turner(t: Table) -> int:
    return up(t) if t.words[TURNED] < t.house[MOST] else NONE


@compiled
def _open_mouse(t: Table) -> None:
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
def _await_turn(t: Table) -> None:
    if _turner(t) < 0:
        _end(t)
        return
    t.words[PHASE] = TURN
    t.words[DEADLINE] = NONE if t.house[PATIENCE] < 0 else t.words[NOW] + t.house[PATIENCE]


@compiled
def time_out(t: Table, at: int) -> None:
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
def hit(t: Table, seat: int, part: int, at: int) -> None:
    t.words[NOW] = at
    if t.words[PHASE] in (CHASE, TRAP):
        _lay_hand(t, seat, part)
        _everybody_hit(t)
    elif t.words[EXCUSED] >> seat & 1 and not _has_right(t, seat):
        t.words[EXCUSED] ^= 1 << seat
    else:
        _lay_hand(t, seat, part)
        if not missing(t):
            verdict(t, _NOBODY)
        elif t.words[MOMENT] < 0:
            t.words[MOMENT] = at + t.house[MARGIN] - 1


@compiled
def _lay_hand(t: Table, seat: int, part: int) -> None:
    number = t.words[HITS]
    t.words[HAND + number], t.words[PART + number], t.words[HIT_AT + number] = seat, part, t.words[NOW]
    t.words[HITS] += 1


@compiled
def _everybody_hit(t: Table) -> None:
    left = count(missing(t))
    if not left:
        verdict(t, _NOBODY)
        return
    decided = t.words[HITS] == 1 if t.words[PHASE] == TRAP else left == 1
    if decided and t.words[DEADLINE] >= 0:
        t.words[DEADLINE] = min(t.words[DEADLINE], t.words[NOW] + t.house[MARGIN] - 1)


@compiled
def hands(t: Table) -> int:
    """The seats whose hands lie on the mouse."""
    found = 0
    for number in range(t.words[HITS]):
        found |= 1 << t.words[HAND + number]
    return found


@compiled
def missing(t: Table) -> int:
    """Those who have not hit yet."""
    return seats_in_play(t) & ~hands(t)


@compiled
def _has_right(t: Table, seat: int) -> bool:
    found = np.zeros((MOST_CONTESTS, 6), np.int64)
    right = 0
    for number in range(contests(t, found)):
        right |= concerned(t, found, number)
    return right >> seat & 1 == 1


# Verdicts


@compiled
def verdict(t: Table, order: Ints) -> None:
    """Judge the hits; `order` holds the seats as fate drew them, -1 first if it did not."""
    phase = t.words[PHASE]
    if order[0] < 0:
        t.words[TIED] = _tied(t)
        if t.words[TIED]:
            return
    if phase == CHASE:
        _chased(t, order)
    elif phase == TRAP:
        _trapped(t, order)
    else:
        _judged(t, order)
    if phase == COUNTING:
        _mark_winners(t)
        if t.words[DEADLINE] >= 0:
            t.words[DEADLINE] = max(t.words[DEADLINE], t.words[NOW])
    else:
        _go_on(t)


@compiled
def drawn(t: Table, order: Ints, at: int) -> None:
    """Fate has drawn the order of those who hit in the same moment."""
    t.words[NOW] = at
    verdict(t, order)


@compiled
def _tied(t: Table) -> int:
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
def _front(t: Table, seats: int) -> int:
    """Those of `seats` whose hits come first: heads, else bodies."""
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
    """The first of `seats` in the order; a single one needs no order."""
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


@compiled
def _judged(t: Table, order: Ints) -> None:
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
            t.words[VICTORIES + seat] += 1
            _won(t, found, number, winner)
            winners |= 1 << winner
    if winners:
        t.words[FASTEST] = _first_in_line(t, winners)
    greedy = hands(t) & ~right
    _free(t)
    if greedy:
        _swept(t, greedy)


@compiled
def _free(t: Table) -> None:
    """No hand lies on the mouse any more."""
    t.words[HITS] = t.words[TIED] = 0
    t.words[MOMENT] = NONE


@compiled
def _place_of(t: Table, found: Ints, row: int, seat: int) -> int:
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
def _won(t: Table, found: Ints, row: int, winner: int) -> None:
    fighters = found[row, FIGHTERS]
    losers = fighters if fighters >> winner & 1 else found[row, EQUALS]
    t.words[EXCUSED] |= concerned(t, found, row) & ~hands(t)
    if found[row, IS_SUMO]:
        t.words[SUMO] = 0
    give_away(t, winner, losers & ~(1 << winner))


@compiled
def _first_in_line(t: Table, places: int) -> int:
    for step in range(t.house[PLACES]):
        place = in_line(t, t.words[PLAYER] + t.words[DIRECTION], step)
        if places >> place & 1:
            return place
    return NONE


@compiled
def _swept(t: Table, greedy: int) -> None:
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
def _first_moment(t: Table) -> int:
    """Those in the same moment as the first hit; head beats body."""
    heads = bodies = 0
    for number in range(t.words[HITS]):
        if t.words[HIT_AT + number] - t.words[HIT_AT] < t.house[MARGIN]:
            if t.words[PART + number] == HEAD:
                heads |= 1 << t.words[HAND + number]
            else:
                bodies |= 1 << t.words[HAND + number]
    return heads or bodies


@compiled
def _last_moment(t: Table, fastest: int) -> int:
    """Those who may be last: who did not hit, else the others in the moment of the last hit; body loses to head."""
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
def _tied_in_chase(t: Table) -> int:
    front = _first_moment(t)
    tied = front if _several(front) else 0
    for seat in range(t.house[SEATS]):
        if front >> seat & 1:
            back = _last_moment(t, seat)
            tied |= back if _several(back) else 0
    return tied


@compiled
def _chased(t: Table, order: Ints) -> None:
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
def _trapped(t: Table, order: Ints) -> None:
    trap = t.words[CALLED_PLACE]
    front, seat = _first_moment(t), owner(t, trap)
    if not (front >> seat & 1 and _foremost_of(front, order) == seat):
        for step in range(1, t.house[PLACES]):
            move_card(t, in_line(t, trap, step), trap)
    _finished(t)


@compiled
def _finished(t: Table) -> None:
    t.words[PHASE] = LOOK
    t.words[EXCUSED] = missing(t)
    t.words[FREE_SINCE] = t.words[NOW]
    _free(t)
    _done(t)


# The end


@compiled
def _mark_winners(t: Table) -> None:
    """Who has no cards left has won; together, who got rid of them in the same moment."""
    gone = new = 0
    for seat in range(t.house[SEATS]):
        if t.words[PLACE_WON + seat] >= 0:
            gone += 1
        elif not cards_left(t, seat):
            t.words[PLACE_WON + seat] = t.words[WON]
            new += 1
    if new:
        t.words[WON] += 1
        if gone + new >= t.house[WINS]:
            _end(t)


@compiled
def _end(t: Table) -> None:
    t.words[PHASE], t.words[DEADLINE] = OVER, NONE
    t.words[CALLED] = t.words[EXCUSED] = 0


@compiled
def score(t: Table, seat: int) -> int:
    """Two points for the first who got rid of all cards, one for the second; a point less for each card left."""
    place = t.words[PLACE_WON + seat]
    return -cards_left(t, seat) if place < 0 else max(2 - place, 0)


# What is awaited


@compiled
def deadline(t: Table) -> int:
    """When time runs out; -1: it does not."""
    if t.words[TIED]:
        return NONE
    return int(t.words[DEADLINE] if t.words[MOMENT] < 0 else t.words[MOMENT])


@compiled
def turning_seat(t: Table) -> int:
    """Who may turn a card; -1: nobody."""
    if t.words[PHASE] != TURN or t.words[MOMENT] >= 0:
        return NONE
    place = up(t)
    return NONE if place < 0 else owner(t, place)


@compiled
def hitting_seats(t: Table) -> int:
    """Those who may hit."""
    if t.words[PHASE] == OVER or t.words[TIED] or not cards_lie_open(t):
        return 0
    return missing(t)
