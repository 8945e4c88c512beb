"""A server that notifies every player of every turn, even if connected: `python -m bench.push_server STORE`."""

from __future__ import annotations

import sys

import uvloop

from bench.open_server import serve_until_stopped
from purrlor.server.app import App
from purrlor.server.bots.workers import Thinkers
from purrlor.server.commands.serve import freeze_startup_objects
from purrlor.server.http.limits import NO_LIMITS
from purrlor.server.push.sender import Kind, Notices, Presence
from purrlor.server.store import open_store
from purrlor.table.table import Table


class Nobody(Presence):
    """Reports every player as absent: those of the benchmark are connected, but should be notified all the same."""

    def __contains__(self, person: str) -> bool:
        return False


class AllNotices(Notices):
    def _call(self, table: Table, person: str, kind: Kind, about: str) -> None:  # noqa: ARG002
        self.sender.call(person, kind, about)


async def serve(place: str) -> None:
    freeze_startup_objects()
    app = App(open_store(place), Thinkers(1), NO_LIMITS, separate_writer=True, local_push=True)
    app.services.sender.present, app.tables.notices = Nobody(), AllNotices(app.services.sender)
    await serve_until_stopped(app.application())


if __name__ == "__main__":
    uvloop.run(serve(sys.argv[1]))
