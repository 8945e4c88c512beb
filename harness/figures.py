"""Measurements: the median of several runs, and their range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measurement, with the goal it must reach."""

    what: str
    value: float
    unit: str
    goal: float | None = None
    smaller_is_better: bool = True
    runs: Sequence[float] = ()
    """The values of which `value` is the median; empty if it was measured once."""

    def __str__(self) -> str:
        goal = "" if self.goal is None else f"   goal {'≤' if self.smaller_is_better else '≥'} {number(self.goal)}"
        verdict = "" if self.goal is None else ("   reached" if self.reached else "   MISSED")
        return f"  {self.what:<58} {number(self.value):>11} {self.unit:<11} {self.spread:<25}{goal}{verdict}".rstrip()

    @property
    def spread(self) -> str:
        """Return the smallest and the largest run as text."""
        return f"{number(min(self.runs))} – {number(max(self.runs))}" if len(self.runs) > 1 else ""

    @property
    def reached(self) -> bool:
        """Return whether the goal is reached; a figure without a goal cannot miss it."""
        if self.goal is None:
            return True
        return self.value <= self.goal if self.smaller_is_better else self.value >= self.goal

    def as_json(self) -> dict[str, Any]:
        goal = {} if self.goal is None else {"goal": self.goal, "reached": self.reached}
        spread = {"runs": len(self.runs), "low": min(self.runs), "high": max(self.runs)} if self.runs else {"runs": 1}
        return {"what": self.what, "value": self.value, "unit": self.unit, **spread, **goal}


def sampled(
    what: str, runs: Sequence[float], unit: str, goal: float | None = None, *, smaller_is_better: bool = True
) -> Figure:
    """Return the median of several runs as a figure."""
    return Figure(what, median(runs), unit, goal, smaller_is_better, tuple(runs))


@dataclass
class Report:
    """All measurements of the benchmarks in this process so far."""

    sections: list[tuple[str, tuple[Figure, ...]]] = field(default_factory=list[tuple[str, tuple[Figure, ...]]])

    @property
    def missed(self) -> list[Figure]:
        return [figure for _, figures in self.sections for figure in figures if not figure.reached]

    def as_json(self) -> list[dict[str, Any]]:
        return [{"title": title, "figures": [each.as_json() for each in figures]} for title, figures in self.sections]


REPORT = Report()


def section(title: str, *figures: Figure) -> None:
    """Print figures under a title, and keep them for `--json` and `--check`."""
    REPORT.sections.append((title, figures))
    print(title)
    for figure in figures:
        print(figure)
    print(flush=True)


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def seconds(run: Callable[[], object]) -> float:
    started = perf_counter()
    run()
    return perf_counter() - started


def times(runs: int, run: Callable[[], object]) -> list[float]:
    """Return the seconds of several runs."""
    return [seconds(run) for _ in range(runs)]
