"""Runs inside Pyodide: the laws on every game, the golden records, and a match of each game at an offline table."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from purrlor.core import Record, laws
from purrlor.core.options import with_options
from purrlor.kit import games, kit
from tests.golden.transcript import transcript
from tests.offline.worker import Worker, begin_match, play_on

GOLDEN = Path(__file__).parents[1] / "golden"
LAWS = {
    "yatzy": {"seats": "2"},
    "meow": {"seats": "3", "expert": "true"},
    "addi-cats": {"seats": "2", "timed": "false", "numbers_up_to": "5"},
    "house-of-cats": {"seats": "1", "level": "2"},
}
"""Games and options that the laws are held against."""
OPPONENTS = {"yatzy": ["tomcat"], "meow": ["tabby", "tabby"], "addi-cats": ["adult"], "house-of-cats": ["tabby"]}
OPTIONS = {"addi-cats": {"timed": "false"}}


def check_laws() -> None:
    for name, options in LAWS.items():
        game: Any = with_options(games()[name], options)
        laws.check(game, matches=1, disguise=kit(name).disguise(game))


def check_golden() -> None:
    for path in sorted(GOLDEN.glob("*.purr")):
        text = path.read_text(encoding="utf-8")
        record = Record.parse(text, games())
        assert str(record) == text, path
        assert record.check_fate() > 0, path
        assert transcript(record) == path.with_suffix(".views.txt").read_text(encoding="utf-8"), path


def play_matches() -> None:
    """Play a match of each game, with a reload in the middle."""
    for game, bots in OPPONENTS.items():
        worker = Worker()
        table, connection = begin_match(worker, game, bots, options=OPTIONS.get(game, {}))
        play_on(worker, connection, most=20)
        worker.begin()
        connection = worker.connect(table)
        play_on(worker, connection)
        status, text = worker.request("GET", f"/api/tables/{table}/record")
        assert status == 200, text
        assert Record.parse(text, games()).check_fate() > 0
        if game in ("yatzy", "meow"):
            worker.request("GET", f"/api/tables/{table}/review")
            _, answer = worker.request("GET", f"/api/tables/{table}/review")
            assert answer["status"] == "done"
            assert len(answer["review"]["accounts"]) == 1 + len(bots)
            assert all(account["luck_rank"] is not None for account in answer["review"]["accounts"]) == (
                game == "yatzy"
            )


if __name__ == "__main__":
    for work in (check_laws, check_golden, play_matches):
        began = time.perf_counter()
        work()
        sys.stdout.write(f"{work.__name__} {time.perf_counter() - began:.1f} s\n")
