"""The messages that a client sends over a table's socket."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from purrlor.kit.answers import Question

from .server import Whole

MessageId: TypeAlias = Annotated[Whole, Meta(description="A number of your choice: the answer repeats it.")]


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """Say that this device is ready. `pledge` is the hash of the contribution that `Reveal` sends after all pledges.

    A program that needs no pledge sends its `contribution` at once: one line of visible text, at most 64 characters.
    """

    contribution: str = ""
    """Your part of the seed, if it is sent at once."""
    pledge: str = ""
    """The hash of your contribution, if `Reveal` sends it later."""


class Reveal(Struct, tag="reveal", forbid_unknown_fields=True):
    """The contribution that was pledged. Sent when the table is `revealing`."""

    contribution: str
    """The contribution whose hash was pledged."""
    id: MessageId = 0


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """Begin without waiting, as the host: open seats get bots."""

    id: MessageId = 0
    without_bots: bool = False
    """Whether open seats are removed instead, as far as the game can be played with fewer."""


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Play an action."""

    seat: Whole
    """Your seat, counted from 0."""
    version: Whole
    """The version of the update that the action was chosen on."""
    action: str
    """The action in the game's notation."""
    id: MessageId = 0
    reaction: Whole | None = None
    """In a race: the milliseconds from showing `version` to the press."""


class TakeBack(Struct, tag="take_back", forbid_unknown_fields=True):
    """Take back the last act of this seat. Answered with updates for everybody, or with `Refused`."""

    seat: Whole
    """Your seat, counted from 0."""
    id: MessageId = 0


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    """Request a hint for this seat. Answered with `Hint` once it is computed, or with `Refused`."""

    seat: Whole
    """Your seat, counted from 0."""
    id: MessageId = 0


class AskView(Struct, tag="view", forbid_unknown_fields=True):
    """Request the view of this seat as the rules define it, for bots. Answered with `SeatView`."""

    seat: Whole
    """Your seat, counted from 0."""
    id: MessageId = 0


class AskState(Struct, tag="ask", forbid_unknown_fields=True):
    """Request the match's state in words, as this seat sees it; null: as a spectator. Answered with `Answer`."""

    seat: Whole | None
    """Your seat, counted from 0; null: ask as a spectator."""
    question: Question
    """What to describe: the hand, the table, the possible moves, whose turn it is, or the points."""
    language: str = ""
    """A code such as `de`; empty: the language of the connection."""
    id: MessageId = 0


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """A chat message: a quick phrase by its key, or free text if the host allows it."""

    phrase: str = ""
    """The key of a quick phrase; empty: `text` is sent."""
    text: str = ""
    """Free text of one line; empty: `phrase` is sent."""
    id: MessageId = 0


class Replace(Struct, tag="replace", forbid_unknown_fields=True):
    """Let a bot play for a seat: your own, one whose person is away, or as the host an open one."""

    seat: Whole
    """The seat that the bot takes, counted from 0."""
    level: str = ""
    """The bot's level; empty: the usual one of the table."""
    id: MessageId = 0


class TakeSeat(Struct, tag="take_seat", forbid_unknown_fields=True):
    """Take back your own seat from the bot that plays for you."""

    seat: Whole
    """Your seat, counted from 0."""
    id: MessageId = 0


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """Request a rematch of the same people. With another `game`, bots take part only if it needs more players."""

    id: MessageId = 0
    game: str = ""
    """The game to play; empty: the same again."""


ClientMessage: TypeAlias = (
    Ready | Reveal | Start | Act | TakeBack | AskHint | AskView | AskState | Say | Replace | TakeSeat | Rematch
)
