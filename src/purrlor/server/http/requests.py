"""Shared code of all features' routes: typed endpoints, request bodies and responses, and services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from purrlor.core.reason import Reason
from purrlor.table.messages import encoded, read_json
from purrlor.table.refusals import refused

if TYPE_CHECKING:
    from ..services import Services


Handler = TypeVar("Handler", bound=Callable[..., Any])
_MARK = "__endpoint__"
BODY_SECONDS = 10
"""Time after which a request whose body has not arrived is refused."""
T = TypeVar("T")


class Endpoint(NamedTuple):
    answers: Any
    """Type of the JSON response; `str` for other text."""
    takes: Any
    """Type of the request body; None if there is none, or an empty object."""
    query: tuple[str, ...]
    """Allowed query parameters."""


def endpoint(answers: Any, takes: Any = None, query: tuple[str, ...] = ()) -> Callable[[Handler], Handler]:
    """Declare the response and body types of a handler. Tests compare the responses with them."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, _MARK, Endpoint(answers, takes, query))
        return handler

    return mark


def endpoint_of(handler: Callable[..., Any]) -> Endpoint | None:
    """Return the declaration of a handler; None if the web client does not use it."""
    return getattr(handler, _MARK, None)


def answer(message: Any, status: int = 200) -> web.Response:
    headers = {"Cache-Control": "no-store"}
    return web.Response(body=encoded(message), status=status, content_type="application/json", headers=headers)


async def read_body(request: web.Request, kind: type[T]) -> T:
    """Decode the body of a request. Refuses with the reason if it is invalid."""
    try:
        if request.content.is_eof():  # it came with the headers: no need to wait
            text = await request.read()
        else:
            async with asyncio.timeout(BODY_SECONDS):
                text = await request.read()
    except TimeoutError:
        raise refused("too_slow") from None
    except (HttpProcessingError, web.RequestPayloadError):
        unread = Reason("server.refused.reason.body", "the body cannot be read")
        raise refused("malformed", because=unread) from None
    return read_json(text, kind)


class Feature:
    """The routes of one feature, with the services that most of them use."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.store = services.store
        self.tables = services.tables
        self.threads = services.tables.threads
        self.thinkers = services.thinkers
        self.access = services.access
        self.now = services.now

    def routes(self) -> list[web.RouteDef]:
        raise NotImplementedError

    def admit_table(self, request: web.Request, *, bots: bool = True) -> None:
        """Refuse a new table, with or without `bots`, if the address made too many or the server is busy."""
        if not self.services.counting.tables.take(request.remote or "", self.now()):
            raise refused("too_many_tables")
        if self.services.overload.busy:
            raise refused("too_busy")
        if bots:
            self.admit_bots(request)

    def admit_bots(self, request: web.Request) -> None:
        """Refuse a new table with bots if too much waits for them."""
        if (refusal := self.tables.bots.refusal(request.remote or "")) is not None:
            raise refusal
