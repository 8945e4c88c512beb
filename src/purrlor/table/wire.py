"""What travels between the server and its clients, as JSON.

`docs/wire.md` tells it for people; the page's types are made from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from purrlor.kit.review import LookBackOf

PROTOCOL = 1

Whole: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that a client may send: every JSON library reads it exactly."""
Clock: TypeAlias = Literal["none", "relaxed", "quick", "day"]
Watch: TypeAlias = Literal["nobody", "link", "anyone"]
Chat: TypeAlias = Literal["none", "phrases", "free"]
Status: TypeAlias = Literal["open", "running", "over"]
Kind: TypeAlias = Literal["person", "bot", "open"]
Role: TypeAlias = Literal["host", "player", "watcher"]


# Requests over HTTP


class SeatWanted(Struct, forbid_unknown_fields=True):
    """A seat of a new table: for a person on this device, a bot of a level, or open for whoever has the link."""

    kind: Kind
    name: str = ""
    level: str = ""
    cat: str = ""
    """How the page draws this person."""


class NewTable(Struct, forbid_unknown_fields=True):
    """`POST /api/tables`."""

    game: str
    seats: list[SeatWanted]
    name: str
    """What the host is called."""
    cat: str = ""
    """How the page draws the host: one short word of small letters; empty: by seat."""
    options: dict[str, str] = {}
    clock: Clock = "none"
    watch: Watch = "link"
    chat: Chat = "phrases"
    hints: bool = True
    pass_phrase: str = ""
    stand_in: str = ""
    """The level of the bot that plays for whoever is away; empty: the one in the middle."""
    pace: Whole = 700
    """How long a bot takes at least, in milliseconds, so that people can follow."""
    cap: Whole = 300
    """In a race: the most milliseconds that any line is excused for."""
    lesson: str = ""
    """A prepared fate, for tutorials: its name; empty: a fresh one."""


class TableMade(Struct):
    id: str
    key: str
    """Whoever has it may join: it travels in the fragment of a link, which no server logs."""


class Join(Struct, forbid_unknown_fields=True):
    """`POST /api/tables/ID/join`: take an open seat, or come to watch."""

    name: str
    key: str = ""
    pass_phrase: str = ""
    seat: Whole | None = None
    watch: bool = False
    cat: str = ""
    request: str = ""
    """A random word of 16 to 64 characters: a join sent again with it, its answer being lost, gets the same seat."""
    token: bool = False
    """For bots: answer with a token for the Authorization header, instead of a cookie."""


class Joined(Struct):
    seat: int | None
    token: str = ""


class Rename(Struct, forbid_unknown_fields=True):
    """`POST /api/me`."""

    name: str


class Me(Struct):
    """`GET /api/me`: who this device is, if it is anybody yet."""

    known: bool
    name: str


class TransferMade(Struct):
    """`POST /api/transfer`: a word that makes another device the same person; it works once, for ten minutes."""

    word: str


class TransferTaken(Struct, forbid_unknown_fields=True):
    """`POST /api/transfer/take`."""

    word: str


class Link(Struct, forbid_unknown_fields=True):
    """`POST /api/qr`: a text to draw as a QR code."""

    text: str


class OptionInfo(Struct):
    """An option of a game: its type, what it may be and what it is if nobody says."""

    name: str
    kind: Literal["bool", "int", "seat", "choice", "choices", "text"]
    default: str
    choices: list[str]
    optional: bool


class SheetDrawn(Struct, forbid_unknown_fields=True):
    """`POST /api/sheets/check`: a drawing of a House of Cats sheet, or the word that stands for one."""

    text: str


class SheetChecked(Struct):
    """The sheet as the option `sheet` takes it, its level and marks; or `error` says what is wrong with it."""

    packed: str
    level: int
    rows: list[list[str]]
    error: str
    reason: Reason | None = None
    """`error` in parts, for other languages."""


TextKind: TypeAlias = Literal["text", "strong", "em", "code", "link"]


class RulesText(Struct, frozen=True):
    """A piece of a line of the rules; `to` is where a link leads, on the same page."""

    kind: TextKind
    text: str
    to: str = ""


class RulesHeading(Struct, frozen=True, tag="heading", tag_field="kind"):
    level: int
    id: str
    text: list[RulesText]


