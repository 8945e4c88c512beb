"""How a table was set up and who sits where: all of a table that is no event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol, cast

from msgspec import Struct

from purrlor.kit import kit, levels
from purrlor.kit.bots import UnknownLevel

from .race.round_trips import CAP
from .refusals import refused
from .rows import TableRow
from .wire import Chat, Clock, Kind, Role, TableSummary, Watch
from .wire.requests import USUAL_PACE


class SeatSetup(Struct):
    kind: Kind
    name: str = ""
    level: str = ""
    """Of a bot, or of the bot that stands in for a person."""
    person: str = ""
    """The id of the person who holds the seat."""
    stands_in: bool = False
    ready: bool = False
    came: bool = True
    """Whether the person has been at the table since taking the seat."""
    left: bool = False
    """The person gave the seat up during the match; a bot plays on."""
    relieved: bool = False
    """A bot has played for the person during the match, maybe for a while only; noted where a match is rated or
    belongs to an evening."""
    cat: str = ""
    """The cat that the person chose; empty: none."""
    lead: int = 0
    """Where handicaps make a match even: what the person's is worked out from."""
    delay: int = 0
    """In a race: acts of this seat count this many milliseconds later, as a handicap."""
    pledge: str = ""
    """The hash of what the person contributes to fate; empty: nothing."""
    contribution: str = ""
    """What the person has revealed of it."""

    @property
    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.stands_in


class Summary(Struct, frozen=True):
    """What a list of tables shows of a match; it describes the match after `events` events."""

    events: int = 0
    awaiting: tuple[int, ...] = ()
    progress: tuple[int, int] | None = None
    """How much of the match is done, and of how much, in a unit of the game; None: the game does not say."""
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


class ShowsProgress(Protocol):
    """A game that can say how much of a match is done, from what a spectator sees."""

    def progress(self, view: Any) -> tuple[int, int]: ...


def progress_of(game: object, view: Any) -> tuple[int, int] | None:
    # `isinstance` with a protocol looks at all of its members, 5.6 µs in Python 3.11; this takes 0.3 µs.
    return cast("ShowsProgress", game).progress(view) if hasattr(game, "progress") else None


class Setup(Struct):
    game: str
    options: dict[str, str]
    seats: list[SeatSetup]
    host: str
    key: str
    clock: Clock = "none"
    watch: Watch = "link"
    chat: Chat = "phrases"
    hints: bool = True
    pass_phrase: str = ""
    """Salted and hashed; empty: none is asked for."""
    stand_in: str = ""
    pace: int = USUAL_PACE
    cap: int = CAP
    lesson: str = ""
    rated: bool = False
    """The match moves the ratings of its players when it is over."""
    challenge: str = ""
    """The day of the daily challenge that this is a scored try of; a club's own one has the club's id after a
    slash; empty: it is none."""
    evening: str = ""
    """The evening that the match belongs to; empty: to none."""
    round: int = 0
    """Of the evening, from 1 on."""
    shared_fate: str = ""
    """What the tables of a duplicate round have in common; empty: the fate is this table's own."""
    sealed_until: int = 0
    """The seed is not shown before this time, also when the match is over."""
    contributions: list[str] = []
    """What fate is mixed with, in this order."""
    contributions_fixed: bool = False
    """The match has begun with these, or with none; False as well at tables of older versions."""
    reveal_until: int = 0
    """While contributions are revealed: when the match begins without those that were not."""
    take_backs: int = 0
    """How many events were taken back, so that versions never repeat."""
    next: str = ""
    next_key: str = ""
    room: str = ""
    """The room for children that this table belongs to; empty: none."""
    screen: str = ""
    """The id of the person whose browser shows the table to everybody in the room; empty: there is no such screen."""
    adopted: bool = False
    """The match was played elsewhere and came here as a record."""

    @property
    def common_fate(self) -> str:
        """What tables with the same fate have in common: players contribute nothing, and bots draw alike."""
        return self.challenge or self.shared_fate

    @property
    def counts_elsewhere(self) -> bool:
        """Whether the match is compared with others: nothing is taken back."""
        return bool(self.challenge or self.evening)

    @property
    def full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def all_ready(self) -> bool:
        return self.full and all(seat.ready or seat.played_by_bot for seat in self.seats)

    @property
    def people(self) -> list[str]:
        """The ids of those who hold a seat, in the order of the seats."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    def others(self, person: str) -> set[str]:
        """The ids of everybody else who holds a seat or hosts; people who share the person's device have no own id."""
        return {*self.people, self.host} - {person, ""}

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats that a person holds: several, where people share a device."""
        return tuple([number for number, seat in enumerate(self.seats) if seat.person == person]) if person else ()


def name_bots(seats: Sequence[SeatSetup]) -> None:
    """Bots are called by their level; several of one level are numbered."""
    bots = [seat for seat in seats if seat.kind == "bot"]
    count, named = Counter(seat.level for seat in bots), Counter[str]()
    for seat in bots:
        named[seat.level] += 1
        number = f" {named[seat.level]}" if count[seat.level] > 1 else ""
        seat.name = seat.level.partition("@")[0].replace("-", " ").capitalize() + number


def level_names(game: str) -> list[str]:
    """Name the bots that a game has."""
    return [level.name for level in levels(game)]


def checked_level(game: str, level: str) -> str:
    """Return a level that there is; empty: the default opponent."""
    names = level_names(game)
    try:
        return kit(game).level(level).name if level else kit(game).default_level.name
    except UnknownLevel:
        raise refused("no_level", names, level=level[:40], levels=", ".join(names)) from None


def table_summary(row: TableRow, setup: Setup, summary: Summary, person: str, role: Role) -> TableSummary:
    """Show one of a person's tables in a list."""
    return TableSummary(
        id=row.id,
        game=setup.game,
        status=row.status,
        names=[seat.name for seat in setup.seats],
        levels=[seat.level if seat.kind == "bot" else "" for seat in setup.seats],
        your_turn=bool(set(summary.awaiting) & set(setup.seats_of(person))),
        awaiting=list(summary.awaiting),
        created=row.created,
        changed=row.changed,
        clock=setup.clock,
        host=setup.host == person,
        others=bool(setup.others(person)),
        role=role,
        events=summary.events,
        progress=summary.progress,
        winners=list(summary.winners),
        scores=list(summary.scores),
    )
