"""Push subscriptions over HTTP: the server's key, subscribing and unsubscribing."""

from __future__ import annotations

from typing import Literal

from aiohttp import web

from purrlor.table import wire
from purrlor.table.refusals import refused
from purrlor.table.rows import Person

from ..http.requests import Feature, answer, endpoint, read_body
from ..http.security import spoken_by
from .encryption import AUTH, POINT, from_text, point_of, public_key, to_text
from .subscriptions import Subscription, add_subscription, is_allowed, remove_subscription

MOST_DEVICES = 20
"""Maximum number of subscriptions per person."""


class PushRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/push", self.key),
            web.post("/api/push", self.subscribe),
            web.post("/api/push/stop", self.stop),
        ]

    @endpoint(wire.PushKey)
    async def key(self, _: web.Request) -> web.Response:
        """Return the server's public key for push messages."""
        possible: Literal["yes", "library"] = "yes" if self.services.sender.key else "library"
        point = to_text(point_of(self.services.sender.key.public_key())) if self.services.sender.key else ""
        return answer(wire.PushKey(possible, point))

    @endpoint(None, wire.Subscribe)
    async def subscribe(self, request: web.Request) -> web.Response:
        """Notify this device by push messages."""
        person = self.access.known_person(request)
        if self.services.sender.key is None:
            raise refused("no_push")
        wanted = await read_body(request, wire.Subscribe)
        if not is_allowed(wanted.endpoint, local=self.services.sender.local) or not is_usable(wanted):
            raise refused("bad_subscription")
        owner = Person(person, await self.access.name_of(person))
        scheme = "https" if request.secure else request.scheme
        kept = Subscription(
            wanted.endpoint,
            person,
            wanted.point,
            wanted.auth,
            f"{scheme}://{request.host}"[:300],
            spoken_by(request),
            self.now(),
        )
        # Not among the reads: a write may wait for its turn.
        await self.store.transact(add_subscription, kept, owner, MOST_DEVICES)
        return answer({})

    @endpoint(None, wire.Unsubscribe)
    async def stop(self, request: web.Request) -> web.Response:
        """Stop notifying a device."""
        wanted = await read_body(request, wire.Unsubscribe)
        person = self.access.person(request)
        await self.store.transact(remove_subscription, wanted.endpoint, person)
        return answer({})


def is_usable(wanted: wire.Subscribe) -> bool:
    """Return whether the keys of a subscription can be used for encryption."""
    try:
        public_key(from_text(wanted.point))
        return len(from_text(wanted.point)) == POINT and len(from_text(wanted.auth)) == AUTH
    except ValueError:
        return False
