"""Bots in any language: a command that uses the bot protocol, one JSON object per line (docs/build/first-bot.md)."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import msgspec

from purrlor.core import InvalidNotation, Millis
from purrlor.core.options import option_texts
from purrlor.core.reason import Refused
from purrlor.kit import Bot, Choice
from purrlor.kit.game_kit import AnyGame
from purrlor.kit.plain_view import plain
from purrlor.words import refusal

from .line_process import Ended, LineProcess, Slow

PROTOCOL = 1
SEED_BITS = 53
"""The largest integers that JSON parsers of all languages read exactly."""
LONGEST_DELAY = 10**9
SHOWN = 120
"""The number of characters of a bad answer to repeat in the error message."""


@dataclass(frozen=True)
class CommandLimits:
    """Time limits of a command, in seconds."""

    start: float = 30
    action: float = 10


USUAL_LIMITS = CommandLimits()


class CommandPlayer:
    """A player that starts the command at once and keeps it for all its matches."""

    def __init__(self, name: str, command: str, game: AnyGame, limits: CommandLimits) -> None:
        self.name, self.game, self.limits = name, game, limits
        self._process = LineProcess(command_words(name, command))
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": self.game.name,
            "version": self.game.version,
            "options": option_texts(self.game),
            "seats": self.game.seats,
            "limits": {"start": self.limits.start, "action": self.limits.action},
        }
        try:
            self.send(hello)
            line = self._process.receive(self.limits.start)
        except Slow:
            raise refusal("bot.start.slow", bot=self.name, limit=f"{self.limits.start:g}") from None
        except Ended as error:
            raise refusal("bot.start.ended", bot=self.name, reason=str(error)) from None
        answer = _object_in(line)
        if answer is None or answer.get("type") != "ready" or answer.get("protocol") != PROTOCOL:
            raise refusal("bot.start.answer", bot=self.name, line=line[:SHOWN], protocol=PROTOCOL)

    def send(self, message: object) -> None:
        self._process.send(msgspec.json.encode(message))

    def receive(self) -> str:
        return self._process.receive(self.limits.action)

    def sit(self, seat: int, match: int) -> Bot[Any, Any]:
        return SeatedCommand(self, seat, match)

    def close(self) -> None:
        self._process.close()


@dataclass
class SeatedCommand:
    """The command in one match."""

    player: CommandPlayer
    seat: int
    match: int
    begun: bool = False

    def choose(self, view: Any, legal: Sequence[Any], random: Random) -> Choice[Any]:
        try:
            if not self.begun:
                seed = random.getrandbits(SEED_BITS)
                self.player.send({"type": "match", "match": self.match, "seat": self.seat, "seed": seed})
                self.begun = True
            clock = {"limit": self.player.limits.action}
            names = list(map(str, legal))
            question = {"type": "choose", "seat": self.seat, "view": plain(view), "legal": names, "clock": clock}
            self.player.send(question)
            line = self.player.receive()
        except Slow:
            raise self._refusal("bot.slow", limit=f"{self.player.limits.action:g}") from None
        except Ended as error:
            raise self._refusal("bot.ended", reason=str(error)) from None
        return self._choice(line, legal)

    def _choice(self, line: str, legal: Sequence[Any]) -> Choice[Any]:
        answer = _object_in(line)
        text, delay = (answer.get("action"), answer.get("delay", 0)) if answer is not None else (None, 0)
        if not isinstance(text, str) or type(delay) is not int or not 0 <= delay <= LONGEST_DELAY:
            raise self._refusal("bot.answer", line=line[:SHOWN])
        action = next((each for each in legal if str(each) == text), None)
        if action is None:
            try:
                action = self.player.game.parse_action(text)
            except InvalidNotation as error:
                raise self._refusal("bot.notation", action=text[:SHOWN], reason=str(error)) from None
        if action not in legal:
            raise self._refusal("bot.illegal", action=text[:SHOWN], legal=few(legal))
        return Choice(action, Millis(delay))

    def _refusal(self, key: str, **values: object) -> Refused:
        return refusal(key, bot=self.player.name, seat=self.seat + 1, match=self.match, **values)


def command_words(name: str, command: str) -> list[str]:
    """Return the program and its arguments; refuse a program that does not exist."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise refusal("bot.command.bad", bot=name, reason=str(error)) from None
    if not words:
        raise refusal("bot.command.empty", bot=name)
    if shutil.which(words[0]) is None:
        raise refusal("bot.command.missing", bot=name, command=words[0])
    return words


def few(legal: Sequence[Any]) -> str:
    shown = ", ".join(map(str, legal[:8]))
    return shown if len(legal) <= 8 else f"{shown}, …"


def _object_in(line: str) -> dict[str, Any] | None:
    try:
        found = msgspec.json.decode(line)
    except msgspec.DecodeError:
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None
