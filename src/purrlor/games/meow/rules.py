"""The rules of MEOW (Reiner Knizia, Cranio Creations, 2020), for two to six players.

Three rounds of nine tricks. Every trick wins the next award token of a row, from left to right, wanted or not. Green is
always trump.

Rulings where the book is silent (words/rules/en.md marks them sentence by sentence):
- the first player is drawn by fate, or named (`first`), instead of the one who loves cats most;
- the values of the tokens are those of tokens.toml, or the player's own (`tokens`);
- fish discard the worst fishbones, for this is always best;
- one broken vase costs nothing, three cost 20, four 40 (`vases="per_pair"`); with `vases="flat"` never more than 20;
- equal sums share the victory.
Each of the three stacks of tokens is drawn when its round begins: until then all know which tokens are left, no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from purrlor.core import Act, Awaiting, Draw, Event, Fate, IllegalEvent, Roll, Seat, check
from purrlor.core.options import require_one_of, require_seats
from purrlor.core.value import Value

from . import notation, story
from .cards import CARDS_PER_HAND, HIGHEST, LOWEST, TRUMP, Card, Colour, card_of, card_value, deck
from .notation import Action, Play, play
from .tokens import (
    ROUNDS,
    STANDARD,
    TOKENS_PER_ROUND,
    Pile,
    Token,
    Vases,
    check_tokens,
    in_order,
    token_of,
    token_value,
    totals,
)
from .view import Played, Trick, View

MOST_SEATS = 6
TURNS = tuple(Awaiting(seats=(Seat(seat),)) for seat in range(MOST_SEATS))


class State(Value, frozen=True):
    box: tuple[Token, ...]
    """The tokens of the rounds to come."""
    piles: tuple[Pile, ...]
    holder: Seat | None
    """The seat that holds the First Player Token; None while the first player is drawn."""
    hands: tuple[tuple[Card, ...], ...]
    turn: Seat | None = None
    """The seat whose card is expected; None while tokens or cards are dealt, and at the end."""
    row: tuple[Token, ...] = ()
    """The tokens still to be won in this round, from left to right."""
    trick: tuple[Played, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """The finished tricks of this round."""

    @property
    def led(self) -> Colour | None:
        return self.trick[0].card.colour if self.trick else None

    @property
    def round(self) -> int:
        """1, 2 or 3 from the moment its tokens lie in the row; 0 before the first."""
        return ROUNDS - len(self.box) // TOKENS_PER_ROUND


def playable(hand: tuple[Card, ...], led: Colour | None) -> tuple[Card, ...]:
    """Return the cards that may be played: those of the led colour if there are any, otherwise all."""
    return tuple([card for card in hand if card.colour is led]) or hand


def winning_place(cards: Sequence[Card]) -> int:
    """Return the place of the card that wins a trick, in the order of play.

    The highest green wins if a green was played, otherwise the highest of the led colour. When the 1 and the 18 of
    that colour are both there, the 1 is the highest.
    """
    colours = [card.colour for card in cards]
    best = TRUMP if TRUMP in colours else colours[0]
    ranks = [card.rank if card.colour is best else 0 for card in cards]
    return ranks.index(LOWEST if LOWEST in ranks and HIGHEST in ranks else max(ranks))


@dataclass(frozen=True)
class Meow:
    """Two to six players; the options of the house."""

    name: ClassVar[str] = "meow"
    version: ClassVar[int] = 1

    seats: int = 4
    first: Seat | None = None
    expert: bool = False
    vases: Vases = "per_pair"
    tokens: tuple[Token, ...] = STANDARD

    def __post_init__(self) -> None:
        require_seats(self, 2, MOST_SEATS)
        require_one_of("vases", self.vases, ("per_pair", "flat"))
        check_tokens(self.tokens)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        return deck(self.seats, expert=self.expert)

    def initial(self) -> State:
        piles, hands = (Pile(vases=self.vases),) * self.seats, ((),) * self.seats
        return State(in_order(self.tokens), piles, self.first, hands)

    def awaiting(self, state: State) -> Awaiting:
        if state.turn is not None:
            return TURNS[state.turn]
        if state.holder is None:
            return Awaiting(chance=Roll(1, faces=tuple(range(1, self.seats + 1))))
        if state.row:
            cards = tuple(map(card_value, self.deck))
            return Awaiting(chance=Draw(cards, CARDS_PER_HAND * self.seats, secret=True))
        if state.box:
            return Awaiting(chance=Draw(tuple(map(token_value, state.box)), TOKENS_PER_ROUND))
        return Awaiting()

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.turn:
            return ()
        return tuple([play(card) for card in playable(state.hands[seat], state.led)])

    def apply(self, state: State, event: Event[Action]) -> State:
        check(self, state, event)
        match event:
            case Act(seat, Play(card)):
                return self._play(state, seat, card)
            case Fate(values) if state.holder is None:
                return replace(state, holder=Seat(values[0] - 1))
            case Fate(values) if not state.row:
                return self._lay_row(state, tuple(map(token_of, values)))
            case Fate(values):
                return self._deal(state, values)
            case _:
                raise IllegalEvent("refused.no_deadline", "no deadline is running")

    def _lay_row(self, state: State, row: tuple[Token, ...]) -> State:
        box = list(state.box)
        for token in row:
            box.remove(token)
        return replace(state, box=tuple(box), row=row, tricks=())

    def _deal(self, state: State, values: tuple[int, ...]) -> State:
        """Deal nine cards to each seat; the holder of the First Player Token leads the first trick."""
        nines = (values[start : start + CARDS_PER_HAND] for start in range(0, len(values), CARDS_PER_HAND))
        hands = tuple(tuple(map(card_of, sorted(nine))) for nine in nines)
        return replace(state, hands=hands, turn=state.holder)

    def _play(self, state: State, seat: Seat, card: Card) -> State:
        hand = state.hands[seat]
        place = hand.index(card)
        hands = (*state.hands[:seat], hand[:place] + hand[place + 1 :], *state.hands[seat + 1 :])
        trick = (*state.trick, Played(seat, card))
        if len(trick) == self.seats:
            return self._award(state, hands, trick)
        return replace(state, hands=hands, trick=trick, turn=self._next(seat))

    def _award(self, state: State, hands: tuple[tuple[Card, ...], ...], plays: tuple[Played, ...]) -> State:
        """Give the winner the leftmost token and the lead of the next trick."""
        winner = plays[winning_place([card for _, card in plays])].seat
        token, *row = state.row
        pile = state.piles[winner].with_token(token)
        state = replace(
            state,
            piles=(*state.piles[:winner], pile, *state.piles[winner + 1 :]),
            hands=hands,
            turn=winner,
            row=tuple(row),
            trick=(),
            tricks=(*state.tricks, Trick(plays, winner, token)),
        )
        return state if row else self._end_round(state)

    def _end_round(self, state: State) -> State:
        """End a round; before another one the First Player Token moves one seat clockwise."""
        assert state.holder is not None
        return replace(state, turn=None, holder=self._next(state.holder) if state.box else state.holder)

    def _next(self, seat: Seat) -> Seat:
        return Seat((seat + 1) % self.seats)

    def progress(self, view: View) -> tuple[int, int]:
        """Return the number of tricks played, and of all tricks: one for each token."""
        return len(self.tokens) - len(view.row) - len(view.box), len(self.tokens)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            viewer=seat,
            hand=() if seat is None else state.hands[seat],
            cards_left=tuple(map(len, state.hands)),
            turn=state.turn,
            leader=state.trick[0].seat if state.trick else state.turn,
            holder=state.holder,
            round=state.round,
            row=state.row,
            box=state.box,
            trick=state.trick,
            tricks=state.tricks,
            piles=state.piles,
            deck=self.deck,
            expert=self.expert,
            vases=self.vases,
        )

    def scores(self, state: State) -> tuple[int, ...]:
        return totals(state.piles)

    parse_action = staticmethod(notation.parse_action)
    parse_fate = staticmethod(notation.parse_fate)
    fate_text = staticmethod(notation.fate_text)
    tell = staticmethod(story.tell)
