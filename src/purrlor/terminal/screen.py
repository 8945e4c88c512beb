"""A drawn screen: the board on top, events below it, and a prompt that stays in the same line."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.styles import Style
from rich.align import Align
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment, Segments
from rich.text import Text

from purrlor.kit.face import Scene
from purrlor.kit.speech import say

from .console import new_console
from .stage import Offer
from .typed_input import begins, folded

STORY_LINES = 8
ROOM_ABOVE = 1
PROMPT_LINES = 2
CLEAR_SCROLLED = "\x1b[3J"
"""Clears the scrollback as well, so that nobody can scroll up to another player's hand."""
SHORTEST_WAIT, LONGEST_WAIT = 350, 900
STYLE = Style.from_dict({"bottom-toolbar": "noreverse #888888", "prompt": "bold"})


class Completions(Completer):
    """Completes input: notation by its beginning, or by the beginning of its meaning."""

    def __init__(self, offers: Sequence[Offer] = ()) -> None:
        self.offers = offers

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        typed = document.text_before_cursor
        for offer in self.offers:
            if any(begins(folded(text), folded(typed)) for text in (offer.text, offer.meaning)):
                yield Completion(offer.text, start_position=-len(typed), display_meta=offer.meaning)


class Screen:
    interactive = True

    def __init__(self, *, fast: bool = False, console: Console | None = None) -> None:
        self.console = console or new_console()
        self.fast = fast
        self._history = InMemoryHistory()
        self._session: PromptSession[str] | None = None
        self._board: RenderableType | None = None
        self._story: list[str] = []
        self._old = 0
        self._painted = False

    def tell(self, lines: Sequence[str]) -> None:
        self._story += lines
        if self._board is None:
            for line in lines:
                self.console.print(Text(line))

    def glimpse(self, scene: Scene) -> None:
        self.board(scene)

    def board(self, scene: Scene, *, whole: bool = False) -> None:  # noqa: ARG002
        self._board = scene.face.draw(scene.view, scene.legal, scene.names)
        self._paint()

    def answer(self, what: RenderableType) -> None:
        """Show a short answer below the board; scroll a long one."""
        what = Padding(Text(what), (0, 0, 0, 1)) if isinstance(what, str) and self._board is not None else what
        if self._board is None or self._height(what) > self._room():
            self.console.print(what)
        else:
            self._paint(what)

    def page(self, what: RenderableType) -> None:
        """Show page by page what does not fit below the board, then draw the board again."""
        lines = self.console.render_lines(Text(what) if isinstance(what, str) else what, pad=False)
        room = max(self.console.height - PROMPT_LINES, 1)
        if len(lines) <= (room if self._board is None else self._room()):
            self.answer(what)
            return
        with suppress(EOFError, KeyboardInterrupt):
            self._turn_pages([lines[start : start + room] for start in range(0, len(lines), room)])
        if self._board is not None:
            self._paint()

    def _turn_pages(self, pages: Sequence[Sequence[Sequence[Segment]]]) -> None:
        for number, page in enumerate(pages, 1):
            self._wipe()
            self.console.print(Segments(segment for line in page for segment in (*line, Segment.line())), end="")
            key = "terminal.page" if number < len(pages) else "terminal.page.last"
            if self.ask(say(key, number=number, count=len(pages))).strip():
                return

    def choices(self, heading: str, items: Sequence[str]) -> None:
        """List the items in one column if there is room, else in several."""
        if len(items) < self._room():
            self.answer("\n".join([heading, *items]))
        else:
            columns = Columns([Text(item) for item in items], column_first=True, padding=(0, 2))
            self.answer(Group(Text(heading), columns))

    def ask(self, question: str, offers: Sequence[Offer] = (), tip: str = "") -> str:
        if self._session is None:
            self._session = PromptSession(
                history=self._history,
                complete_while_typing=False,
                reserve_space_for_menu=6,
                style=STYLE,
                erase_when_done=True,
            )
        self._old = len(self._story)
        self._session.bottom_toolbar = f" {tip}" if tip else None
        return self._session.prompt(FormattedText([("class:prompt", f"{question} ")]), completer=Completions(offers))

    def curtain(self, text: str) -> None:
        self._board, self._story, self._old = None, [], 0
        self._wipe()
        self.console.file.write(CLEAR_SCROLLED)
        self.console.file.flush()
        panel = Panel(Align.center(Text(text), vertical="middle"), height=max(self.console.height - 3, 3))
        self.console.print(panel)
        self.ask(say("terminal.curtain.prompt"))
        self._wipe()

    def wait(self, millis: int) -> None:
        if not self.fast:
            time.sleep(min(max(millis, SHORTEST_WAIT), LONGEST_WAIT) / 1000)

    @contextmanager
    def busy(self, text: str) -> Generator[None, None, None]:
        with self.console.status(Text(text)):
            yield

    def _wipe(self) -> None:
        """Clear the screen; what it showed before the game is scrolled away, not lost."""
        if not self._painted:
            self.console.print("\n" * (self.console.height - 1))
            self._painted = True
        self.console.clear()

    def _height(self, what: RenderableType) -> int:
        return len(self.console.render_lines(what, pad=False))

    def _room(self) -> int:
        """Return the number of lines between board and prompt."""
        board = self._height(self._board) if self._board is not None else 0
        return max(min(self.console.height - board - ROOM_ABOVE - PROMPT_LINES, STORY_LINES), 1)

    def _paint(self, answer: RenderableType | None = None) -> None:
        assert self._board is not None
        below = [] if answer is None else [answer]
        room = self._room() - sum(self._height(each) for each in below)
        story = self._latest(room)
        blank = room - sum(self._height(line) for line in story)
        self._wipe()
        self.console.print(Group(self._board, *([Text("")] * ROOM_ABOVE), *story, *below, *([Text("")] * blank)))

    def _latest(self, room: int) -> list[Text]:
        """Return the end of the story, as much as fits; lines shown at the previous prompt are dim."""
        lines: list[Text] = []
        for place in range(len(self._story) - 1, -1, -1):
            line = Text(f" {self._story[place]}", style="dim" if place < self._old else "")
            room -= self._height(line)
            if room < 0:
                break
            lines.insert(0, line)
        return lines
