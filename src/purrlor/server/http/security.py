"""The middleware that every request passes: origins, headers, limits, and errors as answers in words."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Middleware

from purrlor.table.messages import encoded
from purrlor.table.refusals import RequestRefused, refused
from purrlor.words import ENGLISH, language_for

from ..fair_queue import CALLER, Caller
from ..metrics import Metrics
from ..store import StoreFailed, UnkeepableText
from .limits import Buckets, share_of
from .listener import is_counted

log = logging.getLogger("purrlor.server.requests")
LONGEST_ADDRESS = 64
SOCKET = web.RequestKey("socket", web.WebSocketResponse)
"""Where a request keeps the WebSocket that it has become."""
Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

SOURCES = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{kind} {sources}" for kind, sources in SOURCES.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def guard(buckets: Buckets, metrics: Metrics, now: Callable[[], int], *, proxied: bool = False) -> Middleware:
    """The middleware that every request passes; `proxied`: by way of a reverse proxy that says whom it speaks for."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        began = time.perf_counter()
        if proxied:
            request = seen_through(request)
        request = counted_for_share(request)
        CALLER.set(Caller(request.remote or "", bounded=True))
        try:
            check_origin(request)
            check_form(request)
            counted = is_counted(request) or not request.path.startswith("/api/")
            if not counted and not buckets.take(request.remote or "", now()):
                raise refused("too_much")
            response = await handler(request)
        except ConnectionError:  # the client went away: the answer is not read
            response = web.Response(status=400)
        except Exception as error:
            response = problem(_refusal(error, request, metrics), spoken_by(request))
            socket: web.WebSocketResponse | None = request.get(SOCKET)
            if socket is not None:  # no HTTP answer may be written into the stream of a WebSocket
                await socket.close(code=WSCloseCode.INTERNAL_ERROR)
                return socket
        finally:  # each holds the other: all of a connection would stay until the next full collection
            request.pop(SOCKET, None)
        if not response.prepared:
            response.headers.extend({name: value for name, value in HEADERS.items() if name not in response.headers})
        _note(request, response.status, time.perf_counter() - began)
        return response

    return guarded


async def hide_version(_: web.BaseRequest, response: web.StreamResponse) -> None:
    """Remove aiohttp's header with its version and Python's, just before an answer is sent."""
    response.headers.popall("Server", None)


def seen_through(request: web.Request) -> web.Request:
    """A request as the proxy got it. The last address is the one that the proxy itself has seen."""
    address = _last(request, "X-Forwarded-For")
    scheme = _last(request, "X-Forwarded-Proto")
    return request.clone(
        remote=address or request.remote or "",
        scheme=scheme if scheme in ("http", "https") else request.scheme,
    )


def counted_for_share(request: web.Request) -> web.Request:
    """The request with its share as `remote`: every limit counts a whole IPv6 /64 as one address."""
    address = request.remote or ""
    share = share_of(address)
    return request if share == address else request.clone(remote=share)


def _last(request: web.Request, header: str) -> str:
    """The last entry of the last line of a header: the one that the proxy itself has added."""
    return ",".join(request.headers.getall(header, [""])).rpartition(",")[2].strip()[:LONGEST_ADDRESS]


def _refusal(error: Exception, request: web.Request, metrics: Metrics) -> RequestRefused:
    """What a client may know of an error."""
    match error:
        case RequestRefused():
            refusal = error
        case web.HTTPRequestEntityTooLarge():
            refusal = refused("too_long", most=request.client_max_size)
        case web.HTTPMethodNotAllowed():
            refusal = refused("wrong_method")
        case web.HTTPNotFound():
            refusal = refused("no_page")
        case web.HTTPException():
            refusal = refused("bad_request")
        case UnkeepableText():
            refusal = refused("bad_request")
        case StoreFailed():
            log.error("the store does not answer: %s", error)
            metrics.errors.inc()
            refusal = refused("store_failed")
        case HttpProcessingError() | web.RequestPayloadError() | UnicodeError():
            refusal = refused("bad_request")
        case _:
            metrics.errors.inc()
            log.error("a request failed", exc_info=error, extra={"route": route_of(request)})
            refusal = refused("trouble")
    metrics.refusals.labels(refusal.code).inc()
    return refusal


def spoken_by(request: web.Request) -> str:
    """The first language of Accept-Language that there are words for; its weights are in order in every browser."""
    return first_spoken(request.headers.get("Accept-Language", "")[:LONGEST_ADDRESS])


@lru_cache(maxsize=1000)
def first_spoken(wishes: str) -> str:
    """Looking for the catalogues takes 0.1 ms, and every socket asks."""
    found = (language_for(wish.partition(";")[0].strip()) for wish in wishes.split(","))
    return next((language for language in found if language is not None), ENGLISH)


def problem(refusing: RequestRefused, language: str = ENGLISH) -> web.Response:
    body = encoded(refusing.problem(language))
    return web.Response(body=body, status=refusing.status, content_type="application/json")


def _note(request: web.Request, status: int, seconds: float) -> None:
    if not log.isEnabledFor(logging.INFO):
        return
    known = {"method": request.method, "route": route_of(request), "status": status, "ms": round(seconds * 1000, 1)}
    log.info("request", extra=known)


def route_of(request: web.Request) -> str:
    """The pattern of the address, never the address itself."""
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "-"


def check_origin(request: web.Request) -> None:
    """A browser says where a request comes from; other sites have no business here."""
    if request.method in ("GET", "HEAD") and request.headers.get("Upgrade", "").lower() != "websocket":
        return
    origin = request.headers.get("Origin")
    if origin is not None and _host(origin) != request.headers.get("Host"):
        raise refused("bad_origin")
    if origin is None and request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise refused("bad_origin")


def check_form(request: web.Request) -> None:
    """Refuse what nobody needs to send: a compressed body, and a path with the character NUL."""
    if "Content-Encoding" in request.headers:
        raise refused("encoded_body")
    if "\0" in request.path:
        raise refused("bad_request")


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None
