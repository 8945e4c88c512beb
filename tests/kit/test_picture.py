"""The shared part of a picture equals what each viewer sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from purrlor.core import Match, Record, Seat
from purrlor.kit import games, kit

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.purr"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_what_all_see_alike_is_what_each_of_them_sees(file: Path) -> None:
    record: Record[Any, Any, Any] = Record.parse(file.read_text(encoding="utf-8"), games())
    game, paint = record.game, kit(record.game.name).painter()
    match: Match[Any, Any, Any] = Match(game, log=record.events)
    owned = False
    for state in match.states:
        shown = msgspec.json.encode(paint.shared(game, game.view(state, None)))
        for seat in map(Seat, range(game.seats)):
            assert msgspec.json.encode(paint.shared(game, game.view(state, seat))) == shown
            own = paint.own(game, game.view(state, seat), game.legal(state, seat)) if paint.own else {}
            owned |= bool(own)
            assert own.keys().isdisjoint(msgspec.json.decode(shown))
    assert owned or not match.hides_since(0), "what only one of them sees is painted for nobody"
