"""A record: one match as a text that people can read, compare and check.

    purrlor record 1
    game: yatzy 1
    options: seats=2 first=none scratch=forced mouser_is_fat_cat=false
    seat 1: Ann
    seat 2: Tabby (bot tabby)
    commitment: 9f86d0…
    contribution: 7f3a
    pledge 1: 5d1c6f…
    seed: 3a7bd3…
    result: 231 198

    1 0 fate 2
    2 1400 seat2 roll
    3 1400 fate 1 3 3 5 6
    …

    seal: e3b0c4…

Each event has its number, its time in milliseconds, who (seat, fate or timeout) and what in the game's notation.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from .events import Act, Event, Fate, IllegalEvent, InvalidNotation, Millis, Seat, Timeout
from .fate import Fates, commitment, fate_key, pledge
from .match import Match
from .options import InvalidOption, option_texts, with_recorded_options
from .reason import Explained, Reason, as_reason, in_line
from .rules import Game

FORMAT = "purrlor record 1"
TIME = re.compile("0|[1-9][0-9]{0,14}")

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class BrokenRecord(Explained, ValueError):
    """The text is no record, or not the one that was written."""

    def __init__(self, line: int, reason: Reason) -> None:
        super().__init__(in_line(line, reason))
        self.line = line


class InvalidField(Explained, ValueError):
    """A record cannot hold this."""


@dataclass(frozen=True)
class Record(Generic[S, A, V]):
    """One match, with who sat where and what its fate rests on."""

    game: Game[S, A, V]
    names: tuple[str, ...]
    events: tuple[Event[A], ...] = ()
    commitment: str | None = None
    contributions: tuple[str, ...] = ()
    seed: bytes | None = None
    pledges: tuple[str, ...] = ()
    """For each seat the hash of its contribution, published before any was revealed; empty text: it made none."""
    without_contributions: bool = False
    """The match began on a server without any contribution."""

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
        for text in self.contributions:
            check_contribution(text)
        if self.commitment is not None:
            check_commitment(self.commitment)
        for pledged in filter(None, self.pledges):
            check_pledge(pledged)
        if self.without_contributions and self.contributions:
            raise InvalidField("record.refused.contributions", "a match without contributions has none")

    def match(self) -> Match[S, A, V]:
        """The match, replayed; it draws nothing."""
        return Match(self.game, log=self.events)

    def __str__(self) -> str:
        body = "\n".join([*self._header(), "", *self._lines(), "", ""])
        return f"{body}seal: {seal(body)}\n"

    def _header(self) -> list[str]:
        options = " ".join(f"{name}={text}" for name, text in option_texts(self.game).items())
        lines = [FORMAT, f"game: {self.game.name} {self.game.version}", f"options: {options}"]
        lines += [f"seat {number}: {name}" for number, name in enumerate(self.names, 1)]
        if self.commitment is not None:
            lines.append(f"commitment: {self.commitment}")
        lines += [f"contribution: {text}" for text in self.contributions]
        if self.without_contributions:
            lines.append("contributions: none")
        lines += [f"pledge {number}: {pledged}" for number, pledged in enumerate(self.pledges, 1) if pledged]
        if self.seed is not None:
            lines.append(f"seed: {self.seed.hex()}")
        match = self.match()
        if match.over:
            lines.append(f"result: {' '.join(map(str, match.scores))}")
        return lines

    def _lines(self) -> list[str]:
        return [f"{number} {event.at} {event_text(self.game, event)}" for number, event in enumerate(self.events, 1)]

    @classmethod
    def parse(cls, text: str, games: Mapping[str, Callable[..., Any]]) -> Record[Any, Any, Any]:
        """The record that `text` holds; `BrokenRecord` with line and reason if it holds none."""
        return _Reader(text, games).read()

    def check_fate(self) -> int:
        """Recompute every fate from the revealed seed; how many there were. `BrokenFate` if one differs."""
        if self.seed is None:
            raise BrokenFate(
                "record.refused.no_seed", "the record holds no seed: its match is not over, or nobody drew from a seed"
            )
        if self.commitment is not None and commitment(self.seed) != self.commitment:
            raise BrokenFate(
                "record.refused.other_seed", "the seed is not the one that was committed to before the match"
            )
        self.contributors()
        match = Match(self.game, fates=Fates(fate_key(self.seed, self.contributions)))
        count = 0
        for number, event in enumerate(self.events, 1):
            if isinstance(event, Fate):
                count += 1
                self._check_one(match, event, number, count)
            else:
                match.push(event)
        return count

    def contributors(self) -> tuple[int, ...]:
        """The seats whose contributions these are, in order; `BrokenFate` if one is not as it was pledged.

        A record without pledges does not say whose they are: then there are no seats.
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

    def _check_one(self, match: Match[S, A, V], fate: Fate, number: int, count: int) -> None:
        drawn = match.draw(fate.at)
        if drawn != fate:
            raise BrokenFate(
                "record.refused.other_fate",
                "event {number}, fate {count}: the record says {says}, the seed gives {gives}",
                number=number,
                count=count,
                says=self.game.fate_text(fate.values),
                gives=self.game.fate_text(drawn.values),
            )


