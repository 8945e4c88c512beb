"""A game's parts for the lab: an encoding for learning programs, duels, training and a measure of luck.

An encoding reads views only, so that an observation cannot contain what its seat may not know. Compiled rows write the
same numbers; a test compares the two.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from purrlor.core import Match, Millis

A = TypeVar("A")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Field:
    """Neighbouring columns of an observation that belong together."""

    name: str
    size: int
    meaning: str
    low: int = 0
    high: int = 1


@dataclass(frozen=True)
class Encoding(Generic[V, A]):
    """The layout of a game's observations and its actions by number. All values fit into a signed byte."""

    fields: tuple[Field, ...]
    actions: tuple[A, ...]
    """Every action that programs choose from, in the order of their numbers. Taking back is not included."""
    write: Callable[[V], Sequence[int]]
    """Returns the observation of a view, column by column; padding may be left out."""
    decisions: int
    """A bound on the decisions of a match."""
    draws: int
    """A bound on the random values in a match, each card and token of a deal counted."""
    fates: int | None = None
    """A bound on the random outcomes of a match, a whole deal counted once; None: as many as `draws`."""
    hidden: bool = True
    """Whether seats have different information."""
    at: Callable[[V, Millis], V] | None = None
    """Returns the same view some time later; for games in real time, whose observations depend on the clock."""

    @cached_property
    def size(self) -> int:
        """The number of columns: a multiple of eight, so that compiled code can write eight at once."""
        return sum(field.size for field in self.fields)

    @cached_property
    def numbers(self) -> dict[A, int]:
        """The number of each action."""
        return {action: number for number, action in enumerate(self.actions)}

    @cached_property
    def low(self) -> tuple[int, ...]:
        """The least value of each column."""
        return tuple(field.low for field in self.fields for _ in range(field.size))

    @cached_property
    def high(self) -> tuple[int, ...]:
        """The greatest value of each column."""
        return tuple(field.high for field in self.fields for _ in range(field.size))

    @cached_property
    def columns(self) -> dict[str, slice]:
        """The place of each field."""
        found: dict[str, slice] = {}
        start = 0
        for field in self.fields:
            found[field.name] = slice(start, start + field.size)
            start += field.size
        return found

    def observe(self, view: V, now: Millis) -> list[int]:
        """Return all columns of the observation at this time."""
        written = self.write(view if self.at is None else self.at(view, now))
        return [*written, *[0] * (self.size - len(written))]

    def mask(self, legal: Sequence[Any]) -> list[int]:
        """Return 1 for the number of each legal action, 0 for all others."""
        found = [0] * len(self.actions)
        for action in legal:
            number = self.numbers.get(action)
            if number is not None:
                found[number] = 1
        return found


class RowGame(NamedTuple):
    """A game in compiled rows: its kernel, and the constant data of all rows."""

    kernel: Any
    """A `purrlor.compiled.rows.Kernel`; typed as Any, so that reading an encoding does not load a compiler."""
    table: Any


class RowLevel(NamedTuple):
    """A level in compiled rows."""

    choose: Any
    """A compiled function: `choose(table, state, random)` returns the number of an action."""
    table: Callable[[Any], Any] | None = None
    """Returns the table of `choose` for a game with its options; None: it is the table of the rows."""


def padded(*fields: Field) -> tuple[Field, ...]:
    """Return the fields, and unused columns up to a multiple of eight."""
    missing = -sum(field.size for field in fields) % 8
    return (*fields, Field("padding", missing, "always 0")) if missing else fields


def from_seat(items: Sequence[Any], viewer: int) -> list[Any]:
    """Return one item for each seat, in the order of play, beginning with the viewer's own."""
    return [*items[viewer:], *items[:viewer]]


def one_hot(place: int | None, size: int) -> list[int]:
    """Return 1 at `place`, 0 elsewhere; only zeros for None."""
    return [int(number == place) for number in range(size)]


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The result of one match, seat by seat."""

    points: tuple[int, ...]
    shares: tuple[float, ...]
    """The shares of the victory."""
    turns: int


@dataclass(frozen=True)
class CompiledDuels:
    names: tuple[str, ...]
    """The names of the available bots."""
    variant: str
    """One word for the variants, such as "sheet"."""
    variants: tuple[str, ...]
    """The variants, which are measured separately: one row of the table for each."""
    play: Callable[[str, Sequence[str], str], DuelResult]
    """Plays one match of a variant between the named bots; all chance follows from the seed, the last argument."""


Log = Callable[[str], None]


@dataclass(frozen=True)
class Trainer:
    """A training with its own command-line options; it logs its progress and writes a file."""

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    """Adds the options; `output` is the path of the file."""
    train: Callable[[Any, Log], None]
    """Trains with the parsed arguments; the same seed gives the same weights on the same machine."""
    least: Mapping[str, int] = dataclasses.field(default_factory=dict[str, int])
    """The smallest value of each option that has one, checked before the training begins."""


def positive(text: str) -> float:
    """Return a number above 0; the type of a command-line option."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0, not {text}")
    return number


def seed_number(text: str) -> int:
    """Return the seed of a training from the command line: a number as it is, any other text by its hash."""
    return int(text) if text.isdecimal() else int.from_bytes(sha256(text.encode()).digest()[:6])


LuckMeasure: TypeAlias = Callable[[Match[Any, Any, Any]], Sequence[float]]
"""Measures the luck of each seat in a finished match, in points.

The mean is 0 for every seat, however well the players play, so subtracting it favours nobody. The arena itself
estimates how much of a result it explains.
"""
