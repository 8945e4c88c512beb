"""Puzzles over HTTP: a person's progress, the next puzzle, and tries."""

from __future__ import annotations

from aiohttp import web

from purrlor.kit.puzzles import with_puzzles
from purrlor.table import puzzles, wire
from purrlor.table.rows import PuzzleTry, SavePuzzleTry

from .http.requests import Feature, answer, endpoint, read_body
from .store.connection import DatabaseConnection

TRIES = """SELECT game, puzzle, first, at, score, last, rating, choices
FROM puzzle_tries WHERE person_id = ? ORDER BY game, first, puzzle"""


def tries_of(reader: DatabaseConnection, person: str) -> dict[str, dict[str, PuzzleTry]]:
    """Return all tries of a person, by game and puzzle."""
    found: dict[str, dict[str, PuzzleTry]] = {}
    for row in reader.run(TRIES, (person,)):
        each = PuzzleTry(*row)
        found.setdefault(each.game, {})[each.puzzle] = each
    return found


class PuzzleRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/puzzles", self.overview),
            web.get("/api/puzzles/{game}", self.show),
            web.post("/api/puzzles/{game}", self.attempt),
        ]

    @endpoint(list[wire.PuzzleStanding])
    async def overview(self, request: web.Request) -> web.Response:
        """Return this person's progress with the puzzles of each game."""
        tries = await self._tries(self.access.person(request))
        return answer([puzzles.standing(game, tries.get(game, {})) for game in with_puzzles()])

    @endpoint(wire.PuzzleShown, query=("puzzle",))
    async def show(self, request: web.Request) -> web.Response:
        """Return the next puzzle for this person, or the puzzle that `puzzle` names."""
        game, person = request.match_info["game"], self.access.person(request)
        tries = (await self._tries(person)).get(game, {})
        # replaying a match takes milliseconds
        found = await self.threads.run(puzzles.shown, game, tries, person, request.query.get("puzzle", ""))
        response = answer(found)
        response.enable_compression()
        return response

    @endpoint(wire.PuzzleJudged, wire.PuzzleTried)
    async def attempt(self, request: web.Request) -> web.Response:
        """Judge an answer: return the expected value of every choice."""
        game = request.match_info["game"]
        wanted = await read_body(request, wire.PuzzleTried)
        puzzles.checked_puzzle(game, wanted.puzzle)
        person = self.access.person_or_new(request)
        tries = (await self._tries(person)).get(game, {})
        judged, kept = await self.threads.run(puzzles.tried, game, tries, wanted, self.now())
        await self.store.write([SavePuzzleTry(person, kept)])
        response = answer(judged)
        self.access.remember(request, response, person)
        return response

    async def _tries(self, person: str) -> dict[str, dict[str, PuzzleTry]]:
        if not person:
            return {}
        return await self.store.read(tries_of, person)
