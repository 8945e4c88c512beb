"""The compiled table: where cards lie and who may hit, over small arrays of integers, as in `table.py`.

A card is represented by its `card_value`: 308 is 3+8, 2011 the sum 11, 3001 to 3006 are Action cards. Sets of seats
and of places are bits of an integer. Times are in milliseconds; -1 stands for None throughout.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.games.addi_cats.rules import AddiCats

Ints: TypeAlias = NDArray[np.int64]
Cards: TypeAlias = NDArray[np.int16]

MOST_PLACES = 6
NONE = -1
RING = 256
"""A stack is a ring: its top card moves on, others are put under."""
_STACKS = 0
_PILES = MOST_PLACES * RING
CARDS = 2 * MOST_PLACES * RING

# The words of a position
PHASE, NOW, PLAYER, FASTEST, DIRECTION, DEADLINE, MOMENT, SUMO, TURNED, FREE_SINCE = range(10)
HITS, TIED, CALLED, EXCUSED, WON = range(10, 15)
TOP, DOWN, OPEN, SHOWN, SHOWN_SUM, HAND, PART, HIT_AT, PLACE_WON = range(20, 74, 6)
"""Six words each: where the top of a stack is, cards face down, cards face up, when a card was last turned, the sum
that lies on top (0: none); who hit, where (1: head) and when; as what a contender has won (0: first)."""
VICTORIES, GREEDS, GREED_COSTS = range(74, 92, 6)
"""Six words each, counted for statistics only: fights won until the first win, greedy hits, cards that these cost."""
CALLED_PLACE, CALLED_CARD = 92, 156
WORDS = 220

# The words of a house
SEATS, PLACES, PACE, PATIENCE, WINDOW, COUNT, MARGIN, MOST, WINS, OWNER = range(10)
CONTENDER = OWNER + MOST_PLACES
"""Six words: the places, as bits, that must be empty for a win; 0: no more ways to win."""
SIZE = CONTENDER + MOST_PLACES
"""Six words: how many cards are dealt to each place."""
PAYS_BOTH = SIZE + MOST_PLACES
"""Whether both stacks of a player that are empty in the same moment count as the first."""

CHASE_CARD, U_TURN_CARD, CLOCK_CARD, SUMO_CARD, TRAP_CARD, GIFT_CARD = range(3001, 3007)
ACTION = 3000


class FastTable(NamedTuple):
    """One match: `house` holds its options, `words` and `cards` its state."""

    house: Ints
    words: Ints
    cards: Cards


def table_of(rules: AddiCats) -> FastTable:
    assert rules.timed, "the compiled rules play with a clock"
    patience = NONE if rules.patience is None else rules.patience
    owners = [*rules.owners, *[0] * MOST_PLACES][:MOST_PLACES]
    times = [rules.pace, patience, rules.hit_window, rules.clock_count, rules.margin]
    groups = [sum(1 << place for place in places) for _, places in rules.contenders]
    contenders = [*groups, *[0] * MOST_PLACES][:MOST_PLACES]
    sizes = [*rules.stack_sizes, *[0] * MOST_PLACES][:MOST_PLACES]
    numbers = [rules.seats, len(rules.owners), *times, rules.most_cards, rules.wins_to_end]
    options = [*numbers, *owners, *contenders, *sizes, rules.pays_both_stacks]
    return FastTable(np.array(options, np.int64), np.zeros(WORDS, np.int64), np.zeros(CARDS, np.int16))


@compiled
def count(bits: int) -> int:
    """Count the bits that are set; there are few."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@compiled
def sum_of(card: int) -> int:
    """Return the sum of a card; 0: an Action card."""
    if card >= ACTION:
        return 0
    return card - 2000 if card >= 2000 else card // 100 + card % 100


@compiled
def top_card(t: FastTable, place: int) -> int:
    """Return the card on a pile; 0: there is none."""
    lying = t.words[OPEN + place]
    return int(t.cards[_PILES + place * RING + lying - 1]) if lying else 0


@compiled
def top_sum(t: FastTable, place: int) -> int:
    """Return the sum on a pile; 0: nothing, or an Action card."""
    return int(t.words[SHOWN_SUM + place])


