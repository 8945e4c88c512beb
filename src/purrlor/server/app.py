"""The server over HTTP and WebSocket: the routes of all features, and background work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from itertools import chain

import msgspec
from aiohttp import web

from purrlor.kit.registry import kits

from .bots.workers import Thinkers
from .children.admission import children_gate
from .children.routes import ChildrenRoutes
from .clubs.routes import ClubRoutes
from .cluster.member import ClusterPlan
from .cluster.shared_limits import SharedLimits
from .daily.routes import DailyRoutes
from .forks.routes import ForkRoutes, PositionRoutes
from .history.routes import HistoryRoutes
from .http.about import AboutRoutes
from .http.limits import LONGEST_BODY, Limits
from .http.pages import add_pages
from .http.requests import Feature
from .http.security import guard, hide_version
from .mcp.routes import McpRoutes
from .people.account_merge import AccountMergeRoutes
from .people.passkey_routes import PasskeyRoutes
from .people.regulars import RegularRoutes
from .people.routes import PeopleRoutes
from .push.subscriptions import PushRoutes
from .puzzles import PuzzleRoutes
from .rating import RatingRoutes
from .records.routes import RecordRoutes, SheetRoutes, UploadRoutes
from .services import Services
from .store import Store
from .tables.codes import CodeRoutes
from .tables.own_tables import OwnTableRoutes
from .tables.routes import TableRoutes
from .together import TogetherRoutes
from .tournament.routes import TournamentRoutes

log = logging.getLogger("purrlor.server")
TIDY_SECONDS = 15
LAG_SECONDS = 0.25
FEATURES: Mapping[str, tuple[type[Feature], ...]] = {
    "http": (AboutRoutes,),
    "people": (PeopleRoutes, PasskeyRoutes, AccountMergeRoutes, RegularRoutes),
    "push": (PushRoutes,),
    "tables": (TableRoutes, OwnTableRoutes, CodeRoutes),
    "records": (RecordRoutes, UploadRoutes, SheetRoutes),
    "forks": (ForkRoutes, PositionRoutes),
    "history": (HistoryRoutes,),
    "rating": (RatingRoutes,),
    "puzzles": (PuzzleRoutes,),
    "daily": (DailyRoutes,),
    "clubs": (ClubRoutes,),
    "together": (TogetherRoutes,),
    "tournament": (TournamentRoutes,),
    "children": (ChildrenRoutes,),
    "mcp": (McpRoutes,),
}
"""All features that answer requests, by folder or module. Each is built from the services and names its own routes."""


class App:
    """The server application. It treats all games alike: no code here is specific to a game."""

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
        mcp: bool = False,
    ) -> None:
        """Build the application.

        `shared` holds the counts per address of all worker processes of this machine; `mcp` lets assistants use /mcp.
        """
        prepare_decoders()
        self.services = Services(
            store,
            thinkers,
            limits or Limits(),
            proxied=proxied,
            rtt_header=rtt_header,
            plan=plan,
            shared=shared,
            local_push=local_push,
            mcp=mcp,
        )
        self.tables = self.services.tables
        self.separate_writer = separate_writer
        """Whether commits run in a child process, which takes a moment to start."""
        self.remove_finished, self.remove_abandoned = remove_finished, remove_abandoned
        """Milliseconds without a change after which a table is deleted; None means never."""

    def application(self) -> web.Application:
        services = self.services
        middlewares = [
            guard(
                services.counting.requests,
                services.metrics,
                services.now,
                proxied=services.proxied,
                caller=services.access.signer.caller,
            )
        ]
        middlewares.append(children_gate(services.access))
        if services.member is not None:
            admit, route = services.member.router.middlewares()
            middlewares = [admit, *middlewares, route]
        app = web.Application(middlewares=middlewares, client_max_size=LONGEST_BODY)
        app.on_response_prepare.append(hide_version)
        app.cleanup_ctx.append(self._running)
        app.on_shutdown.append(self._close_sockets)
        for feature in chain.from_iterable(FEATURES.values()):
            app.add_routes(feature(services).routes())
        add_pages(app)
        return app

    async def _running(self, _: web.Application) -> AsyncIterator[None]:
        services = self.services
        if self.separate_writer:
            opening = asyncio.create_task(services.store.open_writer())
            await asyncio.sleep(0)  # the child process starts, and the games are imported meanwhile
            load_games()
            await opening
        if services.member is not None:
            await services.member.join()
        works = (self._tidy(), self.tables.heartbeat.run(), self._measure_lag(), services.sender.run())
        chores = [services.tasks.start(work) for work in works]
        yield
        for chore in chores:
            chore.cancel()
        await self._hand_over()
        await self.tables.close()

    async def _close_sockets(self, _: web.Application) -> None:
        """Close open sockets before aiohttp waits for the handlers, which they would keep running."""
        await self._hand_over()
        self.services.overload.spectators.open()
        self.tables.close_sockets()

    async def _hand_over(self) -> None:
        """Write pending commits, then release the tables, so that clients that reconnect elsewhere find them free."""
        member, self.services.member = self.services.member, None
        if member is not None:
            member.refuse_connections()
            await self.tables.stop_playing()
            await member.leave()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.tables.tidy()
                await self.services.ratings.resume()
                await self._remove_unused()
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("periodic cleanup failed; will retry")

    async def _remove_unused(self) -> None:
        if self.remove_finished is not None or self.remove_abandoned is not None:
            now = self.services.now()
            limits = [0 if kept is None else now - kept for kept in (self.remove_finished, self.remove_abandoned)]
            if removed := await self.tables.remove_unused(*limits):
                log.info("%d unused tables removed", removed)

    async def _measure_lag(self) -> None:
        loop, overload, metrics = asyncio.get_running_loop(), self.services.overload, self.services.metrics
        while True:
            before = loop.time()
            await asyncio.sleep(LAG_SECONDS)
            lag = max(0.0, loop.time() - before - LAG_SECONDS)
            metrics.lag.set(lag)
            overload.measure(lag)
            metrics.overloaded.set(overload.crowded)

    def kill_children(self) -> None:
        """End the writer process and the thinking processes at once."""
        self.services.store.kill()
        self.services.thinkers.kill()


def load_games() -> None:
    """Import what the first table of each game needs: an import then would block the event loop."""
    for each in kits().values():
        _ = each.painter(), each.levels


def prepare_decoders() -> None:
    """Make msgspec inspect all imported structs before threads start.

    Some structs cannot be decoded, and never are.
    """
    for kind in _below(msgspec.Struct):
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
