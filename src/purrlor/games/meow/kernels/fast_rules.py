"""The compiled implementation of `rules.py`: the same game over a small array of integers, for search and simulation.

A test replays random matches through both and requires equality move by move; where they differ, `rules.py` is right.

A position is one row of `WORDS` integers. Sets of cards are bit boards (`bits.py`). Tokens are known by their place in
the sorted list of all 27, from the worst fishbone to the best bowl, then fish, then vases; a pile is a set of places.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, count
from purrlor.games.meow.cards import CARDS_PER_HAND, deck
from purrlor.games.meow.rules import Meow
from purrlor.games.meow.tokens import (
    FISH,
    TOKENS,
    TOKENS_PER_ROUND,
    VASE,
    VASES_COST,
    Token,
    in_order,
    is_fishbone,
    worth,
)
from purrlor.games.meow.view import View

from .bits import BLUE, COLOUR_BITS, EIGHTEENS, GREEN, ONES, PINK, any_bit, bits_of, highest

HAND = 0
"""First of six words: the cards in each seat's hand."""
CARD = 6
"""First of six words: the card of each seat in the trick on the table."""
VOID = 12
"""The first of six words: all cards of the colours that each seat is known not to hold."""
PILE = 18
"""First of six words: the tokens that each seat has taken."""
ROW = 24
"""The tokens in the row, five bits each, the next one lowest; a token's bits are its place and one."""
BOX = 25
"""The tokens of the rounds to come."""
PLAYED = 26
"""The cards that were played in this round."""
LED = 27
"""All cards of the colour that was led; none: nothing was led."""
TURN = 28
"""The seat whose card is expected; -1: tokens are laid or cards are dealt, or the match is over."""
HOLDER = 29
"""The seat with the First Player Token; -1: none yet."""
WORDS = 30

NOBODY = -1
TOKEN_BITS = 5
_TOKEN = (1 << TOKEN_BITS) - 1


class RulesTable(NamedTuple):
    """The constants of a match."""

    seats: int
    deck: Ints
    """The cards in play, one bit each."""
    worth: Ints
    """The points of each token."""
    bones: int
    fish: int
    vases: int
    """The tokens of these kinds."""
    flat: bool
    """Whether vases never cost more than 20."""


def rules_table(rules: Meow) -> RulesTable:
    return _table(rules.seats, in_order(rules.tokens), expert=rules.expert, flat=rules.vases == "flat")


def view_table(view: View) -> RulesTable:
    """Return the constants of the match that a viewer sees."""
    return _table(len(view.piles), all_tokens(view), expert=view.expert, flat=view.vases == "flat")


@lru_cache(maxsize=64)
def _table(seats: int, tokens: tuple[Token, ...], *, expert: bool, flat: bool) -> RulesTable:
    def places(kind: Callable[[Token], bool]) -> int:
        return sum(1 << place for place, token in enumerate(tokens) if kind(token))

    return RulesTable(
        seats=seats,
        deck=np.array([bits_of([card]) for card in deck(seats, expert=expert)], np.int64),
        worth=np.array([worth(token) for token in tokens], np.int64),
        bones=places(is_fishbone),
        fish=places(lambda token: token == FISH),
        vases=places(lambda token: token == VASE),
        flat=flat,
    )


def all_tokens(view: View) -> tuple[Token, ...]:
    """Return all tokens of the match, in the order in which positions number them."""
    return in_order([*view.box, *view.row, *(token for pile in view.piles for token in pile.tokens)])


