"""Puzzles are found again from their seed, and their answers hold when they are weighed again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from purrlor.cli import main
from purrlor.kit.puzzles import PuzzleFile, Weighed, position, puzzle_file, puzzles_of, with_puzzles
from purrlor.lab.puzzles import (
    differences,
    find_puzzles,
    is_clear,
    rating_of,
    shares,
    text_of,
)

GAMES = sorted(with_puzzles())
SAMPLE = 5
"""Puzzles of each game that are weighed again in every run of the tests."""


def file_of(game: str) -> PuzzleFile:
    found = puzzle_file(game)
    assert found is not None
    return found


def weighed_again(game: str, step: int) -> list[str]:
    return [
        f"{each.id}: {told}"
        for each in file_of(game).puzzles[::step]
        for told in differences(each, puzzles_of(game).weigh(position(game, each), each.played))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_answers_is_found_again(game: str) -> None:
    assert weighed_again(game, len(file_of(game).puzzles) // SAMPLE) == []


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_all_answers_are_found_again(game: str) -> None:
    assert weighed_again(game, 1) == []


def test_every_game_of_ours_has_puzzles() -> None:
    assert set(with_puzzles()) == set(GAMES)


def test_another_answer_is_noticed() -> None:
    first = file_of(GAMES[0]).puzzles[0]
    best, second, *rest = first.choices
    assert differences(first, first.choices) == []
    assert differences(first, (replace(second, worth=best.worth + 1), best, *rest))
    assert differences(first, (best, *rest))


def test_a_best_choice_that_is_not_clearly_better_makes_no_puzzle() -> None:
    game = GAMES[0]
    first, how = file_of(game).puzzles[0], puzzles_of(game)
    best, second, *rest = first.choices
    assert is_clear(first, how)
    assert not is_clear(replace(first, choices=(best, replace(second, worth=best.worth - 0.01), *rest)), how)
    unsure = replace(second, error=first.loss(second))
    assert not is_clear(replace(first, choices=(best, unsure, *rest)), how)
    assert not is_clear(replace(first, choices=(best,)), how)
    assert not is_clear(replace(first, played=best.action), how)


@pytest.mark.slow
def test_the_same_seed_finds_the_same_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / name for name in "ab"]
    for file in files:
        assert main(["lab", "puzzles", "yatzy", "--matches", "6", "--count", "5", "-o", str(file)]) == 0
    assert "5 puzzles" in capsys.readouterr().out
    assert files[0].read_bytes() == files[1].read_bytes()
    other = find_puzzles("yatzy", matches=6, count=5, seed="other", made="", progress=lambda _: None)
    assert text_of(other) != files[0].read_bytes()
    assert len(other.puzzles) == 5


def test_a_game_without_puzzles_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "puzzles", "chess"]) == 2
    assert main(["lab", "puzzles", "yatzy", "--count", "0"]) == 2
    assert "at least 1" in capsys.readouterr().err


def test_kinds_get_puzzles_in_proportion_to_what_they_cost() -> None:
    assert shares({"a": 60.0, "b": 30.0, "c": 10.0}, 10) == {"a": 6, "b": 3, "c": 1}
    assert sum(shares({"a": 1.0, "b": 1.0, "c": 1.0}, 10).values()) == 10
    assert shares({}, 10) == {}


def test_the_fewer_find_it_the_harder_it_is() -> None:
    assert rating_of(0.5) == 1000
    assert rating_of(0.9) < 1000 < rating_of(0.1)
    assert Weighed("a", 1.0).facts == ()
