"""The middleware for every request: origins, headers, limits, and errors as readable responses."""

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

from ..metrics import Metrics
from ..store import StoreFailed, UnkeepableText
from ..tasks import CALLER, Caller
from .limits import Buckets, share_of
from .listener import is_counted

log = logging.getLogger("purrlor.server.requests")
LONGEST_ADDRESS = 64
CALLER_HEADER = "Purrlor-Caller"
COUNTED = ("/api/", "/mcp")
"""The paths whose requests count against the limit of an address."""
SOCKET = web.RequestKey("socket", web.WebSocketResponse)
"""Request key that holds the WebSocket that the request has become."""
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
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
"""Sent with every response. The camera is for the codes that phones show to each other (`web/src/together/`)."""


def guard(
    buckets: Buckets,
    metrics: Metrics,
    now: Callable[[], int],
    *,
    proxied: bool = False,
    caller: Callable[[str], str | None] = lambda _: None,
) -> Middleware:
    """Return the middleware for every request.

    `proxied` means that a reverse proxy names the client; `caller` returns the client for which this server itself
    makes the request, by the header `CALLER_HEADER`.
    """

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        began = time.perf_counter()
        if proxied:
            request = seen_through(request)
        if CALLER_HEADER in request.headers and (address := caller(request.headers[CALLER_HEADER])) is not None:
            request = request.clone(remote=address)
        request = counted_for_share(request)
        CALLER.set(Caller(request.remote or "", bounded=True))
        try:
            check_origin(request)
            check_form(request)
            counted = is_counted(request) or not request.path.startswith(COUNTED)
            if not counted and not buckets.take(request.remote or "", now()):
                raise refused("too_much")
            response = await handler(request)
        except ConnectionError:  # the client went away and does not read the response
            response = web.Response(status=400)
        except Exception as error:
            response = problem(_refusal(error, request, metrics), spoken_by(request))
            socket: web.WebSocketResponse | None = request.get(SOCKET)
            if socket is not None:  # no HTTP response may be written into a WebSocket stream
                await socket.close(code=WSCloseCode.INTERNAL_ERROR)
                return socket
        finally:  # break the reference cycle, or it would stay in memory until the next full collection
            request.pop(SOCKET, None)
        if not response.prepared:
            response.headers.extend({name: value for name, value in HEADERS.items() if name not in response.headers})
        _note(request, response.status, time.perf_counter() - began)
        return response

    return guarded


async def hide_version(_: web.BaseRequest, response: web.StreamResponse) -> None:
    """Remove aiohttp's header with its version and Python's, just before a response is sent."""
    response.headers.popall("Server", None)


def seen_through(request: web.Request) -> web.Request:
    """Return the request as the proxy received it. The proxy itself saw the last address."""
    address = _last(request, "X-Forwarded-For")
    scheme = _last(request, "X-Forwarded-Proto")
    return request.clone(
        remote=address or request.remote or "",
        scheme=scheme if scheme in ("http", "https") else request.scheme,
    )


def counted_for_share(request: web.Request) -> web.Request:
    """Return the request with its share as `remote`: every limit counts a whole IPv6 /64 as one address."""
    address = request.remote or ""
    share = share_of(address)
    return request if share == address else request.clone(remote=share)


def _last(request: web.Request, header: str) -> str:
    """Return the last entry of the last line of a header, which the proxy itself added."""
    return ",".join(request.headers.getall(header, [""])).rpartition(",")[2].strip()[:LONGEST_ADDRESS]


def _refusal(error: Exception, request: web.Request, metrics: Metrics) -> RequestRefused:
    """Convert an error to a refusal that a client may see."""
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
    """Return the first supported language of Accept-Language; every browser sends its languages in order of weight."""
    return first_spoken(request.headers.get("Accept-Language", "")[:LONGEST_ADDRESS])


@lru_cache(maxsize=1000)
def first_spoken(wishes: str) -> str:
    """Return the first supported language; cached, because every socket needs it and a lookup takes 0.1 ms."""
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
    """Return the pattern of the address, never the address itself."""
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "-"


def check_origin(request: web.Request) -> None:
    """Refuse browser requests from other sites, by the headers Origin and Sec-Fetch-Site."""
    if request.method in ("GET", "HEAD") and request.headers.get("Upgrade", "").lower() != "websocket":
        return
    origin = request.headers.get("Origin")
    if origin is not None and _host(origin) != request.headers.get("Host"):
        raise refused("bad_origin")
    if origin is None and request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise refused("bad_origin")


def check_form(request: web.Request) -> None:
    """Refuse requests that no client needs: a compressed body, or a path with the character NUL."""
    if "Content-Encoding" in request.headers:
        raise refused("encoded_body")
    if "\0" in request.path:
        raise refused("bad_request")


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None