class BrokenFate(Explained, ValueError):
    """The fates of a record do not follow from its seed."""


def seal(body: str) -> str:
    """A checksum over everything above it: it shows changes, it does not prove who wrote the record."""
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
        "'{text}' is no event: it starts with seat1 … seat{seats}, fate or timeout",
        text=text,
        seats=game.seats,
    )


def check_name(name: str) -> None:
    """A seat's name is one line of visible text."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > 60:
        raise InvalidField(
            "record.refused.name",
            "a name is one line of 1 to 60 characters without spaces around it, not '{name}'",
            name=name,
        )


def check_contribution(text: str) -> None:
    """What a player contributes to fate is one line of visible text."""
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


class _Reader:
    """Reads a record line by line, so that every complaint can name its line."""

    def __init__(self, text: str, games: Mapping[str, Callable[..., Any]]) -> None:
        self.text = text
        self.games = games
        self.lines = text.removesuffix("\n").split("\n")
        self.at = 0

    def read(self) -> Record[Any, Any, Any]:
        self._expect_format()
        game = self._game()
        record: Record[Any, Any, Any] = Record(game, names=self._names(game))
        record = self._with_fate(record)
        result = self._optional("result")
        result_line = self.at
        self._blank()
        match = self._events(game)
        found = self._seal()
        self._check_result(match, result, result_line)
        if found != seal("\n".join(self.lines[: self.at - 1]) + "\n"):
            raise self.fail(
                Reason("record.refused.seal", "the seal does not fit: something above was changed after it was written")
            )
        record = replace(record, events=tuple(match.log))
        self._check_wording(record)
        return record

    def fail(self, reason: Reason, line: int | None = None) -> BrokenRecord:
        return BrokenRecord(self.at if line is None else line, reason)

    def _next(self) -> str:
        if self.at >= len(self.lines):
            self.at += 1
            raise self.fail(Reason("record.refused.too_short", "the record ends too early"))
        self.at += 1
        return self.lines[self.at - 1]

    def _peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def _field(self, key: str) -> str:
        line = self._next()
        if not line.startswith(f"{key}: "):
            raise self.fail(
                Reason("record.refused.field", "expected '{field}: …', found '{line}'", field=key, line=line)
            )
        return line[len(key) + 2 :]

    def _optional(self, key: str) -> str | None:
        return self._field(key) if self._peek().startswith(f"{key}:") else None

    def _blank(self) -> None:
        if line := self._next():
            raise self.fail(Reason("record.refused.empty_line", "expected an empty line, found '{line}'", line=line))

    def _checked(self, check: Callable[[str], None], text: str) -> str:
        try:
            check(text)
        except ValueError as error:
            raise self.fail(as_reason(error)) from None
        return text

    def _expect_format(self) -> None:
        line = self._next()
        if line == FORMAT + "\r":
            raise self.fail(Reason("record.refused.line_end", "lines of a record end with \\n alone, not with \\r\\n"))
        if line != FORMAT:
            raise self.fail(Reason("record.refused.format", "a record starts with '{format}'", format=FORMAT))

    def _game(self) -> Game[Any, Any, Any]:
        name, _, version = self._field("game").partition(" ")
        if name not in self.games:
            missing = "there is no game '{name}'; there are {games}"
            raise self.fail(Reason("record.refused.no_game", missing, name=name, games=tuple(self.games)))
        rules: Any = self.games[name]
        if version != str(rules.version):
            raise self.fail(
                Reason(
                    "record.refused.version",
                    "written for version '{version}' of {name}, this is version {ours}",
                    version=version,
                    name=name,
                    ours=rules.version,
                )
            )
        return self._options(rules)

    def _options(self, rules: Any) -> Game[Any, Any, Any]:
        pairs = [word.partition("=") for word in self._field("options").split()]
        options = {name: value for name, _, value in pairs}
        if len(options) < len(pairs):
            raise self.fail(Reason("record.refused.option_twice", "an option is named twice"))
        try:
            game: Game[Any, Any, Any] = with_recorded_options(rules, options)
        except (InvalidOption, TypeError) as error:
            raise self.fail(as_reason(error)) from None
        return game

    def _names(self, game: Game[Any, Any, Any]) -> tuple[str, ...]:
        return tuple(self._checked(check_name, self._field(f"seat {number}")) for number in range(1, game.seats + 1))

    def _with_fate(self, record: Record[Any, Any, Any]) -> Record[Any, Any, Any]:
        fields = self._fate_fields(record.game.seats)
        try:
            return replace(record, **fields)
        except ValueError as error:
            raise self.fail(as_reason(error)) from None

    def _fate_fields(self, seats: int) -> dict[str, Any]:
        committed = self._optional("commitment")
        if committed is not None:
            self._checked(check_commitment, committed)
        contributions: list[str] = []
        while (text := self._optional("contribution")) is not None:
            contributions.append(self._checked(check_contribution, text))
        nothing = self._optional("contributions")
        if nothing not in (None, "none"):
            raise self.fail(
                Reason(
                    "record.refused.contributions_none", "expected 'contributions: none', found '{text}'", text=nothing
                )
            )
        pledges: list[str] = []
        for seat in range(1, seats + 1):
            pledged = self._optional(f"pledge {seat}")
            pledges.append("" if pledged is None else self._checked(check_pledge, pledged))
        seed = self._optional("seed")
        return {
            "commitment": committed,
            "contributions": tuple(contributions),
            "without_contributions": nothing is not None,
            "pledges": tuple(pledges) if any(pledges) else (),
            "seed": None if seed is None else self._bytes(seed),
        }

    def _bytes(self, text: str) -> bytes:
        try:
            return bytes.fromhex(text)
        except ValueError:
            raise self.fail(Reason("record.refused.seed", "the seed is not written in hexadecimal digits")) from None

    def _events(self, game: Game[Any, Any, Any]) -> Match[Any, Any, Any]:
        match: Match[Any, Any, Any] = Match(game)
        number = 1
        while line := self._next():
            self._push(match, game, number, line)
            number += 1
        return match

    def _push(self, match: Match[Any, Any, Any], game: Game[Any, Any, Any], number: int, line: str) -> None:
        words = line.split(" ", 2)
        if len(words) != 3 or words[0] != str(number) or not TIME.fullmatch(words[1]):
            expected = "expected '{number} TIME WHO WHAT', found '{line}'"
            raise self.fail(Reason("record.refused.event_line", expected, number=number, line=line))
        try:
            match.push(parse_event(game, words[2], Millis(int(words[1]))))
        except (InvalidNotation, IllegalEvent) as error:
            raise self.fail(as_reason(error)) from None

    def _seal(self) -> str:
        found = self._field("seal")
        if self.lines[self.at :]:
            raise self.fail(Reason("record.refused.after_seal", "nothing may follow the seal"), self.at + 1)
        if not self.text.endswith("\n"):
            raise self.fail(Reason("record.refused.too_short", "the record ends too early"))
        return found

    def _check_result(self, match: Match[Any, Any, Any], result: str | None, line: int) -> None:
        scores = " ".join(map(str, match.scores)) if match.over else None
        if result != scores:
            unfinished = Reason("record.refused.result_open", "open")
            given = {"right": scores or unfinished, "written": result or unfinished}
            raise self.fail(Reason("record.refused.result", "the result is {right}, not {written}", **given), line)

    def _check_wording(self, record: Record[Any, Any, Any]) -> None:
        """There is one way to write a record; only options may be left out, for records older than an option."""
        for number, (found, meant) in enumerate(zip(self.lines, str(record).split("\n"), strict=False), 1):
            if found != meant and not found.startswith(("options: ", "seal: ")):
                raise self.fail(
                    Reason(
                        "record.refused.wording", "this is written '{meant}', not '{found}'", meant=meant, found=found
                    ),
                    number,
                )
