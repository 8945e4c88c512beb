import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from purrlor.core import Seat
from purrlor.games.meow import Meow
from purrlor.games.yatzy import Yatzy
from purrlor.kit.statistics import share_of_groups
from purrlor.lab.arena import COMPILED_PORTION, Arena, play_match, play_portion
from purrlor.lab.executors import Pieces
from purrlor.lab.tally import WHOLE, MatchResult, Tally, merged, tally_of

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds; the machine may be busy."""
DUEL = Arena(Yatzy(seats=2), ("tabby", "uniform"), seed="test")
RANDOM = Arena(Meow(seats=3), ("uniform",) * 3, seed="test")


def results(arena: Arena, matches: int) -> list[MatchResult]:
    return [play_match(arena, number) for number in range(matches)]


def test_the_same_seed_gives_the_same_result() -> None:
    assert DUEL.play(6) == DUEL.play(6)


def test_another_seed_gives_another() -> None:
    assert DUEL.play(6) != Arena(DUEL.game, DUEL.names, seed="other").play(6)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2, 5])
def test_the_number_of_workers_does_not_matter(workers: int) -> None:
    assert DUEL.play(110, workers=workers) == DUEL.play(110)


def test_any_executor_gives_the_same_result() -> None:
    with ThreadPoolExecutor(3) as executor:
        assert DUEL.play(90, executor=executor) == DUEL.play(90)


def die_once(arena: Arena, portion: range) -> Tally:
    """The process that gets the second portion first is killed."""
    marker = Path(os.environ["PURRLOR_TEST_MARKER"])
    if portion.start == 20 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_portion(arena, portion)


@pytest.mark.slow
def test_what_a_killed_worker_had_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from purrlor.lab.executors import in_local_processes

    monkeypatch.setenv("PURRLOR_TEST_MARKER", str(tmp_path / "died"))
    parts = in_local_processes(die_once, DUEL, DUEL.portions(100), workers=2)
    assert merged(tally for _, tally in parts) == DUEL.play(100)
    assert (tmp_path / "died").exists()


def test_merging_leaves_the_parts_as_they_are() -> None:
    one, two = play_portion(DUEL, range(5)), play_portion(DUEL, range(5, 10))
    before = one.as_json()
    merged([one, two])
    assert one.as_json() == before


@pytest.mark.slow
def test_random_players_on_the_compiled_game_give_the_same_in_any_portions() -> None:
    whole = play_portion(RANDOM, range(600))
    assert merged([play_portion(RANDOM, range(250)), play_portion(RANDOM, range(250, 600))]) == whole
    assert whole.moves == 600 * 3 * 27


@pytest.mark.slow
def test_random_players_on_the_compiled_game_are_those_of_the_rules() -> None:
    """The intervals of both means overlap; 2 000 matches on the compiled rules, 150 on the reference rules."""
    twin = play_portion(RANDOM, range(2000)).estimate("points", 0)
    rules = tally_of(results(RANDOM, 150)).estimate("points", 0)
    assert abs(twin.mean - rules.mean) < twin.margin + 2 * rules.margin


def test_the_compiled_game_gets_large_portions_and_groups_stay_together() -> None:
    twice = Arena(RANDOM.game, RANDOM.names, seed="test", duplicate=True)
    assert [portion.stop for portion in RANDOM.portions(250_000)] == [100_000, 200_000, 250_000]
    assert [portion.stop for portion in twice.portions(250_002)] == [100_002, 200_004, 250_002]
    assert [portion.stop for portion in DUEL.portions(45)] == [20, 40, 45]
    assert COMPILED_PORTION == 100_000


def handed_out(seconds_per_match: float, group: int = 1) -> list[range]:
    """The pieces of 100 matches in portions of 40, where a match takes so long."""
    arena_pieces, found = Pieces([range(40), range(40, 80), range(80, 100)], group), list[range]()
    for piece in arena_pieces:
        found.append(piece)
        arena_pieces.learn(len(piece), seconds_per_match * len(piece))
    return found


def test_pieces_are_as_large_as_ten_seconds_allow() -> None:
    assert [len(piece) for piece in handed_out(60)] == [1] * 100
    assert [len(piece) for piece in handed_out(1.0)] == [1, *[10] * 3, 9, *[10] * 6]
    assert [len(piece) for piece in handed_out(0.001)] == [1, 39, 40, 20]


def test_matches_that_share_their_seed_are_in_one_piece() -> None:
    assert [len(piece) for piece in handed_out(60, group=4)] == [4] * 25
    assert all(len(piece) % 4 == 0 for piece in handed_out(1.5, group=4))


@pytest.mark.parametrize("seconds", [60, 1.0, 0.001, 0])
def test_every_match_is_in_one_piece(seconds: float) -> None:
    assert [number for piece in handed_out(seconds) for number in piece] == list(range(100))


@pytest.mark.slow
def test_a_slow_bot_has_its_first_result_after_one_match() -> None:
    parts = DUEL.parts(DUEL.portions(40))
    assert next(parts)[0] == range(1)
    parts.close()


@pytest.fixture
def heeded() -> Iterator[None]:
    """Restore the handling of Ctrl+C, which tests in the background of a shell ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.usefixtures("heeded")
