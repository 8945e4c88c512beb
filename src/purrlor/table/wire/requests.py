"""Requests over HTTP and their answers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from purrlor.core.options import ValueKind

from .server import Chat, Clock, Kind, Reason, Role, Status, Watch, Whole

USUAL_PACE = 700
"""The milliseconds that a bot takes by default."""


class SeatWanted(Struct, forbid_unknown_fields=True):
    """A seat of a new table: for a person on this device, a bot of a level, or open to anybody with the link."""

    kind: Kind
    """Whether the seat is for a person on this device, a bot, or anybody with the link."""
    name: str = ""
    """The person's name."""
    level: str = ""
    """The bot's level."""
    cat: str = ""
    """The cat by which the web client draws this person."""


class NewTable(Struct, forbid_unknown_fields=True):
    """`POST /api/tables`."""

    game: str
    """The id of the game."""
    seats: list[SeatWanted]
    """The seats, in the order of play."""
    name: str
    """The host's name."""
    cat: str = ""
    """The cat by which the web client draws the host, a short word in lower case; empty: by seat."""
    options: dict[str, str] = {}
    """The game's options by name, as text."""
    clock: Clock = "none"
    """The time limit for each action, as in `TableInfo`."""
    watch: Watch = "link"
    """Who may watch."""
    chat: Chat = "phrases"
    """Whether players can send no messages, only ready-made phrases, or free text."""
    hints: bool = True
    """Whether players may ask for hints."""
    pass_phrase: str = ""
    """A word that guests have to know; empty: none."""
    stand_in: str = ""
    """The level of the bot that plays for an absent player; empty: the middle one."""
    pace: Whole = USUAL_PACE
    """The least number of milliseconds that a bot takes, so that people can follow. In games without a race a smaller
    number than the usual one is exact; with 0 the bot takes its own time."""
    cap: Whole = 300
    """The maximum lag compensation in a race, in milliseconds."""
    lesson: str = ""
    """The name of prepared dice and deals, for tutorials; empty: random ones."""
    rated: bool = False
    """Whether the match changes the players' ratings: no hints, and everybody plays on their own device."""
    screen: bool = False
    """The host's browser shows the table to everybody in the room; players hold their hands on their phones."""
    listed: bool = False
    """Whether everybody on this server sees the table among the open tables, and may take a free seat."""


class NewFork(Struct, forbid_unknown_fields=True):
    """`POST /api/forks`: a table that continues a finished match, or a puzzle, after some of its events."""

    name: str
    """The host's name."""
    seats: list[SeatWanted]
    """The players, in seat order."""
    at: Whole = 0
    """How many events of the match are taken; for a puzzle, all before its decision are."""
    table: str = ""
    """The finished match; empty: a puzzle."""
    game: str = ""
    """The game of the puzzle."""
    puzzle: str = ""
    """The id of the puzzle."""
    cat: str = ""
    """The cat by which the web client draws the host; empty: by seat."""
    dice: Literal["same", "new"] = "same"
    """The dice and deals to come. A puzzle has only new ones."""
    redeal: Whole | None = None
    """Deal everything again that this seat cannot know; null: hidden cards stay as they were."""
    pace: Whole = USUAL_PACE
    """The pace of the bots, as in `NewTable`."""


class TableMade(Struct):
    """The table that was created."""

    id: str
    """The id of the table, as in its address."""
    key: str
    """The right to join; it is sent in the fragment of a link, which no server logs."""


