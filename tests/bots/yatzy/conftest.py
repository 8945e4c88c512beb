import pytest

from purrlor.bots.yatzy.remaining import Remaining, remaining_table
from purrlor.bots.yatzy.solution import Solution
from purrlor.bots.yatzy.solver import solve
from purrlor.bots.yatzy.tables import Options


@pytest.fixture(scope="session")
def solutions() -> dict[Options, Solution]:
    """All four combinations of the options."""
    every = [Options(scratch=s, mouser_is_fat_cat=m) for s in ("forced", "free") for m in (False, True)]
    return {options: Solution(options, solve(options)) for options in every}


@pytest.fixture(scope="session")
def solved(solutions: dict[Options, Solution]) -> Solution:
    return solutions[Options()]


@pytest.fixture(scope="session")
def remaining(solved: Solution) -> Remaining:
    return Remaining(solved, remaining_table(solved))