@pytest.mark.parametrize("lines", [0, 2], ids=["while they start", "while they play"])
def test_ctrl_c_ends_an_arena_and_its_workers_at_once(lines: int, tmp_path: Path) -> None:
    run = tmp_path / "run"
    arguments = [
        "arena",
        "yatzy",
        "--seats",
        "tabby,kitten",
        "--matches",
        "1000000",
        "--workers",
        "2",
        "--out",
        str(run),
    ]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "-m", "purrlor.cli", *arguments]
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True, **pipes) as process:
        try:
            wait_until(lambda: group_size(process.pid) > 2)
            wait_until(lambda: not lines or (run.exists() and len(run.read_bytes().splitlines()) >= lines))
            os.killpg(process.pid, signal.SIGINT)
            said = process.communicate(timeout=PATIENCE)
            assert (process.returncode, *said) == (130, "", "")
            wait_until(lambda: not group_size(process.pid))
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def group_size(group: int) -> int:
    """Return the number of processes in the group that have not exited."""
    listed = subprocess.run(["ps", "-eo", "pgid,stat"], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return sum(row[0] == str(group) and not row[1].startswith("Z") for row in rows)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_longer_arena_begins_like_a_shorter_one() -> None:
    assert results(DUEL, 6)[:3] == results(DUEL, 3)


def test_progress_counts_every_match() -> None:
    heard: list[int] = []
    DUEL.play(45, progress=heard.append)
    assert sum(heard) == 45


def test_scores_follow_the_contestant_wherever_it_sits() -> None:
    tabby, uniform = DUEL.standings(DUEL.play(20))
    assert tabby.score.mean > uniform.score.mean + 50


def test_the_first_seat_rotates() -> None:
    """With a named first player, contestants take turns in that seat."""
    arena = Arena(Yatzy(seats=3, first=Seat(0)), ("uniform", "kitten", "tabby"), seed="test")
    means = [standing.score.mean for standing in arena.standings(arena.play(30))]
    assert means == sorted(means)


def test_a_shared_victory_counts_in_part() -> None:
    tie = MatchResult(scores=(200, 200), shares=(30, 30), moves=100)
    win = MatchResult(scores=(210, 200), shares=(60, 0), moves=100)
    tally = tally_of([tie, win])
    first, second = DUEL.standings(tally)
    assert (first.share.mean, second.share.mean) == (0.75, 0.25)
    assert first.margin.mean == 5
    assert first.share == share_of_groups([0.5, 1.0])
    assert (tally.win_rate(0, 1), tally.win_rate(1, 0)) == (0.75, 0.25)


def test_shares_of_a_match_add_up_to_the_whole() -> None:
    assert all(sum(result.shares) == WHOLE for result in results(DUEL, 20))


TWICE = Arena(Yatzy(seats=2), ("tabby", "uniform"), seed="test", duplicate=True)


def test_duplicate_matches_share_their_seed_in_every_rotation() -> None:
    """Against itself, a bot that tosses no coins makes up in one rotation what it lost in the other."""
    arena = Arena(Yatzy(seats=2, first=Seat(0)), ("tabby", "tabby"), seed="twins", duplicate=True)
    scores = [result.scores for result in results(arena, 8)]
    assert scores[::2] == [each[::-1] for each in scores[1::2]]


def test_matches_that_share_their_seed_count_as_one_observation() -> None:
    played = [MatchResult((10, 0), (60, 0), 1), MatchResult((0, 10), (0, 60), 1)] * 5
    assert TWICE.standings(tally_of(played, group=2))[0].score.margin == 0
    assert DUEL.standings(tally_of(played))[0].score.margin > 3


def test_sharing_narrows_the_intervals() -> None:
    pairs = [MatchResult((10, 0), (60, 0), 1), MatchResult((2, 10), (0, 60), 1)] * 5
    narrowing = TWICE.narrowing(tally_of(pairs + [MatchResult((9, 1), (60, 0), 1)] * 2, group=2))
    assert narrowing is not None
    assert narrowing > 2


def test_one_group_says_nothing_about_narrowing() -> None:
    pair = [MatchResult((10, 0), (60, 0), 1), MatchResult((2, 10), (0, 60), 1)]
    assert TWICE.narrowing(tally_of(pair, group=2)) is None
