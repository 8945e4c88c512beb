"""Refusals in the language that the request names, with their parts for clients that word them themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from purrlor.server.records import documents
from tests.printing.pdf_text import texts
from tests.server.parlour import Device, answer_to, visit

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
BAD_TABLE = {
    "game": "yatzy",
    "seats": [{"kind": "person"}],
    "name": "Ann",
    "options": {"scratch": "maybe"},
}


def test_a_request_is_refused_in_its_language(tmp_path: Path) -> None:
    _, problem = answer_to(tmp_path, "POST", "/api/tables", json=BAD_TABLE, headers=GERMAN)
    assert problem["words"].endswith("scratch ist eines von diesen: forced, free, nicht „maybe“.")
    assert problem["values"]["reason"] == problem["reason"]["words"] == "scratch is one of forced, free, not 'maybe'"
    assert problem["reason"]["values"] == {"name": "scratch", "choices": ["forced", "free"], "value": "maybe"}


@pytest.mark.parametrize("wish", ["", "xx", "*", "en-GB,de", ";;q=,,", "x" * 5000])
def test_everything_else_is_refused_in_english(wish: str, tmp_path: Path) -> None:
    _, problem = answer_to(tmp_path, "POST", "/api/tables", json=BAD_TABLE, headers={"Accept-Language": wish})
    assert problem["words"].endswith("scratch is one of forced, free, not 'maybe'.")


def test_a_socket_is_answered_in_the_language_of_its_request(tmp_path: Path) -> None:
    async def ask(device: Device) -> list[Any]:
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table, headers=GERMAN)
        await chair.until_type("table")
        malformed = await chair.ask("act")
        await chair.send("ready", contribution="")
        await chair.until_type("update")
        version = chair.updates[0]["version"]
        not_read = await chair.ask("act", seat=0, version=version, action="score nothing")
        not_now = await chair.ask("act", seat=0, version=version, action="keep 1 2")
        return [malformed, not_read, not_now]

    malformed, not_read, not_now = visit(tmp_path, ask)
    assert malformed["words"].startswith("Diese Nachricht kennt der Server nicht")
    assert "$ passt nicht zum Protokoll" in malformed["words"]
    assert "das Feld „nothing“ gibt es nicht" in not_read["words"]
    assert not_read["reason"]["code"] == "yatzy.refused.no_box"
    assert "auf Platz 1 geht „keep 1 2“ jetzt nicht; möglich: roll" in not_now["words"]


def test_a_drawn_sheet_is_refused_in_parts(tmp_path: Path) -> None:
    drawn = {"text": "level: 9\nA\n1 ."}
    _, checked = answer_to(tmp_path, "POST", "/api/sheets/check", json=drawn)
    assert checked["error"] == "line 1: the level is 1, 2, 3 or 4, not '9'"
    assert checked["reason"]["values"]["reason"]["code"] == "house-of-cats.refused.bad_level"


@pytest.mark.parametrize(
    ("language", "total"), [("de", "Gesamt"), ("de-AT", "Gesamt"), ("en", "Total"), ("", "Total"), ("tlh", "Total")]
)
def test_sheets_are_printed_in_the_language_that_is_requested(language: str, total: str) -> None:
    assert total in texts(documents.printed_pages({"game": "yatzy", "language": language}))
