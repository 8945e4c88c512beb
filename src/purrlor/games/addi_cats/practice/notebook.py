"""A player's notebook: one readable file per name, written all or nothing.

    purrlor notebook 1
    player: Ann
    2026-07-30T18:02:11Z 3+8 1240 right match 9f86d0818842
    …

A line is an answer: when, the addition, the milliseconds it took, how it was, how it was asked, and the match.
A file that was damaged is set aside, never overwritten; the lines that can still be read go into a new one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from purrlor.core import InvalidNotation
from purrlor.games.addi_cats import Addition, parse_card
from purrlor.kit.files import data_folder, write_atomically

TIME = "%Y-%m-%dT%H:%M:%SZ"
NONE = "-"
_MATCH = re.compile("-|[0-9a-f]{12}")


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    """A wrong number, or a greedy hit."""
    MISSED = "missed"
    """Equal sums that the player did not see."""


class Kind(StrEnum):
    """The kind of question; times are only comparable within a kind."""

    MATCH = "match"
    SUM = "sum"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class PracticeAnswer:
    at: datetime
    addition: Addition
    verdict: Verdict
    kind: Kind
    millis: int | None = None
    """None: no time was taken."""
    match: str | None = None
    """The fingerprint of the match; None: practice."""

    def __str__(self) -> str:
        millis = NONE if self.millis is None else str(self.millis)
        at = self.at.astimezone(UTC).strftime(TIME)
        return f"{at} {self.addition} {millis} {self.verdict} {self.kind} {self.match or NONE}"


def parse_answer(line: str) -> PracticeAnswer:
    """Read the answer in a line; ValueError if there is none. `str(answer)` is the inverse."""
    at, card, millis, verdict, kind, match = line.split(" ")
    if not (millis == NONE or (millis.isascii() and millis.isdecimal() and len(millis) < 10)):
        raise InvalidNotation("addi-cats.refused.millis", "'{text}' is not a time in milliseconds", text=millis)
    if not _MATCH.fullmatch(match):
        raise InvalidNotation("addi-cats.refused.no_match", "'{text}' is not a match", text=match)
    return PracticeAnswer(
        at=datetime.strptime(at, TIME).replace(tzinfo=UTC),
        addition=_addition(card),
        verdict=Verdict(verdict),
        kind=Kind(kind),
        millis=None if millis == NONE else int(millis),
        match=None if match == NONE else match,
    )


def _addition(text: str) -> Addition:
    card = parse_card(text)
    if not isinstance(card, Addition):
        raise InvalidNotation("addi-cats.refused.no_addition", "'{text}' is not an addition", text=text)
    return card


FORMAT = "purrlor notebook 1"
"""The first line of a notebook."""


class UnusableNotebook(Exception):
    """The file can be neither read nor written; the text says why."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A file that was set aside."""

    file: Path
    aside: Path
    kept: int
    """The answers that could still be read."""
    lost: int
    """The lines that could not."""


def notebook_file(player: str) -> Path:
    """Return the file of a player's answers; names that differ only in case are the same player."""
    folded = player.casefold()
    word = re.sub("[^a-z0-9]+", "-", folded).strip("-")[:40]
    digest = hashlib.sha256(folded.encode()).hexdigest()[:8]
    return data_folder() / "addi-cats" / f"{word or 'player'}-{digest}.txt"


class Notebook:
    """All answers of one player, in the order of their times."""

    def __init__(self, player: str, answers: Sequence[PracticeAnswer] = (), damage: Damage | None = None) -> None:
        self.player = player
        self.answers = tuple(answers)
        self.damage = damage

    @classmethod
    def read(cls, player: str) -> Notebook:
        """Read a player's notebook, empty if there is no file. A damaged file is set aside."""
        file = notebook_file(player)
        try:
            raw = file.read_bytes()
        except FileNotFoundError:
            return cls(player)
        except OSError as error:
            raise UnusableNotebook(f"{file}: {error.strerror or error}") from None
        answers, lost = _parsed(raw.decode("utf-8", errors="replace"))
        return cls(player, answers) if not lost else cls._mended(player, file, answers, lost)

    @classmethod
    def _mended(cls, player: str, file: Path, answers: Sequence[PracticeAnswer], lost: int) -> Notebook:
        aside = _free_name(file)
        try:
            file.rename(aside)
        except OSError as error:
            raise UnusableNotebook(f"{file}: {error.strerror or error}") from None
        notebook = cls(player, answers, Damage(file, aside, len(answers), lost))
        notebook._write()
        return notebook

    def with_match(self, match: str, answers: Iterable[PracticeAnswer]) -> Notebook:
        """Add the answers of a match, replacing earlier ones of the same match."""
        others = [answer for answer in self.answers if answer.match != match]
        return self.with_answers(answers, to=others)

    def with_answers(
        self, answers: Iterable[PracticeAnswer], *, to: Sequence[PracticeAnswer] | None = None
    ) -> Notebook:
        kept = self.answers if to is None else to
        return Notebook(self.player, sorted([*kept, *answers], key=lambda answer: answer.at), self.damage)

    def save(self) -> None:
        """Write the file, unless there are no answers."""
        if self.answers:
            self._write()

    def _write(self) -> None:
        file = notebook_file(self.player)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, str(self).encode("utf-8"))
        except OSError as error:
            raise UnusableNotebook(f"{file}: {error.strerror or error}") from None

    def __str__(self) -> str:
        return "\n".join([FORMAT, f"player: {self.player}", *map(str, self.answers), ""])


def _parsed(text: str) -> tuple[list[PracticeAnswer], int]:
    """Return the answers in a file, and the number of unreadable lines."""
    head, player, *lines = [*text.removesuffix("\n").split("\n"), ""][: text.count("\n") + 2]
    lost = int(head != FORMAT) + int(not player.startswith("player: ")) + int(not text.endswith("\n"))
    answers: list[PracticeAnswer] = []
    for line in filter(None, lines):
        try:
            answers.append(parse_answer(line))
        except ValueError:
            lost += 1
    return answers, lost


def _free_name(file: Path) -> Path:
    names = (file.with_name(f"{file.stem}.damaged{number or ''}.txt") for number in range(1000))
    return next(name for name in names if not name.exists())
