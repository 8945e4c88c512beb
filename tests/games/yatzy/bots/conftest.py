import pytest

from harness.yatzy_duels import duel_table
from purrlor.games.yatzy.bots.solver.solution import Solution
from purrlor.games.yatzy.bots.solver.solve import solve
from purrlor.games.yatzy.bots.solver.tables import Options
from purrlor.games.yatzy.bots.solver.win import Remaining


@pytest.fixture(scope="session")
def solutions() -> dict[Options, Solution]:
    """Solve all four combinations of the options."""
    every = [Options(scratch=s, mouser_is_fat_cat=m) for s in ("forced", "free") for m in (False, True)]
    return {options: Solution(options, solve(options)) for options in every}


@pytest.fixture(scope="session")
def solved(solutions: dict[Options, Solution]) -> Solution:
    return solutions[Options()]


@pytest.fixture(scope="session")
def remaining(solved: Solution) -> Remaining:
    return duel_table(solved)
