"""Logs say what happened and how long it took, never who, never what was played."""

from __future__ import annotations

import io
import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest

from purrlor.server.logs import JsonLines, log_to_stderr
from tests.server.parlour import Device, parlour, run


def line(record: logging.LogRecord) -> dict[str, Any]:
    text = JsonLines().format(record)
    assert "\n" not in text
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_line_is_one_object() -> None:
    record = logging.LogRecord("purrlor.server", logging.WARNING, "", 1, "two\nlines of %s", ("cats",), None)
    found = line(record)
    assert (found["level"], found["logger"], found["event"]) == ("warning", "purrlor.server", "two\nlines of cats")
    assert found["time"].endswith("Z")


def test_a_line_tells_the_trouble() -> None:
    try:
        raise ValueError("no cat")
    except ValueError:
        record = logging.LogRecord("purrlor", logging.ERROR, "", 1, "trouble", (), sys.exc_info())
    assert "ValueError: no cat" in line(record)["error"]


def requests_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The log of somebody who names themselves, makes a table and looks around."""
    loggers = [logging.getLogger(name) for name in ("purrlor", "aiohttp", "asyncio")]
    kept = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    log_to_stderr("debug")

    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await look_around(ann)

    try:
        run(go())
    finally:
        for logger, before in zip(loggers, kept, strict=True):
            logger.handlers, logger.level, logger.propagate = before
    return out.getvalue()


async def look_around(ann: Device) -> None:
    await ann.post("/api/me", {"name": "Ann Onymous"})
    table, key = await ann.host("yatzy", "person", name="Ann Onymous")
    await ann.get(f"/api/tables/{table}?key={key}")
    await ann.get("/secret/place?word=hush")
    chair = await ann.sit(table)
    await chair.send("say", phrase="hello")
    await chair.until_type("said")
    await chair.leave()


def test_requests_are_logged_without_queries_names_or_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = requests_logged(tmp_path, monkeypatch)
    lines = [json.loads(each) for each in text.splitlines()]
    routes = {each["route"] for each in lines if "route" in each}
    assert {"/api/me", "/api/tables", "/api/tables/{table}"} <= routes
    for word in ("Onymous", "hush", "key=", "secret/place", "127.0.0.1", "hello"):
        assert word not in text


def test_a_request_has_its_status_and_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.loads(each) for each in requests_logged(tmp_path, monkeypatch).splitlines()]
    made = next(each for each in lines if each.get("route") == "/api/tables")
    assert (made["method"], made["status"], made["event"]) == ("POST", 201, "request")
    assert made["ms"] >= 0
