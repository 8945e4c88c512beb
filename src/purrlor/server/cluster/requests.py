"""A request as bytes once more, for another process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from multidict import CIMultiDict

LEFT_OUT = frozenset({b"transfer-encoding", b"content-length", b"expect"})
"""Headers about how the body travelled: it goes on whole and as it is."""
HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "proxy-authenticate", "te", "trailer", "transfer-encoding", "upgrade"}
)
"""Headers about one connection (RFC 9110, section 7.6.1)."""


async def request_bytes(request: web.Request, added: Mapping[str, str] | None = None) -> bytes:
    """Head and body of a request, as it came but for the headers that are about its transport, and those added."""
    body = await request.read() if request.can_read_body else b""
    mine = frozenset(name.lower().encode() for name in added or ())
    kept = [(name, value) for name, value in request.raw_headers if name.lower() not in LEFT_OUT | mine]
    kept += [(name.encode(), value.encode()) for name, value in (added or {}).items()]
    if body or request.method not in ("GET", "HEAD"):
        kept.append((b"Content-Length", str(len(body)).encode()))
    lines = [f"{request.method} {request.raw_path} HTTP/1.1".encode(errors="surrogateescape")]
    lines += [name + b": " + value for name, value in kept]
    return b"\r\n".join([*lines, b"", body])


def end_to_end(headers: CIMultiDict[str]) -> CIMultiDict[str]:
    """Without the headers about one connection."""
    kept = headers.copy()
    for name in HOP_BY_HOP:
        kept.popall(name, None)
    return kept


def is_upgrade(request: web.Request) -> bool:
    """Whether the connection becomes a WebSocket: no other request can follow on it."""
    wanted = request.headers.get("Connection", "").lower()
    return "upgrade" in wanted and request.headers.get("Upgrade", "").lower() == "websocket"
