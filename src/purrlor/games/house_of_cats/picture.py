"""House of Cats as the web client draws it: the sheet, all houses with walls and points, and legal actions by place.

What a player may do is grouped: a `ChoicePicture` is said as `say`, followed by one of its `targets` if it has any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from purrlor.kit.pictures import Painter

from . import Ability, Action, House, HouseOfCats, Sheet, Space, Turn, View, points
from .notation import ChooseRoom, Done, Expand, Forfeit, Place, TakeCat, Use, Write
from .scoring import MANY_CATS, MOUSE_NEAR_MANY_CATS, ROOM_POINTS, SCORED, eaten_cheeses
from .sheet import AREAS, BOXES, COLUMNS, ROWS, STAR, is_space
from .symbols import AT_ONCE, EMPTY, NUMBERS, OUTSIDE, Symbol, parse_symbol, symbol_name
from .turn import AddSpaces, PickRoom, UseAtOnce, WriteSymbol

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8
"""The sides of a space that are walls, added up."""
MICE_IN_LINES = "lines"
MICE_IN_AREAS = "areas"


def _typescript(texts: Iterable[str]) -> Meta:
    """Declare the possible texts in the web client's types."""
    return Meta(extra={"typescript": " | ".join(f'"{text}"' for text in texts)})


AreaName: TypeAlias = Annotated[str, _typescript(AREAS)]
PartName: TypeAlias = Annotated[str, _typescript(dict.fromkeys(part for parts in SCORED.values() for part in parts))]
Level: TypeAlias = Annotated[int, Meta(extra={"typescript": " | ".join(map(str, SCORED))})]


class SpacePicture(Struct):
    name: str
    row: int
    """Counted from 0, as is the column."""
    column: int
    star: bool
    box: str
    area: Annotated[str, _typescript([*AREAS, ""])]
    later: bool
    """A room can add it."""


class SheetPicture(Struct):
    level: Level
    rows: list[str]
    columns: list[str]
    spaces: list[SpacePicture]
    cats: list[str]
    """The cat bar: what each cat carries, `#` any number, empty nothing."""
    cheeses: list[str]
    """The rows and columns that end in a cheese."""
    parts: list[PartName]
    """The sources of points, by their names in `house-of-cats.points.…`."""


class RoomPicture(Struct):
    number: str
    spaces: list[str]
    points: int
    fresh: bool


class AreaPicture(Struct):
    area: AreaName
    cats: int
    mice: int
    points: int


class HousePicture(Struct):
    entries: list[str]
    """The symbols of the sheet's spaces: `2` … `5`, `cat`, `mouse`, `x` crossed off, empty, `+` not there yet."""
    doubled: list[str]
    walls: list[int]
    """The sides of each space that are walls, as a sum: 1 top, 2 right, 4 bottom, 8 left."""
    rooms: list[RoomPicture]
    circles: list[int]
    """The circles of each ability, in order."""
    cats: int
    eaten: list[str]
    lines: dict[str, int]
    """The rows and columns whose mice score."""
    areas: list[AreaPicture]
    parts: list[int]
    """The points of each part of the sheet, in order."""
    total: int
    full: bool
    fresh: list[str]
    """The new spaces: those of the viewer's turn so far, or else of the last turn."""


class AbilityPicture(Struct):
    number: str
    letter: Ability
    name: Annotated[str, Meta(extra={"typescript": "`house-of-cats.ability.${AbilityPicture['letter']}`"})]
    """A key of the catalogue, as is `about`."""
    about: Annotated[str, Meta(extra={"typescript": "`house-of-cats.about.${AbilityPicture['letter']}`"})]
    at_once: bool


class DiePicture(Struct):
    symbol: str
    used: bool


class TaskPicture(Struct):
    """A task that must be done before anything else."""

    kind: Literal["room", "expand", "write", "ability"]
    symbols: list[str]
    left: int
    ability: Annotated[str, _typescript([*Ability, ""])]
    spaces: list[str]
    """The spaces for a symbol that can still be changed; none: anywhere."""


class TurnPicture(Struct):
    house: HousePicture
    dice: list[DiePicture]
    left: int
    """How many results are still to be written."""
    starting: bool
    corners: bool
    steps: int
    done: bool
    task: TaskPicture | None


class ChoicePicture(Struct):
    """Actions that differ only in where: `say`, then one of `targets`, each one space or several."""

    kind: Literal["place", "cat", "write", "use", "room", "expand", "forfeit", "done", "back"]
    say: str
    targets: list[str]
    symbol: str = ""
    ability: Annotated[str, _typescript([*Ability, ""])] = ""
    how: str = ""
    """The effect of the ability on the symbol: `up`, `down`, `cat`, `mouse`, `more`, `fewer`."""
    loses: int = 0
    """How many results are given up by it."""


