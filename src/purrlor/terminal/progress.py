"""Signs of life for whoever waits: on the error stream, and only if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def working(text: str) -> Generator[None]:
    """A spinner."""
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


@contextmanager
def counting(text: str, total: int) -> Generator[Callable[[int], None]]:
    """A bar; call what you are given with how many more are done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(text, total=total)
        yield lambda more: bar.advance(task, more)
