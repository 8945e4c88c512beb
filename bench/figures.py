"""Timing, and one way to print what was measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Figure:
    """One measurement, with the goal it must reach."""

    what: str
    value: float
    unit: str
    goal: float | None = None
    smaller_is_better: bool = True

    def __str__(self) -> str:
        goal = "" if self.goal is None else f"   goal {'≤' if self.smaller_is_better else '≥'} {number(self.goal)}"
        verdict = "" if self.goal is None else ("   reached" if self.reached else "   MISSED")
        return f"  {self.what:<58} {number(self.value):>11} {self.unit:<9}{goal}{verdict}"

    @property
    def reached(self) -> bool:
        assert self.goal is not None
        return self.value <= self.goal if self.smaller_is_better else self.value >= self.goal


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def seconds(run: Callable[[], object]) -> float:
    started = perf_counter()
    run()
    return perf_counter() - started


def best_of(runs: int, run: Callable[[], object]) -> float:
    """The shortest of several runs: on a shared machine the least disturbed one."""
    return min(seconds(run) for _ in range(runs))


def section(title: str, *figures: Figure) -> None:
    print(title)
    for figure in figures:
        print(figure)
    print(flush=True)
