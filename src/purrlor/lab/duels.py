"""Many matches of a game's bots on its compiled implementation (`GameKit.duels`), as a table for the docs.

The results can be written to a file: one line that describes the duel, then a line for each match. Lines are appended
as matches finish. A finished file is rewritten in order, so it is the same for any number of workers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from purrlor.compiled.runner import prefer_numba
from purrlor.kit import games, kit
from purrlor.kit.files import write_atomically
from purrlor.kit.lab import CompiledDuels, DuelResult
from purrlor.kit.statistics import estimate, wilson
from purrlor.words import refusal

from .executors import Pieces, in_local_processes, in_order
from .run_file import mend_end

prefer_numba()

FORMAT = 1


class DuelMatch(NamedTuple):
    """One match, identified by its variant and number."""

    variant: str
    number: int


def duels_of(game: str) -> CompiledDuels:
    found = kit(game).duels()
    if found is None:
        raise LookupError(f"{game} brings no duels")
    return found


@dataclass(frozen=True)
class Duel:
    """The game and the bots of a duel; each match follows from the seed, its variant and its number."""

    game: str
    names: tuple[str, ...]
    seed: str

    @property
    def heading(self) -> dict[str, Any]:
        """The fields that must be equal for two files to be comparable."""
        version = games()[self.game].version
        return {
            "purrlor_duel": FORMAT,
            "game": self.game,
            "version": version,
            "bots": list(self.names),
            "seed": self.seed,
        }

    def play(self, match: DuelMatch) -> DuelResult:
        return duels_of(self.game).play(match.variant, self.names, f"{self.seed}/{match.variant}/{match.number}")


def play_matches(duel: Duel, matches: Sequence[DuelMatch]) -> tuple[list[DuelResult], float]:
    """Return the results of these matches and the seconds they took."""
    started = perf_counter()
    return [duel.play(match) for match in matches], perf_counter() - started


@dataclass
class DuelRun:
    """The results of a duel so far; with a path, also on disk."""

    duel: Duel
    results: dict[DuelMatch, DuelResult] = field(default_factory=dict[DuelMatch, DuelResult])
    path: Path | None = None

    @classmethod
    def resumed(cls, duel: Duel, path: Path) -> DuelRun:
        """Read the results of an earlier run from a file; refuse a file of another duel."""
        run = cls(duel, path=path)
        mend_end(path)
        try:
            first, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            if first != duel.heading:
                raise refusal("lab.duel.other" if "purrlor_duel" in first else "lab.run.damaged", file=path)
            for line in lines:
                result = DuelResult(tuple(line["points"]), tuple(line["shares"]), line["turns"])
                run.results[DuelMatch(line["variant"], line["match"])] = result
        except (ValueError, KeyError, TypeError):
            raise refusal("lab.run.damaged", file=path) from None
        return run

    def play(
        self, wanted: Iterable[DuelMatch], workers: int = 1, progress: Callable[[int], object] = lambda _: None
    ) -> None:
        """Play those of these matches that are missing; call `progress` with the number of newly finished ones."""
        wanted = list(wanted)
        missing = [match for match in wanted if match not in self.results]
        progress(len(wanted) - len(missing))
        if self.path is not None and not self.path.exists():
            self._append([self.duel.heading])
        pieces = Pieces([missing] if missing else [])
        with closing(self._played(pieces, workers)) as played:
            for piece, (results, seconds) in played:
                pieces.learn(len(piece), seconds)
                found = dict(zip(piece, results, strict=True))
                self.results |= found
                self._append(_line(match, result) for match, result in found.items())
                progress(len(piece))
        if self.path is not None:
            self._write_in_order(self.path)

    def _played(
        self, pieces: Pieces[DuelMatch], workers: int
    ) -> Generator[tuple[list[DuelMatch], tuple[list[DuelResult], float]]]:
        if workers == 1:
            return in_order(play_matches, self.duel, pieces)
        return in_local_processes(play_matches, self.duel, pieces, workers)

    def _append(self, lines: Iterable[dict[str, Any]]) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_text(lines))

    def _write_in_order(self, path: Path) -> None:
        variants = duels_of(self.duel.game).variants
        matches = sorted(self.results, key=lambda match: (variants.index(match.variant), match.number))
        lines = [self.duel.heading, *(_line(match, self.results[match]) for match in matches)]
        write_atomically(path, _text(lines).encode())

    def table(self, variants: Sequence[str], matches: int) -> list[str]:
        """Return the lines of the table: a row for each variant, and one for all."""
        names = self.duel.names
        head = f"| {duels_of(self.duel.game).variant} | matches | {' | '.join(names)} | {names[0]} wins | turns |"
        found = {
            variant: [self.results[DuelMatch(variant, number)] for number in range(matches)] for variant in variants
        }
        rows = [_row(variant, results) for variant, results in found.items()]
        if len(variants) > 1:
            rows.append(_row("all", [result for results in found.values() for result in results]))
        return [head, "|---" * (len(names) + 4) + "|", *rows]


def matches_of(variants: Sequence[str], matches: int) -> list[DuelMatch]:
    return [DuelMatch(variant, number) for variant in variants for number in range(matches)]


def _text(lines: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _line(match: DuelMatch, result: DuelResult) -> dict[str, Any]:
    return {
        "variant": match.variant,
        "match": match.number,
        "points": result.points,
        "shares": result.shares,
        "turns": result.turns,
    }


def _row(variant: str, found: Sequence[DuelResult]) -> str:
    points = [estimate(column) for column in zip(*(result.points for result in found), strict=True)]
    wins = wilson(sum(result.shares[0] for result in found), len(found))
    turns = [result.turns for result in found]
    columns = [variant, str(len(found)), *(f"{each.mean:.1f} ± {each.margin:.1f}" for each in points), str(wins)]
    columns.append(f"{sum(turns) / len(turns):.1f} ({min(turns)} to {max(turns)})")
    return f"| {' | '.join(columns)} |"
