"""Runs of duels: on disk, interrupted, and with several workers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from purrlor.core.reason import Refused
from purrlor.kit import GameKit, kit
from purrlor.kit.lab import CompiledDuels, DuelResult
from purrlor.lab.duels import Duel, DuelMatch, DuelRun, matches_of

DUEL = Duel("yatzy", ("long", "short"), "purr")
VARIANTS = ("a", "b")
WANTED = matches_of(VARIANTS, 5)


class Interrupted(Exception):
    pass


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let Yatzy have duels whose results are the lengths of the names; the seeds that were played."""
    seeds: list[str] = []

    def play(_variant: str, names: Sequence[str], seed: str) -> DuelResult:
        seeds.append(seed)
        return DuelResult(tuple(map(len, names)), (1 / 3, 2 / 3), len(seed))

    def duels(_kit: GameKit) -> CompiledDuels:
        return CompiledDuels(("long", "short"), "sheet", VARIANTS, play)

    monkeypatch.setattr(type(kit("yatzy")), "duels", duels)
    return seeds


def test_what_is_finished_is_not_played_again(tmp_path: Path, played: list[str]) -> None:
    path = tmp_path / "duel"

    def stop(more: int) -> None:
        if more:
            raise Interrupted

    with pytest.raises(Interrupted):
        DuelRun(DUEL, path=path).play(WANTED, progress=stop)
    assert list(DuelRun.resumed(DUEL, path).results) == WANTED[:1]
    DuelRun.resumed(DUEL, path).play(WANTED)
    assert sorted(played) == sorted({f"purr/{variant}/{number}" for variant, number in WANTED})


def test_a_finished_file_is_the_same_however_it_came_about(tmp_path: Path) -> None:
    at_once, in_pieces = tmp_path / "one", tmp_path / "two"
    DuelRun(DUEL, path=at_once).play(WANTED)
    for wanted in ([DuelMatch("b", 4)], WANTED[3:5], WANTED):
        (DuelRun.resumed(DUEL, in_pieces) if in_pieces.exists() else DuelRun(DUEL, path=in_pieces)).play(wanted)
    assert in_pieces.read_bytes() == at_once.read_bytes()
    assert DuelRun.resumed(DUEL, at_once).table(VARIANTS, 5) == DuelRun.resumed(DUEL, in_pieces).table(VARIANTS, 5)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, played: list[str]) -> None:
    path = tmp_path / "duel"
    DuelRun(DUEL, path=path).play(WANTED)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    played.clear()
    DuelRun.resumed(DUEL, path).play(WANTED)
    assert (played, path.read_bytes()) == (["purr/b/4"], whole)


def test_progress_counts_what_was_there_already(tmp_path: Path) -> None:
    DuelRun(DUEL, path=tmp_path / "duel").play(WANTED[:4])
    heard: list[int] = []
    DuelRun.resumed(DUEL, tmp_path / "duel").play(WANTED, progress=heard.append)
    assert (heard[0], sum(heard)) == (4, len(WANTED))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"purrlor_duel":1,"game":"yatzy","version":1,"bots":["long","short"],"seed":"other"}\n', "other duels"),
        ('{"purrlor_arena":1}\n', "is not a run of an arena, or it is damaged"),
        ("purr\n", "is not a run of an arena, or it is damaged"),
        ("", "is not a run of an arena, or it is damaged"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "other").write_text(text)
    with pytest.raises(Refused, match=complaint):
        DuelRun.resumed(DUEL, tmp_path / "other")
    assert (tmp_path / "other").read_text() == text
