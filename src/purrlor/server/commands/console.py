"""Helpers that the store commands share: opening the named store, a progress line, and error messages."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from purrlor.core.reason import as_reason
from purrlor.kit.speech import speech

if TYPE_CHECKING:
    from ..store import Store

MOMENT = 0.2
"""Seconds between two updates of the progress line."""


def add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        metavar="PLACE",
        help="a file, sqlite:///PATH or postgresql://… (default: $PURRLOR_STORE, or parlour.sqlite among your data)",
    )


def place_of(args: argparse.Namespace) -> str:
    from ..store import default_place

    return args.store or default_place()


def open_named(args: argparse.Namespace, *, exclusive: bool = False) -> Store | None:
    """Open the existing store that a command names; print the reason and return None if that fails."""
    from ..store import StoreFailed, open_store

    try:
        return open_store(place_of(args), create=False, exclusive=exclusive)
    except StoreFailed as error:
        unusable(error)
        return None


def unusable(error: Exception) -> int:
    """Print why the store cannot be used, and return the exit code."""
    return refuse(speech()("store.unusable", reason=said(error)))


def said(error: Exception) -> str:
    """Return the reason for an error in the language of the terminal."""
    return speech().reason(as_reason(error))


def refuse(reason: str) -> int:
    """Print why nothing was done, and return the exit code."""
    complain(f"purrlor: {reason}")
    return 2


class ProgressLine:
    """A self-replacing line on standard error; prints nothing unless that is a terminal."""

    def __init__(self) -> None:
        self.shown = time.monotonic()

    def __call__(self, number: int, count: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - self.shown > MOMENT:
            self.shown = time.monotonic()
            sys.stderr.write(f"\r{speech()('store.progress', number=number, count=count)}\033[K")
            sys.stderr.flush()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")


def counted(tables: Sequence[str]) -> Generator[str]:
    """Yield the tables while showing progress."""
    with ProgressLine() as progress:
        for number, table in enumerate(tables):
            progress(number, len(tables))
            yield table


def say_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def complain(line: str) -> None:
    sys.stderr.write(f"{line}\n")
