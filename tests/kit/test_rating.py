"""Ratings: the update of OpenSkill's Plackett-Luce model, and its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purrlor.kit.rating import BETA, SMALLEST_SHARE, TAU, Skill, performance, rated
from purrlor.kit.review import SkillSummary

OPENSKILL: Any = import_module("openskill.models")


@pytest.mark.parametrize(
    ("before", "performances", "after"),
    [
        (
            [(25, 25 / 3), (25, 25 / 3)],
            [2, 1],
            [(27.635389493140497, 8.06590141354368), (22.364610506859503, 8.06590141354368)],
        ),
        (
            [(30, 4), (20, 6), (25, 8)],
            [1, 3, 2],
            [
                (28.688888038348303, 3.9719723471491863),
                (22.177720885501266, 5.950026090820598),
                (26.371564283567096, 7.558145410888585),
            ],
        ),
        (
            [(40, 2), (10, 2)],
            [1, 1],
            [(39.699697761721254, 2.0014491716612066), (10.300302238278746, 2.0014491716612066)],
        ),
        (
            [(30, 4), (20, 6), (25, 8), (25, 1)],
            [1, 3, 3, 0],
            [
                (30.071206606853192, 3.977205996585452),
                (20.876301342965643, 5.964945367329736),
                (26.210232290725152, 7.851563715255392),
                (24.951975476985435, 1.0033815682788056),
            ],
        ),
    ],
)  # fmt: skip
def test_the_update_is_that_of_the_package_openskill(
    before: Sequence[tuple[float, float]], performances: Sequence[float], after: Sequence[tuple[float, float]]
) -> None:
    """The figures are those of `PlackettLuce().rate` of openskill 6.2.0."""
    found = rated([Skill(*each) for each in before], performances)
    assert [(each.mu, each.sigma) for each in found] == [pytest.approx(each, rel=1e-12) for each in after]


SKILLS = st.tuples(st.floats(0, 100), st.floats(0.5, 25))


@given(st.lists(st.tuples(SKILLS, st.integers(0, 3)), min_size=2, max_size=6))
def test_any_update_is_that_of_the_package_openskill(seats: list[tuple[tuple[float, float], int]]) -> None:
    """The figures above stay the same for ever; this one follows the package, draws included."""
    model = OPENSKILL.PlackettLuce(beta=BETA, tau=TAU, kappa=SMALLEST_SHARE)
    teams = [[model.rating(mu=mu, sigma=sigma)] for (mu, sigma), _ in seats]
    expected = model.rate(teams, scores=[score for _, score in seats])
    found = rated([Skill(*skill) for skill, _ in seats], [score for _, score in seats])
    for own, (other,) in zip(found, expected, strict=True):
        assert (own.mu, own.sigma) == pytest.approx((other.mu, other.sigma), rel=1e-9)


def test_far_ratings_do_not_overflow() -> None:
    strong, weak = rated([Skill(5000, 5), Skill(-5000, 5)], [0, 1])
    assert strong.mu < 5000
    assert weak.mu > -5000


def test_a_performance_is_what_decisions_lost_where_that_is_known() -> None:
    assert performance(SkillSummary(luck=40.0, lost=12.5, choices=9, right=3, signs=""), 200) == -12.5
    assert performance(SkillSummary(luck=-5.0, lost=None, choices=9, right=3, signs=""), 20) == 25
    assert performance(None, 20) == 20
