"""Save a match while it is played, and afterwards the pace of adaptive bots for the next one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from purrlor.core import Act
from purrlor.core.reason import Refused
from purrlor.kit import kit
from purrlor.kit.files import data_folder, write_atomically
from purrlor.kit.player import Player
from purrlor.kit.speech import because, say, sayings, sentence

from .files import AnyRecord, new_file, write_record
from .stage import Stage

if TYPE_CHECKING:
    from .keyboard_match import KeyboardMatch

SUFFIX = ".purr"


@dataclass
class Keeper:
    """Saves a match. `file` is where it is saved automatically; None: nowhere yet."""

    record: Callable[[], AnyRecord]
    stage: Stage
    file: Path | None = None
    commands: Collection[str] = ()
    """Words that are commands and not file names, in case a person types ahead."""

    def save(self) -> None:
        """Save to the match's file; if that fails, say so and play on."""
        try:
            if self.file is not None:
                write_record(self.file, self.record())
        except Refused as error:
            self.file = None
            self.stage.tell([sentence(because(error))])

    def save_as(self, text: str) -> None:
        """Save into a new file, or into the match's current file, and continue to save there."""
        try:
            file = self._named(text)
            if file is None:
                self.stage.answer(say("terminal.save.where"))
                return
            write_record(file, self.record())
            self.file = file
            self.stage.answer(say("terminal.saved", file=file))
        except Refused as error:
            self.stage.answer(sentence(because(error)))

    def _named(self, text: str) -> Path | None:
        if not text:
            return self.file
        path = Path(text) if Path(text).suffix else Path(f"{text}{SUFFIX}")
        return self.file if self.file in (Path(text).expanduser(), path.expanduser()) else new_file(str(path))

    def offer(self) -> None:
        """Ask for a file until one can be written or the person declines."""
        while self.stage.interactive and self.file is None:
            default = next(name for name in self._names() if not Path(name).exists())
            try:
                text = self.stage.ask(say("terminal.save.offer", file=default)).strip()
            except (EOFError, KeyboardInterrupt):
                return
            if text.casefold() in sayings("answer.no"):
                return
            if self._is_order(text):
                self.stage.answer(say("terminal.save.order", text=text))
            else:
                self.save_as(text or default)

    def _names(self) -> Iterator[str]:
        """Yield default file names: the game and the date, then the same with numbers."""
        name = f"{self.record().game.name}-{date.today().isoformat()}"
        yield f"{name}{SUFFIX}"
        yield from (f"{name}-{number}{SUFFIX}" for number in count(2))

    def _is_order(self, text: str) -> bool:
        """Return whether the text is a command or notation, meant for the game and not as a file name."""
        verbs = {str(event.action).split(" ")[0] for event in self.record().events if isinstance(event, Act)}
        first = text.casefold().partition(" ")[0]
        return bool(text) and (first in {*self.commands, *verbs} or not any(letter.isalpha() for letter in text))


Paces = dict[str, dict[str, dict[str, str]]]
"""The level with its pace, by game, person and level."""


def paced(game: str, players: Sequence[Player]) -> list[Player]:
    """Return the same players, with adaptive bots at the pace of the only person among them."""
    people = [each.name for each in players if each.level is None]
    known = _read().get(game, {}).get(people[0].casefold(), {}) if len(people) == 1 else {}
    return [replace(each, level=known.get(each.level, each.level)) if each.level else each for each in players]


def keep_pace(session: KeyboardMatch) -> None:
    """Save the next pace after a complete match of one person against adaptive bots only, and say so."""
    adapting = {level.name for level in session.kit.levels if level.at is not None}
    levels = {each.level.partition("@")[0]: each.level for each in session.players if each.level}
    if not session.match.over or session.you is None or not levels or not levels.keys() <= adapting:
        return
    game, seat = session.game, session.you
    found = {base: kit(game.name).next_level(game, session.match.log, seat, level) for base, level in levels.items()}
    paces = _read()
    paces.setdefault(game.name, {})[session.names[seat].casefold()] = found
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, msgspec.json.encode(paces))
    except OSError as error:
        session.stage.answer(say("terminal.pace.unkept", file=file, reason=error.strerror or str(error)))
        return
    session.stage.answer(say("terminal.pace.kept", level=", ".join(found.values())))


def _file() -> Path:
    return data_folder() / "paces.json"


def _read() -> Paces:
    """Return the saved paces. An unreadable file counts as empty, so bots start at their medium pace."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=Paces)
    except (OSError, msgspec.DecodeError):
        return {}
