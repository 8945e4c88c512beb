"""The view of a player: all sheets as of the last completed turn, and of the turn in progress only their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from purrlor.core import Seat, winners
from purrlor.core.value import Value

from .house import House
from .notation import Action
from .scoring import Points, points
from .sheet import Sheet
from .symbols import Ability
from .turn import HouseSetup, Turn


class View(Value, frozen=True):
    viewer: Seat | None
    sheet: Sheet
    abilities: tuple[Ability, ...]
    """Tied to 2, 3, 4 and 5; none before they are drawn."""
    crossed_space: Literal["used", "empty"]
    changes: Literal["drawn", "dice"]
    number: int
    """The number of the turn, from 1; 0 while the starting symbols are written."""
    dice: str
    """The results everybody has this turn; none before the roll."""
    houses: tuple[House, ...]
    """All sheets as of the last completed turn."""
    waiting: tuple[bool, ...]
    """Whether each seat is done with this turn, or has a full sheet and waits for the end."""
    turn: Turn | None
    """The viewer's own turn, with the sheet as it stands now."""
    last: tuple[tuple[Action, ...], ...]
    """The actions of each seat in the last completed turn."""
    over: bool

    @property
    def setup(self) -> HouseSetup:
        return HouseSetup(self.sheet, self.abilities, self.crossed_space, self.changes)

    @property
    def points(self) -> tuple[Points, ...]:
        """The points of each sheet as of the last completed turn."""
        return tuple(points(self.sheet, house) for house in self.houses)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that lead, or have won."""
        return ranked([entry.total for entry in self.points], self.houses)


def ranked(totals: Sequence[int], houses: Sequence[House]) -> tuple[Seat, ...]:
    """Return the winners: most points, then most filled spaces, then the victory is shared."""
    best = winners(totals)
    most = max(houses[seat].filled for seat in best)
    return tuple(seat for seat in best if houses[seat].filled == most)
