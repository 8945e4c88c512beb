"""Draw House of Cats in the terminal: your sheet large, dice and abilities beside it, the others small.

A ring marks a space that may be written into now; heavy lines are the walls of rooms. Colour only helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from textwrap import wrap

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from purrlor.core import Seat
from purrlor.games.house_of_cats import Ability, Action, House, Space, Symbol, View, points
from purrlor.games.house_of_cats.notation import ChooseRoom, Done, Expand, Place, Use, Write
from purrlor.games.house_of_cats.play import DICE
from purrlor.games.house_of_cats.sheet import STARTING_DICE
from purrlor.games.house_of_cats.symbols import EMPTY, NUMBERS, SYMBOLS
from purrlor.kit.bots import Advice, NextBest
from purrlor.kit.face import AnyRecord, Face
from purrlor.kit.review import Decision
from purrlor.kit.speech import figure, listed, say, speech

from .drawing import (
    AREA_STYLES,
    CROSSED_OFF,
    DICE_PICTURES,
    ENTRY_STYLES,
    PLAIN_SPACE,
    Grid,
    area_points,
    large_dice,
    small_dice,
)
from .plain import area_counts, brief, counted, ending, order, plain
from .talk import allowed, also, label, named, reply, tip, vocabulary, why_not

GAP = 2
NARROWEST = 28
"""A panel beside the sheet needs room for the dice."""
NAME = 11
MOST_ROOMS = 6
CIRCLES = 5
WIDE_ENOUGH_FOR_NAMES = 45
EVEN = 0.05
"""The largest difference in points between turns that count as equally good, as in the web client."""
MANY_LINES = 32
"""A terminal of this height has room for large dice and whole sentences."""


def own_seat(view: View) -> Seat:
    """Return whose sheet is drawn large: the viewer's; for a spectator that of the leader."""
    return view.viewer if view.viewer is not None else view.winners[0]


def own_house(view: View) -> House:
    return view.turn.house if view.turn is not None else view.houses[own_seat(view)]


def targets(legal: Sequence[Action]) -> frozenset[Space]:
    """Return where something may be written now without spending a circle, or what a room may be made of."""
    found: set[Space] = set()
    free = any(isinstance(action, Place) for action in legal)
    for action in legal:
        match action:
            case Place(_, space) | Write(_, space) | Expand(space):
                found.add(space)
            case ChooseRoom(spaces):
                found.update(spaces)
            case Use(Ability.K | Ability.L, words) if not free:
                found.update(Space(word) for word in words if word[0].isupper())
            case _:
                pass
    return frozenset(found)


