"""The server over HTTP and WebSocket: puts the parts together, and runs what goes on beside the requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from aiohttp import web

from purrlor.core import new_secret

from .bots.workers import Thinkers
from .children.gate import children_gate
from .children.routes import RoomsApi
from .clubs.routes import ClubsApi
from .cluster.member import ClusterMember, ClusterPlan, cluster_key
from .cluster.shared_limits import SharedLimits
from .daily.routes import TodayApi
from .decoding import prepare_decoders
from .history.routes import HistoryApi
from .http.about import AboutApi
from .http.access import Access
from .http.limits import LONGEST_BODY, Limits, counting
from .http.overload import Overload
from .http.pages import add_pages
from .http.security import guard, hide_version
from .live.live_tables import Hall
from .metrics import Metrics
from .people.account_merge import BringingApi
from .people.identity import Signer
from .people.passkey_routes import PasskeysApi
from .people.regulars import RegularsApi
from .people.routes import PeopleApi
from .push.notices import Notices
from .push.routes import PushApi
from .push.sender import Sender
from .puzzles.routes import PuzzlesApi
from .rating.ratings import Ratings
from .rating.routes import RatingsApi
from .records.routes import ArchiveApi
from .records.sheets import SheetsApi
from .records.uploads import RecordsApi
from .store import Store
from .tables.code_routes import CodesApi
from .tables.own_tables import YourTables
from .tables.removal import remove_unused
from .tables.routes import TablesApi
from .tournament.routes import EveningsApi

log = logging.getLogger("purrlor.server")
TIDY_SECONDS = 15
LAG_SECONDS = 0.25


class App:
    """All games are served alike: nothing here knows a game."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        limits: Limits | None = None,
        *,
        proxied: bool = False,
        rtt_header: str = "",
        separate_writer: bool = False,
        remove_finished: int | None = None,
        remove_abandoned: int | None = None,
        plan: ClusterPlan | None = None,
        shared: SharedLimits | None = None,
        local_push: bool = False,
    ) -> None:
        """`shared`: where other processes of this machine count with this one what each address asks for."""
        prepare_decoders()
        self.limits = limits or Limits()
        self.separate_writer = separate_writer
        """Whether commits run in a child process, which takes a moment to start."""
        self.proxied = proxied
        self.remove_finished, self.remove_abandoned = remove_finished, remove_abandoned
        """Milliseconds without a change after which a table is deleted; None: never."""
        self.metrics = Metrics("" if plan is None else plan.worker)
        self.hall = Hall(store, thinkers, self.metrics)
        self.sender = Sender(self.hall, self.metrics, local=local_push)
        self.hall.notices = Notices(self.sender)
        self.ratings = Ratings(self.hall)
        self.overload = Overload(self.limits, waiting=lambda: len(self.hall.commits.waiting))
        self.counting = counting(self.limits)
        self.member: ClusterMember | None = None
        """Where several servers may share the store."""
        if store.connect_nodes is not None:
            shared = shared or SharedLimits(-1, 1, 0, bytes.fromhex(cluster_key(store)), self.limits)
            self.counting = shared.counting()
            self.member = ClusterMember(self.hall, plan or ClusterPlan(), shared, proxied=proxied)
        signer = Signer(bytes.fromhex(store.keep_setting("signing_key", lambda: new_secret().hex())))
        self.access = Access(self.hall, signer)
        self.about = AboutApi(self.hall, self.member)
        self.tables = TablesApi(
            self.hall,
            self.access,
            self.limits,
            self.counting,
            self.overload,
            proxied=proxied,
            rtt_header=rtt_header,
        )

    def application(self) -> web.Application:
        middlewares = [guard(self.counting.requests, self.metrics, self.hall.now, proxied=self.proxied)]
        middlewares.append(children_gate(self.access))
        if self.member is not None:
            admit, route = self.member.router.middlewares()
            middlewares = [admit, *middlewares, route]
        app = web.Application(middlewares=middlewares, client_max_size=LONGEST_BODY)
        app.on_response_prepare.append(hide_version)
        app.cleanup_ctx.append(self._running)
        app.on_shutdown.append(self._close_sockets)
        app.add_routes(self.about.routes())
        app.add_routes(PeopleApi(self.hall, self.access).routes())
        app.add_routes(PasskeysApi(self.hall, self.access, self.limits).routes())
        app.add_routes(PushApi(self.hall, self.access, self.sender).routes())
        app.add_routes(RegularsApi(self.hall, self.access, self.sender).routes())
        app.add_routes(self.tables.routes())
        app.add_routes(CodesApi(self.hall, self.access, self.counting).routes())
        today = TodayApi(self.hall, self.access, self.counting, self.overload)
        app.add_routes(today.routes())
        app.add_routes(ClubsApi(self.hall, self.access, self.counting, today.daily).routes())
        app.add_routes(EveningsApi(self.hall, self.access, self.counting, self.overload, self.sender).routes())
        app.add_routes(RoomsApi(self.hall, self.access, self.counting, self.overload).routes())
        app.add_routes(PuzzlesApi(self.hall, self.access).routes())
        app.add_routes(HistoryApi(self.hall, self.access, self.ratings).routes())
        app.add_routes(RatingsApi(self.hall, self.access, self.ratings).routes())
        app.add_routes(ArchiveApi(self.hall, self.access).routes())
        app.add_routes(RecordsApi(self.hall, self.access, self.counting.tables, self.overload).routes())
        router = None if self.member is None else self.member.router
        app.add_routes(YourTables(self.hall, self.access, router).routes())
        app.add_routes(BringingApi(self.hall, self.access).routes())
        app.add_routes(SheetsApi(self.hall.thinkers).routes())
        add_pages(app)
        return app

    async def _running(self, _: web.Application) -> AsyncIterator[None]:
        hall = self.hall
        if self.separate_writer:
            await hall.store.open_writer()
        if self.member is not None:
            await self.member.join()
        works = (self._tidy(), hall.heartbeat.run(), self._measure_lag(), self.sender.run())
        chores = [hall.tasks.start(work) for work in works]
        yield
        for chore in chores:
            chore.cancel()
        await self._hand_over()
        await hall.close()

    async def _close_sockets(self, _: web.Application) -> None:
        """Before aiohttp waits for the handlers: open sockets would keep it waiting."""
        await self._hand_over()
        self.overload.watchers.open()
        self.hall.close_sockets()

    async def _hand_over(self) -> None:
        """Write pending commits, then release the tables, so that clients who reconnect elsewhere find them free."""
        if self.member is not None:
            member, self.member = self.member, None
            member.refuse_connections()
            await self.hall.stop_playing()
            await member.leave()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.hall.tidy()
                await self.ratings.resume()
                await self._remove_unused()
            except Exception:
                self.metrics.errors.inc()
                log.exception("tidying up failed; it is tried again")

    async def _remove_unused(self) -> None:
        if self.remove_finished is not None or self.remove_abandoned is not None:
            now = self.hall.now()
            limits = [0 if kept is None else now - kept for kept in (self.remove_finished, self.remove_abandoned)]
            if removed := await remove_unused(self.hall, *limits):
                log.info("%d unused tables removed", removed)

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(LAG_SECONDS)
            lag = max(0.0, loop.time() - before - LAG_SECONDS)
            self.metrics.lag.set(lag)
            self.overload.measure(lag)
            self.metrics.overloaded.set(self.overload.crowded)

    def kill_children(self) -> None:
        """End the writer and the thinking processes at once."""
        self.hall.store.kill()
        self.hall.thinkers.kill()
