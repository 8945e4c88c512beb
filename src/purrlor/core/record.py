"""A record: one match as a text that people can read, compare and check.

    purrlor record 1
    game: yatzy 1
    options: seats=2 first=none scratch=forced mouser_is_fat_cat=false
    seat 1: Ann
    seat 2: Tabby
    bot 2: tabby
    commitment: 9f86d0…
    contribution: 7f3a
    pledge 1: 5d1c6f…
    seed: 3a7bd3…
    origin: 7d865e… 57 redealt 2
    result: 231 198

    1 0 fate 2
    2 1400 seat2 roll
    3 1400 fate 1 3 3 5 6
    …

    seal: e3b0c4…

Each event has its number, its time in milliseconds, its source (seat, fate or timeout) and the game's notation. Only a
fork has an origin: the checksum of another record, and how many of its events begin this match.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .events import Act, Event, Fate, InvalidNotation, Millis, Seat, Timeout
from .fate import Fates, commitment, fate_key, pledge
from .match import Match
from .options import option_texts
from .reason import Reason, Refused, in_line
from .rules import Game
from .value import Value

FORMAT = "purrlor record 1"
ORIGIN = re.compile("([0-9a-f]{64}) (0|[1-9][0-9]{0,6})(?: redealt ([1-9][0-9]?))?")

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class BrokenRecord(Refused, ValueError):
    """The text is not a record, or was changed after it was written."""

    def __init__(self, line: int, reason: Reason) -> None:
        super().__init__(in_line(line, reason))
        self.line = line


class InvalidField(Refused, ValueError):
    """A field has a value that a record cannot hold."""


class Origin(Value, frozen=True):
    """The position that a fork continues from."""

    checksum: str
    """The checksum of the record that the first events were taken from."""
    events: int
    """The number of events that were played before the fork: the seed does not cover them."""
    redealt_for: Seat | None = None
    """The seat that cannot tell the first events from those of the origin: what it could not know was dealt again."""

    def __str__(self) -> str:
        redealt = "" if self.redealt_for is None else f" redealt {self.redealt_for + 1}"
        return f"{self.checksum} {self.events}{redealt}"

    @classmethod
    def parse(cls, text: str) -> Origin:
        """Read what `str` wrote. Raises `InvalidField`."""
        found = ORIGIN.fullmatch(text)
        if found is None:
            raise InvalidField(
                "record.refused.origin",
                "an origin is 'SHA-256 EVENTS' or 'SHA-256 EVENTS redealt SEAT', not '{text}'",
                text=text,
            )
        return cls(found[1], int(found[2]), Seat(int(found[3]) - 1) if found[3] else None)


@dataclass(frozen=True)
class Record(Generic[S, A, V]):
    """One match, with its players and the data that its random outcomes follow from."""

    game: Game[S, A, V]
    """The rules with their options."""
    names: tuple[str, ...]
    """The names by seat."""
    events: tuple[Event[A], ...] = ()
    """The events, in order."""
    commitment: str | None = None
    """The hash of the seed, published before the match; None: it has none."""
    contributions: tuple[str, ...] = ()
    """What players added to the seed."""
    seed: bytes | None = None
    """The secret that random outcomes follow from; None: not revealed."""
    pledges: tuple[str, ...] = ()
    """The hash of each seat's contribution, published before any was revealed; empty: it made none."""
    without_contributions: bool = False
    """Whether the match began on a server without any contribution."""
    bots: tuple[str, ...] = ()
    """For each seat the level of its bot; empty: a person. Records without this field have bots in names."""
    origin: Origin | None = None
    """The position that this match was forked from; None: it began at its beginning."""

    def __post_init__(self) -> None:
        if len(self.names) != self.game.seats:
            raise InvalidField(
                "record.refused.names",
                "{seats} seats have as many names, not {found}",
                seats=self.game.seats,
                found=len(self.names),
            )
        for name in self.names:
            check_name(name)
        if self.bots and len(self.bots) != self.game.seats:
            raise InvalidField(
                "record.refused.bots",
                "{seats} seats have as many bots or people, not {found}",
                seats=self.game.seats,
                found=len(self.bots),
            )
        for level in filter(None, self.bots):
            check_level(level)
        for text in self.contributions:
            check_contribution(text)
        if self.commitment is not None:
            check_commitment(self.commitment)
        for pledged in filter(None, self.pledges):
            check_pledge(pledged)
        if self.origin is not None and not len(self.events) >= self.origin.events:
            raise InvalidField(
                "record.refused.origin_events",
                "a fork has at least the events of its origin: {count}",
                count=self.origin.events,
            )
        if self.without_contributions and self.contributions:
            raise InvalidField("record.refused.contributions", "a match without contributions has none")

    def match(self) -> Match[S, A, V]:
        """Return the replayed match; it draws nothing."""
        return Match(self.game, log=self.events)

    def __str__(self) -> str:
        lines = [f"{number} {event.at} {event_text(self.game, event)}" for number, event in enumerate(self.events, 1)]
        body = "\n".join([*self._header(), "", *lines, "", ""])
        return f"{body}seal: {checksum(body)}\n"

    @property
    def checksum(self) -> str:
        """The record's checksum, by which a fork names its origin."""
        return str(self)[-65:-1]

    def _header(self) -> list[str]:
        options = " ".join(f"{name}={text}" for name, text in option_texts(self.game).items())
        lines = [FORMAT, f"game: {self.game.name} {self.game.version}", f"options: {options}"]
        lines += [f"seat {number}: {name}" for number, name in enumerate(self.names, 1)]
        lines += [f"bot {number}: {level}" for number, level in enumerate(self.bots, 1) if level]
        if self.commitment is not None:
            lines.append(f"commitment: {self.commitment}")
        lines += [f"contribution: {text}" for text in self.contributions]
        if self.without_contributions:
            lines.append("contributions: none")
        lines += [f"pledge {number}: {pledged}" for number, pledged in enumerate(self.pledges, 1) if pledged]
        if self.seed is not None:
            lines.append(f"seed: {self.seed.hex()}")
        if self.origin is not None:
            lines.append(f"origin: {self.origin}")
        match = self.match()
        if match.over:
            lines.append(f"result: {' '.join(map(str, match.scores))}")
        return lines

    @classmethod
    def parse(cls, text: str, games: Mapping[str, Callable[..., Any]]) -> Record[Any, Any, Any]:
        """Parse a record; raise `BrokenRecord` with line and reason if the text is invalid."""
        from .record_reader import RecordReader

        return RecordReader(text, games).read()

    def check_fate(self) -> int:
        """Recompute every random outcome from the revealed seed; return their number.

        Outcomes that a fork took from its origin follow from the origin's seed and do not count. Raises `BrokenFate` if
        one differs.
        """
        if self.seed is None:
            raise BrokenFate(
                "record.refused.no_seed",
                "the record holds no seed: its match is not over, or had no seed",
            )
        if self.commitment is not None and commitment(self.seed) != self.commitment:
            raise BrokenFate(
                "record.refused.other_seed", "the seed is not the one that was committed to before the match"
            )
        self.contributors()
        match = Match(self.game, fates=Fates(fate_key(self.seed, self.contributions)))
        checked = 0
        for number, event in enumerate(self.events, 1):
            if isinstance(event, Fate) and number > self.taken:
                checked += 1
                self._check_one(match, event, number)
            else:
                match.push(event)
        return checked

    @property
    def taken(self) -> int:
        """The number of events taken from the record's origin."""
        return 0 if self.origin is None else self.origin.events

    def check_origin(self, origin: Record[Any, Any, Any]) -> None:
        """Raise `BrokenFate` unless this match continues `origin`: with its events, or looking equal to one seat."""
        if self.origin is None or origin.checksum != self.origin.checksum:
            raise BrokenFate("record.refused.other_origin", "the record does not name that record as its origin")
        seat = self.origin.redealt_for
        if seat is None:
            equal = self.events[: self.taken] == origin.events[: self.taken]
        else:
            match, other = self.match(), origin.match()
            whole = [number for number in range(self.taken + 1) if not match.awaiting_after(number).simultaneous]
            states = [(match.state_after(number), other.state_after(number)) for number in whole]
            equal = all(self.game.view(one, seat) == self.game.view(two, seat) for one, two in states)
        if not equal:
            differ = "events 1 to {count} differ from the origin"
            raise BrokenFate("record.refused.origin_differs", differ, count=self.taken)

    def contributors(self) -> tuple[int, ...]:
        """Return the seats that made the contributions, in order; raise `BrokenFate` if one differs from its pledge.

        A record without pledges does not say who made them: then there are no seats.
        """
        if not any(self.pledges):
            return ()
        seats: list[int] = []
        for seat, pledged in enumerate(self.pledges):
            if len(seats) < len(self.contributions) and pledged == pledge(self.contributions[len(seats)]):
                seats.append(seat)
        if len(seats) < len(self.contributions):
            raise BrokenFate(
                "record.refused.not_pledged",
                "contribution {number} is not what its player had pledged, or not in its place",
                number=len(seats) + 1,
            )
        return tuple(seats)

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats that pledged a contribution and never revealed it."""
        revealed = self.contributors()
        return tuple(seat for seat, pledged in enumerate(self.pledges) if pledged and seat not in revealed)

    def _check_one(self, match: Match[S, A, V], fate: Fate, number: int) -> None:
        drawn = match.draw(fate.at)
        if drawn != fate:
            raise BrokenFate(
                "record.refused.other_fate",
                "event {number}, fate {count}: the record says {says}, the seed gives {gives}",
                number=number,
                count=sum(isinstance(event, Fate) for event in self.events[:number]),
                says=self.game.fate_text(fate.values),
                gives=self.game.fate_text(drawn.values),
            )


class BrokenFate(Refused, ValueError):
    """The random outcomes of a record do not follow from its seed."""


def checksum(body: str) -> str:
    """Return a checksum of everything above it: it detects changes, but does not prove who wrote the record."""
    return hashlib.sha256(body.encode()).hexdigest()


def event_text(game: Game[Any, A, Any], event: Event[A]) -> str:
    if isinstance(event, Act):
        return f"seat{event.seat + 1} {event.action}"
    return f"fate {game.fate_text(event.values)}" if isinstance(event, Fate) else "timeout"


def parse_event(game: Game[Any, A, Any], text: str, at: Millis) -> Event[A]:
    who, _, what = text.partition(" ")
    if who == "timeout" and not what:
        return Timeout(at)
    if who == "fate":
        return Fate(game.parse_fate(what), at)
    if who.startswith("seat") and who[4:].isdecimal() and len(who) < 8:
        return Act(Seat(int(who[4:]) - 1), game.parse_action(what), at)
    raise InvalidNotation(
        "record.refused.no_event",
        "'{text}' is not an event: it starts with seat1 … seat{seats}, fate or timeout",
        text=text,
        seats=game.seats,
    )


def check_name(name: str) -> None:
    """Check that a seat's name is one line of visible text."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > 60:
        raise InvalidField(
            "record.refused.name",
            "a name is one line of 1 to 60 characters without spaces around it, not '{name}'",
            name=name,
        )


def check_level(level: str) -> None:
    """Check that the level of a bot is one word."""
    if not re.fullmatch(r"\S{1,60}", level) or not level.isprintable():
        raise InvalidField("record.refused.level", "the level of a bot is one word, not '{level}'", level=level)


def check_contribution(text: str) -> None:
    """Check that a contribution to the seed is one line of visible text."""
    if not text.isprintable():
        raise InvalidField(
            "record.refused.contribution", "a contribution is one line of visible text, not '{text}'", text=text
        )


def check_commitment(text: str) -> None:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise InvalidField(
            "record.refused.commitment", "a commitment is a SHA-256 in 64 hexadecimal digits, not '{text}'", text=text
        )


def check_pledge(text: str) -> None:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise InvalidField(
            "record.refused.pledge", "a pledge is a SHA-256 in 64 hexadecimal digits, not '{text}'", text=text
        )
