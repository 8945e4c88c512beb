"""The page's types are those of the server."""

from __future__ import annotations

from pathlib import Path

from purrlor.server.typescript import typescript

WIRE = Path(__file__).parents[2] / "web" / "src" / "wire.ts"


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert WIRE.read_text() == typescript(), "web/src/wire.ts is out of date; run: make wire"


def test_every_message_has_its_type() -> None:
    made = typescript()
    for name in ("ClientMessage", "ServerMessage", "NewTable", "Update", "Refused", "RaceEntry"):
        assert f"{name} " in made
    assert '  type: "act";' in made


def test_what_may_be_left_out_is_optional() -> None:
    made = typescript()
    assert "  reaction?: number | null;" in made
    assert "  scores?: number[];" in made
