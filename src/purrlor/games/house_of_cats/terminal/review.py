"""A turn of House of Cats and the better one, sheet beside sheet; what differs stands in brackets; or both in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from purrlor.core import Record
from purrlor.games.house_of_cats import Ability, House, HouseOfCats, Sheet, Space
from purrlor.games.house_of_cats.review import WholeTurn
from purrlor.kit.review import Decision
from purrlor.kit.speech import figure, listed, say

from .drawing import Grid
from .plain import cell_words, room_words

GAP = 2


def compared(record: Record[Any, Any, Any], decision: Decision) -> Comparison:
    rules, played, better = record.game, decision.action, decision.best
    assert isinstance(rules, HouseOfCats)
    assert isinstance(played, WholeTurn)
    assert isinstance(better, WholeTurn)
    assert played.house is not None
    assert better.house is not None
    abilities = record.match().state.abilities
    return Comparison(rules.layout, abilities, played.house, better.house, decision.value, decision.loss)


@dataclass(frozen=True)
class Comparison:
    sheet: Sheet
    abilities: tuple[Ability, ...]
    played: House
    better: House
    worth: float
    loss: float

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawn = console.is_terminal and options.encoding.startswith("utf")
        yield from self.drawing(console.width) if drawn else (Text(f"    {line}") for line in self.words())

    @property
    def different(self) -> frozenset[Space]:
        return frozenset(
            space
            for space in self.sheet.spaces
            if self.played.entry(self.sheet, space) != self.better.entry(self.sheet, space)
            or self.played.weight(space) != self.better.weight(space)
        )

    def drawing(self, width: int) -> Iterator[Text]:
        """Draw both houses side by side; one below the other where that is too wide."""
        played = self._half("house-of-cats.review.played", self.played, self.worth)
        better = self._half("house-of-cats.review.better", self.better, self.worth + self.loss)
        each = max(line.cell_len for line in (*played, *better)) + GAP
        if 1 + 2 * each - GAP > width:
            yield from (Text(" ") + line for line in (*played, *better))
            return
        for left, right in zip_longest(played, better, fillvalue=Text("")):
            left.truncate(each, pad=True)
            yield Text(" ") + left + right

    def _half(self, key: str, house: House, worth: float) -> list[Text]:
        grid = Grid(self.sheet, house, marked=self.different)
        heading = Text(f"  {say(key, worth=figure(worth, '.1f'))}", style="bold")
        return [heading, *grid.large(), *(Text(f"  {name}: {text}") for name, text in self._extras(house)), Text("")]

    def words(self) -> Iterator[str]:
        """Say every space that differs, then what lies beside the sheet."""
        for space in self.sheet.spaces:
            if space in self.different:
                played, better = (cell_words(self.sheet, house, space) for house in (self.played, self.better))
                yield say("house-of-cats.review.space", space=space, played=played, better=better)
        if {*self.played.rooms} != {*self.better.rooms}:
            rooms = {"played": self._rooms(self.played, self.better), "better": self._rooms(self.better, self.played)}
            yield say("house-of-cats.review.space", space=say("house-of-cats.points.rooms"), **rooms)
        for (name, played), (_, better) in zip(self._extras(self.played), self._extras(self.better), strict=True):
            yield say("house-of-cats.review.space", space=name, played=played, better=better)

    def _rooms(self, house: House, other: House) -> str:
        """Say the rooms that the other house does not have; a drawing shows their walls."""
        rooms = [room for room in house.rooms if room not in other.rooms]
        return listed([room_words(room) for room in rooms]) or "-"

    def _extras(self, house: House) -> Iterator[tuple[str, str]]:
        """Say cats of the cat bar and circles, where they differ."""
        if self.played.cats != self.better.cats:
            yield say("house-of-cats.review.cats"), str(house.cats)
        pairs = zip(self.abilities, self.played.circles, self.better.circles, house.circles, strict=True)
        if uses := [f"{ability} {left}" for ability, played, better, left in pairs if played != better]:
            yield say("house-of-cats.review.circles"), listed(uses)
