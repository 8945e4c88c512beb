"""Create rich consoles: no markup, no highlighting of numbers, and a closed pipe is not an error."""

from __future__ import annotations

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
