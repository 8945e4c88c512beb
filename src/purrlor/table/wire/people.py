"""Requests about people over HTTP, and their answers: the same person on all devices."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .server import Clock


class PasskeyInfo(Struct):
    """A passkey of this person."""

    id: str
    """The id of the passkey, as in addresses."""
    name: str
    """The name that you gave it."""
    created: int
    """Milliseconds since 1970, like `used`."""
    used: int | None
    """The time at which it was last used; null: never."""


class Passkeys(Struct):
    """`GET /api/passkeys`: the passkeys of this person."""

    possible: Literal["yes", "library", "address"]
    """Whether passkeys can be used here, or why not: the library is missing, or the address has no domain name."""
    passkeys: list[PasskeyInfo]
    """Your passkeys."""


class Ceremony(Struct):
    """`POST /api/passkeys/options` and `/api/passkeys/enter/options`: the options for the browser's authenticator."""

    options: str
    """WebAuthn's `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`."""


class NewPasskey(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys`: store a new passkey; the answer is `Passkeys`."""

    credential: str
    """WebAuthn's `RegistrationResponseJSON`."""
    name: str
    """The name that you give it."""


class PasskeyName(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys/ID`."""

    name: str
    """The new name of the passkey."""


class Enter(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys/enter`: sign in with a passkey."""

    credential: str
    """WebAuthn's `AuthenticationResponseJSON`."""


class Entered(Struct):
    """The person of the passkey or the transfer; this device is that person now, unless there is a `ticket`.

    With a ticket nothing has changed yet: this device belongs to another person who would lose something.
    """

    name: str
    """The name of the person."""
    ticket: str = ""
    """The right to send `EnterChoice`; empty: nothing to decide."""
    here: str = ""
    """The name of the person that this device has been so far."""
    tables: int = 0
    """The number of that person's tables."""
    kept: bool = False
    """Whether that person has a passkey, and so can sign in again."""


class EnterChoice(Struct, forbid_unknown_fields=True):
    """`POST /api/passkeys/enter/choice`: choose what happens to the person that this device has been."""

    ticket: str
    """The ticket of `Entered`."""
    bring: bool
    """Whether the two persons are merged; otherwise the other person stays as it is."""


class PushKey(Struct):
    """`GET /api/push`: what a browser needs to subscribe."""

    possible: Literal["yes", "library"]
    """Whether this server can send push messages, or lacks the library."""
    key: str
    """The server's public key (VAPID) in base64url."""


class Subscribe(Struct, forbid_unknown_fields=True):
    """`POST /api/push`: notify this device of turns in day-per-turn matches, rematches and invitations."""

    endpoint: str
    """The address of the push service."""
    point: str
    """The browser's public key (`p256dh`) in base64url."""
    auth: str
    """The subscription's `auth` secret in base64url."""


class Unsubscribe(Struct, forbid_unknown_fields=True):
    """`POST /api/push/stop`."""

    endpoint: str
    """The address of the push service, as in `Subscribe`."""


class Regular(Struct):
    """`GET /api/regulars`: somebody you played with."""

    id: str
    """The person's id in your list; it means nothing to others."""
    name: str
    """The name of the person."""
    matches: int
    """The number of matches together."""
    last: int
    """The time of your last match together, in milliseconds since 1970."""
    game: str
    """The game of the last match."""


class Invite(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/invite`."""

    regular: str
    """The person's id in your list of regulars."""


class Invitation(Struct):
    """`GET /api/invitations`: a table that somebody invites you to."""

    table: str
    """The id of the table."""
    key: str
    """The right to join."""
    game: str
    """The id of the game."""
    by: str
    """The name of the person who invites you."""
    names: list[str]
    """The names of the people at the table."""
    clock: Clock
    """The time limit for each action, as in `TableInfo`."""
    at: int
    """The time in milliseconds since 1970."""
