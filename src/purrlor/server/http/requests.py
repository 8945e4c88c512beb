"""What the routes of all features share: typed endpoints, bodies of requests and answers, and services."""

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
"""A request whose body has not arrived by then is refused."""
T = TypeVar("T")


class Endpoint(NamedTuple):
    answers: Any
    """The type of the JSON that it answers; `str` for a text of another kind."""
    takes: Any
    """The type of the body of the request; None: there is none, or an empty object."""
    query: tuple[str, ...]
    """What may stand in the query of the address."""


def endpoint(answers: Any, takes: Any = None, query: tuple[str, ...] = ()) -> Callable[[Handler], Handler]:
    """Say what a handler answers and takes. Tests compare the answers with it."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, _MARK, Endpoint(answers, takes, query))
        return handler

    return mark


def endpoint_of(handler: Callable[..., Any]) -> Endpoint | None:
    """What was said of a handler; None: the web client does not call it."""
    return getattr(handler, _MARK, None)


def answer(message: Any, status: int = 200) -> web.Response:
    headers = {"Cache-Control": "no-store"}
    return web.Response(body=encoded(message), status=status, content_type="application/json", headers=headers)


async def read_body(request: web.Request, kind: type[T]) -> T:
    """The body of a request, or a refusal that says what is wrong with it."""
    try:
        if request.content.is_eof():  # it has come with the headers: nothing is waited for
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
