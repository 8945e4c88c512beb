"""Create rich consoles: no markup, no highlighting of numbers, and a closed pipe is not an error.

Progress is shown on the error stream, only if it is a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import NoReturn

from rich.console import Console


class PipedConsole(Console):
    """A console that raises when the pipe is closed, where rich would exit with its own code.

    `main` handles the error.
    """

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def new_console(*, stderr: bool = False, width: int | None = None, plain: bool = False) -> Console:
    """Return a console. With `plain`, it writes no colours and control codes, whatever the output is."""
    return PipedConsole(
        stderr=stderr,
        width=width,
        no_color=plain or None,
        force_terminal=False if plain else None,
        highlight=False,
        emoji=False,
        markup=False,
    )


@contextmanager
def working(text: str) -> Generator[None]:
    """Show a spinner."""
    with new_console(stderr=True).status(text):
        yield


@contextmanager
def counting(text: str, total: int) -> Generator[Callable[[int], None]]:
    """Show a progress bar; call the yielded function with the number of newly finished items."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = new_console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(text, total=total)
        yield lambda more: bar.advance(task, more)