class RulesParagraph(Struct, frozen=True, tag="paragraph", tag_field="kind"):
    text: list[RulesText]


class RulesList(Struct, frozen=True, tag="list", tag_field="kind"):
    ordered: bool
    items: list[list[RulesText]]


class RulesTable(Struct, frozen=True, tag="table", tag_field="kind"):
    head: list[list[RulesText]]
    rows: list[list[list[RulesText]]]


class RulesCode(Struct, frozen=True, tag="code", tag_field="kind"):
    text: str


RulesBlock: TypeAlias = RulesHeading | RulesParagraph | RulesList | RulesTable | RulesCode


class RulesPage(Struct, frozen=True):
    """The rules of a game, below their title."""

    blocks: list[RulesBlock]


class GameInfo(Struct):
    """`GET /api/games`."""

    name: str
    seats: list[int]
    levels: list[str]
    options: list[OptionInfo]
    hints: bool
    """Whether an adviser knows the game."""
    default_level: str
    """The opponent of people who chose none."""


class TableSummary(Struct):
    """`GET /api/tables`: one of your tables."""

    id: str
    game: str
    status: Status
    names: list[str]
    levels: list[str]
    """Of the bots; empty for people."""
    your_turn: bool
    awaiting: list[int]
    created: int
    """Milliseconds since 1970, like `changed`."""
    changed: int
    clock: Clock
    host: bool
    others: bool
    """Somebody on another device has a seat, or hosts: leaving does not remove the table."""
    role: Role
    events: int
    """How many events the match has."""
    progress: tuple[int, int] | None
    """While the match is running: how much of it is done, and of how much; null: the game does not say."""
    winners: list[int]
    """Once the match is over, like `scores`."""
    scores: list[int]


class Left(Struct):
    """`POST /api/tables/ID/leave`: what became of the table.

    `open`: your seat is open again; `bot`: a bot plays on for you; `kept`: the table is only off your list;
    `removed`: nobody else belonged to it, and it is deleted.
    """

    outcome: Literal["open", "bot", "kept", "removed"]


# From a client, over the socket of a table


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """I am here; `pledge` is the hash of my contribution to fate, which `Reveal` shows when everybody has pledged.

    A program that does not care sends its `contribution` at once (one line of visible text, at most 64 characters).
    """

    contribution: str = ""
    pledge: str = ""


class Reveal(Struct, tag="reveal", forbid_unknown_fields=True):
    """The contribution that was pledged. Sent when the table is `revealing`."""

    contribution: str
    id: int = 0


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """The host begins without waiting: open seats get bots."""

    id: Whole = 0


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """`reaction`: milliseconds from showing `version` to the press, where a race is on."""

    seat: Whole
    version: Whole
    action: str
    id: Whole = 0
    reaction: Whole | None = None


class TakeBack(Struct, tag="take_back", forbid_unknown_fields=True):
    seat: Whole
    id: Whole = 0


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    seat: Whole
    id: Whole = 0


class AskView(Struct, tag="view", forbid_unknown_fields=True):
    """For bots: what this seat knows, as the rules have it instead of as a picture. Answered with `SeatView`."""

    seat: Whole
    id: Whole = 0


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """A quick phrase by its key, or free text where the host allows it."""

    phrase: str = ""
    text: str = ""
    id: Whole = 0


class Replace(Struct, tag="replace", forbid_unknown_fields=True):
    """Let a bot play for a seat: your own, one whose person is away, or as the host an open one."""

    seat: Whole
    level: str = ""
    id: Whole = 0


class TakeSeat(Struct, tag="take_seat", forbid_unknown_fields=True):
    """Take back your own seat from the bot that plays for you."""

    seat: Whole
    id: Whole = 0


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    id: Whole = 0


ClientMessage: TypeAlias = (
    Ready | Reveal | Start | Act | TakeBack | AskHint | AskView | Say | Replace | TakeSeat | Rematch
)


# To a client


class SeatInfo(Struct):
    name: str
    kind: Kind
    level: str
    """Of the bot, or of the bot that stands in."""
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
    """In hexadecimal, once the match is over; empty before."""
    next: str
    """The table of the rematch."""
    next_key: str
    lesson: str
    take_backs: bool = True
    """Whether an act can ever be taken back at this table; `Update.take_back` says whether it can be now."""


