"""Draw the table of MEOW: the row of tokens, each player's card and pile, and the hand.

Nothing depends on colours alone: every card shows its letter, a star marks the winning card, and playable cards have a
frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from purrlor.core import Seat, winners
from purrlor.games.meow import FISH, VASE, Action, Card, Colour, Pile, Played, Token, View
from purrlor.games.meow.tokens import is_fishbone
from purrlor.kit.face import Face
from purrlor.kit.speech import figure, say

from .plain import brief, plain
from .words import WISHES, ahead, allowed, also, duty, ending, label, named, standing, tip, token_sign, why_not

SLOT = 8
GAP = "  "
MARK, TRICK, VOID, BOWLS, FISH_ATE, VASES, POINTS = 2, 7, 5, 5, 14, 6, 6
NAME, NAME_MOST = 12, 20
BONES, BONES_MOST = 12, 25
USUAL = 80
NARROW = 60
"""The width in cells of all columns except the one for the fishbones that the fish took away."""
NAME_LEAST, BONES_LEAST, SLOT_LEAST = 9, 10, 6
AIRY = 4
"""The largest number of seats that leaves room for empty lines."""
WINS, TURN, DOT = "★", "▶", " · "
LEAST_SAID = 3
"""The least number of parts in the heading: round, trick and leader."""
INK = {Colour.PINK: "#d75f9f", Colour.BLUE: "#5f87d7", Colour.GREEN: "#4f9f4f"}
PAPER = {Colour.PINK: "#a8326f", Colour.BLUE: "#2a58b0", Colour.GREEN: "#2a6e2e"}
CAT = (
    r"   |\___/|",
    r"   | - - |          __",
    r"   |  ^  |_______  /o \/|",
    r"    \_______u_u__) \__/\|",
)


def left(text: str, width: int) -> str:
    """Align `text` left in a column, shortened with an ellipsis if necessary; one cell stays free."""
    if cell_len(text) > width - 1:
        text = set_cell_size(text, width - 2).rstrip() + "…"
    return set_cell_size(text, width)


def right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def short_name(name: str, width: int) -> str:
    """Shorten a name to a number of cells. A number at its end stays, because it may be the only difference."""
    if cell_len(name) <= width:
        return name
    number = name[len(name.rstrip("0123456789")) :][-2:]
    return set_cell_size(name, width - 1 - len(number)).rstrip() + "…" + number


def middle(text: str, width: int) -> str:
    before = (width - cell_len(text)) // 2
    return set_cell_size(" " * before + text, width)


def chip(card: Card) -> Text:
    """Draw a card on the table."""
    return Text(f" {card} ", style=f"bold #ffffff on {PAPER[card.colour]}")


def played_card(card: Card, *, wins: bool, fresh: bool) -> Text:
    """Draw a played card, with a star if it wins; cards of a past trick are dimmed."""
    mark = Text(WINS if wins else " ", style="bold yellow" if fresh else "dim")
    shown = chip(card) if fresh else Text(f" {card} ", style=f"dim {INK[card.colour]}")
    return mark + shown + Text(" " * (TRICK - 1 - len(shown)))


def framed(card: Card, air: str) -> tuple[Text, Text, Text]:
    """Draw a card that may be played."""
    style, inner = f"bold {INK[card.colour]}", f"{air}{card}{air}"
    edge = "─" * len(inner)
    return Text(f"╭{edge}╮", style=style), Text(f"│{inner}│", style=style), Text(f"╰{edge}╯", style=style)


def bare(card: Card, air: str) -> tuple[Text, Text, Text]:
    """Draw a card in the hand that may not be played now."""
    inner = f" {air}{card}{air} "
    blank = Text(" " * len(inner))
    return blank, Text(inner, style=INK[card.colour]), blank


def token_style(token: Token) -> str:
    return {FISH: "cyan", VASE: "yellow"}.get(token, "red" if is_fishbone(token) else "bold")


def numbers(values: Sequence[int], width: int) -> str:
    """List the numbers if there is room; otherwise show their sum and count."""
    text = " ".join(figure(value, "d") for value in values)
    return text if len(text) < width else say("terminal.meow.many", sum=sum(values), count=len(values))


def tokens_in_short(tokens: Sequence[Token]) -> str:
    """Abbreviate tokens, for example `-10 -8 +1 +3 +5×2 fish×2 vase`."""
    counts = {token: tokens.count(token) for token in tokens}
    signs = {token_sign(token): count for token, count in counts.items()}
    return " ".join(sign if count == 1 else f"{sign}×{count}" for sign, count in signs.items())


def slot_sign(token: Token) -> str:
    """Return a token's sign, abbreviated if it is wider than the narrowest slot: `poiss.` in French."""
    sign = token_sign(token)
    return sign if cell_len(sign) <= SLOT_LEAST else set_cell_size(sign, SLOT_LEAST - 1) + "."


