"""Views and actions as numbers: the steps of a turn, and every sheet as planes of spaces. `back` has no number."""

from __future__ import annotations

from functools import lru_cache

from purrlor.games.house_of_cats.house import House
from purrlor.games.house_of_cats.notation import Action, ChooseRoom, Done, Expand, Forfeit, Place, TakeCat, Use, Write
from purrlor.games.house_of_cats.rules import HouseOfCats
from purrlor.games.house_of_cats.sheet import Sheet, Space
from purrlor.games.house_of_cats.symbols import EMPTY, NUMBERS, OUTSIDE, Ability, Symbol, symbol_name
from purrlor.games.house_of_cats.turn import AddSpaces, PickRoom, Turn, UseAtOnce, WriteSymbol
from purrlor.games.house_of_cats.view import View
from purrlor.kit.lab import Encoding, Field, from_seat, one_hot, padded

ABILITIES = tuple(Ability)
LARGEST_ROOM = 5
MOST_RESULTS = 4
STEPS_PER_TURN = 40
"""More steps than a turn has; every turn fills a space at least."""
MOST = 127
"""Larger numbers are written as this."""
TASKS = (PickRoom, AddSpaces, UseAtOnce, WriteSymbol)
PLANES = (*(str(symbol) for symbol in Symbol), EMPTY, OUTSIDE)


@lru_cache
def encoding(rules: HouseOfCats) -> Encoding[View, Action]:
    sheet, seats = rules.layout, rules.seats
    spaces = len(sheet.spaces)
    fields = padded(
        Field("entries", seats * len(PLANES) * spaces, "one plane of spaces in reading order for each symbol (2, 3, "
              "4, 5, cat, mouse, empty, not yet part of the area), for the viewer, then the next seat, …"),
        Field("walled", seats * spaces, "the spaces inside rooms, for the viewer, the next seat, …"),
        Field("doubled", seats * spaces, "the spaces that count twice"),
        Field("group", spaces, "where the viewer wrote results in this turn"),
        Field("added", spaces, "the spaces that the viewer has just added (level 4)"),
        Field("pick", spaces, "the number around which the viewer has to choose a room"),
        Field("marked", spaces, "the spaces that the viewer chose for symbols that can still be changed (D, L)"),
        Field("abilities", len(NUMBERS) * len(ABILITIES), "the ability tied to 2, 3, 4, 5: A to L"),
        Field("task", len(TASKS), "what has to be done at once: choose a room, add spaces, use an ability, write"),
        Field("at_once", len(ABILITIES), "the ability that has to be used at once"),
        Field("write", len(Symbol), "the symbols (2, 3, 4, 5, cat, mouse) of which one must be written"),
        Field("write_double", 1, "whether it counts twice"),
        Field("starting", 1, "whether starting symbols are written"),
        Field("corners", 1, "whether touching at a corner will do"),
        Field("waiting", seats, "who is done with this turn, or has a full sheet"),
        Field("results", len(Symbol), "how many results of 2, 3, 4, 5, cat, mouse are left", high=MOST_RESULTS),
        Field("left", 1, "how many of them are still to be written", high=MOST_RESULTS),
        Field("add", 1, "how many spaces are still to be added", high=LARGEST_ROOM),
        Field("circles", seats * len(NUMBERS), "uses left of the ability tied to 2, 3, 4, 5", high=MOST),
        Field("rooms", seats * len(NUMBERS), "rooms of 2, 3, 4, 5", high=MOST),
        Field("cats", seats, "cats crossed off the cat bar (level 1)", high=MOST),
        Field("turn", 1, "the number of the turn", high=MOST),
    )  # fmt: skip
    return Encoding(
        fields,
        actions(sheet),
        lambda view: _observation(view, sheet),
        decisions=seats * spaces * STEPS_PER_TURN,
        draws=len(NUMBERS) + spaces + 1,
    )


