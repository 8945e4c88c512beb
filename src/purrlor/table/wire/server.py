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
    """A seat and its player."""

    name: str
    """The name of the person or bot; empty: an open seat."""
    kind: Kind
    """Whether a person or a bot has the seat, or nobody yet."""
    level: str
    """The level of the bot, or of the bot that stands in."""
    stands_in: bool
    """Whether a bot plays for this person."""
    here: bool
    """Whether the person is connected."""
    yours: bool
    """Whether the seat belongs to this device."""
    ready: bool
    """Whether the person is ready to begin."""
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
    """The version of this protocol."""
    id: str
    """The id of the table, as in its address."""
    game: str
    """The id of the game."""
    options: dict[str, str]
    """The game's options by name, as text."""
    status: Status
    """Whether the match has not begun, is running, or is over."""
    seats: list[SeatInfo]
    """The seats, in the order of play."""
    clock: Clock
    """The time limit for each action: `none`; `relaxed`, 3 minutes; `quick`, 30 seconds; `day`, 24 hours a turn."""
    watch: Watch
    """Who may watch."""
    chat: Chat
    """Whether players can send no messages, only ready-made phrases, or free text."""
    hints: bool
    """Whether players may ask for hints."""
    host: bool
    """Whether you are the host."""
    watchers: int
    """The number of spectators."""
    commitment: str
    """The hash of the secret that the seed is made from."""
    revealing: bool
    """Whether everybody has pledged, and contributions to the seed are being revealed."""
    contributions: list[str]
    """The players' contributions to the seed, once the match has begun."""
    seed: str
    """The seed in hexadecimal, once the match is over; empty before."""
    next: str
    """The table of the rematch."""
    next_key: str
    """The right to join the rematch, for players."""
    lesson: str
    """The name of prepared dice and deals; empty: random ones."""
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
    """The number of the event that the note belongs to."""
    note: dict[str, Any] | Raw
    """An object with its `kind`; the server keeps it encoded."""


class ViewerUpdate(Struct, tag="update"):
    """The part of an update that differs between viewers."""

    seat: int | None
    """Your seat, counted from 0; null: you watch."""
    legal: Sequence[str]
    """Your legal actions in the game's notation."""
    take_back: bool
    """Whether this seat may take back its last act."""
    view: Any
    """The match as you see it: the game's picture."""


class Update(ViewerUpdate, tag="update"):
    """Everything that a seat needs; the latest update is enough."""

    version: int
    """The version, which grows with every change, including take-backs."""
    events: int
    """The number of events of the match."""
    awaiting: Sequence[int]
    """The seats to act."""
    racing: bool
    """Whether the first to act decides, without turns."""
    now: int
    """The time in milliseconds of the match."""
    deadline: int | None
    """The deadline that the rules set, in milliseconds of the match."""
    clock: int | None
    """The milliseconds that the expected seats have left, if a clock is running."""
    notes: Sequence[Told]
    """What happened since the last update."""
    over: bool
    """Whether the match is over."""
    winners: Sequence[int]
    """The winning seats, once the match is over."""
    scores: Sequence[int] | UnsetType = UNSET
    """The scores, once the match is over."""
    since: int | UnsetType = UNSET
    """The last event whose notes stay valid after a take-back; `notes` contains the later ones again."""


class Done(Struct, tag="done"):
    """Your message was carried out; sent for messages without a visible effect."""

    id: int
    """The `id` of the message."""


class Reason(Struct):
    """The reason for a refusal, by the rules or options of a game."""

    code: str
    """The key of the sentence in the catalogues of words; empty, or unknown to a catalogue: use `words`."""
    words: str
    """The reason in English."""
    values: dict[str, str | int | list[str] | Reason] = {}
    """The values in the sentence."""


class Refused(Struct, tag="refused"):
    """A refusal: nothing changed. `code` is for programs, `words` for people, `allowed` lists what is possible."""

    id: int
    """The `id` of the message that was refused; 0: none."""
    code: str
    """The reason for programs; codes never change."""
    words: str
    """The reason in the language of the request."""
    allowed: list[str]
    """Your legal actions, if an act was refused."""
    values: dict[str, str | int | float] = {}
    """The values in the sentence `server.refused.<code>` of a catalogue."""
    reason: Reason | None = None
    """The value `reason`, if there is one, in parts for other languages."""


