"""The interface that shows a match and asks people: plain lines here, a drawn screen in `screen.py`."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

from rich.console import RenderableType

from purrlor.kit.face import Scene

from .console import new_console


@dataclass(frozen=True)
class Offer:
    """Text that may be typed, and its meaning."""

    text: str
    meaning: str = ""


class Stage(Protocol):
    @property
    def interactive(self) -> bool:
        """Whether a person is present who can answer questions beyond the game's own."""
        ...

    def tell(self, lines: Sequence[str]) -> None:
        """Show what happened."""
        ...

    def glimpse(self, scene: Scene) -> None:
        """Show the position while no person has to act."""
        ...

    def board(self, scene: Scene, *, whole: bool = False) -> None:
        """Show the position before a person acts; `whole`: with every detail."""
        ...

    def answer(self, what: RenderableType) -> None:
        """Reply to what was typed."""
        ...

    def page(self, what: RenderableType) -> None:
        """Reply with something to read, page by page if it is long."""
        ...

    def choices(self, heading: str, items: Sequence[str]) -> None:
        """Reply with things to pick from."""
        ...

    def ask(self, question: str, offers: Sequence[Offer] = (), tip: str = "") -> str:
        """Read one line, with completion of `offers`. Raises `EOFError` or `KeyboardInterrupt` if the person leaves."""
        ...

    def curtain(self, text: str) -> None:
        """Hide everything until the next person sits at the keyboard."""
        ...

    def wait(self, millis: int) -> None: ...

    def busy(self, text: str) -> AbstractContextManager[None]:
        """Show that something takes a moment, while the context is open."""
        ...


class PlainStage:
    """Short lines without colours or control codes: for screen readers, pipes and scripts."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty()

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def glimpse(self, scene: Scene) -> None:
        """Show nothing: the story contains everything."""

    def board(self, scene: Scene, *, whole: bool = False) -> None:
        lines = scene.face.plain if whole else scene.face.lines
        self.tell(lines(scene.view, scene.legal, scene.names))

    def answer(self, what: RenderableType) -> None:
        if isinstance(what, str):
            self.tell(what.splitlines())
        else:
            self.tell([line.rstrip() for line in plain_text(what, soft_wrap=True).splitlines()])

    def page(self, what: RenderableType) -> None:
        """Print without pages, which pipes and screen readers do not have."""
        self.answer(what)

    def choices(self, heading: str, items: Sequence[str]) -> None:
        self.tell([heading, *items])

    def ask(self, question: str, offers: Sequence[Offer] = (), tip: str = "") -> str:  # noqa: ARG002
        try:
            line = input(f"{question} ")
        except (EOFError, KeyboardInterrupt):
            self.tell([""])
            raise
        if not self.interactive:
            self.tell([line])
        return line

    def curtain(self, text: str) -> None:
        if self.interactive:
            self.tell([""] * 50)
        self.ask(text)

    def wait(self, millis: int) -> None:
        """Do not wait: a pipe has no spectators."""

    @contextmanager
    def busy(self, text: str) -> Generator[None, None, None]:
        self.tell([text])
        yield


def plain_text(what: RenderableType, width: int = 80, *, soft_wrap: bool = False) -> str:
    """Return a drawing without colours and control codes. `soft_wrap`: keep each sentence on one line, however long."""
    console = new_console(width=width, plain=True)
    with console.capture() as capture:
        console.print(what, soft_wrap=soft_wrap)
    return capture.get()


def choose_stage(*, plain: bool = False, fast: bool = False) -> Stage:
    """Return a drawn screen if the terminal has one, otherwise plain lines."""
    encoding = (sys.stdout.encoding or "").lower()
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()) or not encoding.startswith("utf"):
        return PlainStage()
    from .screen import Screen

    screen = Screen(fast=fast)
    return PlainStage() if screen.console.is_dumb_terminal else screen
