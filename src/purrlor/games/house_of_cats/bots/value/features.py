"""Features of a house that its points do not show yet: unfinished rooms, space left, circles, cats and mice to come.

Each feature is a number. Its weight in `weights/` was learned from self-play (`harness/house_linear_fit.py`).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from purrlor.compiled import inlined
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.games.house_of_cats.kernels import layout, position
from purrlor.games.house_of_cats.kernels.layout import RuleTable, beside, flood
from purrlor.games.house_of_cats.symbols import Ability

from . import WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"

ONE, EMPTY, SQUARED, SINGLES, PAIRS, PATCHES, REST_ONE, REST_TWO, DEAD, CIRCLES = range(10)
GROUP = 10
"""The twenty from here on: unfinished rooms by number and size, with one way to grow or several."""
SPOT = 30
"""The twelve from here on: for each number one, two, three spaces or more where it completes a room."""
PROGRESS = 42
"""The twelve from here on: the progress of rooms with each ability."""
CIRCLE = 54
"""The twelve from here on: uses of each ability."""
CHEESE_OPEN, CHEESE_WIDE, CHEESE_CROSS, CATS, BAR_FULL, NEXT_NUMBER, NUMBERS_LEFT = range(66, 73)
CAT_LINES, CAT_LINE_ROOM, LONELY_MICE, LONELY_WIDE, TWICE_SEEN, NEVER_SEEN = range(73, 79)
BOX_EMPTY, BOX_BEGUN = 79, 80
AREA = 81
"""The twelve from here on: areas without, with one, two, three cats: how many, their mice, their empty spaces."""
LAG, LEAD = 93, 94
"""How many turns the fullest other sheet is ahead, or behind."""
FEATURES = 95
ALONE = 99
"""Stands for the rivals' empty spaces if no rival can end the match."""
PHASES = 3
"""Each feature has a constant weight, one for the rest of the match, and one for the nearness of its end."""

_SIZES = (0, 1, 3, 6)
_GROUPS = [f"{number}s-{size}-of-{number}" for number in (2, 3, 4, 5) for size in range(1, number)]
NAMES = (
    ["one", "empty", "empty-squared", "single-spaces", "pairs-of-spaces", "patches", "rest-of-one", "rest-of-two"]
    + ["dead-numbers", "circles-squared"]
    + [f"{group}-{ways}" for ways in ("narrow", "open") for group in _GROUPS]
    + [f"{number}-completes-{spots}" for number in (2, 3, 4, 5) for spots in (1, 2, 3)]
    + [f"progress-{ability}" for ability in Ability]
    + [f"circle-{ability}" for ability in Ability]
    + ["cheese-open", "cheese-wide", "cheese-cross", "cats", "bar-full", "next-number", "numbers-left"]
    + ["cat-lines", "cat-line-room", "lonely-mice", "lonely-mice-wide", "twice-seen", "never-seen"]
    + ["box-empty", "box-begun"]
    + [f"area-{cats}-cats-{what}" for cats in range(4) for what in ("areas", "mice", "empty")]
    + ["lag", "lead"]
)


@inlined
def describe(table: RuleTable, state: Ints, others: int, boards: Ints, found: Floats) -> None:
    """Write all features of a house. `others`: empty spaces of the fullest rival; `boards`: eight words of memory."""
    found[:] = 0
    _describe_race(count(state[layout.EMPTY]), others, found)
    _describe_empty(table, state, found)
    begun = 0
    for number in range(4):
        begun |= _describe_number(table, state, number, boards, found)
    _describe_circles(table, state, found)
    if table.level in (1, 4):
        _describe_cheese(table, state, found)
    if table.level == 1:
        _describe_cats(table, state, found)
    if table.level in (2, 4):
        _describe_lines(table, state, found)
    if table.level in (2, 3):
        found[BOX_EMPTY] = count(state[layout.EMPTY] & table.boxes)
        for number in range(4):
            found[BOX_BEGUN] += (number + 2) * count(state[number] & begun & table.boxes)
    if table.level == 3:
        _describe_areas(table, state, found)


@inlined
def _describe_race(empty: int, others: int, found: Floats) -> None:
    if others != ALONE:
        found[LAG] = max(0, empty - others) / 3
        found[LEAD] = max(0, others - empty) / 3


@inlined
def _describe_empty(table: RuleTable, state: Ints, found: Floats) -> None:
    empty = state[layout.EMPTY]
    found[ONE] = 1
    found[EMPTY] = count(empty) / 10
    found[SQUARED] = found[EMPTY] ** 2
    while empty:
        patch = flood(table, empty & -empty, empty)
        size = count(patch)
        found[PATCHES] += 1
        found[SINGLES] += size == 1
        found[PAIRS] += size == 2
        found[REST_ONE] += size > 3 and size % 3 == 1
        found[REST_TWO] += size > 3 and size % 3 == 2
        empty &= ~patch


@inlined
def _describe_number(table: RuleTable, state: Ints, number: int, boards: Ints, found: Floats) -> int:
    """Describe the groups of one number outside rooms, and return those that can still become a room."""
    rest, spots, begun = state[number] & ~state[layout.WALLED], 0, 0
    boards[:] = 0
    while rest:
        group = flood(table, rest & -rest, rest)
        rest &= ~group
        size = min(count(group) + count(group & state[layout.DOUBLED]), number + 1)
        ways = beside(table, group) & state[layout.EMPTY]
        if not _can_grow(table, state, ways, number + 2 - size):
            found[DEAD] += 1
            continue
        begun |= group
        found[GROUP + (10 if count(ways) > 1 else 0) + _SIZES[number] + size - 1] += 1
        found[PROGRESS + table.abilities[number]] += (size / (number + 2)) ** 2
        spots |= _spots(boards, ways, number + 2, size)
    for enough in range(min(count(spots), 3)):
        found[SPOT + 3 * number + enough] = 1
    return begun


