"""Solved tables on disk: checked when read, replaced in one step when written, never required."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from purrlor.compiled import IN_BROWSER
from purrlor.compiled.arrays import np
from purrlor.kit.files import cache_folder, write_atomically

from .solution import Solution
from .solver import solve
from .tables import FULL, Options

VERSION = 1  # raise it when the file format or any number in a table changes
HEADER = 256

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .distribution import Distribution
    from .remaining import Progress, Remaining

_Number = TypeVar("_Number", bound="np.generic")


def label(kind: str, options: Options) -> str:
    """What a table holds, as its file is named."""
    fives = "five-is-fat-cat" if options.mouser_is_fat_cat else "five-is-no-fat-cat"
    return f"yatzy-{kind}-{options.scratch}-{fives}-v{VERSION}"


def _header(name: str, numbers: NDArray[Any]) -> bytes:
    return f"purrlor {name}\nsha256 {sha256(numbers.data).hexdigest()}\n".encode().ljust(HEADER, b"\n")


def load(path: Path, shape: tuple[int, ...], number: type[_Number]) -> NDArray[_Number] | None:
    """The numbers of a file, mapped into memory, or nothing if it is missing, damaged or not what its name says."""
    with suppress(OSError):
        if path.stat().st_size != HEADER + prod(shape) * np.dtype(number).itemsize:
            return None
        # Copy-on-write, because compiled code would be compiled a second time for read-only arrays.
        numbers = np.asarray(np.memmap(path, number, "c", HEADER, shape))
        with path.open("rb") as file:
            return numbers if file.read(HEADER) == _header(path.stem, numbers) else None
    return None


def store(path: Path, numbers: NDArray[Any]) -> None:
    """Write the file aside and move it into place; a folder that cannot be written is no error."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _header(path.stem, numbers), numbers.data)


def _cached(
    name: str, shape: tuple[int, ...], number: type[_Number], build: Callable[[], NDArray[_Number]]
) -> NDArray[_Number]:
    if IN_BROWSER:
        return build()
    path = cache_folder() / f"{name}.table"
    found = load(path, shape, number)
    if found is not None:
        return found
    built = build()
    store(path, built)
    return built


@cache
def solution(*, scratch: Literal["forced", "free"] = "forced", mouser_is_fat_cat: bool = False) -> Solution:
    """The solved game, from memory, from disk, or solved now."""
    options = Options(scratch=scratch, mouser_is_fat_cat=mouser_is_fat_cat)
    table = _cached(label("values", options), (FULL + 1, 64), np.float64, lambda: solve(options))
    return Solution(options, table)


_remaining: dict[Options, Remaining] = {}


def remaining(solved: Solution, progress: Progress | None = None) -> Remaining:
    """The distributions of the points still to come, from memory, from disk, or built now in some seconds."""
    from .remaining import Remaining, layout, remaining_table

    if solved.options not in _remaining:
        name, shape = label("remaining", solved.options), (int(layout().start[-1]),)
        singles = _cached(name, shape, np.float32, lambda: remaining_table(solved, progress=progress))
        _remaining[solved.options] = Remaining(solved, singles)
    return _remaining[solved.options]


def final_totals(solved: Solution, filled: int = 0, upper: int = 0) -> Distribution:
    """The distribution of the points still to come; that of the whole game is kept on disk."""
    from .distribution import Distribution, distribution

    if filled:
        return distribution(solved, filled, upper)
    name = label("totals", solved.options)
    return Distribution(_cached(name, (376,), np.float64, lambda: distribution(solved).probability))
