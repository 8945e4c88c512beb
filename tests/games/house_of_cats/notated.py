"""House of Cats written in notation: matches by their events, and one player's turn on a drawn sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest
from msgspec.structs import replace

from purrlor.core import Act, IllegalEvent, Match, Millis, Seat
from purrlor.core.record import parse_event
from purrlor.games.house_of_cats import (
    Ability,
    Action,
    House,
    HouseOfCats,
    Room,
    Space,
    State,
    Symbol,
    Turn,
    View,
    parse_action,
    points,
    unpack,
)
from purrlor.games.house_of_cats.play import begin
from purrlor.games.house_of_cats.symbols import AT_ONCE

HouseMatch = Match[State, Action, View]
CATS = {"cat": "c", "mouse": "m"}


def letters(text: str) -> tuple[Ability, ...]:
    return tuple(Ability(letter) for letter in text)


def played(rules: HouseOfCats, *lines: str) -> HouseMatch:
    """Return the match after these events, such as `seat1 place 3 A1` or `fate 2 3 cat mouse`."""
    match = Match(rules)
    for line in lines:
        match.push(parse_event(rules, line, Millis(0)))
    return match


def legal_texts(match: HouseMatch, seat: int = 0) -> list[str]:
    return [str(action) for action in match.legal(Seat(seat))]


def room(text: str) -> Room:
    """Parse a room, such as `3 A1 A2 B1`."""
    number, *spaces = text.split()
    return Room(Symbol(number), tuple(Space(space) for space in spaces))


def drawn(rules: HouseOfCats, *rows: str, rooms: tuple[str, ...] = (), cats: int = 0, circles: str = "") -> House:
    """A sheet with these rows filled in; those not drawn are as printed. `circles`: `BB` are two uses of B."""
    start = "".join(rows)
    tied = rules.abilities or letters("ABCD")
    return House(
        start + rules.layout.blank[len(start) :],
        rooms=tuple(room(text) for text in rooms),
        circles=tuple(circles.count(ability) for ability in tied),
        cats=cats,
    )


@dataclass(frozen=True)
class Generous(HouseOfCats):
    """Rules that give everybody two uses of each ability at the start, so that random play uses them all."""

    def initial(self) -> State:
        state = super().initial()
        circles = tuple(0 if ability in AT_ONCE else 2 for ability in state.abilities)
        return replace(state, houses=tuple(replace(house, circles=circles) for house in state.houses))


class Alone:
    """The only player's turn, step by step."""

    def __init__(self, rules: HouseOfCats, house: House, dice: str, *, starting: bool = False) -> None:
        results = "".join(sorted(CATS.get(word, word) for word in dice.split()))
        tied = rules.abilities or letters("ABCD")
        self.rules = rules
        self.state = State(
            tied, (house,), 0 if starting else 1, results, turns=(begin(house, results, starting=starting),)
        )

    def do(self, *texts: str) -> Alone:
        for text in texts:
            self.state = self.rules.apply(self.state, Act(Seat(0), parse_action(text)))
        return self

    def legal(self, start: str = "") -> list[str]:
        """Return the legal actions that begin with `start`."""
        texts = [str(action) for action in self.rules.legal(self.state, Seat(0))]
        return sorted(text for text in texts if text.startswith(start))

    def refused(self, text: str) -> str:
        """Return the reason why this is refused."""
        with pytest.raises(IllegalEvent) as refused:
            self.do(text)
        return str(refused.value).partition(" now: ")[2]

    @property
    def turn(self) -> Turn:
        turn = self.state.turns[0]
        assert turn is not None
        return turn

    @property
    def house(self) -> House:
        return self.turn.house if self.state.turns else self.state.houses[0]

    @property
    def rooms(self) -> list[str]:
        return [" ".join((room.number, *room.spaces)) for room in self.house.rooms]

    @property
    def circles(self) -> str:
        """Return the abilities that can be used, each as often as it can."""
        tied = zip(self.state.abilities, self.house.circles, strict=True)
        return "".join(ability * count for ability, count in tied)

    def at(self, space: str) -> str:
        return self.house.entry(self.rules.layout, Space(space))


def alone(
    *rows: str,
    dice: str = "2 3 4 5",
    level: int = 1,
    abilities: str = "ABCD",
    circles: str = "",
    rooms: tuple[str, ...] = (),
    cats: int = 0,
    sheet: str | None = None,
    crossed_space: Literal["used", "empty"] = "used",
    starting: bool = False,
    gardens: bool = False,
    changes: Literal["drawn", "dice"] = "drawn",
) -> Alone:
    """One player's turn on a sheet with these rows."""
    rules = HouseOfCats(
        seats=1,
        level=unpack(sheet).level if sheet else level,
        abilities=letters(abilities),
        crossed_space=crossed_space,
        sheet=sheet,
        gardens=gardens,
        changes=changes,
    )
    return Alone(rules, drawn(rules, *rows, rooms=rooms, cats=cats, circles=circles), dice, starting=starting)


def worth(level: int, *rows: str, rooms: tuple[str, ...] = (), cats: int = 0, doubled: str = "") -> dict[str, int]:
    """The points of a sheet by where they come from, without the zeros."""
    rules = HouseOfCats(level=level)
    house = drawn(rules, *rows, rooms=rooms, cats=cats)
    house = House(house.entries, tuple(Space(space) for space in doubled.split()), house.rooms, cats=house.cats)
    found = points(rules.layout, house)
    names = ("rooms", "cats", "cheese", "lines", "areas", "boxes", "empty")
    return {name: getattr(found, name) for name in names if getattr(found, name)}