@lru_cache
def actions(sheet: Sheet) -> tuple[Action, ...]:
    """Return all actions that are ever legal on this sheet, with any abilities."""
    spaces = sheet.spaces
    names = [symbol_name(symbol) for symbol in Symbol]
    numbers = [str(number) for number in NUMBERS]
    pairs = [(one, two) for one in spaces for two in sorted(sheet.neighbours_and_corners[one]) if one < two]
    return (
        *(Place(symbol, space) for symbol in Symbol for space in spaces),
        TakeCat(),
        Forfeit(),
        Done(),
        *(Write(number, space) for number in NUMBERS for space in spaces),
        *(Expand(space) for space in spaces),
        *(Use(ability, (name, space)) for ability in (Ability.A, Ability.I, Ability.K)
          for name in names for space in spaces),
        *(Use(Ability.B, (number, way)) for number in numbers for way in ("up", "down")),
        *(Use(Ability.C, (number,)) for number in numbers),
        *(Use(ability, (space,)) for ability in (Ability.D, Ability.G, Ability.L) for space in spaces),
        *(Use(Ability.E, (way,)) for way in ("more", "fewer")),
        *(Use(Ability.F, (number,)) for number in ("2", "5")),
        *(Use(Ability.H, (number, animal)) for number in numbers for animal in ("cat", "mouse")),
        Use(Ability.J),
        *(Use(Ability.L, pair) for pair in pairs),
        *(ChooseRoom(room) for room in connected_sets(sheet, LARGEST_ROOM)),
        *(Write(animal, space) for animal in (Symbol.CAT, Symbol.MOUSE) for space in spaces),
    )  # fmt: skip


def connected_sets(sheet: Sheet, largest: int) -> list[tuple[Space, ...]]:
    """Return every connected set of at most `largest` spaces, small ones first: all possible rooms."""
    found = [frozenset([space]) for space in sheet.spaces]
    sets: list[tuple[Space, ...]] = []
    for _ in range(largest):
        sets += sorted(tuple(sorted(each)) for each in found)
        found = list({each | {near} for each in found for space in each for near in sheet.neighbours[space] - each})
    return sets


def _observation(view: View, sheet: Sheet) -> list[int]:
    viewer, turn = view.viewer or 0, view.turn
    houses: list[House] = from_seat(view.houses, viewer)
    if turn is not None:
        houses[0] = turn.house
    task = turn.tasks[0] if turn is not None and turn.tasks else None
    at_once = ABILITIES.index(task.ability) if isinstance(task, UseAtOnce) else None
    write = task if isinstance(task, WriteSymbol) else None
    results = "" if turn is None else turn.results
    return [
        *(int(entry == plane) for house in houses for plane in PLANES for entry in house.entries),
        *(bit for house in houses for bit in _set(sheet, house.walled())),
        *(bit for house in houses for bit in _set(sheet, house.doubled)),
        *_set(sheet, () if turn is None else turn.group),
        *_set(sheet, _added(turn)),
        *_set(sheet, (task.space,) if isinstance(task, PickRoom) else ()),
        *_set(sheet, () if turn is None else turn.marked),
        *(int(place < len(view.abilities) and view.abilities[place] is ability)
          for place in range(len(NUMBERS)) for ability in ABILITIES),
        *(int(isinstance(task, kind)) for kind in TASKS),
        *one_hot(at_once, len(ABILITIES)),
        *(int(write is not None and symbol in write.symbols) for symbol in Symbol),
        int(write is not None and write.double),
        int(turn is not None and turn.starting),
        int(turn is not None and turn.corners),
        *map(int, from_seat(view.waiting, viewer)),
        *(results.count(symbol) for symbol in Symbol),
        0 if turn is None else turn.left,
        task.left if isinstance(task, AddSpaces) else 0,
        *(min(circles, MOST) for house in houses for circles in house.circles),
        *(min(sum(room.number == number for room in house.rooms), MOST) for house in houses for number in NUMBERS),
        *(house.cats for house in houses),
        min(view.number, MOST),
    ]  # fmt: skip


def _set(sheet: Sheet, spaces: tuple[Space, ...] | frozenset[Space]) -> list[int]:
    return [int(space in spaces) for space in sheet.spaces]


def _added(turn: Turn | None) -> tuple[Space, ...]:
    return () if turn is None else tuple(s for task in turn.tasks if isinstance(task, AddSpaces) for s in task.added)
