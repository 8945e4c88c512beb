"""The messages that the server sends over a table's socket, refusals, and the settings of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from purrlor.kit.answers import Question

PROTOCOL = 1

Whole: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that a client may send: every JSON library reads it exactly."""
Clock: TypeAlias = Literal["none", "relaxed", "quick", "day"]
Watch: TypeAlias = Literal["nobody", "link", "anyone"]
Chat: TypeAlias = Literal["none", "phrases", "free"]
Status: TypeAlias = Literal["open", "running", "over"]
Kind: TypeAlias = Literal["person", "bot", "open"]
Role: TypeAlias = Literal["host", "player", "watcher"]


class SeatInfo(Struct):
    name: str
    kind: Kind
    level: str
    """The level of the bot, or of the bot that stands in."""
    stands_in: bool
    """Whether a bot plays for this person."""
    here: bool
    """Whether the person is connected."""
    yours: bool
    ready: bool
    left: bool
    """Whether the person gave the seat up during the match, and a bot plays on."""
    cat: str
    """The cat that the person chose; empty: none, as at tables of older versions."""
    pledge: str
    """The hash of this seat's contribution to the seed; empty: none."""
    contribution: str
    """The contribution that was revealed, once the match has begun; empty: none."""
    delay: int = 0
    """The handicap of this seat in a race: its acts count this many milliseconds later."""


class TableInfo(Struct, tag="table"):
    """Everything about a table except the match; sent first, and whenever it changes."""

    protocol: int
    id: str
    game: str
    options: dict[str, str]
    status: Status
    seats: list[SeatInfo]
    clock: Clock
    watch: Watch
    chat: Chat
    hints: bool
    host: bool
    """Whether you are the host."""
    watchers: int
    commitment: str
    revealing: bool
    """Whether everybody has pledged, and contributions to the seed are being revealed."""
    contributions: list[str]
    seed: str
    """The seed in hexadecimal, once the match is over; empty before."""
    next: str
    """The table of the rematch."""
    next_key: str
    lesson: str
    take_backs: bool = True
    """Whether an act can ever be taken back at this table; `Update.take_back` says whether it can be now."""
    challenge: str = ""
    """The day of the daily challenge that this match is a scored try of; a club's own one has the
    club's id after a slash; empty: none."""
    sealed_until: int = 0
    """`seed` stays empty until then, also when the match is over; milliseconds since 1970."""
    rated: bool = False
    """Whether the match changes the ratings of its players when it is over."""
    evening: str = ""
    """The tournament that the match belongs to; empty: none."""
    shared_fate: bool = False
    """Whether tables of a tournament or shared position have the same seed, so that nobody contributes to it."""
    room: str = ""
    """The room for children that the table belongs to; empty: none."""
    screen: bool = False
    """Whether a screen shows the table to everybody in the room, so that players see only their own hands."""
    origin: str = ""
    """The seal of the record of the match that this one continues, the number of events taken from it, and perhaps for
    whom hidden cards were dealt again; empty: the match began at its beginning."""
    position: str = ""
    """The shared position that the match continues, to compare the results; empty: none."""


class Told(Struct):
    """One note of the story: after which event of the match, and `note` with its `kind` and values."""

    event: int
    note: dict[str, Any] | Raw
    """An object with its `kind`; the server keeps it encoded."""


class ViewerUpdate(Struct, tag="update"):
    """The part of an update that differs between viewers."""

    seat: int | None
    legal: Sequence[str]
    take_back: bool
    """Whether this seat may take back its last act."""
    view: Any


class Update(ViewerUpdate, tag="update"):
    """Everything that a seat needs; the latest update is enough."""

    version: int
    """The version, which grows with every change, including take-backs."""
    events: int
    """The number of events of the match."""
    awaiting: Sequence[int]
    racing: bool
    """Whether the first to act decides, without turns."""
    now: int
    """The time in milliseconds of the match."""
    deadline: int | None
    """The deadline that the rules set, in milliseconds of the match."""
    clock: int | None
    """The milliseconds that the expected seats have left, if a clock is running."""
    notes: Sequence[Told]
    over: bool
    winners: Sequence[int]
    scores: Sequence[int] | UnsetType = UNSET
    """The scores, once the match is over."""
    since: int | UnsetType = UNSET
    """The last event whose notes stay valid after a take-back; `notes` contains the later ones again."""


class Done(Struct, tag="done"):
    """Your message was carried out; sent for messages without a visible effect."""

    id: int


class Reason(Struct):
    """The reason for a refusal, by the rules or options of a game."""

    code: str
    """The key of the sentence in the catalogues of words; empty, or unknown to a catalogue: use `words`."""
    words: str
    """The reason in English."""
    values: dict[str, str | int | list[str] | Reason] = {}


class Refused(Struct, tag="refused"):
    """A refusal: nothing changed. `code` is for programs, `words` for people, `allowed` lists what is possible."""

    id: int
    code: str
    words: str
    allowed: list[str]
    values: dict[str, str | int | float] = {}
    """The values in the sentence `server.refused.<code>` of a catalogue."""
    reason: Reason | None = None
    """The value `reason`, if there is one, in parts for other languages."""


class MeasureLine(Struct, tag="measure_line"):
    """A race begins: open this many WebSockets to `/api/tables/ID/line`, so that the proxy measures your connection.

    They are closed at once. Without them the connection is measured less well.
    """

    times: int


class Said(Struct, tag="said"):
    name: str
    seat: int | None
    phrase: str
    text: str
    at: int


class Ranked(Struct):
    action: str
    worth: float


class Hint(Struct, tag="hint"):
    """The strongest bot's ranking of actions, given what this seat knows, best first, and why."""

    seat: int
    id: int
    version: int
    ranked: list[Ranked]
    reason: dict[str, Any] | None


class SeatView(Struct, tag="view"):
    """Everything that a seat knows and may do at this version; `view` has the fields of the game's view class."""

    seat: int
    version: int
    view: Any
    legal: Sequence[str]
    id: int = 0


class Answer(Struct, tag="answer"):
    """The state of the match in short sentences."""

    id: int
    seat: int | None
    question: Question
    lines: list[str]


class RaceEntry(Struct):
    """The timing of one act of a race. Times are in milliseconds."""

    seat: int
    action: str
    version: int
    reported: int | None
    elapsed: int
    """The milliseconds between sending the picture and receiving the press."""
    allowance: int
    """The maximum compensation of this press."""
    reaction: int
    """The reaction time that counted."""
    arrival: int
    """The act's place in the order of arrival, from 1, among those decided together."""
    place: int
    bot: bool
    usual: int = 0
    """The usual round trip of the connection."""
    exceeded: bool = False
    """Whether the client claimed more than its connection and a slow screen can explain."""
    delay: int = 0
    """The handicap that is part of `reaction`."""


class RaceLedger(Struct, tag="race"):
    """One race: all presses, in the order that counted."""

    version: int
    held: int
    """The time that the verdict waited for presses that could still have been faster."""
    entries: list[RaceEntry]


class Problem(Struct):
    """The answer to a bad HTTP request; its fields are those of `Refused`."""

    code: str
    words: str
    values: dict[str, str | int | float] = {}
    reason: Reason | None = None


ServerMessage: TypeAlias = (
    TableInfo | Update | Done | Refused | Said | Hint | SeatView | Answer | RaceLedger | MeasureLine
)
