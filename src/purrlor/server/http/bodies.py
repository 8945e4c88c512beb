"""Bodies of requests and answers: JSON, bounded in size and time, with a refusal for whatever cannot be read."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from purrlor.core.reason import Reason
from purrlor.table.messages import encoded, read_json
from purrlor.table.refusals import refused

BODY_SECONDS = 10
"""A request whose body has not arrived by then is refused."""
T = TypeVar("T")


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
