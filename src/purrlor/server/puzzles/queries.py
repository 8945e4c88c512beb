"""What people made of puzzles. `table/rows.py` has the writes."""

from __future__ import annotations

from purrlor.table.rows import PuzzleTry

from ..store.store import Store

TRIES = """SELECT game, puzzle, first, at, score, last, rating, choices
FROM puzzle_tries WHERE person_id = ? ORDER BY game, first, puzzle"""


class PuzzleStore:
    """The methods block: they are for threads."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def tries(self, person: str) -> dict[str, dict[str, PuzzleTry]]:
        """All tries of a person, by game and puzzle."""
        found: dict[str, dict[str, PuzzleTry]] = {}
        with self.store.reading() as reader:
            for row in reader.run(TRIES, (person,)):
                each = PuzzleTry(*row)
                found.setdefault(each.game, {})[each.puzzle] = each
        return found
