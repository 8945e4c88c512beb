"""Many matches of a game's bots on its compiled twin (`GameKit.duels`), as a table for the docs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context

from purrlor.compiled.runner import prefer_numba
from purrlor.kit import kit
from purrlor.kit.duels import DuelResult, TwinDuels
from purrlor.kit.statistics import estimate, wilson

prefer_numba()


def duels_of(game: str) -> TwinDuels:
    found = kit(game).duels()
    if found is None:
        raise LookupError(f"{game} brings no duels")
    return found


@dataclass(frozen=True)
class DuelMatches:
    """The matches of some bots in one variant of a game, by number."""

    game: str
    variant: str
    names: tuple[str, ...]
    seed: str

    def __call__(self, number: int) -> DuelResult:
        return duels_of(self.game).play(self.variant, self.names, f"{self.seed}/{self.variant}/{number}")


def duel_table(
    game: str, names: Sequence[str], variants: Sequence[str], *, matches: int, seed: str, workers: int = 1
) -> Iterator[str]:
    """The lines of the table, each as soon as it is known. They are the same for any number of workers."""
    yield f"| {duels_of(game).variant} | matches | {' | '.join(names)} | {names[0]} wins | turns |"
    yield "|---" * (len(names) + 4) + "|"
    everything: list[DuelResult] = []
    with ExitStack() as stack:
        spread: Callable[[DuelMatches, range], Iterable[DuelResult]] = map
        if workers > 1:
            spread = stack.enter_context(ProcessPoolExecutor(workers, get_context("spawn"))).map
        for variant in variants:
            found = list(spread(DuelMatches(game, variant, tuple(names), seed), range(matches)))
            everything += found
            yield _row(variant, found)
    if len(variants) > 1:
        yield _row("all", everything)


def _row(variant: str, found: Sequence[DuelResult]) -> str:
    points = [estimate(column) for column in zip(*(result.points for result in found), strict=True)]
    wins = wilson(sum(result.shares[0] for result in found), len(found))
    turns = [result.turns for result in found]
    columns = [variant, str(len(found)), *(f"{each.mean:.1f} ± {each.margin:.1f}" for each in points), str(wins)]
    columns.append(f"{sum(turns) / len(turns):.1f} ({min(turns)} to {max(turns)})")
    return f"| {' | '.join(columns)} |"