def at_stake(token: Token) -> str:
    """Return a token's sign in brackets, with spaces if the slot is wide enough."""
    airy, tight = f"[ {slot_sign(token)} ]", f"[{slot_sign(token)}]"
    return airy if cell_len(airy) <= SLOT else tight


@dataclass(frozen=True)
class Drawing:
    """A drawing of the table that adapts to the width of the terminal when it is printed."""

    view: View
    legal: Sequence[Action]
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width):
            line.no_wrap, line.overflow = True, "ellipsis"
            yield line

    def lines(self, width: int) -> list[Text]:
        below: list[Text] = []
        if self.view.over:
            below = [Text(line, style="yellow") for line in CAT]
        elif self.view.viewer is not None:
            below = self._hand(width - 1)
        air = [Text("")] if len(self.names) <= AIRY else []
        top = [self._heading(width), Text(""), *self._row(width), self._box(), *air]
        return [Text(" ") + line for line in (*top, *self._table(width), *air, self._legend(width), *below)]

    def _heading(self, width: int) -> Text:
        """Draw the state of the match. Parts that do not fit are omitted, the least important first."""
        title = say("meow.title")
        said = [ending(self.view, self.names)] if self.view.over else standing(self.view, self.names)
        while len(said) > LEAST_SAID and cell_len(DOT.join([title, *said])) > width - 2:
            said.pop()
        return Text(title, style="bold") + Text("".join(f"{DOT}{part}" for part in said))

    # The tokens

    def _row(self, width: int) -> list[Text]:
        """Draw the nine tokens of this round, with the names of the players who took some of them."""
        tokens, takers = Text(""), Text("")
        slot = SLOT_LEAST if width < USUAL - 1 else SLOT
        for trick in self.view.tricks:
            tokens.append(middle(slot_sign(trick.token), slot), style="dim")
            takers.append(middle(short_name(self.names[trick.winner], slot - 1), slot), style="dim")
        for place, token in enumerate(self.view.row):
            stake = place == 0
            shown = middle(at_stake(token), SLOT) if stake else middle(slot_sign(token), slot)
            tokens.append(shown, style=f"bold {token_style(token)}" if stake else token_style(token))
            takers.append(say("terminal.meow.stake") if stake else "", style="bold")
        return [tokens, takers]

    def _box(self) -> Text:
        if self.view.over or not self.view.round:
            return Text("")
        if not self.view.box:
            return Text(say("terminal.meow.box.empty"), style="dim")
        return Text(say("terminal.meow.box", tokens=tokens_in_short(self.view.box)), style="dim")

    # Everybody

    def _table(self, width: int) -> Iterator[Text]:
        narrow = width < USUAL - 1
        spare = max(width - (NARROW if narrow else USUAL), 0)
        name, name_most = (NAME_LEAST, NAME) if narrow else (NAME, NAME_MOST)
        bones, bones_most = (BONES_LEAST, BONES) if narrow else (BONES, BONES_MOST)
        bones = min(bones + max(spare - name_most + name, 0), bones_most)
        name, fish = min(name + spare, name_most), 0 if narrow else FISH_ATE
        yield self._header(name, bones, fish)
        for seat in map(Seat, range(len(self.names))):
            yield self._seat(seat, name) + self._played(seat) + self._voids(seat) + self._pile(seat, bones, fish)

    def _header(self, name: int, bones: int, fish: int) -> Text:
        cells = [
            left("", MARK) + left(say("terminal.meow.column.player"), name),
            left(say("terminal.meow.column.trick"), TRICK),
            left(say("terminal.meow.column.last"), TRICK),
            left(say("terminal.meow.column.void"), VOID),
            right(say("terminal.meow.column.bowls"), BOWLS) + GAP,
            left(say("terminal.meow.column.bones"), bones),
            left(say("terminal.meow.column.fish"), fish) if fish else "",
            left(say("terminal.meow.column.vases"), VASES),
            right(say("terminal.meow.column.points"), POINTS),
        ]
        return Text("".join(cells), style="dim")

    def _seat(self, seat: Seat, width: int) -> Text:
        turn = seat == self.view.turn
        style = "bold cyan" if turn else "bold" if seat == self.view.viewer else ""
        return Text(
            left(TURN if turn else "", MARK) + left(short_name(self.names[seat], width - 1), width), style=style
        )

    def _played(self, seat: Seat) -> Text:
        """Draw a seat's cards in this trick and in the last one, which stays bright until the next card is played."""
        last = self.view.tricks[-1] if self.view.tricks else None
        now = _cell(self.view.trick, seat, ahead(self.view), fresh=True)
        return now + _cell(last.plays if last else (), seat, last.winner if last else None, fresh=not self.view.trick)

    def _voids(self, seat: Seat) -> Text:
        shown = Text(" ").join(Text(str(colour), style=f"bold {INK[colour]}") for colour in self.view.voids[seat])
        return shown + Text(" " * (VOID - len(shown)))

    def _pile(self, seat: Seat, bones: int, fish: int) -> Text:
        pile = self.view.piles[seat]
        wins = self.view.over and seat in winners(self.view.scores)
        kept = numbers(pile.fishbones[pile.fish :], bones)
        return Text.assemble(
            right(f"+{sum(pile.bowls)}" if pile.bowls else "", BOWLS) + GAP,
            (left(kept, bones), "red"),
            (left(_fed(pile), fish) if fish else "", "cyan"),
            (left(_vases(pile), VASES), "yellow"),
            (right(f"{WINS if wins else ''}{figure(pile.total, 'd')}", POINTS), "bold"),
        )

    # The hand

    def _legend(self, width: int) -> Text:
        """Name the owner of the hand and what has to be played, and explain the letters if there is room."""
        shown = Text("")
        if self.view.over:
            return shown
        if self.view.viewer is not None:
            shown.append(say("terminal.meow.hand", seat=self.names[self.view.viewer]), style="bold")
            shown.append(f": {duty(self.view)}" if self.legal else "", style="bold")
        letters = say("terminal.meow.legend")
        room = min(width, USUAL) - 2 - cell_len(shown.plain) - cell_len(letters)
        return shown + Text(" " * room) + Text(letters, style="dim") if room > 0 else shown

    def _hand(self, width: int) -> list[Text]:
        """Draw the cards side by side, closer together if they would not fit."""
        lines = self._cards(" ")
        return lines if len(lines[0]) <= width else self._cards("")

    def _cards(self, air: str) -> list[Text]:
        playable = {action.card for action in self.legal}
        lines = [Text(""), Text(""), Text("")]
        colour = None
        for card in self.view.hand:
            gap = GAP if colour not in (None, card.colour) else ""
            colour = card.colour
            for line, part in zip(lines, framed(card, air) if card in playable else bare(card, air), strict=True):
                line.append(gap).append(part)
        return lines


