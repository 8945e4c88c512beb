"""One player's sheet, as far as it is filled in."""

from __future__ import annotations

from msgspec.structs import replace

from purrlor.core.value import Value

from .sheet import Sheet, Space
from .symbols import CROSSED, EMPTY, NUMBERS, OUTSIDE, Symbol


class Room(Value, frozen=True):
    """Walls around spaces that count exactly their number. A room never changes."""

    number: Symbol
    spaces: tuple[Space, ...]


class House(Value, frozen=True):
    """A filled-in sheet: the spaces, one character each in the sheet's reading order, and what they won."""

    entries: str
    """`2` … `5`, `c` cat, `m` mouse, `x` crossed off, `.` empty, `+` not part of the playing area yet."""
    doubled: tuple[Space, ...] = ()
    """The spaces that count as two of their symbol."""
    rooms: tuple[Room, ...] = ()
    circles: tuple[int, ...] = (0,) * len(NUMBERS)
    """How often the ability tied to 2, 3, 4 and 5 can be used."""
    cats: int = 0
    """The cats crossed off the cat bar, on level 1."""

    @property
    def full(self) -> bool:
        return EMPTY not in self.entries

    @property
    def filled(self) -> int:
        """Used spaces; the first tie-break."""
        return len(self.entries) - self.entries.count(EMPTY) - self.entries.count(OUTSIDE)

    def entry(self, sheet: Sheet, space: Space) -> str:
        return self.entries[sheet.place[space]]

    def spaces(self, sheet: Sheet, entry: str) -> tuple[Space, ...]:
        """Return the spaces with this entry."""
        return tuple([space for space, here in zip(sheet.spaces, self.entries, strict=True) if here == entry])

    def empty(self, sheet: Sheet) -> tuple[Space, ...]:
        return self.spaces(sheet, EMPTY)

    def weight(self, space: Space) -> int:
        """Return how many of its symbol a space counts as."""
        return 2 if space in self.doubled else 1

    def count(self, sheet: Sheet, spaces: tuple[Space, ...], symbol: Symbol) -> int:
        """Count a symbol in these spaces, doubled ones twice."""
        return sum(self.weight(space) for space in spaces if self.entry(sheet, space) == symbol)

    def walled(self) -> frozenset[Space]:
        """Return the spaces that belong to rooms."""
        return frozenset(space for room in self.rooms for space in room.spaces)

    def loose_numbers(self, sheet: Sheet) -> tuple[Space, ...]:
        """Return the spaces whose number belongs to no room."""
        walled = self.walled()
        filled = zip(sheet.spaces, self.entries, strict=True)
        return tuple(space for space, entry in filled if entry in "2345" and space not in walled)

    def with_entry(self, sheet: Sheet, space: Space, entry: str, *, double: bool = False) -> House:
        place = sheet.place[space]
        entries = self.entries[:place] + entry + self.entries[place + 1 :]
        return replace(self, entries=entries, doubled=tuple(sorted((*self.doubled, space))) if double else self.doubled)

    def without_number(self, sheet: Sheet, space: Space, crossed_space: str) -> House:
        """Return the house with a number crossed off; its space stays used, or is empty again."""
        left = CROSSED if crossed_space == "used" else EMPTY
        doubled = tuple(other for other in self.doubled if other != space)
        return replace(self.with_entry(sheet, space, left), doubled=doubled)

    def with_room(self, number: Symbol, spaces: tuple[Space, ...]) -> House:
        return replace(self, rooms=(*self.rooms, Room(number, spaces)))

    def with_circle(self, number: Symbol, change: int) -> House:
        """Draw a circle for the ability tied to `number` (+1), or cross one off (-1)."""
        place = NUMBERS.index(number)
        circles = (*self.circles[:place], self.circles[place] + change, *self.circles[place + 1 :])
        return replace(self, circles=circles)


def possible_rooms(sheet: Sheet, house: House, space: Space) -> tuple[tuple[Space, ...], ...]:
    """Return the rooms that the number just written into `space` completes: connected, counting exactly that number.

    Every room that is possible holds this space, for any other would have been formed before. So one entry
    completes one room at most, and what is left over of a larger group cannot form another.
    """
    number = house.entry(sheet, space)
    group = group_of(sheet, house, space, number)
    if sum(house.weight(member) for member in group) == int(number):
        return (tuple(sorted(group)),)
    return tuple(sorted(_exact_parts(sheet, house, space, group)))


def group_of(sheet: Sheet, house: House, space: Space, number: str) -> set[Space]:
    """Return the connected equal numbers outside rooms around `space`."""
    walled = house.walled()
    group, edge = {space}, [space]
    while edge:
        for near in sheet.neighbours[edge.pop()]:
            if near not in group and near not in walled and house.entry(sheet, near) == number:
                group.add(near)
                edge.append(near)
    return group


def _exact_parts(sheet: Sheet, house: House, space: Space, group: set[Space]) -> set[tuple[Space, ...]]:
    """Return the connected parts of a group that hold `space` and count exactly their number."""
    number = int(house.entry(sheet, space))
    exact: set[tuple[Space, ...]] = set()
    parts = {frozenset([space])}
    while parts:
        weights = {part: sum(house.weight(member) for member in part) for part in parts}
        exact |= {tuple(sorted(part)) for part, weight in weights.items() if weight == number}
        small = [part for part, weight in weights.items() if weight < number]
        parts = {part | {near} for part in small for near in _beside(sheet, part, group)}
    return exact


def _beside(sheet: Sheet, part: frozenset[Space], group: set[Space]) -> set[Space]:
    return {near for space in part for near in sheet.neighbours[space] if near in group and near not in part}
