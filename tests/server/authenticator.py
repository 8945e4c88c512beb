"""A passkey in software: what a browser and its authenticator make of a server's options."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(encoded: str) -> bytes:
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


class Authenticator:
    """Holds one passkey; `origin` is that of the page that asks."""

    def __init__(self, origin: str, number: int = 1) -> None:
        self.origin = origin
        self.id = bytes([number]) * 16
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.uses = 0

    def create(self, options: str) -> str:
        wanted = json.loads(options)
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        signed = self._data(wanted["rp"]["id"], PRESENT | VERIFIED | ATTESTED) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": signed})
        client = self._client("webauthn.create", wanted["challenge"])
        return self._answer({"clientDataJSON": text(client), "attestationObject": text(attestation)})

    def get(self, options: str) -> str:
        wanted = json.loads(options)
        self.uses += 1
        signed = self._data(wanted["rpId"], PRESENT | VERIFIED)
        client = self._client("webauthn.get", wanted["challenge"])
        signature = self.key.sign(signed + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": signed, "signature": signature}
        return self._answer({name: text(part) for name, part in parts.items()})

    def _data(self, party: str, flags: int) -> bytes:
        return sha256(party.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, response: dict[str, Any]) -> str:
        known = text(self.id)
        return json.dumps({"id": known, "rawId": known, "type": "public-key", "response": response})
