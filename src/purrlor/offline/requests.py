"""Answer the requests that a server answers over HTTP, for the only person on this device."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct, json
from msgspec.structs import replace

from purrlor.kit import games
from purrlor.kit.puzzles import with_puzzles
from purrlor.table import admission, checks, creation, game_info, puzzles, wire
from purrlor.table.checks import checked_sheet
from purrlor.table.forks import forked
from purrlor.table.keys import DEVICE
from purrlor.table.messages import encoded, read_json
from purrlor.table.record_import import adopted, played_already
from purrlor.table.records import record_of
from purrlor.table.refusals import refused
from purrlor.table.review import fates_of, replay_of
from purrlor.table.rows import DeleteTable, Person, SavePerson, SavePuzzleTry, TableRow
from purrlor.table.setup import Setup, Summary, table_summary
from purrlor.table.table import Table
from purrlor.words import ENGLISH, game_catalogue

from .shelf import Answered

if TYPE_CHECKING:
    from .instance import Instance

PERSON = DEVICE
LEFT: Mapping[wire.Status, Literal["open", "bot", "kept"]] = {"open": "open", "running": "bot", "over": "kept"}
"""The future of a leaving guest's seat, by the status of the table."""
ROLES: tuple[wire.Role, wire.Role] = ("player", "host")
PACKED = files("purrlor.offline")
"""The folder of a bundle that contains the parsed rules."""


class Request(Struct):
    number: int
    method: str
    path: str
    body: str
    now: int
    person: str = PERSON
    """The sender: the device's own person, or a guest on another device."""

    @property
    def parts(self) -> list[str]:
        """The parts of the path after `/api/`."""
        return urlsplit(self.path).path.removeprefix("/api/").split("/")

    def query(self, name: str, otherwise: str = "") -> str:
        return parse_qs(urlsplit(self.path).query).get(name, [otherwise])[-1]