class MeasureLine(Struct, tag="measure_line"):
    """A race begins: open this many WebSockets to `/api/tables/ID/line`, so that the proxy measures your connection.

    They are closed at once. Without them the connection is measured less well.
    """

    times: int
    """The number of WebSockets to open."""


class Said(Struct, tag="said"):
    """A chat message."""

    name: str
    """The name of the sender."""
    seat: int | None
    """The seat of the person; null: a spectator."""
    phrase: str
    """The key of a quick phrase; empty: `text` is free text."""
    text: str
    """Free text; empty: `phrase` is shown."""
    at: int
    """Milliseconds since 1970."""


class Ranked(Struct):
    """An action with its expected value."""

    action: str
    """The action in the game's notation."""
    worth: float
    """The expected value."""


class NextBest(Struct):
    """The second-best turn, where a turn has several actions."""

    actions: list[str]
    """Its actions that the best turn does not have."""
    less: float
    """The expected points that it loses against the best turn."""
    reason: dict[str, Any] | None
    """What it does, as a note; null: the same as the best turn."""


class Hint(Struct, tag="hint"):
    """The strongest bot's ranking of actions, given what this seat knows, best first, and why."""

    seat: int
    """The seat that the hint is for, counted from 0."""
    id: int
    """The `id` of the request."""
    version: int
    """The version that the hint is for."""
    ranked: list[Ranked]
    """The actions, the best first."""
    reason: dict[str, Any] | None
    """Why the best action is good, as a note; null: no reason is known."""
    next_best: NextBest | None = None
    """The second-best turn; null: a turn has one action, or no other was found."""


class SeatView(Struct, tag="view"):
    """Everything that a seat knows and may do at this version; `view` has the fields of the game's view class."""

    seat: int
    """The seat whose view this is, counted from 0."""
    version: int
    """The version of the match that the view shows."""
    view: Any
    """The view, with the fields of the game's view class."""
    legal: Sequence[str]
    """The seat's legal actions in the game's notation."""
    id: int = 0
    """The `id` of the request."""


class Answer(Struct, tag="answer"):
    """The state of the match in short sentences."""

    id: int
    """The `id` of the request."""
    seat: int | None
    """The seat that asked; null: a spectator."""
    question: Question
    """The question that is answered."""
    lines: list[str]
    """The sentences."""


class RaceEntry(Struct):
    """The timing of one act of a race. Times are in milliseconds."""

    seat: int
    """The seat that acted, counted from 0."""
    action: str
    """The action in the game's notation."""
    version: int
    """The version that the press answered."""
    reported: int | None
    """The reaction time that the client reported; null: none."""
    elapsed: int
    """The milliseconds between sending the picture and receiving the press."""
    allowance: int
    """The maximum compensation of this press."""
    reaction: int
    """The reaction time that counted."""
    arrival: int
    """The act's place in the order of arrival, from 1, among those decided together."""
    place: int
    """The act's place in the verdict, from 1."""
    bot: bool
    """Whether a bot acted."""
    usual: int = 0
    """The usual round trip of the connection."""
    exceeded: bool = False
    """Whether the client claimed more than its connection and a slow screen can explain."""
    delay: int = 0
    """The handicap that is part of `reaction`."""


class RaceLedger(Struct, tag="race"):
    """One race: all presses, in the order that counted."""

    version: int
    """The version of the match at the verdict."""
    held: int
    """The time that the verdict waited for presses that could still have been faster."""
    entries: list[RaceEntry]
    """The presses, in the order that counted."""


class Problem(Struct):
    """The answer to a bad HTTP request; its fields are those of `Refused`."""

    code: str
    """The reason for programs."""
    words: str
    """The reason in English."""
    values: dict[str, str | int | float] = {}
    """The values in the sentence `server.refused.<code>` of a catalogue."""
    reason: Reason | None = None
    """The value `reason`, if there is one, in parts for other languages."""


ServerMessage: TypeAlias = (
    TableInfo | Update | Done | Refused | Said | Hint | SeatView | Answer | RaceLedger | MeasureLine
)
