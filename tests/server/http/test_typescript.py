"""The page's types are those of the server."""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from purrlor.core import Note, Seat
from purrlor.kit import games
from purrlor.server import typescript
from purrlor.server.http.requests import endpoint_of
from purrlor.server.typescript import files, game_types, messages

SOURCE = Path(__file__).parents[3] / "web" / "src"


def test_the_types_of_the_page_are_up_to_date() -> None:
    for name, text in files(SOURCE).items():
        assert (SOURCE / name).read_text() == text, f"web/src/{name} is out of date; run: make wire"


def test_every_game_of_the_page_has_its_types() -> None:
    assert {f"games/{game}/wire.ts" for game in games()} <= set(files(SOURCE))


def test_every_message_has_its_type() -> None:
    made = messages()
    for name in ("ClientMessage", "ServerMessage", "NewTable", "Update", "Refused", "RaceEntry"):
        assert f"{name} " in made
    assert '  type: "act";' in made


def test_what_may_be_left_out_is_optional() -> None:
    made = messages()
    assert "  reaction?: number | null;" in made
    assert "  scores?: number[];" in made


def test_a_note_has_its_kind_and_its_values() -> None:
    wins = 'export interface WinsTrickNote {\n  kind: "wins_trick";\n  seat: number;\n  colour: "P" | "B" | "G";\n'
    made = game_types("meow")
    assert wins in made
    assert "  hand: string[];" in made, "a card inside a note travels as its text"
    assert "\n  | WinsTrickNote\n" in made


NOT_CALLED = {
    "GET /api/awake",  # by other nodes
    "GET /api/history/export",  # a link
    "GET /api/sheets/print",
    "GET /api/tables/{table}/line",  # opened as a socket
}


def test_every_request_says_what_it_takes_and_answers() -> None:
    routes = [(method, path, endpoint_of(handler)) for method, path, handler in typescript.api_routes()]
    api = [each for each in routes if each[1].startswith("/api/") and each[0] != "HEAD"]
    assert {f"{method} {path}" for method, path, said in api if said is None} == NOT_CALLED


def test_a_request_has_its_types_and_its_docstring() -> None:
    wanted = """\
  /** Return the target of a code and the right to join. Attempts are limited, so that nobody tries all codes. */
  "POST /api/codes": {
    body: TableCode;
    answer: CodeFound;
  };
"""
    assert wanted in typescript.routes()
    assert '    query: "month";\n    answer: ClubMonth;\n' in typescript.routes()


class Odd(msgspec.Struct):
    blob: bytes


class OddNote(Note, frozen=True):
    seat: Seat
    often: dict[str, int]


@pytest.mark.parametrize(("kind", "make"), [(Odd, typescript.interfaces), (OddNote, typescript.notes)])
def test_a_type_that_it_does_not_know_is_an_error(
    kind: type[msgspec.Struct], make: Callable[[types.ModuleType], list[str]]
) -> None:
    module = types.ModuleType(kind.__module__)
    module.Kind = kind  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="teach"):
        make(module)
