"""Passkeys: their queries, and WebAuthn ceremonies with py_webauthn, without I/O.

The library is an optional extra, so it is imported only when needed. Checking a signature takes a millisecond, so the
ceremonies should run in threads.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any

from msgspec import Struct

from purrlor.table.keys import raw
from purrlor.table.refusals import refused
from purrlor.table.rows import Person

from ..store.connection import DatabaseConnection
from ..store.statements import KEEP_PERSON

COLUMNS = "id, person_id, public_key, uses, name, created, used"
OF_PERSON = f"SELECT {COLUMNS} FROM passkeys WHERE person_id = ? ORDER BY created, id"  # noqa: S608
ADD = f"INSERT INTO passkeys ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id"  # noqa: S608
MOST_PASSKEYS = 20
"""Maximum number of passkeys per person."""
TIMEOUT_MILLIS = 5 * 60 * 1000
"""How long the browser lets a person find their authenticator."""
LOCAL = "localhost"


class Passkey(Struct, frozen=True):
    id: str
    """The credential's id in base64url."""
    person: str
    public_key: bytes
    """The public key in COSE format, as the authenticator gave it."""
    uses: int
    """The authenticator's signature counter; always 0 if it has none."""
    name: str
    created: int
    used: int | None = None


def passkeys_of(reader: DatabaseConnection, person: str) -> list[Passkey]:
    """List the passkeys of a person, oldest first."""
    return [Passkey(*row) for row in reader.run(OF_PERSON, (person,))]


def find_passkey(reader: DatabaseConnection, passkey: str) -> Passkey | None:
    rows = reader.run(f"SELECT {COLUMNS} FROM passkeys WHERE id = ?", (passkey,))  # noqa: S608
    return Passkey(*rows[0]) if rows else None


def add_passkey(writer: DatabaseConnection, passkey: Passkey, owner: Person) -> bool:
    """Store a passkey and its owner; return False, changing nothing, if this credential is already known."""
    if len(passkeys_of(writer, owner.id)) >= MOST_PASSKEYS:
        raise refused("too_many_passkeys", most=MOST_PASSKEYS)
    row = (passkey.id, passkey.person, passkey.public_key, passkey.uses, passkey.name, passkey.created, None)
    writer.run(KEEP_PERSON, (owner.id, owner.name))
    return bool(writer.run(ADD, row))


def note_use(writer: DatabaseConnection, passkey: str, uses: int, now: int) -> None:
    writer.run("UPDATE passkeys SET uses = ?, used = ? WHERE id = ?", (uses, now, passkey))


def rename_passkey(writer: DatabaseConnection, person: str, passkey: str, name: str) -> bool:
    """Rename a passkey; return False if the person has no such passkey."""
    sql = "UPDATE passkeys SET name = ? WHERE id = ? AND person_id = ? RETURNING id"
    return bool(writer.run(sql, (name, passkey, person)))


def remove_passkey(writer: DatabaseConnection, person: str, passkey: str) -> bool:
    """Remove a passkey; return False if the person has no such passkey."""
    return bool(writer.run("DELETE FROM passkeys WHERE id = ? AND person_id = ? RETURNING id", (passkey, person)))


class RelyingParty(Struct, frozen=True):
    """The address under which a browser sees the server; passkeys are bound to its host name."""

    host: str
    """Host name, with the port if it is not the default one."""

    @property
    def id(self) -> str:
        return self.host.rpartition(":")[0] if self.host.rpartition(":")[2].isdigit() else self.host

    @property
    def origin(self) -> str:
        """Return the origin. Browsers offer passkeys only to pages over https, and to those of this machine."""
        scheme = "http" if self.id == LOCAL or self.id.endswith(f".{LOCAL}") else "https"
        return f"{scheme}://{self.host}"

    @property
    def has_name(self) -> bool:
        try:
            ip_address(self.id.strip("[]"))
        except ValueError:
            return bool(self.id)
        return False


def is_installed() -> bool:
    return find_spec("webauthn") is not None


def creation_options(party: RelyingParty, owner: Person, have: Sequence[Passkey], challenge: str, key: bytes) -> str:
    """Return the options for `navigator.credentials.create`.

    `key` derives handles for authenticators that reveal nothing about the ids in cookies.
    """
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Purrlor",
        user_id=hmac.digest(key, b"passkey/" + raw(owner.id), "sha256"),
        user_name=owner.name or "Purrlor",
        challenge=raw(challenge),
        timeout=TIMEOUT_MILLIS,
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[descriptor(passkey.id) for passkey in have],
    )
    return options_to_json(options)


def new_passkey(
    party: RelyingParty, owner: Person, answer: dict[str, Any], challenge: str, *, name: str, now: int
) -> Passkey:
    """Check a new credential and return its passkey. Refuses unless it answers the challenge."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        made = verify_registration_response(
            credential=answer,
            expected_challenge=raw(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise refused("bad_passkey") from None
    known = bytes_to_base64url(made.credential_id)
    return Passkey(known, owner.id, made.credential_public_key, made.sign_count, name, now)


def request_options(party: RelyingParty, challenge: str) -> str:
    """Return the options for `navigator.credentials.get`, which accept any passkey of this server."""
    from webauthn import generate_authentication_options, options_to_json

    return options_to_json(
        generate_authentication_options(rp_id=party.id, challenge=raw(challenge), timeout=TIMEOUT_MILLIS)
    )


def check_passkey(party: RelyingParty, passkey: Passkey, answer: dict[str, Any], challenge: str) -> int:
    """Check that a passkey signed the challenge, and return its new signature counter."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = verify_authentication_response(
            credential=answer,
            expected_challenge=raw(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.uses,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise refused("bad_passkey") from None
    return int(verified.new_sign_count)


def descriptor(passkey: str) -> Any:
    from webauthn import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey))


def decode_credential(credential: str) -> tuple[dict[str, Any], str]:
    """Decode a credential from the web client; return it with the challenge that it claims to answer."""
    from webauthn import base64url_to_bytes

    try:
        answer: dict[str, Any] = json.loads(credential)
        client = json.loads(base64url_to_bytes(answer["response"]["clientDataJSON"]))
        challenge = base64url_to_bytes(client["challenge"]).decode()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise refused("bad_passkey") from None
    return answer, challenge
