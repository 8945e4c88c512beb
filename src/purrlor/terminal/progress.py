"""Progress indicators on the error stream, shown only if it is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def working(text: str) -> Generator[None]:
    """Show a spinner."""
    from .console import new_console

    with new_console(stderr=True).status(text):
        yield


@contextmanager
def counting(text: str, total: int) -> Generator[Callable[[int], None]]:
    """Show a progress bar; call the yielded function with the number of newly finished items."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .console import new_console

    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = new_console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(text, total=total)
        yield lambda more: bar.advance(task, more)
