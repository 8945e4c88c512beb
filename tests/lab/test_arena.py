import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from purrlor.core import Seat
from purrlor.games.yatzy import Yatzy
from purrlor.lab.arena import Arena, Outcome

ROOT = Path(__file__).parents[2]
PATIENCE = 20
DUEL = Arena(Yatzy(seats=2), ("tabby", "uniform"), seed="test")


def test_the_same_seed_gives_the_same_outcomes() -> None:
    assert DUEL.play(6, workers=1) == DUEL.play(6, workers=1)


def test_another_seed_gives_others() -> None:
    other = Arena(DUEL.game, DUEL.names, seed="other")
    assert DUEL.play(6, workers=1) != other.play(6, workers=1)


def test_the_number_of_workers_does_not_matter() -> None:
    assert DUEL.play(45, workers=2) == DUEL.play(45, workers=1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("seconds", [0, 3], ids=["while they start", "while they play"])
def test_ctrl_c_ends_an_arena_and_its_workers_at_once(seconds: float) -> None:
    arguments = ["arena", "yatzy", "--seats", "tabby,kitten", "--matches", "1000000", "--workers", "2"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "-m", "purrlor.cli", *arguments]
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True, **pipes) as process:
        try:
            wait_until(lambda: group_size(process.pid) > 2)
            time.sleep(seconds)
            os.killpg(process.pid, signal.SIGINT)
            said = process.communicate(timeout=PATIENCE)
            assert (process.returncode, *said) == (130, "", "")
            wait_until(lambda: not group_size(process.pid))
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def group_size(group: int) -> int:
    """How many processes the group has that have not ended."""
    listed = subprocess.run(["ps", "-eo", "pgid,stat"], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return sum(row[0] == str(group) and not row[1].startswith("Z") for row in rows)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_longer_arena_begins_like_a_shorter_one() -> None:
    assert DUEL.play(6, workers=1)[:3] == DUEL.play(3, workers=1)


def test_progress_counts_every_match() -> None:
    heard: list[int] = []
    DUEL.play(45, workers=1, progress=heard.append)
    assert sum(heard) == 45


def test_scores_follow_the_contestant_wherever_it_sits() -> None:
    tabby, uniform = DUEL.standings(DUEL.play(20, workers=1))
    assert tabby.score.mean > uniform.score.mean + 50


def test_the_first_seat_rotates() -> None:
    """With a named first player, contestants take turns in that seat."""
    arena = Arena(Yatzy(seats=3, first=Seat(0)), ("uniform", "kitten", "tabby"), seed="test")
    outcomes = arena.play(30, workers=1)
    means = [standing.score.mean for standing in arena.standings(outcomes)]
    assert means == sorted(means)


def test_a_shared_victory_counts_in_part() -> None:
    tie = Outcome(scores=(200, 200), shares=(0.5, 0.5), events=100)
    win = Outcome(scores=(210, 200), shares=(1.0, 0.0), events=100)
    first, second = DUEL.standings([tie, win])
    assert (first.share.mean, second.share.mean) == (0.75, 0.25)
    assert first.margin.mean == 5


def test_shares_of_a_match_add_up_to_one() -> None:
    assert all(sum(outcome.shares) == 1 for outcome in DUEL.play(20, workers=1))


TWICE = Arena(Yatzy(seats=2), ("tabby", "uniform"), seed="test", duplicate=True)


def test_duplicate_matches_share_their_fate_in_every_rotation() -> None:
    """Against itself, a bot that tosses no coins makes up in one rotation what it lost in the other."""
    arena = Arena(Yatzy(seats=2, first=Seat(0)), ("tabby", "tabby"), seed="twins", duplicate=True)
    outcomes = arena.play(8, workers=1)
    assert [outcome.scores for outcome in outcomes[::2]] == [outcome.scores[::-1] for outcome in outcomes[1::2]]


def test_matches_that_share_their_fate_count_as_one_observation() -> None:
    outcomes = [Outcome((10, 0), (1.0, 0.0), 1), Outcome((0, 10), (0.0, 1.0), 1)] * 5
    assert TWICE.standings(outcomes)[0].score.margin == 0
    assert DUEL.standings(outcomes)[0].score.margin > 3


def test_sharing_narrows_the_intervals() -> None:
    outcomes = [Outcome((10, 0), (1.0, 0.0), 1), Outcome((2, 10), (0.0, 1.0), 1)] * 5 + [
        Outcome((9, 1), (1.0, 0.0), 1)
    ] * 2
    narrowing = TWICE.narrowing(outcomes)
    assert narrowing is not None
    assert narrowing > 2


def test_one_group_says_nothing_about_narrowing() -> None:
    assert TWICE.narrowing([Outcome((10, 0), (1.0, 0.0), 1), Outcome((2, 10), (0.0, 1.0), 1)]) is None
