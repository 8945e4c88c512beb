"""Where a match is shown and people are asked: in plain lines here, on a drawn screen in `screen.py`."""

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
    """Something that may be typed, and what it means."""

    text: str
    meaning: str = ""


class Stage(Protocol):
    @property
    def interactive(self) -> bool:
        """Whether a person sits there, who can be asked more than the game needs."""
        ...

    def tell(self, lines: Sequence[str]) -> None:
        """Something happened."""
        ...

    def glimpse(self, scene: Scene) -> None:
        """Show how things stand while nobody is asked."""
        ...

    def board(self, scene: Scene, *, whole: bool = False) -> None:
        """Show how things stand before somebody is asked; `whole`: with everything there is to see."""
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
        """One line, with completion of `offers`; `EOFError` or `KeyboardInterrupt` if somebody leaves instead."""
        ...

    def curtain(self, text: str) -> None:
        """Hide everything until somebody else sits at the keyboard."""
        ...

    def wait(self, millis: int) -> None: ...

    def busy(self, text: str) -> AbstractContextManager[None]:
        """Show that something takes a moment."""
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
        """The story says it all."""

    def board(self, scene: Scene, *, whole: bool = False) -> None:
        lines = scene.face.plain if whole else scene.face.lines
        self.tell(lines(scene.view, scene.legal, scene.names))

    def answer(self, what: RenderableType) -> None:
        if isinstance(what, str):
            self.tell(what.splitlines())
        else:
            self.tell([line.rstrip() for line in plain_text(what, soft_wrap=True).splitlines()])

    def page(self, what: RenderableType) -> None:
        """A pipe, or a voice, has no pages."""
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
        """Nobody watches a pipe."""

    @contextmanager
    def busy(self, text: str) -> Generator[None, None, None]:
        self.tell([text])
        yield


def plain_text(what: RenderableType, width: int = 80, *, soft_wrap: bool = False) -> str:
    """A drawing without colours and control codes; `soft_wrap`: sentences keep to one line each, however long."""
    console = new_console(width=width, plain=True)
    with console.capture() as capture:
        console.print(what, soft_wrap=soft_wrap)
    return capture.get()


def choose_stage(*, plain: bool = False, fast: bool = False) -> Stage:
    """A drawn screen if there is one, plain lines otherwise."""
    encoding = (sys.stdout.encoding or "").lower()
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()) or not encoding.startswith("utf"):
        return PlainStage()
    from .screen import Screen

    screen = Screen(fast=fast)
    return PlainStage() if screen.console.is_dumb_terminal else screen