@inlined
def _can_grow(table: RuleTable, state: Ints, ways: int, need: int) -> bool:
    """Return whether a group can reach at least `need` empty spaces."""
    for _ in range(need - 1):
        if count(ways) >= need:
            return True
        ways |= beside(table, ways) & state[layout.EMPTY]
    return count(ways) >= need


@inlined
def _spots(boards: Ints, ways: int, number: int, size: int) -> int:
    """Return where one more completes a room: beside this group alone, or between it and an earlier one."""
    spots = ways if size == number - 1 else 0
    for other in range(max(1, number - 1 - size), number):
        spots |= ways & boards[other]
    boards[size] |= ways
    return spots


@inlined
def _describe_circles(table: RuleTable, state: Ints, found: Floats) -> None:
    total = 0
    for number in range(4):
        circles = state[layout.CIRCLES + number]
        found[CIRCLE + table.abilities[number]] = min(circles, 3)
        total += circles
    found[CIRCLES] = min(total, 6) ** 2


@inlined
def _describe_cheese(table: RuleTable, state: Ints, found: Floats) -> None:
    empty, uneaten = state[layout.EMPTY], 0
    for line in table.cheeses:
        if state[layout.MOUSE] & line == 0:
            free = count(line & empty)
            found[CHEESE_OPEN] += free > 0
            found[CHEESE_WIDE] += free > 2
            found[CHEESE_CROSS] += count(uneaten & line & empty) > 0
            uneaten |= line


@inlined
def _describe_cats(table: RuleTable, state: Ints, found: Floats) -> None:
    crossed, bar = state[layout.CATS], table.cat_bar
    found[CATS] = crossed
    found[BAR_FULL] = crossed == len(bar)
    for place in range(crossed, len(bar)):
        found[NUMBERS_LEFT] += bar[place] > 0
    found[NEXT_NUMBER] = crossed < len(bar) and bar[crossed] > 0


@inlined
def _describe_lines(table: RuleTable, state: Ints, found: Floats) -> None:
    empty, once, twice = state[layout.EMPTY], 0, 0
    for line in table.lines:
        free = count(line & empty)
        if state[layout.CAT] & line:
            found[CAT_LINES] += 1
            found[CAT_LINE_ROOM] += free
            twice |= once & line
            once |= line
        else:
            mice = position.counted(state, layout.MOUSE, line)
            found[LONELY_MICE] += mice if free else 0
            found[LONELY_WIDE] += mice if free > 2 else 0
    found[TWICE_SEEN] = count(empty & twice)
    found[NEVER_SEEN] = count(empty & ~once)


@inlined
def _describe_areas(table: RuleTable, state: Ints, found: Floats) -> None:
    for area in table.areas:
        at = AREA + 3 * min(position.counted(state, layout.CAT, area), 3)
        found[at] += 1
        found[at + 1] += position.counted(state, layout.MOUSE, area)
        found[at + 2] += count(area & state[layout.EMPTY])


assert len(NAMES) == FEATURES


_HEADING = "# What each feature is worth: by itself, by how much of the match is left, by how near the end is."


def initial_weights(level: int) -> Floats:
    """Return a first guess, to start training from."""
    weights = np.zeros((PHASES, FEATURES))
    for place, name in enumerate(NAMES):
        if "-of-" in name and name[0].isdigit():
            number, size = int(name[0]), int(name.split("-")[1])
            weights[0, place] = (2 * number - 3) * (size / number) ** 2 * (0.8 if name.endswith("open") else 0.5)
            weights[2, place] = -0.5 * weights[0, place]
        elif name.startswith("circle-"):
            weights[0, place], weights[2, place] = 1.2, -0.8
    weights[0, NAMES.index("single-spaces")] = -1.5
    weights[0, NAMES.index("pairs-of-spaces")] = -0.7
    weights[0, NAMES.index("empty")] = 5.0 if level < 4 else 10.0
    return weights


def weights_text(weights: Floats) -> str:
    columns = zip(NAMES, weights.T, strict=True)
    lines = [" ".join([name, *(f"{value:.4f}" for value in column)]) for name, column in columns]
    return "\n".join([_HEADING, *lines]) + "\n"


def parse_weights(text: str) -> Floats:
    """Invert `weights_text`; a feature that is not listed counts 0."""
    weights = np.zeros((PHASES, FEATURES))
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, *values = line.split()
            for phase, value in enumerate(values):
                weights[phase, NAMES.index(name)] = float(value)
    return weights


@cache
def trained_weights(level: int, *, alone: bool = False, gardens: bool = False) -> Floats:
    """Return the trained weights of a level. `gardens`: for the sheet that level 4 had before."""
    name = "level4-gardens.txt" if gardens else weights_file(level, alone=alone)
    return parse_weights((WEIGHTS / name).read_text("utf-8"))


def weights_file(level: int, *, alone: bool) -> str:
    """Name the file of a level. Weights differ where no rival can end the match: alone, and always on level 4."""
    return f"level{level}-alone.txt" if alone and level != 4 else f"level{level}.txt"
