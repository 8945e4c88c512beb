"""The one way to write with rich: no markup, no guesses about numbers, and a reader who leaves is no error of ours."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class PipedConsole(Console):
    """Says that nobody reads on, where rich would end the program with a code of its own; `main` knows what to do."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def new_console(*, stderr: bool = False, width: int | None = None, plain: bool = False) -> Console:
    """A console; `plain`: without colours and control codes, wherever it writes."""
    return PipedConsole(
        stderr=stderr,
        width=width,
        no_color=plain or None,
        force_terminal=False if plain else None,
        highlight=False,
        emoji=False,
        markup=False,
    )