@dataclass(frozen=True)
class Drawing:
    """The table, fitted to the terminal when it is printed."""

    view: View
    legal: Sequence[Action]
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width, console.height):
            line.no_wrap, line.overflow = True, "ellipsis"
            yield line

    def lines(self, width: int, height: int = 24) -> list[Text]:
        """Draw sheet and panel side by side; one below the other where that is too wide."""
        panel = width - 1 - self._grid.width - GAP
        roomy = height >= MANY_LINES and panel >= 70
        left = [*self._grid.large(), *self._under_sheet()]
        if panel < NARROWEST:
            return [Text(" ") + line for line in (*left, *self._panel(width - 1, roomy=False))]
        return list(_beside(left, self._panel(panel, roomy=roomy), self._grid.width + GAP))

    @cached_property
    def _grid(self) -> Grid:
        house, before = own_house(self.view), self.view.houses[own_seat(self.view)]
        fresh = frozenset(
            space
            for space, now, then in zip(self.view.sheet.spaces, house.entries, before.entries, strict=True)
            if now != then
        )
        return Grid(self.view.sheet, house, targets(self.legal), fresh, stars=self.view.number == 0)

    # Below the sheet

    def _under_sheet(self) -> list[Text]:
        level = self.view.sheet.level
        extra = [self._cat_bar()] if level == 1 else list(self._areas()) if level == 3 else []
        return [*extra, *self._points()]

    def _cat_bar(self) -> Text:
        bar, crossed = self.view.sheet.cat_bar, own_house(self.view).cats
        line = Text("  " + say("terminal.house-of-cats.cat_bar") + " ")
        for place, mark in enumerate(bar):
            shown = CROSSED_OFF if place < crossed else PLAIN_SPACE if mark == EMPTY else mark
            line.append(f" {shown}", style="bold" if place == crossed else "dim" if place < crossed else "")
        return line

    def _areas(self) -> Iterator[Text]:
        """Draw two areas a line, each with its cats and mice."""
        items = [
            Text(say("terminal.house-of-cats.area", **values), style=AREA_STYLES[area])
            for area, cats, mice in area_counts(self.view.sheet, own_house(self.view))
            for values in [{"area": area, "cats": cats, "mice": mice, "points": area_points(cats, mice)}]
        ]
        for start in range(0, len(items), 2):
            yield Text("  ") + Text("   ").join(items[start : start + 2])

    def _points(self) -> list[Text]:
        """Draw the total and its parts, in as many lines as it takes."""
        name = self.names[own_seat(self.view)]
        found = points(self.view.sheet, own_house(self.view))
        items = [say("terminal.house-of-cats.total", seat=shortened(name, 12), total=found.total)]
        items += [f"{part} {worth}" for part, worth in counted(self.view.sheet.level, found)]
        lines = list(_filled(items, self._grid.width - 2))
        lines[0].stylize("bold", 0, cell_len(items[0]))
        return [Text("  ") + line for line in lines]

    # Beside the sheet

    def _panel(self, width: int, *, roomy: bool) -> list[Text]:
        below = self._rooms() or self._others(width, circles=roomy)
        return [
            *self._order(width),
            *self._table(width, roomy=roomy),
            *([Text("")] if roomy else []),
            *self._abilities(width, whole=roomy or not below),
            *([Text("")] if below else []),
            *below,
        ]

    def _order(self, width: int) -> Iterator[Text]:
        """Say what is to be done, or how it ended."""
        over = self.view.over
        sentence = f"★ {ending(self.view, self.names)}" if over else f"▶ {order(self.view)}"
        for line in wrap(sentence, width - 1, subsequent_indent="  "):
            yield Text(line, style="bold")

    def _table(self, width: int, *, roomy: bool) -> list[Text]:
        """Draw the dice, and the place in the match."""
        if self.view.over:
            shown = [Text(f"  {row}", style="bold yellow") for row in DICE_PICTURES[Symbol.CAT]]
        else:
            shown = (
                large_dice(self._results) if roomy else small_dice(self._results, gap=width >= WIDE_ENOUGH_FOR_NAMES)
            )
        side = [*([say("house-of-cats.title")] if width >= WIDE_ENOUGH_FOR_NAMES else []), *self._progress()]
        lines = zip_longest(shown, [Text(f"  {text}", style="dim") for text in side], fillvalue=Text(""))
        return [die + text for die, text in lines]

    def _progress(self) -> Iterator[str]:
        yield say("terminal.house-of-cats.level", level=self.view.sheet.level)
        if self.view.number and not self.view.over:
            yield say("terminal.house-of-cats.turn", number=self.view.number)

    @property
    def _results(self) -> list[Symbol | None]:
        """The results that are left; None: used, or not rolled yet."""
        left = self.view.turn.results if self.view.turn is not None else self.view.dice
        count = DICE if self.view.number else STARTING_DICE
        return [*(SYMBOLS[result] for result in left), *([None] * (count - len(left)))]

    def _abilities(self, width: int, *, whole: bool) -> Iterator[Text]:
        """Draw each number with its ability, circles left and crossed off, and its effect; `whole`: in sentences."""
        house = own_house(self.view)
        for number, ability, left in zip(NUMBERS, self.view.abilities, house.circles, strict=False):
            used = sum(room.number is number for room in house.rooms) - left
            line = Text(f"{number} ", style=f"bold {ENTRY_STYLES[number]}") + Text(ability, style="bold")
            if width >= WIDE_ENOUGH_FOR_NAMES:
                line.append(f" {say(f'house-of-cats.ability.{ability}'):<{NAME}}")
            line.append(f" {circles(left, used):<{CIRCLES}} ", style="bold" if left else "dim")
            line.append(say(f"house-of-cats.{'say' if whole else 'short'}.{ability}"), style="" if left else "dim")
            yield line
            if whole:
                about = wrap(say(f"house-of-cats.about.{ability}"), width - 5)
                yield from (Text(f"    {part}", style="dim") for part in about)

    def _rooms(self) -> list[Text]:
        """List the rooms to choose from; empty if no room has to be chosen now."""
        rooms = [action for action in self.legal if isinstance(action, ChooseRoom)]
        shown = [Text(f"  {' '.join(room.spaces)}") for room in rooms[:MOST_ROOMS]]
        more = len(rooms) - len(shown)
        return [*shown, *([Text(f"  {say('terminal.more', count=more)}")] if more else [])]

    def _others(self, width: int, *, circles: bool) -> list[Text]:
        """Draw small sheets side by side; where they do not fit, a line for each."""
        others = [Seat(seat) for seat in range(len(self.names)) if seat != own_seat(self.view)]
        sheets = [self._small_sheet(seat, circles=circles) for seat in others]
        each = self._grid.small_width
        if not others or len(others) * (each + GAP) - GAP > width:
            return [self._summary(seat, width) for seat in others]
        return [(Text(" " * GAP)).join(_to_width(line, each) for line in row) for row in zip(*sheets, strict=True)]

    def _small_sheet(self, seat: Seat, *, circles: bool) -> list[Text]:
        grid = Grid(self.view.sheet, self.view.houses[seat])
        heading = self._heading(seat, grid.small_width)
        return [heading, *grid.small(), *([self._circles_of(seat)] if circles else [])]

    def _heading(self, seat: Seat, width: int) -> Text:
        total = f"{self._mark(seat)}{figure(self.view.points[seat].total, 'd')}"
        name = set_cell_size(shortened(self.names[seat], width - len(total) - 1), width - len(total) - 1)
        return Text(f"{name} {total}", style="bold")

    def _mark(self, seat: Seat) -> str:
        """Return a star for the winner, a tick for a seat that is done with this turn."""
        if self.view.over:
            return "★" if seat in self.view.winners else ""
        return "✓" if self.view.waiting[seat] else ""

    def _circles_of(self, seat: Seat) -> Text:
        pairs = zip(self.view.abilities, self.view.houses[seat].circles, strict=False)
        return Text(" " + " ".join(f"{ability}{left}" for ability, left in pairs if left), style="dim")

    def _summary(self, seat: Seat, width: int) -> Text:
        heading = self._heading(seat, min(18, width))
        empty = self.view.houses[seat].entries.count(EMPTY)
        return heading + Text(f"  {say('terminal.house-of-cats.spaces_left', count=empty)} ") + self._circles_of(seat)


