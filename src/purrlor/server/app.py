"""The parlour over HTTP and WebSocket: one process, one port."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator

import segno
from aiohttp import web

from purrlor import __version__
from purrlor.core import new_secret
from purrlor.kit import games
from purrlor.kit.registry import folder
from purrlor.table import lobby, wire
from purrlor.table.refusals import refused
from purrlor.table.replaying import fates_of, replay_of
from purrlor.table.rows import Person, SavePerson, SaveSetting
from purrlor.words import ENGLISH, catalogue, languages

from .connection import GOODBYE_SECONDS, Connection
from .hall import Hall, Live, first_writes, record_of
from .limits import LONGEST_BODY, LONGEST_MESSAGE, Buckets, Limits
from .messages import answer, read_body
from .metrics import Metrics
from .pages import add_pages
from .people import COOKIE, Signer, Transfers, new_person
from .round_trips import kernel_trips
from .rules_page import rules_page
from .security import SOCKET, guard
from .sheets import sheet_routes
from .store import Store, writer_for
from .thinking import Thinkers
from .your_tables import YourTables

log = logging.getLogger("purrlor.server")
YEAR = 365 * 24 * 3600
TIDY_SECONDS = 15
HEALTH_SECONDS = 5
HEALTH_MILLIS = 1000
"""For this long the answer to a health check is given again."""


class App:
    """Answers requests. All games are served alike: nothing here knows a game."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        limits: Limits | None = None,
        *,
        proxied: bool = False,
        separate_writer: bool = False,
        remove_finished: int | None = None,
        remove_abandoned: int | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.separate_writer = separate_writer
        """Whether commits run in a child process, which takes a moment to start."""
        self.proxied = proxied
        self.remove_finished, self.remove_abandoned = remove_finished, remove_abandoned
        """Milliseconds after which a table that nobody changed is deleted; None: never."""
        self.metrics = Metrics()
        self.hall = Hall(store, thinkers, self.metrics)
        self.signer = Signer(bytes.fromhex(store.keep_setting("signing_key", lambda: new_secret().hex())))
        self.transfers = Transfers()
        self.new_tables = Buckets(self.limits.tables, times=60)
        self.health_check: asyncio.Task[None] | None = None
        self.health_until = 0
        self.open_sockets: dict[str, int] = {}

    def application(self) -> web.Application:
        middleware = guard(self.limits, self.metrics, self.hall.now, proxied=self.proxied)
        app = web.Application(middlewares=[middleware], client_max_size=LONGEST_BODY)
        app.cleanup_ctx.append(self._running)
        app.on_shutdown.append(self._send_home)
        app.add_routes(
            [
                web.get("/healthz", self.health),
                web.get("/metrics", self.show_metrics),
                web.get("/api/games", self.games),
                web.get("/api/games/{game}/rules", self.rules),
                web.get("/api/games/{game}/words", self.words),
                web.get("/api/me", self.me),
                web.post("/api/me", self.rename),
                web.post("/api/qr", self.qr),
                web.post("/api/transfer", self.make_transfer),
                web.post("/api/transfer/take", self.take_transfer),
                web.post("/api/tables", self.make_table),
                web.get("/api/tables/{table}", self.show_table),
                web.post("/api/tables/{table}/join", self.join),
                web.get("/api/tables/{table}/socket", self.socket),
                web.post("/api/tables/{table}/link", self.link),
                web.get("/api/tables/{table}/record", self.record),
                web.get("/api/tables/{table}/replay", self.replay),
                web.get("/api/tables/{table}/review", self.review),
                web.get("/api/tables/{table}/fates", self.fates),
                web.get("/api/tables/{table}/races", self.races),
            ]
        )
        app.add_routes(YourTables(self.hall, self.person).routes())
        app.add_routes(sheet_routes())
        add_pages(app)
        return app

    async def _running(self, _: web.Application) -> AsyncIterator[None]:
        hall = self.hall
        if self.separate_writer:
            hall.writer = await writer_for(hall.store)
        chores = [hall.start(self._tidy()), hall.start(hall.ping_all()), hall.start(self._measure_lag())]
        yield
        for chore in chores:
            chore.cancel()
        await hall.close()

    async def _send_home(self, _: web.Application) -> None:
        """Before the server waits for its handlers: sockets would keep it waiting."""
        self.hall.send_home()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.hall.tidy()
                await self._remove_unused()
            except Exception:
                self.metrics.errors.inc()
                log.exception("tidying up failed; it is tried again")

    async def _remove_unused(self) -> None:
        if self.remove_finished is not None or self.remove_abandoned is not None:
            now = self.hall.now()
            limits = [0 if kept is None else now - kept for kept in (self.remove_finished, self.remove_abandoned)]
            if removed := await self.hall.remove_unused(*limits):
                log.info("%d unused tables removed", removed)

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(0.25)
            self.metrics.lag.set(max(0.0, loop.time() - before - 0.25))

    # Who is it?

    def person(self, request: web.Request) -> str:
        """Who sent this, by cookie or, for programs, by token; empty: nobody we know."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        signed = token if scheme == "Bearer" else request.cookies.get(COOKIE, "")
        return self.signer.person(signed) or ""

    def remember(self, request: web.Request, response: web.StreamResponse, person: str) -> None:
        signed = self.signer.signed(person)
        secure = request.secure
        response.set_cookie(COOKIE, signed, max_age=YEAR, httponly=True, samesite="Lax", secure=secure, path="/")

    async def me(self, request: web.Request) -> web.Response:
        person = self.person(request)
        known = await self.hall.read(self.hall.store.person, person) if person else None
        return answer(wire.Me(known is not None, known.name if known else ""))

    async def rename(self, request: web.Request) -> web.Response:
        wanted = await read_body(request, wire.Rename)
        person = self.person(request) or new_person()
        name = lobby.checked_name(wanted.name)
        await self.hall.save([SavePerson(Person(person, name))])
        response = answer(wire.Me(True, name))
        self.remember(request, response, person)
        return response

    async def make_transfer(self, request: web.Request) -> web.Response:
        person = self.person(request)
        if not person:
            raise refused("not_known")
        return answer(wire.TransferMade(self.transfers.make(person, self.hall.now())))

    async def take_transfer(self, request: web.Request) -> web.Response:
        taken = await read_body(request, wire.TransferTaken)
        person = self.transfers.take(taken.word, self.hall.now())
        if person is None:
            raise refused("wrong_word")
        known = await self.hall.read(self.hall.store.person, person)
        response = answer(wire.Me(True, known.name if known else ""))
        self.remember(request, response, person)
        return response

    # Tables

    async def make_table(self, request: web.Request) -> web.Response:
        if not self.new_tables.take(request.remote or "", self.hall.now()):
            raise refused("too_many_tables")
        wanted = await read_body(request, wire.NewTable)
        lobby.check_lesson(wanted)
        person = self.person(request) or new_person()
        if wanted.pass_phrase:  # slow to hash, so that it is slow to guess
            table = await asyncio.to_thread(lobby.new_table_for, wanted, person, self.hall.now())
        else:
            table = lobby.new_table_for(wanted, person, self.hall.now())
        await self.hall.save(first_writes(table, {person: lobby.checked_name(wanted.name)}))
        self.hall.add(table)
        response = answer(wire.TableMade(table.row.id, table.setup.key), status=201)
        self.remember(request, response, person)
        return response

    async def join(self, request: web.Request) -> web.Response:
        live = await self.live(request)
        wanted = await read_body(request, wire.Join)
        person = self.person(request) if not wanted.token or is_program(request) else ""
        await self._admit(live, wanted, person)
        live = await self.hall.find(live.table.row.id)
        person = person or new_person()
        seat = lobby.sit(live.table, wanted, person)
        name = lobby.checked_name(wanted.name)
        outcome = live.table.seat_changed(self.hall.now())
        role: wire.Role = "watcher" if seat is None else "host" if person == live.table.setup.host else "player"
        outcome.writes += [SavePerson(Person(person, name)), live.table.seated(person, role)]
        await self.hall.carry_out(live, outcome)
        if wanted.token:
            return answer(wire.Joined(seat, self.signer.signed(person)))
        response = answer(wire.Joined(seat))
        self.remember(request, response, person)
        return response

    async def _admit(self, live: Live, wanted: wire.Join, person: str) -> None:
        """Refuse whoever may not come in. A pass-phrase takes long to check."""
        if live.table.setup.pass_phrase:
            await asyncio.to_thread(lobby.check_admission, live.table, wanted.key, wanted.pass_phrase, person)
        else:
            lobby.check_admission(live.table, wanted.key, "", person)

    async def show_table(self, request: web.Request) -> web.Response:
        live = await self.settled(request)
        return answer(live.table.info(self.person(request)))

    async def link(self, request: web.Request) -> web.Response:
        """The key of the invitation, once more, for those who sit there."""
        live = await self.live(request)
        person = self.person(request)
        if person != live.table.setup.host and not live.table.setup.seats_of(person):
            raise refused("wrong_key")
        return answer(wire.TableMade(live.table.row.id, live.table.setup.key))

    async def live(self, request: web.Request) -> Live:
        return await self.hall.find(request.match_info["table"])

    async def settled(self, request: web.Request) -> Live:
        """For whoever is told something of the match: nothing that is not on the disk."""
        return await self.hall.settled(request.match_info["table"])

    async def socket(self, request: web.Request) -> web.StreamResponse:
        live = await self.live(request)
        person = self.person(request)
        await self._check_watching(live, person)
        address = request.remote or ""
        if self.open_sockets.get(address, 0) >= self.limits.sockets:
            raise refused("too_much")
        self.open_sockets[address] = self.open_sockets.get(address, 0) + 1
        try:
            return await self._converse(request, live, person)
        finally:
            self.open_sockets[address] -= 1
            if not self.open_sockets[address]:
                del self.open_sockets[address]

    async def _converse(self, request: web.Request, live: Live, person: str) -> web.WebSocketResponse:
        name = await self._name_at(live, person)
        socket = web.WebSocketResponse(
            timeout=GOODBYE_SECONDS, autoping=False, compress=False, max_msg_size=4 * LONGEST_MESSAGE
        )
        await socket.prepare(request)
        request[SOCKET] = socket
        live = await self.hall.find(live.table.row.id)
        with self.metrics.sockets.track_inprogress():
            kernel = kernel_trips(request.transport, proxied=self.proxied)
            connection = Connection(self.hall, live, socket, request.transport, self.limits, kernel=kernel)
            await asyncio.ensure_future(connection.listen(person, name))  # a message passes through few hands then
        return socket

    async def _name_at(self, live: Live, person: str) -> str:
        """What somebody is called at this table."""
        if seats := live.table.setup.seats_of(person):
            return live.table.setup.seats[seats[0]].name
        known = await self.hall.read(self.hall.store.person, person) if person else None
        return known.name if known else ""

    async def _check_watching(self, live: Live, person: str) -> None:
        """Who does not sit there may watch if the table allows it: everybody, or those who came through the link."""
        setup = live.table.setup
        if setup.seats_of(person) or (person and setup.host == person) or setup.watch == "anyone":
            return
        role = await self.hall.read(self.hall.store.role_of, live.table.row.id, person) if person else None
        if setup.watch == "nobody" or role is None:
            raise refused("wrong_key" if setup.watch == "link" else "no_watching")

    # After the match

    async def over(self, request: web.Request) -> Live:
        live = await self.settled(request)
        await self._check_watching(live, self.person(request))
        if live.table.status != "over":
            raise refused("no_record")
        return live

    async def record(self, request: web.Request) -> web.Response:
        live = await self.over(request)
        name = f"{live.table.setup.game}-{live.table.row.id}.purr"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(text=str(record_of(live.table)), headers=headers)

    async def replay(self, request: web.Request) -> web.Response:
        live = await self.over(request)
        seat = viewer(request, len(live.table.setup.seats))
        response = answer(replay_of(live.table, seat, self.person(request)))
        response.enable_compression()
        return response

    async def fates(self, request: web.Request) -> web.Response:
        live = await self.over(request)
        return answer(fates_of(live.table))

    async def review(self, request: web.Request) -> web.Response:
        live = await self.over(request)
        found = await self.hall.review(live)
        response = answer(found, status=202 if found.status == "working" else 200)
        response.enable_compression()
        return response

    async def races(self, request: web.Request) -> web.Response:
        """The ledger of fairness of a table, for everybody who may be there."""
        live = await self.settled(request)
        await self._check_watching(live, self.person(request))
        return answer(live.table.ledger)

    # About the parlour

    async def games(self, _: web.Request) -> web.Response:
        return answer([lobby.game_info(name) for name in games()])

    async def rules(self, request: web.Request) -> web.Response:
        game, language = self._game_and_language(request)
        return answer(await asyncio.to_thread(rules_page, game, language))

    async def words(self, request: web.Request) -> web.Response:
        """The sentences of a game, for a page that was built without it; English where it lacks the language."""
        game, language = self._game_and_language(request)
        place = folder(game).joinpath("words")
        return answer(catalogue(place, language) or catalogue(place, ENGLISH))

    def _game_and_language(self, request: web.Request) -> tuple[str, str]:
        game, language = request.match_info["game"], request.query.get("language", ENGLISH)
        if game not in games():
            raise refused("no_game", game="?", games=", ".join(games()))
        if language not in languages():
            raise refused("no_language", languages(), languages=", ".join(languages()))
        return game, language

    async def qr(self, request: web.Request) -> web.Response:
        """A picture of a link. The link travels in the body, so that no log sees its key."""
        wanted = await read_body(request, wire.Link)
        out = io.BytesIO()
        segno.make(wanted.text[:500], error="m").save(out, kind="svg", scale=1, border=2, xmldecl=False, svgclass=None)
        return web.Response(body=out.getvalue(), content_type="image/svg+xml")

    async def health(self, _: web.Request) -> web.Response:
        """Whether the store can be read and written: a row is written, at most once a second."""
        if self.health_check is None or (self.health_check.done() and self.hall.now() >= self.health_until):
            self.health_check = asyncio.ensure_future(self._check_health())
        try:
            await asyncio.shield(self.health_check)
        except TimeoutError:
            raise refused("store_failed") from None
        return answer({"status": "ok", "version": __version__})

    async def _check_health(self) -> None:
        async with asyncio.timeout(HEALTH_SECONDS):
            written = str(self.hall.now())
            self.health_until = self.hall.now() + HEALTH_MILLIS
            await self.hall.save([SaveSetting("health", written)])
            if await self.hall.read(self.hall.store.get_setting, "health") != written:
                raise refused("store_failed")

    def kill_children(self) -> None:
        """End the writer and the thinking processes at once."""
        self.hall.writer.kill()
        self.hall.thinkers.kill()

    async def show_metrics(self, _: web.Request) -> web.Response:
        return web.Response(body=self.metrics.text(), content_type="text/plain", charset="utf-8")


def is_program(request: web.Request) -> bool:
    """Whether somebody is known by a token. A token is never given for a cookie: scripts must not get hold of it."""
    return request.headers.get("Authorization", "").startswith("Bearer ")


def viewer(request: web.Request, seats: int) -> int | None:
    """Whose eyes to look through: `?seat=0`, or nobody's."""
    text = request.query.get("seat", "")
    if text in ("", "none"):
        return None
    if text not in map(str, range(seats)):
        raise refused("no_such_seat")
    return int(text)
