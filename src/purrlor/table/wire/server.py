"""What a client is sent over a table's socket, and how refusals look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import UNSET, Raw, Struct, UnsetType

from purrlor.kit.answers import Question

from .choices import Chat, Clock, Kind, Status, Watch


class SeatInfo(Struct):
    name: str
    kind: Kind
    level: str
    """The level of the bot, or of the bot that stands in."""
    stands_in: bool
    """A bot plays for this person."""
    here: bool
    """The person is connected."""
    yours: bool
    ready: bool
    left: bool
    """The person gave the seat up during the match; a bot plays on."""
    cat: str
    """The cat that the person chose; empty: none, as at tables of older versions."""
    pledge: str
    """The hash of the contribution to fate in this place; empty: none."""
    contribution: str
    """What was revealed, once the match has begun; empty: nothing."""
    delay: int = 0
    """A handicap: in a race, acts of this seat count this many milliseconds later."""


class TableInfo(Struct, tag="table"):
    """All about a table but the match itself; sent first, and whenever it changes."""

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
    """You are the host."""
    watchers: int
    commitment: str
    revealing: bool
    """Everybody has pledged: now contributions to fate are revealed."""
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
    club's id after a slash; empty: it is none."""
    sealed_until: int = 0
    """`seed` stays empty until then, also when the match is over; milliseconds since 1970."""
    rated: bool = False
    """The match moves the ratings of its players when it is over."""
    evening: str = ""
    """The evening that the match belongs to; empty: to none."""
    shared_fate: bool = False
    """Other tables of the evening have the same fate, so nobody contributes to it."""
    room: str = ""
    """The room for children that the table belongs to; empty: none."""
    screen: bool = False
    """A screen shows the table to everybody in the room: players see their own hand only."""


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
    """Everything a seat needs; the latest one is enough."""

    version: int
    """Grows with every change, also when something is taken back."""
    events: int
    """How many events the match has."""
    awaiting: Sequence[int]
    racing: bool
    """Whether who acts first decides: there are no turns then."""
    now: int
    """Milliseconds of the match."""
    deadline: int | None
    """When the rules' own time runs out, in milliseconds of the match."""
    clock: int | None
    """Milliseconds that the awaited seats have left, where a clock runs."""
    notes: Sequence[Told]
    over: bool
    winners: Sequence[int]
    scores: Sequence[int] | UnsetType = UNSET
    """Once the match is over."""
    since: int | UnsetType = UNSET
    """The last event whose notes stay valid after a take-back; `notes` contains the later ones again."""


class Done(Struct, tag="done"):
    """Your message was carried out; for those that change nothing others see at once."""

    id: int


class Reason(Struct):
    """Why something is refused, as the rules or options of a game say it."""

    code: str
    """The key of the sentence in the catalogues of words; empty, or unknown to a catalogue: there are only `words`."""
    words: str
    """The reason in English."""
    values: dict[str, str | int | list[str] | Reason] = {}


class Refused(Struct, tag="refused"):
    """Nothing changed. `code` for programs and translations, `words` for people, `allowed` what would be possible."""

    id: int
    code: str
    words: str
    allowed: list[str]
    values: dict[str, str | int | float] = {}
    """What stands in the sentence `server.refused.<code>` of a catalogue."""
    reason: Reason | None = None
    """Where the values have a `reason`: the same in parts, for other languages."""


class MeasureLine(Struct, tag="measure_line"):
    """A race begins: open this many WebSockets to `/api/tables/ID/line`, so that the proxy measures your line.

    They are closed at once. A client that does not gets its line measured less well.
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
    """The strongest bot's opinion on what this seat knows, best first, and why."""

    seat: int
    id: int
    version: int
    ranked: list[Ranked]
    reason: dict[str, Any] | None


class SeatView(Struct, tag="view"):
    """All that a seat knows and may do at this version; `view` has the fields of the game's view class."""

    seat: int
    version: int
    view: Any
    legal: Sequence[str]
    id: int = 0


class Answer(Struct, tag="answer"):
    """How things stand, in short sentences."""

    id: int
    seat: int | None
    question: Question
    lines: list[str]


class RaceEntry(Struct):
    """How one act of a race was timed. Times are in milliseconds."""

    seat: int
    action: str
    version: int
    reported: int | None
    elapsed: int
    """The milliseconds between sending the picture and receiving the press."""
    allowance: int
    """The most that could be taken off this press."""
    reaction: int
    """What counted."""
    arrival: int
    """Its place in the order of arrival, from 1, among those decided together."""
    place: int
    bot: bool
    usual: int = 0
    """The line's usual round trip."""
    exceeded: bool = False
    """The client claimed more than its line and a slow screen can explain."""
    delay: int = 0
    """The handicap that is part of `reaction`."""


class RaceLedger(Struct, tag="race"):
    """One race: everybody who pressed, in the order that counted."""

    version: int
    held: int
    """How long the verdict waited for somebody who could still have been faster."""
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
