"""Rooms for children over HTTP. No field takes a text that a child could have typed."""

from __future__ import annotations

from msgspec import Struct

from purrlor.kit.children import Grade

from .server import Kind, Status, Whole


class RoomInfo(Struct):
    """`GET /api/rooms`: one of the rooms that you opened."""

    id: str
    """The id of the room, as in its address."""
    created: int
    """Milliseconds since 1970."""
    cats: int
    """The number of cats that were chosen."""
    locked: bool
    """Whether devices stay in the room."""


class RoomKey(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/enter`, with the key of the room or the ticket of a device that the opener let in.

    `child`: the opener hands this device to a child.
    """

    key: str = ""
    """The key of the room; empty: `ticket` is used."""
    child: bool = False
    """Whether the opener hands this device to a child."""
    ticket: str = ""
    """The ticket of a device that the opener let in."""


class RoomFound(Struct):
    """`POST /api/rooms`: a room that you opened, and the right to enter it."""

    id: str
    """The id of the room, as in its address."""
    key: str
    """The right to enter."""


class RoomTicket(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/wait`: ask whether the opener let this device in."""

    ticket: str
    """The ticket of this device, from `CodeFound`."""


class RoomWait(Struct):
    """The answer to `RoomTicket`."""

    admitted: bool
    """Whether the opener let the device in."""


class RoomAdmit(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/admit`, for the opener: admit these waiting devices, or turn them away."""

    devices: list[str]
    """The ids of the devices."""
    let_in: bool
    """Whether they are admitted; otherwise they are turned away."""


class RoomDevice(Struct):
    """A device that knows the code and waits to be let in."""

    id: str
    """The id of the device, for `RoomAdmit`."""
    number: int
    """The number that the device shows."""


class RoomCatWanted(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/cat`: be this cat. `POST /api/rooms/ID/free`: the opener frees it; empty: all of them."""

    cat: str
    """The cat; empty with `/free`: all cats."""


class RoomLock(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/lock`, for the opener: whether devices stay in the room."""

    locked: bool
    """Whether devices stay in the room."""


class RoomNumber(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/leave`: the opener's number, which lifts the lock on this device."""

    number: str = ""
    """The number that lifts the lock; empty: the room is not locked."""


class RoomTable(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/tables`: you, open seats for friends, and bots."""

    game: str
    """The id of the game."""
    friends: Whole = 0
    """The number of seats that stay open for others in the room."""
    bots: Whole = 0
    """The number of bots."""


class RoomSit(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/sit`: take an open seat of a table of your room."""


class RoomSeat(Struct):
    """A seat of a table in a room."""

    kind: Kind
    """Whether a child or a bot has the seat, or nobody yet."""
    cat: str
    """The cat at the seat; empty: none."""
    level: str
    """The level of the bot; empty: not a bot."""


class RoomTableInfo(Struct):
    """A table in a room."""

    id: str
    """The id of the table, as in its address."""
    game: str
    """The id of the game."""
    status: Status
    """Whether the match has not begun, is running, or is over."""
    seats: list[RoomSeat]
    """The seats, in the order of play."""
    yours: bool
    """Whether you have a seat."""


class RoomCat(Struct):
    """One of the cats that children choose."""

    cat: str
    """The name of the cat."""
    taken: bool
    """Whether somebody has chosen it."""
    yours: bool
    """Whether this device has chosen it."""


class Room(Struct):
    """`GET /api/rooms/ID`."""

    id: str
    """The id of the room, as in its address."""
    opener: bool
    """Whether you opened the room."""
    locked: bool
    """Whether devices stay in the room."""
    cat: str
    """Your cat; empty: you have not chosen one."""
    cats: list[RoomCat]
    """The cats that children choose from."""
    tables: list[RoomTableInfo]
    """Tables that have not begun, and your running ones; the latest first."""
    key: str = ""
    """The right to enter; only the opener receives it, like `number`."""
    number: str = ""
    """The number that lifts the lock on a device."""
    waiting: list[RoomDevice] = []
    """The devices that wait to be let in; only the opener receives them."""


class KnownItem(Struct):
    """One item to learn, such as a sum, and how well it is known."""

    item: str
    """The item as text, such as `3+8`."""
    grade: Grade
    """A comparison with the child's usual times; `weak`: wrong or missed the last time."""
    millis: int | None
    """The usual time of an answer; null: never answered correctly."""


class CatKnowledge(Struct):
    """What the player of one cat knows."""

    cat: str
    """The name of the cat."""
    known: list[KnownItem]
    """The items of the game."""


class RoomKnowledge(Struct):
    """`GET /api/rooms/ID/knowledge`, for the opener: what each cat knows now, by game."""

    game: str
    """The id of the game."""
    cats: list[CatKnowledge]
    """What each cat knows."""
