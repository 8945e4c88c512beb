"""`heuristic.py` over compiled rows: the same cards from the same knowledge, for batches of matches.

A test plays both side by side. A kitten's chance comes from the row's own source, so its random cards differ.
"""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, count, fraction
from purrlor.games.meow.kernels.batch import BatchTable
from purrlor.games.meow.kernels.bits import GREEN, any_bit, colour_of, highest
from purrlor.games.meow.kernels.fast_rules import CARD, HAND, LED, PILE, PLAYED, ROW, TURN, legal, points, taking_lead
from purrlor.kit.lab import RowLevel

from .heuristic import RANDOM_MOVE_RATE

_RANKS = (1 << 18) - 1
_DEARER = 10
"""How many ranks more a green card counts, as `heuristic.card_cost` has it."""


@compiled
def kitten(table: BatchTable, state: Ints, random: Source) -> int:
    cards = legal(state)
    if fraction(random) < RANDOM_MOVE_RATE:
        return count(any_bit(cards, random) - 1)
    token = 1 << (state[ROW] & 31) - 1
    good = bool(token & table.game.fish) or (not token & table.game.vases and not token & table.game.bones)
    return count(_by_rank(cards, good) - 1)


@compiled
def _by_rank(cards: int, high: bool) -> int:
    """Return the card of the highest rank, of equals the last; or that of the lowest rank, of equals the first."""
    pink, blue, green = cards & _RANKS, cards >> 18 & _RANKS, cards >> 36
    ranks = pink | blue | green
    rank = highest(ranks) if high else ranks & -ranks
    if high:
        return rank << 36 if green & rank else rank << 18 if blue & rank else rank
    return rank if pink & rank else rank << 18 if blue & rank else rank << 36


@compiled
def tabby(table: BatchTable, state: Ints, random: Source) -> int:  # noqa: ARG001
    cards = legal(state)
    if not cards & (cards - 1):
        return count(cards - 1)
    trick, lying = 0, 0
    for seat in range(table.game.seats):
        trick |= state[CARD + seat]
        lying += state[CARD + seat] != 0
    winning = cards & taking_lead(trick, state[LED])
    unseen = _unseen(table, state) if lying < table.game.seats - 1 else 0
    if _token_value(table, state) > 0:
        if not winning:
            return count(_cheapest(cards) - 1)
        return count(_by_danger(winning, trick, state[LED], unseen, False) - 1)
    losing = cards & ~winning
    if losing:
        return count(_dearest(losing) - 1)
    return count(_by_danger(cards, trick, state[LED], unseen, True) - 1)


@compiled
def _token_value(table: BatchTable, state: Ints) -> int:
    """Return what the next token adds to the mover's pile; fish count a point and vases cost one beforehand."""
    token, pile = 1 << (state[ROW] & 31) - 1, state[PILE + state[TURN]]
    gain = points(table.game, int(pile | token)) - points(table.game, int(pile))
    return int(gain + (token & table.game.fish != 0) - (token & table.game.vases != 0))


@compiled
def _unseen(table: BatchTable, state: Ints) -> int:
    deck = 0
    for card in table.game.deck:
        deck |= card
    return int(deck & ~state[PLAYED] & ~state[HAND + state[TURN]])


@compiled
def _cost(card: int) -> int:
    place = count(card - 1)
    return place % 18 + (_DEARER if card & GREEN else 0)


@compiled
def _cheapest(cards: int) -> int:
    """Return the card of the lowest cost, of equals the first one of the hand."""
    found, least = 0, 1 << 20
    while cards:
        card = cards & -cards
        cards ^= card
        if _cost(card) < least:
            found, least = card, _cost(card)
    return found


@compiled
def _dearest(cards: int) -> int:
    """Return the card of the highest cost, of equals the first one of the hand."""
    found, most = 0, -1
    while cards:
        card = cards & -cards
        cards ^= card
        if _cost(card) > most:
            found, most = card, _cost(card)
    return found


@compiled
def _by_danger(cards: int, trick: int, led: int, unseen: int, most: bool) -> int:
    """Return the card that the fewest unseen cards beat, the cheapest of equals; or with `most` the opposite."""
    found, best = 0, 0
    while cards:
        card = cards & -cards
        cards ^= card
        beaten = count(unseen & taking_lead(trick | card, led or colour_of(card))) if unseen else 0
        value = beaten * 64 + _cost(card)
        if not found or (value > best if most else value < best):
            found, best = card, value
    return found


LEVELS = {"kitten": RowLevel(kitten), "tabby": RowLevel(tabby)}