class SharedPicture(Struct):
    sheet: SheetPicture
    abilities: list[AbilityPicture]
    number: int
    dice: list[str]
    houses: list[HousePicture]
    """The houses as of the last completed turn."""
    waiting: list[bool]
    over: bool


class Picture(SharedPicture):
    viewer: int | None
    turn: TurnPicture | None
    """The viewer's own turn, with their house as it is now."""
    choices: list[ChoicePicture]


def shared_picture(_game: HouseOfCats, view: View) -> SharedPicture:
    sheet = view.sheet
    last = view.last or ((),) * len(view.houses)
    return SharedPicture(
        sheet=sheet_picture(sheet),
        abilities=_abilities(view.abilities),
        number=view.number,
        dice=[_NAMES[die] for die in view.dice],
        houses=[house_after(sheet, house, steps) for house, steps in zip(view.houses, last, strict=True)],
        waiting=list(view.waiting),
        over=view.over,
    )


def own_picture(_game: HouseOfCats, view: View, legal: Sequence[Action]) -> dict[str, Any]:
    turn = view.turn
    before = None if view.viewer is None else view.houses[view.viewer]
    return {
        "viewer": view.viewer,
        "turn": None if turn is None or before is None else _turn(view.sheet, turn, before),
        "choices": _choices(legal, turn),
    }


def house_after(sheet: Sheet, house: House, steps: tuple[Action, ...]) -> HousePicture:
    """Return a house as these steps left it, with what they changed marked as new."""
    return _house(sheet, house, _written(steps))


@lru_cache(maxsize=256)
def sheet_picture(sheet: Sheet) -> SheetPicture:
    """Return the sheet while nothing is written."""
    return SheetPicture(
        level=sheet.level,
        rows=list(ROWS[: len(sheet.rows)]),
        columns=list(COLUMNS[: len(sheet.rows[0])]),
        spaces=[_space(space, mark) for space, mark in sheet.marks.items()],
        cats=["" if mark == EMPTY else mark for mark in sheet.cat_bar],
        cheeses=list(sheet.cheeses),
        parts=list(SCORED[sheet.level]),
    )


def _space(space: Space, mark: str) -> SpacePicture:
    return SpacePicture(
        name=space,
        row=ROWS.index(space[1]),
        column=COLUMNS.index(space[0]),
        star=STAR in mark,
        box=_one_of(BOXES, mark),
        area=_one_of(AREAS, mark),
        later=mark == OUTSIDE,
    )


def _one_of(letters: str, mark: str) -> str:
    return next((letter for letter in mark if letter in letters), "")


_NAMES = {str(symbol): symbol_name(symbol) for symbol in Symbol} | {EMPTY: "", OUTSIDE: OUTSIDE, "x": "x"}


@lru_cache(maxsize=1024)
def _house(sheet: Sheet, house: House, fresh: frozenset[str]) -> HousePicture:
    worth = points(sheet, house)
    parts = SCORED[sheet.level]
    return HousePicture(
        entries=[_NAMES[entry] for entry in house.entries],
        doubled=list(house.doubled),
        walls=_walls(sheet, house),
        rooms=[
            RoomPicture(room.number, list(room.spaces), ROOM_POINTS[room.number], not fresh.isdisjoint(room.spaces))
            for room in house.rooms
        ],
        circles=list(house.circles),
        cats=house.cats,
        eaten=list(eaten_cheeses(sheet, house)),
        lines=_lines(sheet, house) if MICE_IN_LINES in parts else {},
        areas=[_area(sheet, house, area) for area in sheet.areas] if MICE_IN_AREAS in parts else [],
        parts=[getattr(worth, part) for part in parts],
        total=worth.total,
        full=house.full,
        fresh=sorted(fresh),
    )


def _walls(sheet: Sheet, house: House) -> list[int]:
    walls = [0] * len(sheet.spaces)
    for room in house.rooms:
        for space, sides in _room_walls(room.spaces):
            walls[sheet.place[space]] = sides
    return walls


@lru_cache(maxsize=4096)
def _room_walls(spaces: tuple[Space, ...]) -> list[tuple[Space, int]]:
    """Return each space of a room, and which of its sides are walls."""
    inside = {(COLUMNS.index(space[0]), ROWS.index(space[1])): space for space in spaces}
    beside = ((TOP, 0, -1), (RIGHT, 1, 0), (BOTTOM, 0, 1), (LEFT, -1, 0))
    return [
        (space, sum(side for side, right, down in beside if (x + right, y + down) not in inside))
        for (x, y), space in inside.items()
    ]


def _lines(sheet: Sheet, house: House) -> dict[str, int]:
    """Return the mice of each row and column with a cat."""
    lines = ((name, spaces) for name, spaces in sheet.lines.items() if house.count(sheet, spaces, Symbol.CAT))
    return {name: house.count(sheet, spaces, Symbol.MOUSE) for name, spaces in lines}


