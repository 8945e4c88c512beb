"""What people made of puzzles. `table/rows.py` has the writes."""

from __future__ import annotations

from purrlor.table.rows import PuzzleTry

from ..store.connection import DatabaseConnection

TRIES = """SELECT game, puzzle, first, at, score, last, rating, choices
FROM puzzle_tries WHERE person_id = ? ORDER BY game, first, puzzle"""


def tries_of(reader: DatabaseConnection, person: str) -> dict[str, dict[str, PuzzleTry]]:
    """All tries of a person, by game and puzzle."""
    found: dict[str, dict[str, PuzzleTry]] = {}
    for row in reader.run(TRIES, (person,)):
        each = PuzzleTry(*row)
        found.setdefault(each.game, {})[each.puzzle] = each
    return found
