"""A run of an arena on disk: one line that says what is played, then a line for each finished portion.

Lines are only ever appended, so an interrupted run keeps all that was finished; a last line that was cut off is
ignored. Files of the same arena can be merged, in any division of the portions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from purrlor.core.options import option_texts

from .arena import Arena, Portion
from .tally import Tally, merged

FORMAT = 1


class BrokenRun(ValueError):
    """A file that is no run, or one of another arena."""


def heading(arena: Arena) -> dict[str, Any]:
    """What makes two runs comparable."""
    return {
        "purrlor_arena": FORMAT,
        "game": arena.game.name,
        "version": arena.game.version,
        "options": option_texts(arena.game),
        "bots": list(arena.names),
        "seed": arena.seed,
        "duplicate": arena.duplicate,
    }


@dataclass
class Run:
    """The portions of an arena that are finished."""

    heading: dict[str, Any]
    parts: dict[tuple[int, int], Tally] = field(default_factory=dict[tuple[int, int], Tally])

    def missing(self, portions: Iterable[Portion]) -> list[Portion]:
        return [portion for portion in portions if (portion.start, portion.stop) not in self.parts]

    def add(self, portion: tuple[int, int], tally: Tally) -> None:
        known = self.parts.setdefault(portion, tally)
        if known != tally:
            raise BrokenRun(f"matches {portion[0]} to {portion[1] - 1} have two different results")

    def tally(self) -> Tally:
        """All that is finished; the same whatever the order in which it finished."""
        spans = sorted(self.parts)
        for (_, stop), (start, _) in pairwise(spans):
            if start < stop:
                raise BrokenRun(f"match {start} was counted in two portions")
        return merged(self.parts[span] for span in spans)


class RunWriter:
    """Appends finished portions to a file."""

    def __init__(self, path: Path, run: Run) -> None:
        self.run = run
        self._file = path.open("a", encoding="utf-8")
        if not run.parts and self._file.tell() == 0:
            self._write(run.heading)

    def add(self, portion: Portion, tally: Tally) -> None:
        self.run.add((portion.start, portion.stop), tally)
        self._write({"first": portion.start, "stop": portion.stop, "tally": tally.as_json()})

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def read_run(path: Path) -> Run:
    lines = path.read_text(encoding="utf-8").split("\n")
    try:
        first = json.loads(lines[0])
        if first["purrlor_arena"] != FORMAT:
            raise BrokenRun(f"{path}: format {first['purrlor_arena']}, this version reads {FORMAT}")
        run = Run(first)
        for line in lines[1:-1]:  # what stands behind the last line break was cut off
            data = json.loads(line)
            run.add((data["first"], data["stop"]), Tally.from_json(data["tally"]))
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, BrokenRun):
            raise
        raise BrokenRun(f"{path} is no run of an arena, or it is damaged") from None
    return run


def mend_end(path: Path) -> None:
    """Drop a last line that was cut off, so that the next one stands by itself."""
    text = path.read_bytes()
    end = text.rfind(b"\n") + 1
    if end < len(text):
        with path.open("r+b") as file:
            file.truncate(end)


def merge_runs(paths: Iterable[Path]) -> Run:
    """The portions of all these files, which must be of the same arena."""
    runs = [(path, read_run(path)) for path in paths]
    first = runs[0][1]
    for path, run in runs[1:]:
        if run.heading != first.heading:
            raise BrokenRun(f"{path} is of another arena than {runs[0][0]}")
        for portion, tally in run.parts.items():
            first.add(portion, tally)
    return first
