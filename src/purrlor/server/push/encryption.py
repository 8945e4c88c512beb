"""Web Push: the encryption of messages (RFC 8291, aes128gcm) and the server's signature (VAPID, RFC 8292).

`cryptography` is an optional extra, so it is imported only when needed.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

RECORD = 4096
"""Size of a record; a message is always a single record."""
PADDED = 512
"""Length to which plain texts are padded, so that the length reveals nothing."""
POINT, AUTH = 65, 16
TOKEN_SECONDS = 12 * 3600


def is_installed() -> bool:
    return find_spec("cryptography") is not None


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Decode base64url. Raises `ValueError` if the text is invalid."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """Return a new private key for the store, in hexadecimal."""
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_numbers().private_value.to_bytes(32, "big").hex()


def private_key(hexadecimal: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int(hexadecimal, 16), ec.SECP256R1())


def point_of(key: EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(point: bytes) -> EllipticCurvePublicKey:
    """Decode a public key. Raises `ValueError` if it is not a point of the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(
    message: bytes,
    receiver: bytes,
    auth: bytes,
    *,
    own: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded: int = PADDED,
) -> bytes:
    """Return the body of a push request. `own` and `salt` are fresh for every message; only tests pass them."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    sender = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), public_key(receiver))
    key_material = derived(shared, auth, b"WebPush: info\0" + receiver + sender, 32)
    key = derived(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(key_material, salt, b"Content-Encoding: nonce\0", 12)
    plain = message + b"\2" + bytes(max(0, padded - len(message)))
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, plain, None)


def authorization(key: EllipticCurvePrivateKey, audience: str, subject: str, now: int) -> str:
    """Return the Authorization header for the push service at `audience`; `now` is in seconds since 1970."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": audience, "exp": now + TOKEN_SECONDS} | ({"sub": subject} if subject else {})
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(to_text(json.dumps(part).encode()) for part in parts)
    numbers = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={signed}.{to_text(signature)}, k={to_text(point_of(key.public_key()))}"