def _area(sheet: Sheet, house: House, spaces: tuple[Space, ...]) -> AreaPicture:
    cats, mice = house.count(sheet, spaces, Symbol.CAT), house.count(sheet, spaces, Symbol.MOUSE)
    worth = MOUSE_NEAR_MANY_CATS if cats >= MANY_CATS else min(cats, 1)
    return AreaPicture(_one_of(AREAS, sheet.marks[spaces[0]]), cats, mice, worth * mice)


@lru_cache(maxsize=256)
def _written(steps: tuple[Action, ...]) -> frozenset[str]:
    """Return the spaces that these steps have changed."""
    return frozenset(space for step in steps for space in _spaces_of(step))


def _spaces_of(step: Action) -> Iterable[str]:
    match step:
        case Place(_, space) | Write(_, space) | Expand(space):
            return (space,)
        case Use(_, words):
            return (word for word in words if is_space(word))
        case _:
            return ()


@lru_cache(maxsize=256)
def _abilities(abilities: tuple[Ability, ...]) -> list[AbilityPicture]:
    return [
        AbilityPicture(
            number, letter, f"house-of-cats.ability.{letter}", f"house-of-cats.about.{letter}", letter in AT_ONCE
        )
        for number, letter in zip(NUMBERS, abilities, strict=False)
    ]


def _turn(sheet: Sheet, turn: Turn, before: House) -> TurnPicture:
    changed = zip(sheet.spaces, before.entries, turn.house.entries, strict=True)
    return TurnPicture(
        house=_house(sheet, turn.house, frozenset(space for space, old, new in changed if old != new)),
        dice=_dice(turn),
        left=turn.left,
        starting=turn.starting,
        corners=turn.corners,
        steps=len(turn.steps),
        done=turn.done,
        task=_task(turn) if turn.tasks else None,
    )


def _dice(turn: Turn) -> list[DiePicture]:
    """Return the dice as abilities have changed them, and which of them are used."""
    used = [symbol for step in turn.steps for symbol in _dice_of(step)]
    dice = [(symbol, False) for symbol in turn.results] + [(str(symbol), True) for symbol in used]
    return [DiePicture(_NAMES[symbol], was_used) for symbol, was_used in sorted(dice)]


def _dice_of(step: Action) -> Iterable[Symbol]:
    match step:
        case Place(symbol):
            return (symbol,)
        case TakeCat():
            return (Symbol.CAT,)
        case Use(Ability.A, (symbol, _)):
            return (parse_symbol(symbol),)
        case Use(Ability.I, (symbol, _)):
            return (parse_symbol(symbol),) * 2
        case _:
            return ()


def _task(turn: Turn) -> TaskPicture:
    match turn.tasks[0]:
        case PickRoom():
            return TaskPicture("room", [], 1, "", [])
        case AddSpaces(left):
            return TaskPicture("expand", [], left, "", [])
        case WriteSymbol(symbols, marked=marked):
            return TaskPicture(
                "write", [_NAMES[symbol] for symbol in symbols], 1, "", list(turn.marked if marked else ())
            )
        case UseAtOnce(ability):
            return TaskPicture("ability", [], 1, ability, [])


def _choices(legal: Sequence[Action], turn: Turn | None) -> list[ChoicePicture]:
    found: dict[str, ChoicePicture] = {}
    for action in legal:
        say, target = _said(action)
        choice = found.get(say)
        if choice is None:
            found[say] = choice = _choice(action, say, turn)
        if target:
            choice.targets.append(target)
    return list(found.values())


@lru_cache(maxsize=8192)
def _said(action: Action) -> tuple[str, str]:
    """Split the text of an action from the spaces at its end."""
    first, *words = str(action).split()
    said = [first, *(word for word in words if not is_space(word))]
    return " ".join(said), " ".join(word for word in words if is_space(word))


def _choice(action: Action, say: str, turn: Turn | None) -> ChoicePicture:
    match action:
        case Place(symbol):
            return ChoicePicture("place", say, [], _NAMES[symbol])
        case Write(symbol):
            return ChoicePicture("write", say, [], _NAMES[symbol])
        case Use(ability, words):
            how = [word for word in words if not is_space(word)]
            changed = "" if ability is Ability.E else "".join(how[:1])
            return ChoicePicture("use", say, [], changed, ability, "".join(how[-1:]))
        case ChooseRoom():
            return ChoicePicture("room", say, [])
        case Expand():
            return ChoicePicture("expand", say, [])
        case TakeCat():
            return ChoicePicture("cat", say, [], "cat")
        case Forfeit():
            return ChoicePicture("forfeit", say, [], loses=turn.left if turn else 0)
        case Done():
            return ChoicePicture("done", say, [])
        case _:
            return ChoicePicture("back", say, [])


PAINTER = Painter(shared_picture, own_picture, Picture)
