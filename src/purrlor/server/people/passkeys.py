"""WebAuthn ceremonies with py_webauthn: making a passkey, and coming in with one.

Challenges are words of the store that work once, so that any server may finish what another one began. The methods
block: they are for threads. Nothing here imports the library before it is needed: it is an extra.
"""

from __future__ import annotations

import hmac
import json
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any

from msgspec import Struct

from purrlor.table import wire
from purrlor.table.keys import raw
from purrlor.table.refusals import refused
from purrlor.table.rows import Person

from ..store import Store
from .identity import OneTimeWords
from .passkey_queries import Passkey, Passkeys

MOST_PASSKEYS = 20
TIMEOUT_MILLIS = 5 * 60 * 1000
"""How long the browser lets a person find their authenticator."""
LOCAL = "localhost"


class RelyingParty(Struct, frozen=True):
    """The address under which a browser sees the parlour: passkeys are bound to its name."""

    host: str
    """With the port, if it is not the usual one."""

    @property
    def id(self) -> str:
        return self.host.rpartition(":")[0] if self.host.rpartition(":")[2].isdigit() else self.host

    @property
    def origin(self) -> str:
        """Browsers offer passkeys to pages over https, and to this machine's own."""
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


class Ceremonies:
    def __init__(self, store: Store, key: bytes) -> None:
        """`key`: makes handles for authenticators that say nothing about the ids in cookies."""
        self.passkeys = Passkeys(store)
        self.making = OneTimeWords(store, "passkey/make")
        self.entering = OneTimeWords(store, "passkey/enter")
        self.key = key

    def creation_options(self, party: RelyingParty, owner: Person, now: int) -> str:
        """What `navigator.credentials.create` gets."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

        have = self.passkeys.of(owner.id)
        if len(have) >= MOST_PASSKEYS:
            raise refused("too_many_passkeys", most=MOST_PASSKEYS)
        options = generate_registration_options(
            rp_id=party.id,
            rp_name="Purrlor",
            user_id=hmac.digest(self.key, b"passkey/" + raw(owner.id), "sha256"),
            user_name=owner.name or "Purrlor",
            challenge=raw(self.making.make(owner.id, now)),
            timeout=TIMEOUT_MILLIS,
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[descriptor(passkey.id) for passkey in have],
        )
        return options_to_json(options)

    def add(self, party: RelyingParty, owner: Person, wanted: wire.NewPasskey, now: int) -> None:
        """Keep a passkey that an authenticator has made."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        answer, challenge = opened(wanted.credential)
        if self.making.take(challenge, now) != owner.id:
            raise refused("old_challenge")
        try:
            made = verify_registration_response(
                credential=answer,
                expected_challenge=raw(challenge),
                expected_rp_id=party.id,
                expected_origin=party.origin,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise refused("bad_passkey") from None
        if len(self.passkeys.of(owner.id)) >= MOST_PASSKEYS:
            raise refused("too_many_passkeys", most=MOST_PASSKEYS)
        known = bytes_to_base64url(made.credential_id)
        passkey = Passkey(known, owner.id, made.credential_public_key, made.sign_count, wanted.name, now)
        if not self.passkeys.add(passkey, owner):
            raise refused("bad_passkey")

    def request_options(self, party: RelyingParty, now: int) -> str:
        """What `navigator.credentials.get` gets: any passkey of this parlour will do."""
        from webauthn import generate_authentication_options, options_to_json

        challenge = raw(self.entering.make("", now))
        return options_to_json(
            generate_authentication_options(rp_id=party.id, challenge=challenge, timeout=TIMEOUT_MILLIS)
        )

    def enter(self, party: RelyingParty, credential: str, now: int) -> str:
        """The person whose passkey signed the challenge."""
        from webauthn import verify_authentication_response
        from webauthn.helpers.exceptions import WebAuthnException

        answer, challenge = opened(credential)
        if self.entering.take(challenge, now) is None:
            raise refused("old_challenge")
        passkey = self.passkeys.find(str(answer.get("id", ""))[:2000])
        if passkey is None:
            raise refused("unknown_passkey")
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
        self.passkeys.note_use(passkey.id, verified.new_sign_count, now)
        return passkey.person


def descriptor(passkey: str) -> Any:
    from webauthn import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey))


def opened(credential: str) -> tuple[dict[str, Any], str]:
    """A credential as the page sent it, and the challenge that it says it answers."""
    from webauthn import base64url_to_bytes

    try:
        answer: dict[str, Any] = json.loads(credential)
        client = json.loads(base64url_to_bytes(answer["response"]["clientDataJSON"]))
        challenge = base64url_to_bytes(client["challenge"]).decode()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise refused("bad_passkey") from None
    return answer, challenge