class Requests:
    def __init__(self, instance: Instance) -> None:
        self.instance = instance

    def answer(self, request: Request) -> Answered:
        """Return the answer, or a refusal that changes nothing."""
        if request.person != PERSON:
            check_guest(request)
        match [request.method, *request.parts]:
            case ["GET", "tables", table, "record"]:
                return Answered(request.number, 200, "text/plain", self._record(self._over(table, request)))
            case ["POST", "tables"]:
                return self._json(request, self._make(request), 201)
            case ["POST", "forks"]:
                return self._json(request, self._fork(request), 201)
            case ["POST", "records"]:
                return self._json(request, self._import(request), 201)
            case ["GET", "tables", table, "review"]:
                found = self._review(table, request)
                return self._json(request, found, 202 if found.status == "working" else 200)
            case _:
                return self._json(request, self._plain(request))

    def _plain(self, request: Request) -> Any:
        match [request.method, *request.parts]:
            case ["GET", "games"]:
                return [game_info.game_info(name) for name in games()]
            case ["GET", "games", game, ("guide" | "rules") as kind]:
                return rules_of(kind, *game_info.checked_game_and_language(game, request.query("language", ENGLISH)))
            case ["GET", "games", game, "words"]:
                return game_catalogue(*game_info.checked_game_and_language(game, request.query("language", ENGLISH)))
            case ["GET", "me"]:
                name = self.instance.shelf.name if request.person == PERSON else ""
                return wire.Me(name is not None, name or "")
            case ["POST", "me"]:
                return self._rename(request)
            case ["POST", "sheets", "check"]:
                return checked_sheet(read_json(request.body.encode(), wire.SheetDrawn).text)
            case [method, "puzzles", *game]:
                return self._of_puzzles(method, game, request)
            case ["GET", "tables"]:
                return self._summaries(request)
            case [method, "tables", table, *rest]:
                return self._of_table(method, table, rest, request)
            case _:
                raise refused("no_page")

    def _of_table(self, method: str, table: str, rest: list[str], request: Request) -> Any:
        match [method, *rest]:
            case ["GET"]:
                return self._find(table, request).info(request.person, request.now)
            case ["POST", "join"]:
                return self._join(self._find(table, request), request)
            case ["POST", "leave"] if request.person != PERSON:
                found = self._find(table, request)
                self.instance.run(found, found.give_up(request.person, request.now))
                return wire.Left(LEFT[found.status])
            case ["DELETE"] | ["POST", "leave"]:
                return self._remove(self._find(table, request))
            case ["GET", "replay"]:
                found = self._over(table, request)
                made = replay_of(found, viewer(request.query("seat"), len(found.setup.seats)))
                return replace(made, table=found.info(request.person, request.now))
            case ["POST", "continuations"]:
                return self._compare(self._over(table, request), request)
            case ["GET", "fates"]:
                return fates_of(self._over(table, request))
            case ["GET", "races"]:
                return self._find(table, request).ledger
            case _:
                raise refused("no_page")

    def _json(self, request: Request, value: Any, status: int = 200) -> Answered:
        return Answered(request.number, status, "application/json", encoded(value).decode())

    def _find(self, table: str, request: Request) -> Table:
        found = self.instance.find(table, request.now)
        if found is None or not self.instance.admits(request.person, found):
            raise refused("no_table")
        return found

    def _over(self, table: str, request: Request) -> Table:
        found = self._find(table, request)
        if found.status != "over":
            raise refused("no_record")
        return found

    def _record(self, table: Table) -> str:
        kept = self.instance.shelf.load(table.row.id)
        assert kept is not None
        return str(record_of(kept))

    def _make(self, request: Request) -> wire.TableMade:
        wanted = read_json(request.body.encode(), wire.NewTable)
        checks.check_lesson(wanted)
        table = creation.new_table_for(replace(wanted, pass_phrase="", watch="nobody"), PERSON, request.now)
        self.instance.write(creation.first_writes(table, {PERSON: checks.checked_name(wanted.name)}))
        self.instance.tables[table.row.id] = table
        return wire.TableMade(table.row.id, table.setup.key)

    def _join(self, table: Table, request: Request) -> wire.Joined:
        """Seat a guest who came with the token of the invitation, or another person on this device."""
        wanted = replace(read_json(request.body.encode(), wire.Join), screen=False)
        admission.check_key(table, wanted.key, request.person)
        seat = admission.sit(table, wanted, request.person)
        self.instance.run(table, table.seat_changed(request.now))
        return wire.Joined(seat)

    def _summaries(self, request: Request) -> list[wire.TableSummary]:
        rows = self.instance.shelf.rows()
        if request.person != PERSON:
            rows = [row for row in rows if json.decode(row.setup, type=Setup).seats_of(request.person)]
        return [self._summary(row, request) for row in rows]

    def _fork(self, request: Request) -> wire.TableMade:
        wanted = read_json(request.body.encode(), wire.NewFork)
        stored = None
        if wanted.table:
            stored = self.instance.shelf.load(self._over(wanted.table, request).row.id)
            assert stored is not None
        made, writes = forked(wanted, stored, PERSON, request.now)
        self.instance.write(writes)
        return made

    def _import(self, request: Request) -> wire.TableMade:
        """Store the match of a record as a finished table, unless it was played on this device."""
        table, writes = adopted(request.body, PERSON, request.now)
        shelf = self.instance.shelf
        if (played := played_already(writes, shelf.rows(), shelf.load)) is not None:
            return wire.TableMade(played, "")
        if self.instance.find(table, request.now) is None:  # the same record always becomes the same table
            self.instance.write(writes)
        return wire.TableMade(table, "")

    def _rename(self, request: Request) -> wire.Me:
        name = checks.checked_name(read_json(request.body.encode(), wire.Rename).name)
        self.instance.write([SavePerson(Person(PERSON, name))])
        return wire.Me(True, name)

    def _of_puzzles(self, method: str, rest: list[str], request: Request) -> Any:
        shelf = self.instance.shelf
        match [method, *rest]:
            case ["GET"]:
                return [puzzles.standing(game, shelf.tries(game)) for game in with_puzzles()]
            case ["GET", game]:
                return puzzles.shown(game, shelf.tries(game), PERSON, request.query("puzzle"))
            case ["POST", game]:
                return self._try_puzzle(game, request)
            case _:
                raise refused("no_page")

    def _try_puzzle(self, game: str, request: Request) -> wire.PuzzleJudged:
        wanted = read_json(request.body.encode(), wire.PuzzleTried)
        judged, kept = puzzles.tried(game, self.instance.shelf.tries(game), wanted, request.now)
        self.instance.write([SavePuzzleTry(PERSON, kept)])
        return judged

    def _remove(self, table: Table) -> wire.Left:
        self.instance.write([DeleteTable(table.row.id)])
        self.instance.close(table.row.id, "left")
        return wire.Left("removed")

    def _review(self, name: str, request: Request) -> wire.ReviewAnswer:
        table = self._over(name, request)
        return self.instance.reviews.answer(table, lambda: self._record(table), self.instance.new_number)

    def _compare(self, table: Table, request: Request) -> wire.Continuations:
        wanted, instance = read_json(request.body.encode(), wire.CompareMoves), self.instance
        return instance.comparisons.answer(table.row.id, wanted, lambda: self._record(table), instance.new_number)

    def _summary(self, row: TableRow, request: Request) -> wire.TableSummary:
        """Summarize a table from memory or from its row. The match is replayed only if the row is out of date."""
        table = self.instance.tables.get(row.id)
        summary = json.decode(row.summary, type=Summary) if row.summary else Summary()
        if table is None and summary.events != self.instance.shelf.count(row.id):
            table = self.instance.find(row.id, request.now)
        person, role = request.person, ROLES[request.person == PERSON]
        if table is None:
            return table_summary(row, json.decode(row.setup, type=Setup), summary, person, role)
        current = replace(table.row, status=table.status, changed=table.last_changed)
        return table_summary(current, table.setup, table.summary(), person, role)


def check_guest(request: Request) -> None:
    """Refuse what only the device's own person may ask for."""
    match [request.method, *request.parts]:
        case ["GET", "games" | "me" | "tables"] | ["GET", "games", _, "guide" | "rules" | "words"]:
            return
        case ["GET", "tables", _] | ["GET", "tables", _, "record" | "replay" | "review" | "fates" | "races"]:
            return
        case ["POST", "tables", _, "join" | "leave"]:
            return
        case _:
            raise refused("no_page")


def viewer(text: str, seats: int) -> int | None:
    """Return the seat whose view is requested, as in `?seat=0`; None: a spectator's view."""
    if text in ("", "none"):
        return None
    if text not in map(str, range(seats)):
        raise refused("no_such_seat")
    return int(text)


def rules_of(kind: Literal["guide", "rules"], game: str, language: str) -> wire.RulesPage:
    """Return the guide or the rules from the bundle; outside of a bundle, parse the Markdown."""
    made = PACKED.joinpath(kind, f"{game}.{language}.json")
    if made.is_file():
        return json.decode(made.read_bytes(), type=wire.RulesPage)
    from purrlor.table.rules_page import guide_page, rules_page

    return guide_page(game, language) if kind == "guide" else rules_page(game, language)
