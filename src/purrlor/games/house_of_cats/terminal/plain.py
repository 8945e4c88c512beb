"""House of Cats in words: how things stand, line by line, and answers to what players ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from purrlor.core import Seat
from purrlor.games.house_of_cats import Action, House, Points, Room, Sheet, Space, Symbol, View, points
from purrlor.games.house_of_cats.notation import Place
from purrlor.games.house_of_cats.scoring import SCORED, eaten_cheeses
from purrlor.games.house_of_cats.sheet import ROWS
from purrlor.games.house_of_cats.symbols import CROSSED, EMPTY, NUMBERS, OUTSIDE, SYMBOLS, symbol_name
from purrlor.games.house_of_cats.turn import AddSpaces, PickRoom, Turn, UseAtOnce, WriteSymbol
from purrlor.kit.answers import Answers, lead_line
from purrlor.kit.speech import figure, listed, say, speech


def counted(level: int, found: Points) -> list[tuple[str, str]]:
    """Say the points by their source."""
    return [(say(f"house-of-cats.points.{part}"), figure(getattr(found, part), "d")) for part in SCORED[level]]


def result_name(symbol: Symbol) -> str:
    """Say a symbol in one word."""
    return symbol_name(symbol) if symbol in NUMBERS else say(f"house-of-cats.results.{symbol_name(symbol)}")


def names_of(symbols: str) -> list[str]:
    return [result_name(SYMBOLS[symbol]) for symbol in symbols]


def one_of(parts: Sequence[str]) -> str:
    """Say a choice: `2, 3 or 4`."""
    return speech().join(parts, "terminal.house-of-cats.either")


def order(view: View) -> str:
    """Say in a few words what is to be done now."""
    turn = view.turn
    if turn is None or turn.done:
        waits = bool(view.dice) and view.viewer is not None
        return say("terminal.house-of-cats.order.wait" if waits else "terminal.house-of-cats.order.roll")
    if turn.tasks:
        return _task_order(turn)
    if turn.starting and turn.left:
        return say("terminal.house-of-cats.order.stars", left=turn.left)
    if turn.left:
        return say("terminal.house-of-cats.order.write", left=turn.left, count=len(turn.results))
    return say("terminal.house-of-cats.order.done")


def _task_order(turn: Turn) -> str:
    match turn.tasks[0]:
        case PickRoom():
            return say("terminal.house-of-cats.order.room")
        case AddSpaces(left):
            return say("terminal.house-of-cats.order.spaces", left=left)
        case UseAtOnce(ability):
            return say("terminal.house-of-cats.order.use", ability=say(f"house-of-cats.ability.{ability}"))
        case WriteSymbol(symbols, marked=marked):
            numbers = one_of([result_name(symbol) for symbol in symbols])
            if marked:
                return say("terminal.house-of-cats.order.marked", numbers=numbers, spaces=one_of(turn.marked))
            return say("terminal.house-of-cats.order.number", numbers=numbers)


def ending(view: View, names: Sequence[str]) -> str:
    """Name the winners, and the filled spaces that decided between equal points."""
    totals = [entry.total for entry in view.points]
    best, total = view.winners, max(totals)
    if len(best) > 1:
        return say("house-of-cats.note.share_victory", seats=listed([names[seat] for seat in best]), total=total)
    seat = min(best)
    tied = "house-of-cats.note.wins_tie" if totals.count(total) > 1 else "house-of-cats.note.wins"
    key = tied if len(names) > 1 else "house-of-cats.note.practised"
    return say(key, seat=names[seat], total=total, filled=view.houses[seat].filled)


def brief(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Say what is to be done, results, open spaces, usable abilities, and points."""
    return [*now_lines(view, legal, names), totals_line(view, names)]


def now_lines(view: View, legal: Sequence[Action], names: Sequence[str]) -> Iterator[str]:
    if view.over:
        yield ending(view, names)
        return
    key = "terminal.house-of-cats.plain.turn" if view.number else "terminal.house-of-cats.plain.start"
    yield say(key, level=view.sheet.level, number=view.number, order=order(view))
    turn = view.turn
    if turn is None:
        return
    if turn.results and turn.left:
        yield say("terminal.house-of-cats.plain.results", results=listed(names_of(turn.results)), left=turn.left)
    if spaces := list(dict.fromkeys(action.space for action in legal if isinstance(action, Place))):
        yield say("terminal.house-of-cats.plain.open", spaces=" ".join(spaces))
    if ready := [
        say("terminal.house-of-cats.plain.ready.item", ability=say(f"house-of-cats.ability.{ability}"), count=left)
        for ability, left in zip(view.abilities, turn.house.circles, strict=False)
        if left
    ]:
        yield say("terminal.house-of-cats.plain.ready", abilities=listed(ready))


def totals(view: View) -> list[int]:
    """Return the points of all seats, as far as the viewer knows them."""
    return [points(view.sheet, _house(view, Seat(seat))).total for seat in range(len(view.houses))]


def totals_line(view: View, names: Sequence[str]) -> str:
    items = [f"{name} {figure(total, 'd')}" for name, total in zip(names, totals(view), strict=True)]
    return say("terminal.house-of-cats.plain.totals", totals=listed(items))


def _house(view: View, seat: Seat) -> House:
    """Return the sheet of a seat as far as the viewer knows it."""
    return view.turn.house if view.turn is not None and seat == view.viewer else view.houses[seat]


