"""Where a match is kept while it is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .files import AnyRecord, BadUse, new_file, write_record
from .speech import say
from .stage import Stage


@dataclass
class Keeper:
    """`file` is where the match is saved without being asked; None: nowhere yet."""

    record: Callable[[], AnyRecord]
    stage: Stage
    file: Path | None = None

    def save(self) -> None:
        """Save where the match is kept; if that fails, say so and play on."""
        try:
            if self.file is not None:
                write_record(self.file, self.record())
        except BadUse as error:
            self.file = None
            self.stage.tell([str(error)])

    def save_as(self, text: str) -> None:
        """Save into a new file, or into the one that this match is kept in anyway, and go on keeping it there."""
        try:
            file = self._named(text)
            if file is None:
                self.stage.answer(say("terminal.save.where"))
                return
            write_record(file, self.record())
            self.file = file
            self.stage.answer(say("terminal.saved", file=file))
        except BadUse as error:
            self.stage.answer(str(error))

    def _named(self, text: str) -> Path | None:
        if not text or Path(text).expanduser() == self.file:
            return self.file
        return new_file(text)

    def offer(self) -> None:
        """Ask for a file until one can be written, or nobody wants it."""
        while self.stage.interactive and self.file is None:
            try:
                text = self.stage.ask(say("terminal.save.offer")).strip()
            except (EOFError, KeyboardInterrupt):
                return
            if not text:
                return
            self.save_as(text)
