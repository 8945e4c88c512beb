"""MEOW in numbers: 54 actions, one for each card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from purrlor.games.meow.cards import ALL_CARDS, CARDS_PER_HAND, COLOURS, Card
from purrlor.games.meow.notation import Action, Play
from purrlor.games.meow.rules import Meow
from purrlor.games.meow.tokens import FISH, ROUNDS, TOKENS, TOKENS_PER_ROUND, VASE, Token, in_order, worth
from purrlor.games.meow.view import View
from purrlor.kit.lab import Encoding, Field, from_seat, one_hot, padded

ACTIONS: tuple[Action, ...] = tuple(Play(card) for card in ALL_CARDS)
_NUMBER = {card: number for number, card in enumerate(ALL_CARDS)}


@lru_cache
def encoding(rules: Meow) -> Encoding[View, Action]:
    seats, cards = rules.seats, len(ALL_CARDS)
    tokens = in_order(rules.tokens)
    most = max(abs(worth(token)) for token in tokens)
    fields = padded(
        Field("hand", cards, "the viewer's cards: P1 … P18, B1 … B18, G1 … G18"),
        Field("played", cards, "all cards played in this round"),
        Field("voids", seats * len(COLOURS), "colours that the viewer, the next seat, … showed not to hold"),
        Field("led", len(COLOURS), "the colour that was led: pink, blue, green"),
        Field("turn", seats, "whose turn it is: the viewer, the next seat, …"),
        Field("holder", seats, "who holds the First Player Token, in the same order"),
        Field("round", ROUNDS, "the first, second or third round"),
        Field("box", TOKENS, f"tokens of the rounds to come: {' '.join(tokens)}; equal ones fill from the left"),
        Field("piles", seats * TOKENS, "the tokens taken by the viewer, the next seat, …, in the same order"),
        Field("row_fish", TOKENS_PER_ROUND, "whether the next token of the row, the one after it, … is a fish"),
        Field("row_vase", TOKENS_PER_ROUND, "the same for broken vases"),
        Field("row_worth", TOKENS_PER_ROUND, "the same for points", low=-most, high=most),
        Field("trick", seats, "the card on the table of the viewer, the next seat, …, from 1; 0: none", high=cards),
        Field("cards_left", seats, "how many cards the viewer, the next seat, … holds", high=CARDS_PER_HAND),
    )
    cards_played = TOKENS * seats
    return Encoding(
        fields,
        ACTIONS,
        lambda view: _observation(view, tokens),
        decisions=cards_played,
        draws=1 + TOKENS + cards_played,
        fates=1 + 2 * ROUNDS,
    )


def _observation(view: View, tokens: Sequence[Token]) -> list[int]:
    viewer, seats = view.viewer or 0, len(view.piles)
    row = [*view.row, *[None] * (TOKENS_PER_ROUND - len(view.row))]
    trick = {(seat - viewer) % seats: _NUMBER[card] + 1 for seat, card in view.trick}
    return [
        *_set(view.hand),
        *_set(card for _, card in view.played),
        *(int(colour in voids) for voids in from_seat(view.voids, viewer) for colour in COLOURS),
        *one_hot(None if view.led is None else COLOURS.index(view.led), len(COLOURS)),
        *one_hot(None if view.turn is None else (view.turn - viewer) % seats, seats),
        *one_hot(None if view.holder is None else (view.holder - viewer) % seats, seats),
        *one_hot(view.round - 1, ROUNDS),
        *_counted(view.box, tokens),
        *(bit for pile in from_seat(view.piles, viewer) for bit in _counted(pile.tokens, tokens)),
        *(int(token == FISH) for token in row),
        *(int(token == VASE) for token in row),
        *(0 if token is None else worth(token) for token in row),
        *(trick.get(seat, 0) for seat in range(seats)),
        *from_seat(view.cards_left, viewer),
    ]


def _set(cards: Iterable[Card]) -> list[int]:
    found = [0] * len(ALL_CARDS)
    for card in cards:
        found[_NUMBER[card]] = 1
    return found


def _counted(held: Sequence[Token], tokens: Sequence[Token]) -> list[int]:
    """Return 1 for each token of the match that is held; the first ones of equal tokens count as held."""
    return [int(held.count(token) > tokens[:place].count(token)) for place, token in enumerate(tokens)]
