"""Read the text of a record; the inverse is `str(record)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from .events import IllegalEvent, InvalidNotation, Millis
from .match import Match
from .options import InvalidOption, with_recorded_options
from .reason import Reason, as_reason
from .record import (
    FORMAT,
    BrokenRecord,
    Origin,
    Record,
    check_commitment,
    check_contribution,
    check_level,
    check_name,
    check_pledge,
    checksum,
    parse_event,
)
from .rules import Game

TIME = re.compile("0|[1-9][0-9]{0,14}")


class RecordReader:
    """A parser that reads a record line by line, so that every error can name its line."""

    def __init__(self, text: str, games: Mapping[str, Callable[..., Any]]) -> None:
        self.text = text
        self.games = games
        self.lines = text.removesuffix("\n").split("\n")
        self.at = 0

    def read(self) -> Record[Any, Any, Any]:
        self._expect_format()
        game = self._game()
        record: Record[Any, Any, Any] = Record(game, names=self._names(game), bots=self._bots(game.seats))
        record = self._with_fate(record)
        origin_line = self.at + 1
        origin = self._origin()
        result = self._optional("result")
        result_line = self.at
        self._blank()
        match = self._events(game)
        found = self._checksum()
        self._check_result(match, result, result_line)
        if found != checksum("\n".join(self.lines[: self.at - 1]) + "\n"):
            raise self.fail(
                Reason("record.refused.seal", "the checksum does not match: something above it was changed later")
            )
        try:
            record = replace(record, events=tuple(match.log), origin=origin)
        except ValueError as error:
            raise self.fail(as_reason(error), origin_line) from None
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

    def _field(self, key: str) -> str:
        line = self._next()
        if not line.startswith(f"{key}: "):
            raise self.fail(
                Reason("record.refused.field", "expected '{field}: …', found '{line}'", field=key, line=line)
            )
        return line[len(key) + 2 :]

    def _optional(self, key: str) -> str | None:
        following = self.lines[self.at] if self.at < len(self.lines) else ""
        return self._field(key) if following.startswith(f"{key}:") else None

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

    def _bots(self, seats: int) -> tuple[str, ...]:
        found = [self._optional(f"bot {number}") for number in range(1, seats + 1)]
        levels = tuple("" if level is None else self._checked(check_level, level) for level in found)
        return levels if any(levels) else ()

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

    def _origin(self) -> Origin | None:
        text = self._optional("origin")
        try:
            return None if text is None else Origin.parse(text)
        except ValueError as error:
            raise self.fail(as_reason(error)) from None

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

    def _checksum(self) -> str:
        found = self._field("seal")
        if self.lines[self.at :]:
            raise self.fail(Reason("record.refused.after_seal", "nothing may follow the checksum"), self.at + 1)
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
        """Check that the text is the canonical one; only options may be missing, in records older than an option."""
        for number, (found, meant) in enumerate(zip(self.lines, str(record).split("\n"), strict=False), 1):
            if found != meant and not found.startswith(("options: ", "seal: ")):
                raise self.fail(
                    Reason(
                        "record.refused.wording", "this is written '{meant}', not '{found}'", meant=meant, found=found
                    ),
                    number,
                )
