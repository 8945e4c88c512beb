"""Playing on from an event of a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from purrlor.core import Record, Seat
from purrlor.kit import games

from .conftest import Purrlor

GOLDEN = Path(__file__).parents[1] / "golden"


def kept(file: Path) -> Record[Any, Any, Any]:
    return Record.parse(file.read_text(encoding="utf-8"), games())


def test_match_goes_on_after_the_event(purrlor: Purrlor, finished: Path, tmp_path: Path) -> None:
    file = tmp_path / "fork.purr"
    call = ("replay", finished, "--from", "7", "--play", "--record", file)
    assert purrlor(*call, lines=("roll", "quit")).code == 0
    record, whole = kept(file), kept(finished)
    assert record.origin is not None
    assert (record.origin.checksum, record.origin.events) == (whole.checksum, 7)
    assert record.events[:7] == whole.events[:7]


def test_fork_is_verified_with_its_origin(purrlor: Purrlor, finished: Path, tmp_path: Path) -> None:
    file = tmp_path / "fork.purr"
    purrlor("replay", finished, "--from", "7", "--play", "--record", file, lines=("roll", "quit"))
    assert "--origin FILE" in purrlor("verify", file).out
    assert "continues the record" in purrlor("verify", file, "--origin", finished).out
    assert purrlor("verify", file, "--origin", file).code == 1


def test_fork_is_resumed_like_any_match(purrlor: Purrlor, finished: Path, tmp_path: Path) -> None:
    file = tmp_path / "fork.purr"
    purrlor("replay", finished, "--from", "7", "--play", "--record", file, lines=("roll", "quit"))
    purrlor("play", "--resume", file, lines=("roll", "quit"))
    assert kept(file).taken == 7


def test_bots_take_the_seats_without_people(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "fork.purr"
    call = ("replay", GOLDEN / "meow.purr", "--from", "12", "--play", "--redeal", "--people", "2", "--bots", "kitten")
    purrlor(*call, "--dice", "new", "--fast", "--record", file, lines=("quit",))
    record = kept(file)
    assert record.bots.count("kitten") == record.game.seats - 1
    assert not record.bots[1]
    assert record.origin is not None
    assert record.origin.redealt_for == 1


def test_moves_are_compared_in_random_continuations(purrlor: Purrlor, finished: Path) -> None:
    late = kept(finished).match()
    at = next(n for n in range(len(late) - 1, 0, -1) if late.awaiting_after(n).seats)
    action = late.rules.legal(late.state_after(at), Seat(0))[0]
    found = purrlor("replay", finished, "--from", str(at), "--compare", str(action), "--bots", "uniform")
    assert f"{action}: " in found.out
    assert "won in 100 of 100 continuations" in found.out


def test_replay_begins_after_the_event(purrlor: Purrlor, finished: Path) -> None:
    assert purrlor("replay", finished, "--from", "7").out.startswith("9. Ann rolls")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--from", "99"), "there is no event 99"),
        (("--from", "91", "--play"), "the match is over"),
        (("--dice", "new"), "belong to --play"),
        (("--play", "--people", "2"), "there is no seat 2"),
        (("--play", "--bots", "kitten,kitten"), "name one bot"),
        (("--from", "91", "--compare", "roll"), "the match is over"),
    ],
)
def test_impossible_forks_are_refused(
    purrlor: Purrlor, finished: Path, arguments: tuple[str, ...], reason: str
) -> None:
    found = purrlor("replay", finished, *arguments)
    assert found.code == 2
    assert reason in found.err