@compiled
def in_play(t: FastTable, place: int) -> bool:
    return bool(t.words[DOWN + place] + t.words[OPEN + place])


@compiled
def owner(t: FastTable, place: int) -> int:
    return int(t.house[OWNER + place])


@compiled
def contender(t: FastTable, number: int) -> int:
    """Return the seat that wins when the contender `number` has no cards left."""
    place = 0
    while not t.house[CONTENDER + number] >> place & 1:
        place += 1
    return owner(t, place)


@compiled
def owners(t: FastTable, places: int) -> int:
    """Return the seats that these places belong to."""
    found = 0
    for place in range(t.house[PLACES]):
        if places >> place & 1:
            found |= 1 << owner(t, place)
    return found


@compiled
def seats_in_play(t: FastTable) -> int:
    found = 0
    for place in range(t.house[PLACES]):
        if in_play(t, place):
            found |= 1 << owner(t, place)
    return found


@compiled
def cards_left(t: FastTable, seat: int) -> int:
    found = 0
    for place in range(t.house[PLACES]):
        if owner(t, place) == seat:
            found += t.words[DOWN + place] + t.words[OPEN + place]
    return found


@compiled
def places_in_play(t: FastTable) -> int:
    """Return the places that still have cards."""
    found = 0
    for place in range(t.house[PLACES]):
        found |= in_play(t, place) << place
    return found


@compiled
def cards_lie_open(t: FastTable) -> bool:
    lying = 0
    for place in range(t.house[PLACES]):
        lying += t.words[OPEN + place]
    return lying > 0


@compiled
def in_line(t: FastTable, start: int, step: int) -> int:
    """Return the place a number of steps after `start` in the order of play."""
    place = start + t.words[DIRECTION] * step
    if place < 0:
        return int(place + t.house[PLACES])
    return int(place - t.house[PLACES] if place >= t.house[PLACES] else place)


@compiled
def up(t: FastTable) -> int:
    """Return the place that turns the next card; -1: nobody can."""
    start = t.words[FASTEST] if t.words[FASTEST] >= 0 else t.words[PLAYER] + t.words[DIRECTION]
    for step in range(t.house[PLACES]):
        place = in_line(t, start, step)
        if t.words[DOWN + place]:
            return place
    return NONE


# Cards that move


@compiled
def put_card(t: FastTable, place: int, card: int) -> None:
    """Put a card under a stack."""
    end = (t.words[TOP + place] + t.words[DOWN + place]) & (RING - 1)
    t.cards[_STACKS + place * RING + end] = card
    t.words[DOWN + place] += 1


@compiled
def take_card(t: FastTable, place: int) -> int:
    """Take the top card of a stack that is not empty."""
    card = t.cards[_STACKS + place * RING + t.words[TOP + place]]
    t.words[TOP + place] = (t.words[TOP + place] + 1) & (RING - 1)
    t.words[DOWN + place] -= 1
    return int(card)


@compiled
def turn_card(t: FastTable, place: int) -> int:
    card = take_card(t, place)
    t.cards[_PILES + place * RING + t.words[OPEN + place]] = card
    t.words[OPEN + place] += 1
    t.words[SHOWN + place] = t.words[NOW]
    t.words[SHOWN_SUM + place] = sum_of(card)
    return card


@compiled
def clear_pile(t: FastTable, place: int) -> None:
    t.words[OPEN + place] = t.words[SHOWN_SUM + place] = 0


@compiled
def move_card(t: FastTable, giver: int, taker: int) -> None:
    """Move the top card of one stack under another; an empty stack gives nothing."""
    if t.words[DOWN + giver]:
        put_card(t, taker, take_card(t, giver))


@compiled
def gather(t: FastTable, place: int) -> None:
    """Put a pile under its own stack."""
    for number in range(t.words[OPEN + place]):
        put_card(t, place, t.cards[_PILES + place * RING + number])
    clear_pile(t, place)


