"""The overview of a player's sums for teachers."""

from __future__ import annotations

from purrlor.games.addi_cats.practice.matches import known

LINES = (
    "2026-07-30T18:02:11Z 3+8 1000 right match 9f86d0818842",
    "2026-07-30T18:02:12Z 4+9 1100 right match 9f86d0818842",
    "2026-07-30T18:02:13Z 2+2 400 right match 9f86d0818842",
    "2026-07-30T18:02:14Z 6+7 - missed match 9f86d0818842",
    "2026-07-30T18:02:15Z 5+7 2000 right match 9f86d0818842",
)


def test_each_addition_that_was_met_has_a_grade_and_the_usual_time() -> None:
    found = {each.item: (each.grade, each.millis) for each in known(LINES)}
    assert found == {
        "3+8": ("usual", 1000),
        "4+9": ("usual", 1100),
        "2+2": ("quick", 400),
        "6+7": ("weak", None),
        "5+7": ("slow", 2000),
    }


def test_the_order_of_the_lines_does_not_matter() -> None:
    assert known(LINES[::-1]) == known(LINES)
