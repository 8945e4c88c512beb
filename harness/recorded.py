"""Recorded requests to bots, so that their answers can be compared between runners and machines.

`python -m harness.recorded FILE…` answers the questions of files again and prints those with a different answer, then
the kernels that were called.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

from msgspec import json, to_builtins

from purrlor.compiled.runner import runner
from purrlor.compiled.wasm import kernels_of
from purrlor.core import Fates, Match, Record, fate_key
from purrlor.core.options import option_texts, with_options
from purrlor.kit import games
from purrlor.kit.registry import entries, folder
from purrlor.offline.questions import Judge, Move, packed, think, unpacked
from purrlor.table.effects import BotRequest

SEATS = {"meow": (2, 3, 4, 6)}
"""The numbers of seats, in turn, at games where it is not always two: MEOW's bots play differently at each."""


def games_on_kernels() -> list[str]:
    """Return the games whose bots think on kernels."""
    return [name for name in games() if folder(name).joinpath("kernels", "kernels.wasm").is_file()]


def seats_of(game: str) -> tuple[int, ...]:
    """Return the numbers of seats at which a game's bots play differently."""
    return SEATS.get(game, (2,))


def questions(game: str, level: str, count: int, *, hint: bool = False, seats: tuple[int, ...] = ()) -> Iterator[str]:
    """Yield the requests to a level in random matches for these numbers of seats; `hint`: requests for hints."""
    random, asked, number = Random(f"{game}/{level}"), 0, 0
    seats = seats or seats_of(game)
    share = 0.3 if len(seats) == 1 else 0.05
    while asked < count:
        rules: Any = with_options(games()[game], {"seats": str(seats[number % len(seats)])})
        number += 1
        match: Match[Any, Any, Any] = Match(rules, Fates(fate_key(str(number).encode())))
        while not match.over and asked < count:
            match.settle()
            for seat in match.awaiting.seats[:1]:
                view, legal = match.view(seat), tuple(match.legal(seat))
                if len(legal) > 1 and random.random() < share:
                    asked += 1
                    ask = BotRequest(asked, seat, level, view, legal, f"{number}/{asked}", 0, (1, 1) if hint else None)
                    yield packed(Move(asked, game, tuple(option_texts(rules).items()), ask))
                match.act(seat, random.choice(legal))


def review(game: str) -> str:
    """Return a request to review a random match of two players."""
    rules: Any = with_options(games()[game], {"seats": "2"})
    match: Match[Any, Any, Any] = Match(rules, Fates(fate_key(game.encode())))
    random = Random(game)
    while not match.over:
        match.settle()
        for seat in match.awaiting.seats[:1]:
            match.act(seat, random.choice(tuple(match.legal(seat))))
    return packed(Judge(1, "", str(Record(rules, ("a", "b"), tuple(match.log))), None))


def answers(asked: list[str]) -> list[Any]:
    """Return the chosen actions; for hints and reviews all values to nine digits: sums may differ in the last bit."""
    found = [unpacked(think(text)) for text in asked]
    assert all(thought.state == "found" for thought in found)
    return [_rounded(to_builtins(thought.found)) for thought in found]


def _rounded(found: Any) -> Any:
    match found:
        case float():
            return round(found, 9)
        case list() | tuple():
            return [_rounded(each) for each in cast("list[Any]", found)]
        case dict():
            return {name: _rounded(each) for name, each in cast("dict[str, Any]", found).items()}
        case _:
            return found


def compare(file: Path) -> None:
    """Print how many questions a file has, how many answers differ here, the CPU seconds, and the first differences."""
    asked, native = json.decode(file.read_bytes(), type=tuple[list[str], list[Any]])
    answers(asked[:1])  # what is loaded or solved only once is not part of the time
    began = time.process_time()
    here = json.decode(json.encode(answers(asked)))
    different = [number for number, (one, other) in enumerate(zip(here, native, strict=True)) if one != other]
    sys.stdout.write(f"{len(asked)} {len(different)} {time.process_time() - began:.3f} {different[:5]}\n")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compare(Path(name))
    if runner() == "wasm":
        packages = [entries()[game].module.rpartition(".")[0] for game in games_on_kernels()]
        print(*(kernel for package in packages for kernel in kernels_of(package).called))