@compiled
def give_away(t: FastTable, giver: int, takers: int) -> None:
    """Deal `giver`'s pile out among `takers` in the order of play, who put their shares and their piles under."""
    share, shares = 0, count(takers)
    for step in range(t.house[PLACES]):
        taker = in_line(t, giver, step)
        if takers >> taker & 1:
            for number in range(share, t.words[OPEN + giver], shares):
                put_card(t, taker, t.cards[_PILES + giver * RING + number])
            gather(t, taker)
            share += 1
    clear_pile(t, giver)


@compiled
def sweep(t: FastTable, takers: int) -> None:
    """Deal all open cards out under the stacks of `takers`, from the player in turn on."""
    shares, place_of_share = count(takers), np.zeros(MOST_PLACES, np.int64)
    share = 0
    for step in range(t.house[PLACES]):
        place = in_line(t, t.words[PLAYER], step)
        if takers >> place & 1:
            place_of_share[share] = place
            share += 1
    dealt = 0
    for place in range(t.house[PLACES]):
        for number in range(t.words[OPEN + place]):
            put_card(t, place_of_share[dealt % shares], t.cards[_PILES + place * RING + number])
            dealt += 1
    for place in range(t.house[PLACES]):
        clear_pile(t, place)


@compiled
def lower_stack(t: FastTable, seat: int) -> int:
    """Return where a player puts what they take."""
    best = NONE
    for place in range(t.house[PLACES]):
        if owner(t, place) == seat and in_play(t, place) and (best < 0 or t.words[DOWN + place] < t.words[DOWN + best]):
            best = place
    return best


# Who may hit

FIGHTERS, EQUALS, OUTSIDERS, IS_SUMO, HIGHEST, LOWEST = range(6)
MOST_CONTESTS = 4


@compiled
def contests(t: FastTable, found: Ints) -> int:
    """List the open fights, and return how many there are: the Sumo, then equal sums, the higher first."""
    sums = equal = 0
    for place in range(t.house[PLACES]):
        bit = 1 << top_sum(t, place) & ~1
        equal |= sums & bit
        sums |= bit
    if not equal and not (t.words[SUMO] and sums & (sums - 1)):
        return 0
    number = fought = 0
    if t.words[SUMO]:
        fought = _enter(t, found, 0, _highest(sums), _highest(sums & -sums))
        found[0, IS_SUMO] = 1
        number = 1
    rest = equal & ~fought
    while rest:
        high = _highest(rest)
        rest ^= _enter(t, found, number, high, high)
        number += 1
    for row in range(number):
        _let_in_outsiders(t, found, row, _highest(equal))
    return number


@compiled
def _highest(bits: int) -> int:
    """Return the number of the highest bit."""
    number = 0
    while bits >> number + 1:
        number += 1
    return number


@compiled
def _enter(t: FastTable, found: Ints, row: int, high: int, low: int) -> int:
    """List a fight of these sums, given as bits."""
    fighters = 0
    for place in range(t.house[PLACES]):
        if top_sum(t, place) in (high, low):
            fighters |= 1 << place
    found[row, FIGHTERS], found[row, HIGHEST], found[row, LOWEST] = fighters, high, low
    found[row, EQUALS] = found[row, OUTSIDERS] = found[row, IS_SUMO] = 0
    return 1 << high | 1 << low


@compiled
def _let_in_outsiders(t: FastTable, found: Ints, row: int, top: int) -> None:
    """Let those whose last card is an Action card fight for the highest of the equal sums."""
    if top and top in (found[row, HIGHEST], found[row, LOWEST]):
        found[row, OUTSIDERS] = _outsiders(t)
        for place in range(t.house[PLACES]):
            if top_sum(t, place) == top:
                found[row, EQUALS] |= 1 << place


@compiled
def _outsiders(t: FastTable) -> int:
    found = 0
    for place in range(t.house[PLACES]):
        if not t.words[DOWN + place] and top_card(t, place) >= ACTION:
            found |= 1 << place
    return found


@compiled
def concerned(t: FastTable, found: Ints, row: int) -> int:
    """Return the seats that a fight concerns."""
    return owners(t, found[row, FIGHTERS] | found[row, OUTSIDERS])
