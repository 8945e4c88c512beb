"""Large cards, and the table with all piles around the mouse, clockwise from the upper left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from purrlor.core import Seat
from purrlor.games.addi_cats import ActionCard, Addition, Card, Phase, PlaceView, View
from purrlor.games.addi_cats.table import in_play
from purrlor.kit.speech import say

from .plain import status_text

HEIGHT = 5
LARGEST = 23
"""The width of a card in large digits; where there is less room, the digits are small."""
GLYPHS = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "+": (" ▄ ", "▀█▀", "   "),
    " ": (" ", " ", " "),
}
SYMBOLS = {
    ActionCard.CHASE: "»»» {} »»»",
    ActionCard.U_TURN: "<─╮ {} ╭─>",
    ActionCard.CLOCK: "1 2 3 {} 1 2 3",
    ActionCard.SUMO: ">> {} <<",
    ActionCard.TRAP: "-=[ {} ]=-",
    ActionCard.GIFT: "*+* {} *+*",
}
STYLES = {
    ActionCard.CHASE: "bold red",
    ActionCard.U_TURN: "bold blue",
    ActionCard.CLOCK: "bold yellow",
    ActionCard.SUMO: "bold magenta",
    ActionCard.TRAP: "bold red",
    ActionCard.GIFT: "bold green",
}
PLAIN, NEW, GHOST = "╭─╮│╰╯", "┏━┓┃┗┛", "┌┄┐┊└┘"


def drawn(card: Card | None, width: int, *, new: bool = False, ghost: bool = False, below: str = "") -> list[Text]:
    """Draw a card in five lines. `new`: it was turned last; `ghost`: it lay here before the verdict; None: no card."""
    frame = GHOST if ghost or card is None else NEW if new else PLAIN
    style = "dim" if ghost or card is None else "cyan" if new else ""
    inner = width - 2
    middle = ["", "", ""] if card is None else _face(card, inner)
    ink = "dim" if ghost else STYLES[card] if isinstance(card, ActionCard) else "bold"
    lines = [Text(frame[0] + frame[1] * inner + frame[2], style=style)]
    for row in middle:
        side = Text(frame[3], style=style)
        lines.append(side + Text(centred(row, inner), style=ink) + side)
    label = f" {below} " if below else ""
    left = (inner - cell_len(label)) // 2
    lines.append(Text(frame[4] + frame[1] * left, style=style) + Text(label, style="dim"))
    lines[-1] += Text(frame[1] * (inner - left - cell_len(label)) + frame[5], style=style)
    return lines


def _face(card: Card, width: int) -> list[str]:
    if isinstance(card, ActionCard):
        name = say(f"addi-cats.card.{card}").upper()
        symbol = SYMBOLS[card].format(name)
        return [symbol if cell_len(symbol) <= width else name, "", say(f"addi-cats.about.{card}")]
    rows = large(str(card))
    if len(rows[0]) <= width:
        return rows
    return ["", f"{card.first} + {card.second}" if isinstance(card, Addition) else str(card), ""]


def large(text: str) -> list[str]:
    """Draw digits and a plus in three rows."""
    return [" ".join(GLYPHS[sign][row] for sign in text) for row in range(3)]


def centred(text: str, width: int) -> str:
    """Centre `text` in `width` cells, cut if necessary."""
    room = width - cell_len(text)
    return set_cell_size(" " * (max(room, 0) // 2) + text, width)


MOUSE = ("(\\_/)           ", "(o.o)(________)~~")
ROWS = {3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3)}
"""Number of piles in the upper and in the lower row."""


@dataclass(frozen=True)
class Drawing:
    view: View
    names: Sequence[str]
    below: Mapping[Seat, str] = field(default_factory=dict[Seat, str])
    """The text below the piles of a seat: its keys or its name."""
    ghosts: Mapping[int, Card] = field(default_factory=dict[int, Card])
    """The cards that the last verdict took off the piles of these places."""
    status: str | None = None
    """The instruction to everybody; None: that of the phase."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width):
            line.no_wrap, line.overflow = True, "crop"
            yield line

    def lines(self, width: int) -> list[Text]:
        upper, lower = ROWS[len(self.view.places)]
        column = (width - 1) // max(upper, lower)
        top = list(range(upper))
        bottom = list(range(upper + lower - 1, upper - 1, -1))
        return [*self._row(top, column, width), *self._middle(width), *self._row(bottom, column, width)]

    def _row(self, numbers: Sequence[int], column: int, width: int) -> list[Text]:
        blocks = [self._place(number, column) for number in numbers]
        margin = Text(" " * ((width - column * len(numbers)) // 2))
        return [margin + Text("").join(parts) for parts in zip(*blocks, strict=True)]

    def _place(self, number: int, column: int) -> list[Text]:
        """Name and stack, the top card of the pile, and what stands below."""
        place = self.view.places[number]
        width = min(column - 2, LARGEST)
        left = (column - width) // 2
        ghost = self.ghosts.get(number) if not place.pile else None
        card = place.pile[-1] if place.pile else ghost
        count = say("terminal.addi-cats.open", count=len(place.pile)) if len(place.pile) > 1 else ""
        rows = drawn(card, width, new=self._is_new(place), ghost=ghost is not None, below=count)
        rows = [self._heading(number, width), *rows, self._foot(place.owner, width)]
        return [Text(" " * left) + row + Text(" " * (column - left - width)) for row in rows]

    def _is_new(self, place: PlaceView) -> bool:
        newest = max(each.shown_at for each in self.view.places)
        return bool(place.pile) and place.shown_at == newest and self.view.timed

    def _heading(self, number: int, width: int) -> Text:
        place = self.view.places[number]
        in_turn = number == self.view.up and self.view.phase in (Phase.TURN, Phase.LOOK, Phase.DECIDE)
        won = any(place.owner in seats for seats in self.view.won)
        won = won and (self.view.phase is Phase.OVER or not in_play(place))
        stack = self._stack(place, won=won)
        name = ("▶ " if in_turn else "  ") + self.names[place.owner]
        room = width - cell_len(stack) - 1
        if cell_len(name) > room:
            name = set_cell_size(name, room - 1) + "…"
        heading = Text(set_cell_size(name, room + 1), style="bold cyan" if in_turn else "bold")
        return heading + Text(stack, style="bold green" if won else "dim")

    def _stack(self, place: PlaceView, *, won: bool) -> str:
        if won:
            return say("terminal.addi-cats.won")
        if in_play(place):
            return say("terminal.addi-cats.stack", count=place.face_down)
        return "" if self.view.phase in (Phase.FIRST, Phase.DEAL) else say("terminal.addi-cats.out")

    def _foot(self, seat: Seat, width: int) -> Text:
        hands = [hit for hit in self.view.hits if hit.seat == seat]
        if hands:
            return Text(centred(say("terminal.addi-cats.hand", part=say(f"addi-cats.part.{hands[0].part}")), width))
        return Text(centred(self.below.get(seat, ""), width), style="dim")

    def _middle(self, width: int) -> list[Text]:
        """Draw the mouse, the direction of play, and what the players have to do."""
        status = status_text(self.view, self.names) if self.status is None else self.status
        way = say("terminal.addi-cats.clockwise" if self.view.direction == 1 else "terminal.addi-cats.counterclockwise")
        side = (width - cell_len(MOUSE[1])) // 2
        beside = Text(set_cell_size(f"  {way}", side), style="dim")
        turned = Text(f"   {say('terminal.addi-cats.turned', count=self.view.cards_turned)}", style="dim")
        return [
            Text(" " * side + MOUSE[0]),
            beside + Text(MOUSE[1]) + turned,
            Text(centred(status, width - 1), style=status_style(self.view)),
        ]


def status_style(view: View) -> str:
    alarm = view.phase in (Phase.CHASE, Phase.TRAP, Phase.COUNT, Phase.LAST_CALL) or view.sumo
    return "bold red" if alarm else "bold"
