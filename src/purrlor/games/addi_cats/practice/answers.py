"""One answer, and its line in a notebook: `2026-07-30T18:02:11Z 3+8 1240 right match 9f86d0818842`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from purrlor.core import InvalidNotation
from purrlor.games.addi_cats import Addition, parse_card

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
    """How it was asked; times are compared within a kind only."""

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
    """The answer that a line holds; ValueError if it holds none. `str(answer)` is the mirror."""
    at, card, millis, verdict, kind, match = line.split(" ")
    if not (millis == NONE or (millis.isascii() and millis.isdecimal() and len(millis) < 10)):
        raise InvalidNotation("addi-cats.refused.millis", "'{text}' is no time in milliseconds", text=millis)
    if not _MATCH.fullmatch(match):
        raise InvalidNotation("addi-cats.refused.no_match", "'{text}' is no match", text=match)
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
        raise InvalidNotation("addi-cats.refused.no_addition", "'{text}' is no addition", text=text)
    return card