def plain(view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
    """Say everything, in short lines."""
    sheets = [line for seat, name in enumerate(names) for line in sheet_lines(view, Seat(seat), name)]
    return [*brief(view, legal, names), *ability_lines(view), *sheets]


def ability_lines(view: View) -> Iterator[str]:
    for number, ability in zip(NUMBERS, view.abilities, strict=False):
        name, about = (say(f"house-of-cats.{key}.{ability}") for key in ("ability", "about"))
        yield say("terminal.house-of-cats.plain.ability", number=number, letter=ability, ability=name, about=about)


def sheet_points(view: View, seat: Seat, name: str) -> str:
    """Say the points of a sheet by their source."""
    found = points(view.sheet, _house(view, seat))
    parts = ", ".join(f"{part} {worth}" for part, worth in counted(view.sheet.level, found))
    return say("terminal.house-of-cats.plain.sheet", seat=name, total=found.total, parts=parts)


def sheet_lines(view: View, seat: Seat, name: str) -> Iterator[str]:
    sheet, house = view.sheet, _house(view, seat)
    yield sheet_points(view, seat, name)
    for row in ROWS[: len(sheet.rows)]:
        cells = [f"{space[0]} {cell_words(sheet, house, space, stars=view.number == 0)}" for space in sheet.lines[row]]
        yield say("terminal.house-of-cats.plain.row", row=row, cells=", ".join(cells))
    if house.rooms:
        yield say("terminal.house-of-cats.plain.rooms", rooms="; ".join(map(room_words, house.rooms)))
    yield from _extras(sheet, house)


def cell_words(sheet: Sheet, house: House, space: Space, *, stars: bool = False) -> str:
    entry = house.entry(sheet, space)
    words = {
        EMPTY: say("terminal.house-of-cats.plain.empty"),
        CROSSED: say("terminal.house-of-cats.plain.crossed"),
        OUTSIDE: say("terminal.house-of-cats.plain.outside"),
    }
    text = words[entry] if entry in words else result_name(SYMBOLS[entry])
    doubled = [say("terminal.house-of-cats.plain.twice")] if space in house.doubled else []
    box = [say("terminal.house-of-cats.plain.box")] if space in sheet.boxes.values() else []
    star = [say("terminal.house-of-cats.plain.star")] if stars and space in sheet.stars and entry == EMPTY else []
    return " ".join([text, *doubled, *box, *star])


def room_words(room: Room) -> str:
    """Say a room: `3s A1 A2 B1`."""
    return say("terminal.house-of-cats.plain.room", number=room.number, spaces=" ".join(room.spaces))


def _extras(sheet: Sheet, house: House) -> Iterator[str]:
    """Say cat bar, cheeses, lines and areas, as the level has them."""
    if sheet.cat_bar:
        to_come = " ".join(sheet.cat_bar[house.cats :].replace(EMPTY, "-")) or "-"
        yield say("terminal.house-of-cats.plain.cat_bar", crossed=house.cats, count=len(sheet.cat_bar), left=to_come)
    if sheet.cheeses:
        eaten = eaten_cheeses(sheet, house)
        left = [line for line in sheet.cheeses if line not in eaten]
        yield say("terminal.house-of-cats.plain.cheese", eaten=" ".join(eaten) or "-", left=" ".join(left) or "-")
    if sheet.level in (2, 4):
        yield say("terminal.house-of-cats.plain.lines", lines=", ".join(_cat_lines(sheet, house)) or "-")
    for spaces, (area, cats, mice) in zip(sheet.areas, area_counts(sheet, house), strict=True):
        values = {"area": area, "cats": cats, "mice": mice, "spaces": " ".join(spaces)}
        yield say("terminal.house-of-cats.plain.area", **values)


def _cat_lines(sheet: Sheet, house: House) -> Iterator[str]:
    for line, spaces in sheet.lines.items():
        if house.count(sheet, spaces, Symbol.CAT):
            mice = house.count(sheet, spaces, Symbol.MOUSE)
            yield say("terminal.house-of-cats.plain.line", line=line, mice=mice)


def area_counts(sheet: Sheet, house: House) -> Iterator[tuple[str, int, int]]:
    """Yield each coloured area of level 3 with its cats and mice."""
    for spaces in sheet.areas:
        cats, mice = (house.count(sheet, spaces, symbol) for symbol in (Symbol.CAT, Symbol.MOUSE))
        yield sheet.marks[spaces[0]][0], cats, mice


class HouseOfCatsAnswers(Answers):
    def hand(self, view: View, names: Sequence[str]) -> list[str]:
        own = view.viewer or Seat(0)
        return [*sheet_lines(view, own, names[own])]

    def table(self, view: View, names: Sequence[str]) -> list[str]:
        return [*now_lines(view, (), names), *ability_lines(view)]

    def moves(self, view: View, legal: Sequence[Action], names: Sequence[str]) -> list[str]:
        return [*now_lines(view, legal, names)]

    def lead(self, view: View, names: Sequence[str]) -> list[str]:
        return [lead_line(names, totals(view))]

    def scores(self, view: View, names: Sequence[str]) -> list[str]:
        return [sheet_points(view, Seat(seat), name) for seat, name in enumerate(names)]


ANSWERS = HouseOfCatsAnswers("house-of-cats")
