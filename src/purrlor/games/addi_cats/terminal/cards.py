"""Cards of Addi Cat's, large enough to be read from the other side of a table."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from purrlor.games.addi_cats import ActionCard, Addition, Card
from purrlor.kit.speech import say

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
    """A card in five lines. `new`: it was turned last; `ghost`: it lay here before the verdict; None: no card."""
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
    """Digits and a plus in three rows."""
    return [" ".join(GLYPHS[sign][row] for sign in text) for row in range(3)]


def centred(text: str, width: int) -> str:
    """`text` in the middle of `width` cells, cut if it must be."""
    room = width - cell_len(text)
    return set_cell_size(" " * (max(room, 0) // 2) + text, width)
