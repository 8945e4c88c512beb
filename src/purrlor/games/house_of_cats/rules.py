"""The rules of House of Cats (William Attia & Kristian A. Østby, Aporta Games, 2023), for one to six players.

The parts: `sheet` (an empty sheet, read from `sheets/`), `house` (a sheet as filled in, and its rooms), `turn` and
`play` (a turn in small steps), `abilities`, `scoring`. Here they become a match: draw, roll, play, compare.

Rulings where the book is silent (words/rules/en.md marks them sentence by sentence):
- the layouts of the sheets are ours; `sheet` takes one that you drew yourself;
- results are written one after the other, each touching one written this turn; what abilities and the cat bar add is
  apart from that group;
- rooms formed by the starting symbols count; abilities are used from the first turn on;
- a crossed-off space stays used (`crossed_space="used"`), or is empty again (`"empty"`);
- K and L without an empty space are lost, so is a number from the cat bar; a cat with the bar full has no effect;
- a cat that H makes of a number is crossed off the cat bar on level 1, whether a die or something else gave the number;
- level 4: a player whose sheet is full when a turn begins waits;
- nobody sees the turn of another until all are done. `back` takes back step by step; `done` hands the turn in. It can
  be taken back by leaving it out of the log, for as long as somebody is not done: the acts of a turn commute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from msgspec.structs import replace

from purrlor.core import Act, Awaiting, Draw, Event, Fate, IllegalEvent, InvalidOption, Roll, Seat, check
from purrlor.core.options import require, require_one_of, require_seats
from purrlor.core.reason import Reason
from purrlor.core.value import Value

from . import notation, story
from .house import House
from .notation import Action, Back
from .play import DICE, begin, choices, play, replay
from .refusal import refusal
from .scoring import points
from .sheet import STARTING_DICE, Sheet
from .sheet_file import InvalidSheet, printed_sheet, unpack
from .symbols import EMPTY, FACES, NUMBERS, Ability, face_symbol
from .turn import HouseSetup, Turn
from .view import View, ranked


class State(Value, frozen=True):
    abilities: tuple[Ability, ...]
    """Tied to 2, 3, 4 and 5; none until they are drawn."""
    houses: tuple[House, ...]
    """All sheets as of the last completed turn."""
    number: int
    """The number of the turn, from 1; 0 while the starting symbols are written."""
    dice: str = ""
    turns: tuple[Turn | None, ...] = ()
    """The turns in progress, None for who waits; none at all before the roll."""
    last: tuple[tuple[Action, ...], ...] = ()
    """The actions of each seat in the last completed turn."""


@dataclass(frozen=True)
class HouseOfCats:
    """The rules, with house options, for one to six players."""

    name: ClassVar[str] = "house-of-cats"
    version: ClassVar[int] = 1
    implied_options: ClassVar[Mapping[str, str]] = {"gardens": "true", "changes": "dice"}

    seats: int = 2
    level: int = 1
    abilities: tuple[Ability, ...] | None = None
    """The abilities tied to 2, 3, 4 and 5, in this order; None: drawn at random."""
    crossed_space: Literal["used", "empty"] = "used"
    sheet: str | None = None
    """A sheet of your own in one word, as `pack` writes it; None: the one that comes with the game."""
    gardens: bool = False
    """Whether level 4 without a sheet of your own uses the house with two gardens, as older matches did."""
    changes: Literal["drawn", "dice"] = "drawn"
    """The target of C, F and H: any symbol that is about to be drawn; or only results of dice, as in older matches."""

    def __post_init__(self) -> None:
        require_seats(self, 1, 6)
        require_one_of("level", self.level, (1, 2, 3, 4))
        require_one_of("crossed_space", self.crossed_space, ("used", "empty"))
        require_one_of("changes", self.changes, ("drawn", "dice"))
        self._check_abilities()
        self._check_sheet()

    def _check_abilities(self) -> None:
        if self.abilities is None:
            return
        for letter in self.abilities:
            require(letter in tuple(Ability), notation.no_ability(letter))
        enough = len(set(self.abilities)) == len(self.abilities) == len(NUMBERS)
        wrong = "abilities are four different ones for 2, 3, 4 and 5, not {abilities}"
        require(enough, Reason("house-of-cats.refused.abilities", wrong, abilities=self.abilities))
        # options arrive as text
        object.__setattr__(self, "abilities", tuple(Ability(letter) for letter in self.abilities))

    def _check_sheet(self) -> None:
        try:
            level = self.layout.level
        except InvalidSheet as error:
            raise InvalidOption("refused.in_file", "{source}: {reason}", source="sheet", reason=error.reason) from None
        other = "the sheet is for level {sheet}, the match is on level {level}"
        require(level == self.level, Reason("house-of-cats.refused.level", other, sheet=level, level=self.level))

    @property
    def layout(self) -> Sheet:
        """The empty sheet of this match."""
        return printed_sheet(self.level, gardens=self.gardens) if self.sheet is None else unpack(self.sheet)

    def setup(self, abilities: tuple[Ability, ...]) -> HouseSetup:
        return _setup(self, abilities)

    def initial(self) -> State:
        """Return the start; levels 2 and 3 begin with starting symbols, turn number 0."""
        blank = House(self.layout.blank)
        return State(self.abilities or (), (blank,) * self.seats, number=0 if self.level in (2, 3) else 1)

    def awaiting(self, state: State) -> Awaiting:
        if not state.abilities:
            return Awaiting(chance=Draw(tuple(map(ord, Ability)), len(NUMBERS)))
        if state.turns:
            busy = [Seat(seat) for seat, turn in enumerate(state.turns) if turn is not None and not turn.done]
            return Awaiting(seats=tuple(busy), hidden=True)
        if self.over(state):
            return Awaiting()
        return Awaiting(chance=Roll(DICE if state.number else STARTING_DICE, faces=FACES))

    def over(self, state: State) -> bool:
        """Return whether the match is over: one sheet is full, on level 4 all."""
        if state.turns:
            return False
        full = [house.full for house in state.houses]
        return all(full) if self.level == 4 else any(full)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        turn = state.turns[seat] if 0 <= seat < len(state.turns) else None
        return () if turn is None else choices(self.setup(state.abilities), turn)

    def apply(self, state: State, event: Event[Action]) -> State:
        self._check(state, event)
        match event:
            case Fate(values) if not state.abilities:
                return replace(state, abilities=tuple(Ability(chr(value)) for value in values))
            case Fate(values):
                state = replace(state, dice="".join(face_symbol(value) for value in values))
                return replace(state, turns=tuple(self._begin(state, house) for house in state.houses))
            case Act(seat, action):
                return self._act(state, seat, action)
            case _:
                raise IllegalEvent("refused.no_deadline", "no deadline is running")

    def _check(self, state: State, event: Event[Action]) -> None:
        try:
            check(self, state, event)
        except IllegalEvent:
            if isinstance(event, Act) and event.seat in self.awaiting(state).seats:
                raise IllegalEvent(self._refusal(state, event)) from None
            raise

    def _refusal(self, state: State, act: Act[Action]) -> Reason:
        turn = state.turns[act.seat]
        assert turn is not None
        why = refusal(self.setup(state.abilities), turn, act.action)
        cannot = "seat {seat} cannot {action} now: {why}"
        return Reason("house-of-cats.refused.cannot", cannot, seat=act.seat + 1, action=act.action, why=why)

    def _begin(self, state: State, house: House) -> Turn | None:
        return None if house.full else begin(house, state.dice, starting=state.number == 0)

    def _act(self, state: State, seat: Seat, action: Action) -> State:
        turn = state.turns[seat]
        assert turn is not None
        if isinstance(action, Back):
            turn = self._taken_back(state, seat, turn)
        else:
            turn = play(self.setup(state.abilities), turn, action)
        turns = (*state.turns[:seat], turn, *state.turns[seat + 1 :])
        if all(turn is None or turn.done for turn in turns):
            return self._complete(state, turns)
        return replace(state, turns=turns)

    def _taken_back(self, state: State, seat: Seat, turn: Turn) -> Turn:
        start = self._begin(state, state.houses[seat])
        assert start is not None
        return replay(self.setup(state.abilities), start, turn.steps[:-1])

    def _complete(self, state: State, turns: tuple[Turn | None, ...]) -> State:
        """Complete a turn when all seats are done, and show it to all of them."""
        pairs = list(zip(turns, state.houses, strict=True))
        houses = tuple(house if turn is None else turn.house for turn, house in pairs)
        last = tuple(() if turn is None else turn.steps for turn in turns)
        return State(state.abilities, houses, state.number + 1, last=last)

    def progress(self, view: View) -> tuple[int, int]:
        """Return the filled spaces of the sheet that ends the match: the fullest; on level 4 the emptiest."""
        filled = [house.filled for house in view.houses]
        spaces = filled[0] + view.houses[0].entries.count(EMPTY)
        return (min if self.level == 4 else max)(filled), spaces

    def view(self, state: State, seat: Seat | None) -> View:
        expected = self.awaiting(state).seats
        return View(
            viewer=seat,
            sheet=self.layout,
            abilities=state.abilities,
            crossed_space=self.crossed_space,
            changes=self.changes,
            number=state.number,
            dice=state.dice,
            houses=state.houses,
            waiting=tuple(bool(state.turns) and Seat(other) not in expected for other in range(self.seats)),
            turn=state.turns[seat] if seat is not None and state.turns else None,
            last=state.last,
            over=self.over(state),
        )

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points as of the last completed turn; `winners` breaks ties."""
        return tuple(points(self.layout, house).total for house in state.houses)

    def winners(self, state: State) -> tuple[Seat, ...]:
        """Return the seats with the most points, then the most filled spaces, else shared."""
        return ranked(self.scores(state), state.houses)

    parse_action = staticmethod(notation.parse_action)
    parse_fate = staticmethod(notation.parse_fate)
    fate_text = staticmethod(notation.fate_text)
    tell = staticmethod(story.tell)


@lru_cache(maxsize=256)
def _setup(rules: HouseOfCats, abilities: tuple[Ability, ...]) -> HouseSetup:
    return HouseSetup(rules.layout, abilities, rules.crossed_space, rules.changes)