class Told(Struct):
    """One note of the story: after which event of the match, and `note` with its `kind` and values."""

    event: int
    note: dict[str, Any] | Raw
    """We hold it as the text that is sent."""


class Update(Struct, tag="update"):
    """Everything a seat needs; the latest one is enough."""

    seat: int | None
    version: int
    """Grows with every change, also when something is taken back."""
    events: int
    """How many events the match has."""
    view: Any
    legal: tuple[str, ...]
    awaiting: Sequence[int]
    racing: bool
    """Whether who acts first decides: there are no turns then."""
    now: int
    """Milliseconds of the match."""
    deadline: int | None
    """When the rules' own time runs out, in milliseconds of the match."""
    clock: int | None
    """Milliseconds that the awaited seats have left, where a clock runs."""
    notes: Sequence[Told] | Raw
    """We hold them as the text that is sent."""
    take_back: bool
    """Whether this seat may take back its last act."""
    over: bool
    winners: Sequence[int]
    scores: Sequence[int] | UnsetType = UNSET
    """Once the match is over."""
    since: int | UnsetType = UNSET
    """After a take-back: forget the notes of later events than this; `notes` tells them anew."""


class Done(Struct, tag="done"):
    """Your message was carried out; for those that change nothing others see at once."""

    id: int


class Reason(Struct):
    """Why something is refused, as the rules or options of a game say it."""

    code: str
    """The key of the sentence in the catalogues of words; empty, or unknown to a catalogue: there are only `words`."""
    words: str
    """In English."""
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


class RaceEntry(Struct):
    """How one act of a race was timed. Times are in milliseconds."""

    seat: int
    action: str
    version: int
    reported: int | None
    elapsed: int
    """Between sending the picture and receiving the press."""
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


class Race(Struct, tag="race"):
    """The ledger of one race: everybody who pressed, in the order that counted."""

    version: int
    held: int
    """How long the verdict waited for somebody who could still have been faster."""
    entries: list[RaceEntry]


class Step(Struct):
    """One step of a replay: the event in notation, the picture after it, and what there was to tell."""

    number: int
    event: str
    view: Any
    notes: list[Told]
    awaiting: list[int]


class AskedFate(Struct):
    """`GET /api/tables/ID/fates`: what was asked of fate at which event, and what it gave.

    `pool`: the faces of each die, or what was drawn from.
    """

    event: int
    kind: Literal["roll", "draw"]
    count: int
    pool: tuple[int, ...]
    values: tuple[int, ...]


class Replay(Struct):
    """`GET /api/tables/ID/replay?seat=N`, once the match is over."""

    table: TableInfo
    seat: int | None
    steps: list[Step]


class Compared(Struct):
    """What was done and what was better, each as the game's page draws it (House of Cats: a house after the turn)."""

    played: Any
    better: Any


class Judged(Struct):
    """One decision that lost something: where, what was done, what was better, and by how much."""

    event: int
    asked: int
    """The step of the replay in which the seat had to choose."""
    situation: dict[str, Any]
    action: str
    best: str
    worth: float
    """The expected result after what was done; after what was better it is `worth + loss`."""
    loss: float
    error: float
    drawn: Compared | None
    """Of the dearest few, where the game can be drawn."""


class AccountOf(Struct):
    """One seat: reached = start + luck - lost."""

    seat: int
    start: float
    reached: float
    luck: float
    lost: float
    luck_rank: float | None
    """The share of matches with less luck; null: not known for this game."""
    course: list[tuple[int, float]]
    """The expected result after each event that changed it."""
    decisions: list[Judged]
    """The dearest first."""
    choices: int
    """How many decisions there were."""


class Review(Struct):
    """How well everybody played: accounts, or for a race a look back."""

    accounts: list[AccountOf]
    looks_back: list[LookBackOf] | None


class ReviewAnswer(Struct):
    """`GET /api/tables/ID/review`: ask again while it is `working`; `review` has the seats that are done by then."""

    status: Literal["working", "done", "none"]
    review: Review | None
    progress: float
    """The share that is done."""


class Problem(Struct):
    """The answer to a bad HTTP request; its fields are those of `Refused`."""

    code: str
    words: str
    values: dict[str, str | int | float] = {}
    reason: Reason | None = None


ServerMessage: TypeAlias = TableInfo | Update | Done | Refused | Said | Hint | SeatView | Race | MeasureLine
