"""The rules of Addi Cat's (Cat's Family), for two to six players.

Each card shows an addition, a sum or an action. In turn everybody turns a card onto their own pile. A player who sees
that their sum equals another one hits the mouse; the fastest gives their pile away. A player without cards has won.

Rulings where the book is silent (words/rules/en.md marks them sentence by sentence):
- a card may be turned `pace` after the last change of the table; after `patience` it is turned for a player who does
  nothing; after `most_cards` cards the match ends, so every match ends whatever players do;
- hits less than `margin` apart are of the same moment: head beats body, then the order is drawn; justified hits are
  judged before greedy ones, each equality on its own, and several greedy hits share the open cards;
- with two players an empty stack wins; `two_players_end` has the other ends; points are 2, 1 and minus the cards left;
- after a greedy hit the next player continues, unless somebody was fastest since the last card: then that player does;
- `numbers_up_to` stands for the book's advice to begin simply, `stack_shares` for the smaller stacks of children;
- a player who was concerned but slower is late, not greedy, until the next card is turned;
- Chase and Trap close after `hit_window`, or as soon as hits can change nothing; meanwhile a hit counts for them alone;
- equalities may be hit during the count of a Clock; Action cards wait in line, also when they are covered meanwhile;
- with two stacks a player plays for two: each stack counts as a player, but its owner hits once for both;
- without a clock (`timed=false`) everybody says `hit` or `pass` after each card, and the fastest is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from purrlor.core import Awaiting, Draw, Event, Seat, check
from purrlor.core.options import require, require_between, require_one_of, require_seats
from purrlor.core.reason import Reason

from . import flow, notation, story
from .cards import ActionName, Card, card_value, deck
from .notation import DECISIONS, HITS, TURN, Action
from .state import Phase, State, View, running_deadline, up, view_of
from .table import Place, cards_lie_open, points, seats_in_play

ALL_ACTIONS: tuple[ActionName, ...] = ("chase", "u-turn", "clock", "sumo", "trap", "gift")
LEAST_SHARE = 20
"""The smallest share of a stack in per cent; with less, a match ends before equal sums appear."""
TwoPlayersEnd: TypeAlias = Literal["first_stack", "two_stacks", "all_stacks"]


@dataclass(frozen=True)
class AddiCats:
    """The rules, with house options, for two to six players; two may play for three or four. Times: milliseconds."""

    name: ClassVar[str] = "addi-cats"
    version: ClassVar[int] = 1
    most_options: ClassVar[Mapping[str, int]] = {"most_cards": 3000, "patience": 600_000}
    """Upper bounds for matches that begin now."""
    implied_options: ClassVar[Mapping[str, str]] = {"two_players_end": "all_stacks", "pays_both_stacks": "true"}

    seats: int = 3
    first: Seat | None = None
    players_with_two_stacks: int = 2
    """The number of players with two stacks, one or both of two; ignored with more players."""
    two_players_end: TwoPlayersEnd = "first_stack"
    """What ends a match of two: the first empty stack, the second one, or all stacks of a player."""
    actions: tuple[ActionName, ...] = ALL_ACTIONS
    numbers_up_to: int = 10
    stack_shares: tuple[int, ...] = ()
    """The share of each seat's stacks that is dealt, in per cent; the rest is set aside. Empty: everything."""
    timed: bool = True
    pace: int = 2000
    patience: int | None = 10_000
    hit_window: int = 3000
    clock_count: int = 3000
    margin: int = 20
    most_cards: int = 2000
    pays_both_stacks: bool = False
    """Whether a hit that empties both stacks of one of two players scores both as the first, as older matches did."""

    def __post_init__(self) -> None:
        require_seats(self, 2, 6)
        require_one_of("players_with_two_stacks", self.players_with_two_stacks, (1, 2))
        for action in self.actions:
            require_one_of("actions", action, ALL_ACTIONS)
        twice = Reason("addi-cats.refused.action_twice", "each kind of Action card is named once")
        require(len(set(self.actions)) == len(self.actions), twice)
        require_one_of("numbers_up_to", self.numbers_up_to, (5, 7, 10))
        self._require_shares()
        self._require_times()

    def _require_shares(self) -> None:
        each = Reason(
            "addi-cats.refused.stack_shares",
            "stack_shares names one share for each seat ({seats})",
            seats=self.seats,
        )
        require(len(self.stack_shares) in (0, self.seats), each)
        for share in self.stack_shares:
            require_between("stack_shares", share, LEAST_SHARE, 100)

    def _require_times(self) -> None:
        require_between("pace", self.pace, 0, 60_000)
        hasty = "patience is none or at least 1000 ms, not {patience}"
        require(
            self.patience is None or self.patience >= 1000,
            Reason("addi-cats.refused.patience", hasty, patience=self.patience),
        )
        require_between("margin", self.margin, 1, 500)
        require_between("hit_window", self.hit_window, 500, 60_000)
        require_between("clock_count", self.clock_count, 0, 60_000)
        none = Reason("addi-cats.refused.most_cards", "at least one card is turned, not {cards}", cards=self.most_cards)
        require(self.most_cards >= 1, none)

    @property
    def owners(self) -> tuple[Seat, ...]:
        """Return the owner of each place, clockwise; two players sit alternately."""
        if self.seats > 2:
            return tuple(Seat(seat) for seat in range(self.seats))
        return (Seat(0), Seat(1), Seat(0), Seat(1))[: 2 + self.players_with_two_stacks]

    @property
    def cards(self) -> tuple[Card, ...]:
        return deck(numbers_up_to=self.numbers_up_to, actions=self.actions)

    @property
    def stack_sizes(self) -> tuple[int, ...]:
        """How many cards are dealt to each place."""
        cards, places = len(self.cards), len(self.owners)
        full = [(cards - number + places - 1) // places for number in range(places)]
        if not self.stack_shares:
            return tuple(full)
        return tuple(-(-size * self.stack_shares[owner] // 100) for size, owner in zip(full, self.owners, strict=True))

    @property
    def contenders(self) -> tuple[tuple[Seat, tuple[int, ...]], ...]:
        """Return the places that must be empty for a win, each with its winner: single places, or all of a player."""
        places = tuple((owner, (number,)) for number, owner in enumerate(self.owners))
        if self.seats > 2 or self.two_players_end != "all_stacks":
            return places
        return tuple(
            (seat, tuple(number for number, owner in enumerate(self.owners) if owner == seat))
            for seat in (Seat(0), Seat(1))
        )

    @property
    def wins_to_end(self) -> int:
        """Return the number of wins that end the match: two with four or more players, or stacks that count as such."""
        playing = self.seats if self.seats > 2 or self.two_players_end != "two_stacks" else len(self.owners)
        return 2 if playing >= 4 else 1

    def initial(self) -> State:
        table = tuple(Place(owner) for owner in self.owners)
        if self.first is None:
            return State(table, Phase.FIRST)
        return State(table, Phase.DEAL, fastest=self.owners.index(self.first))

    def awaiting(self, state: State) -> Awaiting:
        if state.phase is Phase.OVER:
            return Awaiting()
        if state.phase is Phase.FIRST:
            return Awaiting(chance=Draw(tuple(range(1, self.seats + 1)), 1))
        if state.phase is Phase.DEAL:
            pool = tuple(card_value(card) for card in self.cards)
            return Awaiting(chance=Draw(pool, len(pool), secret=True))
        if state.tied:
            return Awaiting(chance=Draw(tuple(seat + 1 for seat in state.tied), len(state.tied)))
        return Awaiting(self._expected(state), deadline=running_deadline(state), hidden=bool(state.decisions))

    def _expected(self, state: State) -> tuple[Seat, ...]:
        """Return the expected seats: all may hit while cards lie open, and one of them may turn the next card."""
        if state.decisions:
            return tuple(seat for seat in seats_in_play(state.table) if state.decisions[seat] is None)
        turner = self._turner(state)
        if not self.timed:
            return () if turner is None else (turner,)
        if not cards_lie_open(state.table):
            return () if turner is None else (turner,)
        hands = {hit.seat for hit in state.hits}
        return tuple(seat for seat in seats_in_play(state.table) if seat not in hands)

    def _turner(self, state: State) -> Seat | None:
        """Return the seat that may turn a card; None while a verdict is due."""
        if state.phase is not Phase.TURN or state.same_moment_until is not None:
            return None
        number = up(state)
        return None if number is None else state.table[number].owner

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat not in self.awaiting(state).seats:
            return ()
        if state.decisions:
            return DECISIONS
        hits = HITS if self.timed and cards_lie_open(state.table) else ()
        return (TURN, *hits) if seat == self._turner(state) else hits

    def apply(self, state: State, event: Event[Action]) -> State:
        check(self, state, event)
        state = replace(state, now=event.at) if self.timed else state
        for step in flow.steps(self, state, event):
            state = step
        return state

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat, timed=self.timed)

    def scores(self, state: State) -> tuple[int, ...]:
        return points(state.table, state.won, self.seats)

    parse_action = staticmethod(notation.parse_action)
    parse_fate = staticmethod(notation.parse_fate)
    fate_text = staticmethod(notation.fate_text)
    tell = story.tell
