"""The points of a sheet, by their source."""

from __future__ import annotations

from purrlor.core.value import Value

from .house import House
from .sheet import Sheet, Space
from .symbols import EMPTY, Symbol

ROOM_POINTS = {Symbol.TWO: 1, Symbol.THREE: 3, Symbol.FOUR: 5, Symbol.FIVE: 7}
MANY_CATS = 3
MOUSE_NEAR_MANY_CATS = 3
SCORED = {
    1: ("rooms", "cats", "cheese", "empty"),
    2: ("rooms", "lines", "boxes", "empty"),
    3: ("rooms", "areas", "boxes", "empty"),
    4: ("rooms", "cheese", "lines"),
}
"""The sources of points on each level: fields of `Points`."""


class Points(Value, frozen=True):
    """The score of a sheet, by where it comes from; what the level does not know is 0."""

    rooms: int
    cats: int = 0
    """Level 1: one for each cat crossed off."""
    cheese: int = 0
    """Levels 1 and 4: one for each cheese eaten."""
    lines: int = 0
    """Levels 2 and 4: one for each mouse in a row or column with a cat."""
    areas: int = 0
    """Level 3: the mice in areas with cats."""
    boxes: int = 0
    """Levels 2 and 3: the numbers in bonus boxes that belong to rooms."""
    empty: int = 0
    """One less for each empty space, but not on level 4."""

    @property
    def total(self) -> int:
        return self.rooms + self.cats + self.cheese + self.lines + self.areas + self.boxes + self.empty


def points(sheet: Sheet, house: House) -> Points:
    """Return the points of the house if the match ended now."""
    rooms = sum(ROOM_POINTS[room.number] for room in house.rooms)
    empty = -house.entries.count(EMPTY)
    match sheet.level:
        case 1:
            return Points(rooms, cats=house.cats, cheese=cheese_points(sheet, house), empty=empty)
        case 2:
            return Points(rooms, lines=line_points(sheet, house), boxes=box_points(sheet, house), empty=empty)
        case 3:
            return Points(rooms, areas=area_points(sheet, house), boxes=box_points(sheet, house), empty=empty)
        case _:
            return Points(rooms, cheese=cheese_points(sheet, house), lines=line_points(sheet, house))


def eaten_cheeses(sheet: Sheet, house: House) -> str:
    """Return the eaten cheeses: a mouse eats that of its row and that of its column."""
    return "".join(line for line in sheet.cheeses if house.count(sheet, sheet.lines[line], Symbol.MOUSE))


def cheese_points(sheet: Sheet, house: House) -> int:
    return len(eaten_cheeses(sheet, house))


def line_points(sheet: Sheet, house: House) -> int:
    lines = sheet.lines.values()
    return sum(house.count(sheet, line, Symbol.MOUSE) for line in lines if house.count(sheet, line, Symbol.CAT))


def area_points(sheet: Sheet, house: House) -> int:
    return sum(_area(sheet, house, area) for area in sheet.areas)


def _area(sheet: Sheet, house: House, area: tuple[Space, ...]) -> int:
    cats = house.count(sheet, area, Symbol.CAT)
    worth = MOUSE_NEAR_MANY_CATS if cats >= MANY_CATS else min(cats, 1)
    return worth * house.count(sheet, area, Symbol.MOUSE)


def box_points(sheet: Sheet, house: House) -> int:
    boxes = set(sheet.boxes.values())
    return sum(int(room.number) for room in house.rooms for space in room.spaces if space in boxes)
