"""Rooms for children over HTTP. No field takes a text that a child could have typed."""

from __future__ import annotations

from msgspec import Struct

from purrlor.kit.children import Grade

from .server import Kind, Status, Whole


class RoomInfo(Struct):
    """`GET /api/rooms`: one of the rooms that you opened."""

    id: str
    created: int
    cats: int
    """The number of cats that were chosen."""
    locked: bool


class RoomKey(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/enter`, with the key of the room or the ticket of a device that the opener let in.

    `child`: the opener hands this device to a child.
    """

    key: str = ""
    child: bool = False
    ticket: str = ""


class RoomFound(Struct):
    """`POST /api/rooms`: a room that you opened, and the right to enter it."""

    id: str
    key: str


class RoomTicket(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/wait`: ask whether the opener let this device in."""

    ticket: str


class RoomWait(Struct):
    """The answer to `RoomTicket`."""

    admitted: bool


class RoomAdmit(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/admit`, for the opener: admit these waiting devices, or turn them away."""

    devices: list[str]
    let_in: bool


class RoomDevice(Struct):
    """A device that knows the code and waits to be let in."""

    id: str
    number: int


class RoomCatWanted(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/cat`: be this cat. `POST /api/rooms/ID/free`: the opener frees it; empty: all of them."""

    cat: str


class RoomLock(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/lock`, for the opener: whether devices stay in the room."""

    locked: bool


class RoomNumber(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/leave`: the opener's number lifts the lock on this device; empty: the lock is lifted."""

    number: str = ""


class RoomTable(Struct, forbid_unknown_fields=True):
    """`POST /api/rooms/ID/tables`: you, open seats for friends, and bots."""

    game: str
    friends: Whole = 0
    bots: Whole = 0


class RoomSit(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/sit`: take an open seat of a table of your room."""


class RoomSeat(Struct):
    kind: Kind
    cat: str
    level: str


class RoomTableInfo(Struct):
    id: str
    game: str
    status: Status
    seats: list[RoomSeat]
    yours: bool


class RoomCat(Struct):
    cat: str
    taken: bool
    yours: bool


class Room(Struct):
    """`GET /api/rooms/ID`."""

    id: str
    opener: bool
    locked: bool
    cat: str
    """Your cat; empty: you have not chosen one."""
    cats: list[RoomCat]
    tables: list[RoomTableInfo]
    """Tables that have not begun, and your running ones; the latest first."""
    key: str = ""
    """The right to enter; only the opener receives it, like `number`."""
    number: str = ""
    """The number that lifts the lock on a device."""
    waiting: list[RoomDevice] = []
    """The devices that wait to be let in; only the opener receives them."""


class KnownItem(Struct):
    item: str
    grade: Grade
    millis: int | None


class CatKnowledge(Struct):
    cat: str
    known: list[KnownItem]


class RoomKnowledge(Struct):
    """`GET /api/rooms/ID/knowledge`, for the opener: what each cat knows now, by game."""

    game: str
    cats: list[CatKnowledge]
