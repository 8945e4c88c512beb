"""Playing on as a tree would, by the network of `rival_net.py`, and what it says about hidden hands.

Only sums, products and comparisons in a fixed order, and exponentials of our own, so that every machine finds the same
bits.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.games.meow import fast
from purrlor.games.meow.fast import HAND, TURN, TwinTable, legal
from purrlor.kit.layers import parse_layers

from .dense import pass_on, sum_rows
from .inputs import INPUTS, KINDS, MOST_ACTIVE, gather, turn_over, turned
from .playouts import award
from .stakes import Floats, Stakes, exponential, share_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

Singles: TypeAlias = "NDArray[np.float32]"
"""Half as long as other floats, and so nearly twice as quick."""
RIVAL_WIDTHS = (128, 64)
CARDS = 54
RIVAL_SHAPES = tuple(
    (rows + 1, columns) for rows, columns in zip((INPUTS, *RIVAL_WIDTHS), (*RIVAL_WIDTHS, CARDS), strict=True)
)


class Rival(NamedTuple):
    """Weights, and room for what a judgement passes through."""

    first: Singles
    second: Singles
    last: Singles
    kinds: Ints
    places: Ints
    values: Singles
    wide: Singles
    slim: Singles
    liking: Singles
    """By card, with pink and blue as the network sees them."""
    state: Ints
    shown: Ints


def parse_rival(content: bytes) -> Rival:
    return _rival(*parse_layers(content, RIVAL_SHAPES, np.float32))


def blank_rival() -> Rival:
    """It likes all cards alike."""
    return _rival(*(np.zeros(shape, np.float32) for shape in RIVAL_SHAPES))


def _rival(first: Singles, second: Singles, last: Singles) -> Rival:
    wide, slim, liking = (np.zeros(width, np.float32) for width in (*RIVAL_WIDTHS, CARDS))
    return Rival(
        first=first,
        second=second,
        last=last,
        kinds=KINDS,
        places=np.zeros(MOST_ACTIVE, np.int64),
        values=np.zeros(MOST_ACTIVE, np.float32),
        wide=wide,
        slim=slim,
        liking=liking,
        state=np.zeros(fast.WORDS, np.int64),
        shown=np.zeros(6, np.int64),
    )


@compiled
def like_cards(table: TwinTable, rival: Rival, state: Ints, shown: Ints) -> bool:
    """Write how much the seat to move likes each card; whether pink and blue change places for that."""
    seen, seen_shown = rival.state, rival.shown
    seen[:] = state
    seen_shown[:] = shown
    swapped = turn_over(seen, seen_shown)
    size = gather(table, rival.kinds, seen, seen_shown, rival.places, rival.values)
    places, values = rival.places, rival.values
    sum_rows(rival.first, places, values, size, rival.wide)
    pass_on(rival.wide, rival.second, places, values, rival.slim)
    pass_on(rival.slim, rival.last, places, values, rival.liking)
    return swapped


@compiled
def likeliest(table: TwinTable, rival: Rival, state: Ints, shown: Ints) -> int:
    """The card that a tree would most probably play."""
    cards = legal(state)
    if not cards & (cards - 1):
        return cards
    swapped = like_cards(table, rival, state, shown)
    best, found = -np.inf, 0
    while cards:
        card = cards & -cards
        cards ^= card
        liking = rival.liking[count((turned(card) if swapped else card) - 1)]
        if liking > best:
            best, found = liking, card
    return found


@compiled
def chance_of(table: TwinTable, rival: Rival, state: Ints, shown: Ints, played: int) -> float:
    """The probability that a tree would play this card."""
    cards = legal(state)
    if not cards & (cards - 1):
        return 1.0
    swapped = like_cards(table, rival, state, shown)
    own, total = rival.liking[count((turned(played) if swapped else played) - 1)], 0.0
    while cards:
        card = cards & -cards
        cards ^= card
        total += exponential(min(50.0, float(rival.liking[count((turned(card) if swapped else card) - 1)] - own)))
    return 1 / total


@compiled
def try_against(  # noqa: PLR0917
    table: TwinTable, rival: Rival, start: Ints, shown: Ints, stakes: Stakes, deals: Ints, cards: Ints, found: Floats
) -> None:
    """Write what each card brings the seat to move by [deal, card], if all play on like trees to the end of the round.

    Equal deals come one after the other and bring the same.
    """
    seats, seat = table.seats, start[TURN]
    state, won, shares = start.copy(), np.zeros(seats, np.int64), np.zeros(seats)
    known = shown.copy()
    for number in range(len(deals)):
        if number and (deals[number] == deals[number - 1]).all():
            found[number] = found[number - 1]
            continue
        for choice in range(len(cards)):
            state[:] = start
            state[HAND : HAND + seats] = deals[number]
            known[:] = shown
            won[:] = 0
            done, card = 0, cards[choice]
            while True:
                known[state[TURN]] |= card
                done = award(table, state, card, won, done)
                if state[TURN] < 0:
                    break
                card = likeliest(table, rival, state, known)
            share_out(stakes, won, shares)
            found[number, choice] = shares[seat]


@compiled
def weigh_by(  # noqa: PLR0917
    table: TwinTable, rival: Rival, begin: Ints, plays: Ints, viewer: int, deals: Ints, weights: Floats
) -> None:
    """Write how likely trees with these hands would have played the cards of this round as they were played.

    `begin`: the round before its first card; `plays`: the cards in their order.
    """
    seats = table.seats
    state, known = begin.copy(), np.zeros(6, np.int64)
    for number in range(len(deals)):
        state[:] = begin
        known[:] = 0
        state[HAND : HAND + seats] = deals[number]
        for play in range(len(plays)):
            state[HAND + plays[play, 0]] |= plays[play, 1]
        likely = 1.0
        for play in range(len(plays)):
            seat, card = plays[play, 0], plays[play, 1]
            if seat != viewer:
                likely *= chance_of(table, rival, state, known, card)
            known[seat] |= card
            fast.play(table, state, card)
        weights[number] = likely


@compiled
def doubt(weights: Floats) -> None:
    """To the power of 3/4: nobody plays just as the network says.

    On deals of trees the guesses at who holds which card stay as good (mean logarithmic error 1.786 instead of 1.787,
    of 1.880 without weights), and twice as many deals count.
    """
    for number in range(len(weights)):
        root = sqrt(weights[number])
        weights[number] = root * sqrt(root)
