"""Reports on arenas."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from purrlor.games.meow import Meow
from purrlor.kit import level
from purrlor.kit.speech import speaking
from purrlor.lab.arena import Arena
from purrlor.lab.report import Result, html, markdown, result_of, rungs
from purrlor.lab.run_file import Run, heading
from purrlor.lab.tally import bars, merged

ARENA = Arena(Meow(seats=3), ("kitten", "uniform", "uniform"), seed="report", luck=True)


@pytest.fixture(scope="module")
def result() -> Result:
    return Result(ARENA, ARENA.play(40))


@pytest.fixture(scope="module")
def page(result: Result) -> str:
    return html([result], ladder=True, command="purrlor lab report <x> & y")


def test_it_asks_nobody_for_anything(page: str) -> None:
    assert "<script" not in page
    assert "@import" not in page
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)""", page)
    assert not re.findall(r"url\((?!#)", page)


def test_every_plot_has_an_alternative_text_and_its_figures_in_a_table(page: str, result: Result) -> None:
    plots = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(plots) == 3
    for plot in plots:
        assert ET.fromstring(plot).get("aria-label")
    cells = [unescape(cell) for cell in re.findall(r"<td>(.*?)</td>", page)]
    for standing in result.standings:
        assert f"{standing.margin.mean:.2f} ± {standing.margin.margin:.2f}".replace("-", "−") in cells
        assert standing.without_luck is not None
        adjusted = standing.without_luck.margin
        assert f"{adjusted.mean:.2f} ± {adjusted.margin:.2f}".replace("-", "−") in cells


def test_lengths_are_drawn_and_listed(page: str, result: Result) -> None:
    cells = re.findall(r"<td>(.*?)</td>", page)
    drawn = bars(result.tally.lengths)
    assert sum(matches for _, matches in drawn) == 40
    for span, matches in drawn:
        label = str(span.start) if len(span) == 1 else f"{span.start}–{span.stop - 1}"
        assert f'<th scope="row">{label}</th><td>{matches}</td>' in page
        assert f"{100 * matches / 40:.1f}%" in cells


def test_lengths_that_an_older_version_did_not_count_are_not_drawn(result: Result) -> None:
    old = replace(result.tally, lengths={})
    page = html([Result(ARENA, old)], ladder=False, command="x")
    assert page.count("<svg") == 1
    assert "A match takes" in page
    both = merged([old, result.tally])
    assert "Counted by length: 40 matches" in html([Result(ARENA, both)], ladder=False, command="x")


def test_where_luck_cancels_points_are_adjusted_and_margins_are_not() -> None:
    arena = Arena(Meow(seats=2), ("uniform", "uniform"), seed="report", duplicate=True, luck=True)
    page = html([Result(arena, arena.play(8))], ladder=False, command="x")
    assert "Luck cancels here" in page
    assert "points, luck subtracted" in page
    assert "ahead, luck subtracted" not in page


def test_light_and_dark_colours_come_from_the_page(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    assert "var(--first)" in page
    assert "#040506" not in page


def test_the_same_result_gives_the_same_bytes(page: str, result: Result) -> None:
    assert html([result], ladder=True, command="purrlor lab report <x> & y") == page


def test_it_speaks_german(result: Result) -> None:
    with speaking("de"):
        page = html([result], ladder=False, command="x")
    assert '<html lang="de">' in page
    assert "Ergebnisse" in page


def test_a_run_on_disk_is_the_result(result: Result) -> None:
    run = Run(heading(ARENA), {(0, 40): result.tally})
    assert result_of(run) == result


def test_the_ladder_has_each_level_against_the_one_below() -> None:
    found = rungs(Meow(seats=3), "s")
    assert [arena.names for arena in found][:2] == [("kitten", "uniform", "uniform"), ("tabby", "kitten", "kitten")]
    assert all(level("meow", name) for arena in found for name in arena.names)


def test_the_table_for_the_docs(result: Result) -> None:
    lines = markdown([result]).splitlines()
    assert lines[0] == "| 3 seats | against | matches | share of wins | points ahead |"
    assert lines[2].startswith("| kitten | uniform | 40 | ")
