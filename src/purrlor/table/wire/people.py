"""Requests about people over HTTP, and their answers: the same person on all devices."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .choices import Clock


class PasskeyInfo(Struct):
    id: str
    name: str
    created: int
    """Milliseconds since 1970, like `used`."""
    used: int | None
    """When somebody last came in with it; null: never."""


class Passkeys(Struct):
    """`GET /api/passkeys`: those of this person."""

    possible: Literal["yes", "library", "address"]
    """Why passkeys cannot be used here: the server lacks the library, or was asked under a number, not a name."""
    passkeys: list[PasskeyInfo]


class Ceremony(Struct):
    """`POST /api/passkeys/options` and `/api/passkeys/enter/options`: what the browser asks the authenticator for."""

    options: str
    """WebAuthn's `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`."""


class NewPasskey(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys`: an authenticator made one; the answer is `Passkeys`."""

    credential: str
    """WebAuthn's `RegistrationResponseJSON`."""
    name: str


class PasskeyName(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys/ID`."""

    name: str


class Enter(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys/enter`: come in with a passkey."""

    credential: str
    """WebAuthn's `AuthenticationResponseJSON`."""


class Entered(Struct):
    """The person of the passkey or the transfer; this device is that person now, unless there is a `ticket`.

    With a ticket nothing has changed yet: this device has been another person, who has something to lose.
    """

    name: str
    ticket: str = ""
    here: str = ""
    """The name of the person that this device has been so far."""
    tables: int = 0
    """How many tables that person has."""
    kept: bool = False
    """That person has a passkey, and so can be found again."""


class EnterChoice(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys/enter/choice`: what becomes of the person that this device has been."""

    ticket: str
    bring: bool
    """The two become one; otherwise the device changes hands, and the other person stays as it is."""


class PushKey(Struct):
    """`GET /api/push`: what a browser needs to subscribe."""

    possible: Literal["yes", "library"]
    """Whether this server can send push messages, or lacks the library."""
    key: str
    """The server's public key (VAPID) in base64url."""


class Subscribe(Struct, forbid_unknown_fields=True):
    """`POST /api/push`: call this device when a turn of a day begins, for a rematch and for invitations."""

    endpoint: str
    point: str
    """The browser's public key (`p256dh`) in base64url."""
    auth: str
    """Its `auth` secret in base64url."""


class Unsubscribe(Struct, forbid_unknown_fields=True):
    """`POST /api/push/stop`."""

    endpoint: str


class Regular(Struct):
    """`GET /api/regulars`: somebody you played with."""

    id: str
    """What you call them here; it means nothing to others."""
    name: str
    matches: int
    last: int
    """When the last of them changed, in milliseconds since 1970."""
    game: str
    """The game of the last match."""


class Invite(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/invite`."""

    regular: str


class Invitation(Struct):
    """`GET /api/invitations`: a table that somebody invites you to."""

    table: str
    key: str
    game: str
    by: str
    names: list[str]
    """Who sits there."""
    clock: Clock
    at: int
    """The time in milliseconds since 1970."""
