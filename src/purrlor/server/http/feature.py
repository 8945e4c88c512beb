"""What the routes of all features have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from purrlor.table.refusals import refused

if TYPE_CHECKING:
    from ..services import Services


class Feature:
    """The routes of one feature, with the services that most of them use at hand."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.store = services.store
        self.tables = services.tables
        self.thinkers = services.thinkers
        self.access = services.access
        self.now = services.now

    def routes(self) -> list[web.RouteDef]:
        raise NotImplementedError

    def admit_table(self, request: web.Request, *, bots: bool = True) -> None:
        """Refuse a new table if the address has made too many, or if the server is busy; `bots`: the table has some."""
        if not self.services.counting.tables.take(request.remote or "", self.now()):
            raise refused("too_many_tables")
        if self.services.overload.busy or (bots and self.tables.bots.busy):
            raise refused("too_busy")