class Join(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/join`: take an open seat, or watch."""

    name: str
    """Your name at this table."""
    key: str = ""
    """The token of the invitation."""
    pass_phrase: str = ""
    """The table's pass-phrase; empty: none."""
    seat: Whole | None = None
    """The seat to take; null: the first open one."""
    watch: bool = False
    """Whether to watch instead of playing."""
    cat: str = ""
    """The cat by which the web client draws you; empty: by seat."""
    request: str = ""
    """A random word of 16 to 64 characters: a repeated join, sent because the answer was lost, gets the same seat."""
    screen: bool = False
    """Whether to watch, and show the table to everybody in the room."""
    token: bool = False
    """Whether the answer contains a token for the Authorization header instead of a cookie; for bots."""


class Joined(Struct):
    """The seat that was taken, or the right to watch."""

    seat: int | None
    """Your seat, counted from 0; null: you watch."""
    token: str = ""
    """The token for the Authorization header, if it was wanted."""


class Rename(Struct, forbid_unknown_fields=True):
    """`POST /api/me`."""

    name: str
    """Your new name."""


class Me(Struct):
    """`GET /api/me`: the identity of this device, if it has one."""

    known: bool
    """Whether the device has an identity."""
    name: str
    """Your name; empty: none yet."""
    room: str = ""
    """The room for children that the device is in; empty: none."""


class TransferMade(Struct):
    """`POST /api/transfer`: a token that signs another device in as the same person, once, within ten minutes."""

    word: str
    """The token, sent in the fragment of a link."""


class TransferTaken(Struct, forbid_unknown_fields=True):
    """`POST /api/transfer/take`; the answer is `Entered`."""

    word: str
    """The token of `TransferMade`."""


class TableCode(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/code` answers it, `POST /api/codes` takes it: the letters of an invitation's code."""

    code: str
    """The letters of the code."""


class Letter(Struct, forbid_unknown_fields=True):
    """`POST /api/letters/BOX`: a sealed description of a connection, for the phone that looks into this box."""

    text: str
    """The sealed description."""


class Letters(Struct):
    """`GET /api/letters/BOX`: the letters that were in the box, oldest first; `POST` answers with none."""

    texts: list[str]
    """The letters as they were sent."""


class CodeFound(Struct):
    """`POST /api/codes`: what the code stands for.

    The key of a room for children goes to its opener alone; another device waits with its ticket.
    """

    kind: Literal["table", "evening", "position", "room"]
    """What the code belongs to; `evening` is a tournament, `position` a shared position."""
    id: str
    """The id of the table, tournament, shared position or room."""
    key: str
    """The right to join; empty: `ticket` is needed."""
    ticket: str = ""
    """The ticket with which a device waits to be let in."""
    number: int = 0
    """By which the opener of the room knows the waiting device."""


class Link(Struct, forbid_unknown_fields=True):
    """`POST /api/qr`: a text to draw as a QR code."""

    text: str
    """The text to draw."""


class OptionInfo(Struct):
    """An option of a game: its type, its possible values and its default."""

    name: str
    """The name of the option, such as `scratch`."""
    kind: ValueKind
    """The type of its values."""
    default: str
    """The default as text."""
    choices: list[str]
    """The possible values; empty: any of this kind."""
    optional: bool
    """Whether `none` is a value."""


class SheetDrawn(Struct, forbid_unknown_fields=True):
    """`POST /api/sheets/check`: a drawing of a sheet, or its code word."""

    text: str
    """The drawing as text, or its code word."""


class SheetChecked(Struct):
    """The sheet in the form of the option `sheet`, its level and marks; or what is wrong with it in `error`."""

    packed: str
    """The value of the option `sheet`; empty: the drawing is wrong."""
    level: int
    """The level that the sheet is for; 0: the drawing is wrong."""
    rows: list[list[str]]
    """The marks of each row."""
    error: str
    """What is wrong, in English; empty: nothing."""
    reason: Reason | None = None
    """`error` in parts, for other languages."""


class GameInfo(Struct):
    """`GET /api/games`."""

    name: str
    """The id of the game."""
    seats: list[int]
    """The possible numbers of seats."""
    levels: list[str]
    """The levels of its bots."""
    options: list[OptionInfo]
    """The options of the game."""
    hints: bool
    """Whether the game has an adviser."""
    default_level: str
    """The level of opponents if none is chosen."""
    rated: bool = False
    """Whether matches can be rated: the game has a review that separates skill from luck."""
    redeals: bool = False
    """Whether the game has hidden cards that a fork may deal again."""
    known_levels: list[str] = []
    """The levels that may sit at a rated table: those of known strength."""


class TableSummary(Struct):
    """`GET /api/tables`: one of your tables."""

    id: str
    """The id of the table, as in its address."""
    game: str
    """The id of the game."""
    status: Status
    """Whether the match has not begun, is running, or is over."""
    names: list[str]
    """The names by seat, like `levels` and `scores`."""
    levels: list[str]
    """The levels of the bots; empty for people."""
    your_turn: bool
    """Whether one of your seats has to act."""
    awaiting: list[int]
    """The seats to act."""
    created: int
    """Milliseconds since 1970, like `changed`."""
    changed: int
    """The time of the last change."""
    clock: Clock
    """The time limit for each action, as in `TableInfo`."""
    host: bool
    """Whether you are the host."""
    others: bool
    """Whether a person on another device hosts or has a seat, so that leaving does not remove the table."""
    role: Role
    """What you are at this table."""
    events: int
    """The number of events of the match."""
    progress: tuple[int, int] | None
    """The finished and all parts of a running match; null: the game does not say."""
    winners: list[int]
    """The winning seats, once the match is over, like `scores`."""
    scores: list[int]
    """The points of each seat."""


class OpenTable(Struct):
    """`GET /api/open-tables`: a table whose host lets everybody on this server take a free seat."""

    id: str
    """The id of the table, as in its address."""
    key: str
    """The token of the invitation."""
    game: str
    """The id of the game."""
    host: str
    """The host's name; empty if the host has no seat."""
    clock: Clock
    """The time limit for each action, as in `TableInfo`."""
    free: int
    """The number of free seats, out of `seats`."""
    seats: int
    """The number of seats."""


class Left(Struct):
    """`POST /api/tables/ID/leave`: what happened to the table.

    `open`: your seat is open again. `bot`: a bot plays on for you. `kept`: the table is only off your list.
    `removed`: nobody else belonged to it, so it is deleted.
    """

    outcome: Literal["open", "bot", "kept", "removed"]
    """What happened, as described above."""