def tokens_of(places: int, tokens: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(token for place, token in enumerate(tokens) if places >> place & 1)


def row_of(row: int, tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens of a row in their order; the inverse of `packed_row`."""
    return (tokens[(row & _TOKEN) - 1], *row_of(row >> TOKEN_BITS, tokens)) if row else ()


def packed_row(places: Sequence[int]) -> int:
    return sum(place + 1 << TOKEN_BITS * number for number, place in enumerate(places))


def position(view: View, hands: Sequence[int]) -> Ints:
    """Return a view as a position with these hands: the true ones, or some that fit."""
    words, free = [0] * WORDS, _places(all_tokens(view))
    for seat, pile in enumerate(view.piles):
        words[HAND + seat] = hands[seat]
        words[VOID + seat] = sum(COLOUR_BITS[colour] for colour in view.voids[seat])
        words[PILE + seat] = sum(1 << place for place in _claimed(free, pile.tokens))
    for seat, card in view.trick:
        words[CARD + seat] = bits_of([card])
    words[ROW] = packed_row(_claimed(free, view.row))
    words[BOX] = sum(1 << place for place in _claimed(free, view.box))
    words[PLAYED] = bits_of(card for _, card in view.played)
    words[LED] = 0 if view.led is None else COLOUR_BITS[view.led]
    words[TURN] = NOBODY if view.turn is None else view.turn
    words[HOLDER] = NOBODY if view.holder is None else view.holder
    return np.array(words, np.int64)


def _places(tokens: Iterable[Token]) -> dict[Token, list[int]]:
    found: dict[Token, list[int]] = {}
    for place, token in enumerate(tokens):
        found.setdefault(token, []).append(place)
    return found


def _claimed(free: dict[Token, list[int]], tokens: Iterable[Token]) -> list[int]:
    """Take the places of these tokens from the free ones; among equal tokens it does not matter which."""
    return [free[token].pop(0) for token in tokens]


@compiled
def start(state: Ints, holder: int) -> None:
    """Write the position before the first round."""
    state[:] = 0
    state[BOX] = (1 << TOKENS) - 1
    state[TURN] = NOBODY
    state[HOLDER] = holder


@compiled
def lay_row(state: Ints, row: int) -> None:
    """Begin a round with these nine tokens of the box."""
    state[ROW] = row
    while row:
        state[BOX] ^= 1 << (row & _TOKEN) - 1
        row >>= TOKEN_BITS
    state[PLAYED] = 0
    state[VOID : VOID + 6] = 0


@compiled
def draw_row(state: Ints, random: Source) -> int:
    """Draw nine tokens of the box, in random order."""
    box, row = state[BOX], 0
    for number in range(TOKENS_PER_ROUND):
        token = any_bit(box, random)
        box ^= token
        row |= count(token - 1) + 1 << TOKEN_BITS * number
    return row


@compiled
def draw_hands(table: RulesTable, random: Source) -> Ints:
    """Deal nine cards to each seat, every deal with the same probability."""
    cards, hands = table.deck.copy(), np.zeros(table.seats, np.int64)
    for place in range(CARDS_PER_HAND * table.seats):
        other = place + below(random, len(cards) - place)
        hands[place // CARDS_PER_HAND] |= cards[other]
        cards[other] = cards[place]
    return hands


@compiled
def deal(state: Ints, hands: Ints) -> None:
    """Give each seat its hand; the holder of the First Player Token leads."""
    state[HAND : HAND + len(hands)] = hands
    state[TURN] = state[HOLDER]


@compiled
def legal(state: Ints) -> int:
    """Return the cards that the seat to move may play."""
    hand = state[HAND + state[TURN]]
    return int(hand & state[LED] or hand)


@compiled
def play(table: RulesTable, state: Ints, card: int) -> None:
    """Play a card that is legal now."""
    seat, led = state[TURN], state[LED]
    state[HAND + seat] ^= card
    state[CARD + seat] = card
    state[PLAYED] |= card
    if not led:
        state[LED] = PINK if card & PINK else BLUE if card & BLUE else GREEN
    elif not card & led:
        state[VOID + seat] |= led
    seat = seat + 1 if seat + 1 < table.seats else 0
    state[TURN] = seat
    if state[CARD + seat]:
        _award(table, state)


@compiled
def winner(cards: Ints, led: int) -> int:
    """Return the seat that wins a trick, given the card of each seat, like `winning_place`."""
    trick = 0
    for card in cards:
        trick |= card
    best = trick & GREEN or trick & led
    if best & ONES and best & EIGHTEENS:
        best &= ONES
    found, highest = 0, 0
    for seat in range(len(cards)):
        if cards[seat] & best > highest:
            found, highest = seat, cards[seat] & best
    return found


@compiled
def _award(table: RulesTable, state: Ints) -> None:
    cards = state[CARD : CARD + table.seats]
    seat = winner(cards, state[LED])
    state[PILE + seat] |= 1 << (state[ROW] & _TOKEN) - 1
    state[ROW] >>= TOKEN_BITS
    cards[:] = 0
    state[LED] = 0
    state[TURN] = seat
    if not state[ROW]:
        _end_round(table, state)


@compiled
def _end_round(table: RulesTable, state: Ints) -> None:
    state[TURN] = NOBODY
    if state[BOX]:
        state[HOLDER] = (state[HOLDER] + 1) % table.seats


@compiled
def points(table: RulesTable, pile: int) -> int:
    """Return the points of a pile: fish remove the worst fishbones, which are numbered first."""
    total, bones = 0, pile & table.bones
    for _ in range(count(pile & table.fish)):
        bones &= bones - 1
    rest = pile & ~table.bones | bones
    while rest:
        total += table.worth[count((rest & -rest) - 1)]
        rest &= rest - 1
    pairs = count(pile & table.vases) // 2
    return total - VASES_COST * (min(pairs, 1) if table.flat else pairs)


@compiled
def play_round(table: RulesTable, state: Ints, random: Source) -> int:
    """Play at random to the end of the round; return the number of cards played."""
    moves = 0
    while state[TURN] >= 0:
        play(table, state, any_bit(legal(state), random))
        moves += 1
    return moves


@compiled
def play_match(table: RulesTable, state: Ints, random: Source) -> int:
    """Play at random to the end of the match; return the number of cards played."""
    moves = play_round(table, state, random)
    while state[BOX]:
        lay_row(state, draw_row(state, random))
        deal(state, draw_hands(table, random))
        moves += play_round(table, state, random)
    return moves


@compiled
def play_matches(table: RulesTable, scores: Ints, random: Source) -> int:
    """Play a random match for each row of `scores` and write the points; return the number of cards played."""
    moves, state = 0, np.zeros(WORDS, np.int64)
    for number in range(len(scores)):
        start(state, below(random, table.seats))
        moves += play_match(table, state, random)
        for seat in range(table.seats):
            scores[number, seat] = points(table, state[PILE + seat])
    return moves


@compiled
def taking_lead(trick: int, led: int) -> int:
    """Return all cards that would win the trick so far; `led` is the colour that was led, 0 before the first card."""
    if not trick:
        return PINK | BLUE | GREEN
    group = GREEN if trick & GREEN else led
    best = trick & group
    ranks = group & ~((highest(best) << 1) - 1)
    if best & EIGHTEENS:
        ranks = 0 if best & ONES else group & ONES
    elif best & ONES:
        ranks &= ~EIGHTEENS
    return ranks | (0 if group == GREEN else GREEN)


@compiled
def play_and_note(table: RulesTable, state: Ints, card: int, won: Ints, done: int) -> int:
    """Play a card and note in `won` which seat takes a token of the row; return the number of finished tricks."""
    row = state[ROW]
    play(table, state, card)
    if state[ROW] == row:
        return done
    token = 1 << (row & 31) - 1
    for seat in range(table.seats):
        if state[PILE + seat] & token:
            won[seat] |= 1 << done
    return done + 1
