"""Bodies of requests and answers: JSON, bounded in size and time, with a refusal for whatever cannot be read."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from purrlor.core.reason import Reason, as_reason
from purrlor.table.refusals import refused
from purrlor.table.telling import encoded

BODY_SECONDS = 10
"""A request whose body has not arrived by then is refused."""
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError)
"""What msgspec raises for bytes that are no JSON, no UTF-8, nested too deeply, or numbers beyond all bounds."""
T = TypeVar("T")


def answer(message: Any, status: int = 200) -> web.Response:
    headers = {"Cache-Control": "no-store"}
    return web.Response(body=encoded(message), status=status, content_type="application/json", headers=headers)


async def read_body(request: web.Request, kind: type[T]) -> T:
    """The body of a request, or a refusal that says what is wrong with it."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            text = await request.read()
    except TimeoutError:
        raise refused("too_slow") from None
    except (HttpProcessingError, web.RequestPayloadError):
        unread = Reason("server.refused.reason.body", "the body cannot be read")
        raise refused("malformed", because=unread) from None
    try:
        return msgspec.json.decode(text, type=kind)
    except UNREADABLE as error:
        raise refused("malformed", because=reason_of(error)) from None


def reason_of(error: Exception) -> Reason:
    """Why a message cannot be read, in a few words that repeat nothing of it."""
    if isinstance(error, msgspec.DecodeError):
        return as_reason(error)
    return Reason("server.refused.reason.json", "it is no proper JSON")
