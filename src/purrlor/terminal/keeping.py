"""Save a match while it is played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path

from purrlor.core import Act
from purrlor.core.reason import Refused
from purrlor.kit.speech import because, say, sayings, sentence

from .files import AnyRecord, new_file, write_record
from .stage import Stage

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
