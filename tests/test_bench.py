"""The benchmark command, and how figures are reported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from harness.figures import Figure, Report, sampled

ROOT = Path(__file__).parent.parent


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_a_figure_is_the_median_of_its_runs_with_their_spread() -> None:
    figure = sampled("speed", [3.0, 100.0, 2.0], "moves/s")
    assert figure.value == 3
    assert figure.spread == "2 – 100"
    assert figure.as_json() == {"what": "speed", "value": 3.0, "unit": "moves/s", "runs": 3, "low": 2.0, "high": 100.0}


@pytest.mark.parametrize(
    ("value", "smaller_is_better", "reached"), [(9, True, True), (11, True, False), (9, False, False)]
)
def test_a_goal_is_reached_or_missed(value: float, smaller_is_better: bool, reached: bool) -> None:
    figure = Figure("time", value, "s", 10, smaller_is_better)
    assert Report([("title", (figure, Figure("no goal", 1, "s")))]).missed == ([] if reached else [figure])
    assert str(figure).endswith("reached" if reached else "MISSED")
    assert figure.as_json()["reached"] is reached


def test_help_lists_every_tool() -> None:
    listed = bench("--help").stdout
    tools = [file.stem for file in (ROOT / "bench").glob("*.py") if "\ndef main(" in file.read_text("utf-8")]
    assert [name for name in tools if name != "__main__" and f"\n  {name} " not in listed] == []


def test_json_names_commit_machine_and_load() -> None:
    found = json.loads(bench("--json", "sizes", "src/purrlor/words").stdout)
    assert {"commit", "processor", "cores", "load", "load_after", "python", "sections"} <= found.keys()


def test_an_unknown_tool_is_refused_with_the_names_of_all() -> None:
    made = bench("cats")
    assert made.returncode == 2
    assert "there is no benchmark 'cats'; there are start, rules" in made.stderr


def test_a_tool_with_arguments_runs_alone() -> None:
    made = bench("table", "rating")
    assert made.returncode == 2
    assert "rating takes arguments, so it runs alone" in made.stderr