def _cell(plays: Sequence[Played], seat: Seat, winner: Seat | None, *, fresh: bool) -> Text:
    for player, card in plays:
        if player == seat:
            return played_card(card, wins=seat == winner, fresh=fresh)
    return Text(" " * TRICK)


def _fed(pile: Pile) -> str:
    """Describe the fishbones that the fish take away, and the fish without a fishbone."""
    hungry = pile.fish - len(pile.discarded)
    parts = [numbers(pile.discarded, FISH_ATE)] if pile.discarded else []
    if hungry:
        parts.append(say("terminal.meow.hungry") if hungry == 1 else say("terminal.meow.hungry.many", count=hungry))
    return ", ".join(parts)


def _vases(pile: Pile) -> str:
    if not pile.vases_cost:
        return str(pile.broken_vases or "")
    return say("terminal.meow.vases", count=pile.broken_vases, cost=pile.vases_cost)


def draw(view: View, legal: Sequence[Action], names: Sequence[str]) -> Drawing:
    return Drawing(view, legal, names)


FACE = Face(
    draw=draw,
    plain=plain,
    brief=brief,
    named=named,
    label=label,
    also=also,
    allowed=allowed,
    why_not=why_not,
    vocabulary=WISHES,
    tip=tip,
    menu=False,  # a number is a rank
)
