"""The rules of Ed, the Cat's Yatzy (moses. Verlag, 2021), for one to six players.

A box may be filled with a zero only when no open box scores (`scratch="forced"`): the book's note and example show it.

Rulings where the book is silent (words/rules/en.md marks them sentence by sentence):
- one player may practise alone;
- the first player is drawn by fate, or named (`first`), instead of the player who petted a cat last;
- `scratch="free"`, a house rule, lets any open box be filled at any time;
- five of a kind is not a Fat Cat, unless `mouser_is_fat_cat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import ClassVar, Literal

from msgspec.structs import replace

from purrlor.core import Act, Awaiting, Event, Fate, IllegalEvent, Roll, Seat, check
from purrlor.core.options import require_one_of, require_seats
from purrlor.core.value import Value

from . import notation, story
from .boxes import Box, Dice, Sheet, all_points
from .notation import Action, Keep, Score, keep, score

DICE = 5
ROLLS = 3
MOST_SEATS = 6
TURNS = tuple(Awaiting(seats=(Seat(seat),)) for seat in range(MOST_SEATS))
ROLL_ALL = (keep(()),)
ROLLING = tuple(Awaiting(chance=Roll(count)) for count in range(DICE + 1))


class State(Value, frozen=True):
    sheets: tuple[Sheet, ...]
    turn: Seat | None
    """The seat to move; None while the first player is drawn."""
    dice: Dice = ()
    """The dice on the table; while some are in the hand, those that were kept."""
    rolls_left: int = ROLLS
    rolling: bool = False


class View(Value, frozen=True):
    """Everything lies open in Yatzy: all viewers see the same, each from their own seat."""

    viewer: Seat | None
    sheets: tuple[Sheet, ...]
    turn: Seat | None
    dice: Dice
    rolls_left: int
    rolling: bool
    scratch: Literal["forced", "free"]
    mouser_is_fat_cat: bool

    @property
    def over(self) -> bool:
        return self.turn is not None and self.sheets[self.turn].full

    def points(self, box: Box) -> int:
        """Return the points of the dice in `box`."""
        return all_points(self.dice, self.mouser_is_fat_cat)[box]


@dataclass(frozen=True)
class Yatzy:
    """The rules, with house options, for one to six players."""

    name: ClassVar[str] = "yatzy"
    version: ClassVar[int] = 1

    seats: int = 2
    first: Seat | None = None
    scratch: Literal["forced", "free"] = "forced"
    mouser_is_fat_cat: bool = False

    def __post_init__(self) -> None:
        require_seats(self, 1, MOST_SEATS)
        require_one_of("scratch", self.scratch, ("forced", "free"))

    def initial(self) -> State:
        first = Seat(0) if self.seats == 1 else self.first
        return State(sheets=(Sheet(),) * self.seats, turn=first)

    def awaiting(self, state: State) -> Awaiting:
        if state.turn is None:
            return Awaiting(chance=Roll(1, faces=tuple(range(1, self.seats + 1))))
        if state.rolling:
            return ROLLING[DICE - len(state.dice)]
        if not state.dice and state.sheets[state.turn].full:
            return Awaiting()
        return TURNS[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.turn or state.rolling:
            return ()
        if not state.dice:
            return () if state.sheets[seat].full else ROLL_ALL
        scores = scores_in(self.fillable(state.sheets[seat], state.dice))
        return possible_keeps(state.dice) + scores if state.rolls_left else scores

    def fillable(self, sheet: Sheet, dice: Dice) -> tuple[Box, ...]:
        """Return the open boxes that may be filled: those that score, or any one if none does."""
        if self.scratch == "free":
            return sheet.open_boxes
        return scoring_boxes(sheet, dice, self.mouser_is_fat_cat)

    def points(self, box: Box, dice: Dice) -> int:
        return all_points(dice, self.mouser_is_fat_cat)[box]

    def apply(self, state: State, event: Event[Action]) -> State:
        check(self, state, event)
        match event:
            case Fate() if state.turn is None:
                return replace(state, turn=Seat(event.values[0] - 1))
            case Fate():
                return replace(state, dice=tuple(sorted(state.dice + event.values)), rolling=False)
            case Act(action=Keep(dice=dice)):
                return replace(state, dice=dice, rolls_left=state.rolls_left - 1, rolling=True)
            case Act(seat=seat, action=Score(box=box)):
                return self._next_turn(state, seat, box)
            case _:
                raise IllegalEvent("refused.no_deadline", "no deadline is running")

    def _next_turn(self, state: State, seat: Seat, box: Box) -> State:
        filled = state.sheets[seat].with_entry(box, self.points(box, state.dice))
        sheets = (*state.sheets[:seat], filled, *state.sheets[seat + 1 :])
        return State(sheets, turn=Seat((seat + 1) % self.seats))

    def progress(self, view: View) -> tuple[int, int]:
        """Return the number of boxes filled, and of all boxes."""
        boxes = [entry for sheet in view.sheets for entry in sheet.entries]
        return len(boxes) - boxes.count(None), len(boxes)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            viewer=seat,
            sheets=state.sheets,
            turn=state.turn,
            dice=state.dice,
            rolls_left=state.rolls_left,
            rolling=state.rolling,
            scratch=self.scratch,
            mouser_is_fat_cat=self.mouser_is_fat_cat,
        )

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in state.sheets)

    parse_action = staticmethod(notation.parse_action)
    parse_fate = staticmethod(notation.parse_dice)
    fate_text = staticmethod(notation.dice_text)
    tell = staticmethod(story.tell)


@lru_cache(maxsize=1000)
def scoring_boxes(sheet: Sheet, dice: Dice, mouser_is_fat_cat: bool) -> tuple[Box, ...]:
    """Return the open boxes in which the dice score, or all open ones if they score in none."""
    worth, boxes = all_points(dice, mouser_is_fat_cat), sheet.open_boxes
    return tuple([box for box in boxes if worth[box]]) or boxes


@lru_cache(maxsize=10_000)
def scores_in(boxes: tuple[Box, ...]) -> tuple[Action, ...]:
    return tuple([score(box) for box in boxes])


@cache
def possible_keeps(dice: Dice) -> tuple[Keep, ...]:
    """Return every choice of dice to keep, without duplicates and without all five, because that means stopping."""
    choices = {choice for size in range(DICE) for choice in combinations(dice, size)}
    return tuple(keep(choice) for choice in sorted(choices, key=lambda choice: (len(choice), choice)))