def circles(left: int, used: int) -> str:
    """Draw a circle for each use left and a cross for each used; numbers where there are too many."""
    drawn = "●" * left + CROSSED_OFF * used
    return drawn if len(drawn) <= CIRCLES else f"●{left}{CROSSED_OFF}{used}"


def _beside(left: Sequence[Text], right: Sequence[Text], width: int) -> Iterator[Text]:
    for one, other in zip_longest(left, right, fillvalue=Text("")):
        yield Text(" ") + _to_width(one, width) + other


def _to_width(line: Text, width: int) -> Text:
    line = line.copy()
    line.truncate(width, pad=True)
    return line


def _filled(items: Sequence[str], width: int) -> Iterator[Text]:
    """Yield items one after the other, in as many lines as they need."""
    line = ""
    for item in items:
        if line and cell_len(line) + 2 + cell_len(item) > width:
            yield Text(line)
            line = ""
        line += f"  {item}" if line else item
    yield Text(line)


def shortened(name: str, width: int) -> str:
    """Cut a name to a number of terminal cells."""
    return name if cell_len(name) <= width else set_cell_size(name, width - 1).rstrip() + "…"


def draw(view: View, legal: Sequence[Action], names: Sequence[str]) -> Drawing:
    return Drawing(view, legal, names)


def advice(game: str, found: Advice) -> str:
    """Say the whole turn, why it is good, and what the next best turn would do instead."""
    assert found.reason is not None
    steps = [named(step) for step in found.plan if tuple(found.plan) == (Done(),) or not isinstance(step, Done)]
    turn = say("house-of-cats.advice.turn", steps=listed(steps), reason=speech().say(game, found.reason, ()))
    return turn if found.next_best is None else f"{turn}\n{comparison_with(game, found.next_best)}"


def comparison_with(game: str, other: NextBest) -> str:
    """Compare the best turn with the next best."""
    words = listed([named(step) for step in other.actions])
    if other.reason is not None:
        words = f"{words}. {speech().say(game, other.reason, ())}"
    if other.less < EVEN:
        return say("page.hint.even", next=words)
    return say("page.hint.ahead", more=other.less, next=words)


def comparison(record: AnyRecord, decision: Decision) -> RenderableType:
    from .review import compared

    return compared(record, decision)


FACE = Face(
    draw=draw,
    plain=plain,
    brief=brief,
    named=named,
    label=label,
    also=also,
    allowed=allowed,
    why_not=why_not,
    reply=reply,
    tip=tip,
    vocabulary=vocabulary(),
    menu=False,
    advice=advice,
    comparison=comparison,
)
