"""Stepping through a recorded match."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from purrlor.core import Match, Record, Seat, secret_from_text
from purrlor.core.fate import Fates, fate_key
from purrlor.games.yatzy import Yatzy
from purrlor.games.yatzy.notation import parse_action
from purrlor.kit import games
from purrlor.terminal.files import AnyRecord
from purrlor.terminal.replay import Replay
from purrlor.terminal.stage import PlainStage


def stepped(monkeypatch: pytest.MonkeyPatch, record: AnyRecord, lines: Sequence[str]) -> Replay:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    replay = Replay(record, None, PlainStage())
    replay.step_through()
    return replay


def two_turns() -> AnyRecord:
    """Return a record: the first player is drawn, then both roll and fill a box, three events each."""
    match = Match(Yatzy(), Fates(fate_key(secret_from_text("x"))))
    for words in ("roll", "score nine_lives") * 2:
        match.settle()
        match.act(match.awaiting.seats[0], parse_action(words))
    return Record(Yatzy(), ("Ann", "Bob"), tuple(match.log))


def test_what_is_not_understood_is_answered(
    monkeypatch: pytest.MonkeyPatch, finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Record.parse(finished.read_text(encoding="utf-8"), games())
    assert stepped(monkeypatch, record, ["", "purr", "-1", "q"]).place == 1
    assert capsys.readouterr().out.count("t: to the next turn; a number: to that event, from 0 to 91") == 2


@pytest.mark.parametrize(("lines", "place"), [(["t"], 1), (["t", "t"], 4), (["t", "t", "b", "t"], 4), (["t"] * 3, 7)])
def test_t_goes_to_the_next_turn(monkeypatch: pytest.MonkeyPatch, lines: list[str], place: int) -> None:
    assert stepped(monkeypatch, two_turns(), lines).place == place


def test_a_player_alone_has_turns_as_well(monkeypatch: pytest.MonkeyPatch, finished: Path) -> None:
    record = Record.parse(finished.read_text(encoding="utf-8"), games())
    assert stepped(monkeypatch, record, ["t"]).place == 7
    assert record.match().rules.legal(record.match().states[7], Seat(0))
