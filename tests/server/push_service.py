"""A push service in the test: a local endpoint that keeps what it gets, and a browser's side that decrypts it."""

from __future__ import annotations

import asyncio
import json
import os
from base64 import urlsafe_b64decode
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from purrlor.server.push.encryption import derived, from_text, point_of, public_key, to_text
from tests.server.parlour import PATIENCE


class Browser:
    """One subscription: its keys, and how it reads a message (RFC 8291, from the receiver's side)."""

    def __init__(self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"") -> None:
        self.endpoint = endpoint
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        point = to_text(point_of(self.key.public_key()))
        return {"endpoint": self.endpoint, "point": point, "auth": to_text(self.auth)}

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, cipher = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), public_key(sender))
        info = b"WebPush: info\0" + point_of(self.key.public_key()) + sender
        material = derived(shared, self.auth, info, 32)
        key = derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(material, salt, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\0").removesuffix(b"\2")


class PushService:
    def __init__(self) -> None:
        self.address = ""
        self.got: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        self.answers: list[web.Response] = []
        """What is answered next; 201 when there is nothing left."""

    def browser(self, name: str = "ben") -> Browser:
        return Browser(f"{self.address}/{name}")

    async def next(self, browser: Browser) -> tuple[dict[str, Any], dict[str, str]]:
        """The next message, decrypted, and its headers."""
        path, headers, body = await asyncio.wait_for(self.got.get(), PATIENCE)
        assert browser.endpoint.endswith(path)
        return json.loads(browser.read(body)), headers

    async def take(self, request: web.Request) -> web.Response:
        self.got.put_nowait((request.path, dict(request.headers), await request.read()))
        return self.answers.pop(0) if self.answers else web.Response(status=201)


def claims(headers: dict[str, str]) -> dict[str, Any]:
    """Return the claims of the Authorization header, and check its signature."""
    token, key = (part.partition("=")[2] for part in headers["Authorization"].removeprefix("vapid ").split(", "))
    signed, _, signature = token.rpartition(".")
    numbers = from_text(signature)
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    halves = (int.from_bytes(half, "big") for half in (numbers[:32], numbers[32:]))
    public_key(from_text(key)).verify(encode_dss_signature(*halves), signed.encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(urlsafe_b64decode(signed.partition(".")[2] + "=="))
    return found


@asynccontextmanager
async def push_service() -> AsyncGenerator[PushService]:
    service = PushService()
    app = web.Application()
    app.router.add_post("/{name}", service.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield service
    await runner.cleanup()
