"""Houses and piles for the pads of the page, which add up without a server: what Python makes of them.

`python -m tests.page.pad_samples` plays the matches again and writes the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from purrlor.core import Fates, Match, fate_key, secret_from_text
from purrlor.games.house_of_cats import Ability, House, HouseOfCats, Room, Space, Symbol, points, printed_sheet
from purrlor.games.house_of_cats.bots.heuristic import Tabby
from purrlor.games.house_of_cats.house import possible_rooms
from purrlor.games.house_of_cats.picture import sheet_picture
from purrlor.games.house_of_cats.scoring import SCORED, eaten_cheeses
from purrlor.games.meow.tokens import STANDARD, Pile, Token, Vases
from purrlor.games.yatzy.boxes import BONUS, BONUS_FROM, all_points
from purrlor.kit.bots import Uniform

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
HOUSES = GAMES / "house-of-cats" / "pad" / "scores.json"
PILES = GAMES / "meow" / "pad" / "piles.json"
BOXES = GAMES / "yatzy" / "pad" / "scores.json"
TOKENS = GAMES / "meow" / "pad" / "tokens.json"
LEVELS = (1, 2, 3, 4)

Sample = dict[str, Any]


def house_file(houses: list[Sample], writings: list[Sample]) -> Sample:
    sheets = [msgspec.to_builtins(sheet_picture(printed_sheet(level))) for level in LEVELS]
    return {"sheets": sheets, "houses": houses, "writings": writings}


def house_sample(level: int, house: House) -> Sample:
    """A house and what it brings."""
    sheet = printed_sheet(level)
    worth = points(sheet, house)
    return {
        "level": level,
        "entries": house.entries,
        "doubled": list(house.doubled),
        "rooms": [[room.number, *room.spaces] for room in house.rooms],
        "cats": house.cats,
        "parts": [getattr(worth, part) for part in SCORED[level]],
        "total": worth.total,
        "eaten": list(eaten_cheeses(sheet, house)),
    }


def writing_sample(level: int, house: House, space: Space) -> Sample:
    """A house in which a number was just written, and the rooms that it may become."""
    found = possible_rooms(printed_sheet(level), house, space)
    return house_sample(level, house) | {"space": space, "possible": [list(room) for room in found]}


def house_of(sample: Sample) -> House:
    return House(
        entries=sample["entries"],
        doubled=tuple(map(Space, sample["doubled"])),
        rooms=tuple(Room(Symbol(number), tuple(map(Space, spaces))) for number, *spaces in sample["rooms"]),
        cats=sample["cats"],
    )


def pile_sample(tokens: tuple[Token, ...], vases: Vases) -> Sample:
    pile = Pile(tokens, vases)
    return {
        "tokens": list(tokens),
        "flat": vases == "flat",
        "discarded": list(pile.discarded),
        "vases_cost": pile.vases_cost,
        "total": pile.total,
    }


def played_houses(level: int, abilities: str, player: Any) -> Iterator[House]:
    """Yield every house of a match of two."""
    rules = HouseOfCats(level=level, abilities=tuple(map(Ability, abilities)))
    match = Match(rules, Fates(fate_key(secret_from_text(f"pads/{level}/{abilities}"))))
    random = Random(f"pads/{level}/{abilities}")
    match.settle()
    while not match.over:
        seat = match.awaiting.seats[0]
        legal = [action for action in match.legal(seat) if str(action) != "back"]
        match.act(seat, player.choose(match.view(seat), legal, random).action)
        match.settle()
        turn = match.view(seat).turn
        if turn is not None:
            yield turn.house
    yield from match.view(None).houses


def crowded(level: int, random: Random) -> Iterator[tuple[House, Space]]:
    """Yield houses full of one number, so that a room can be chosen in many ways."""
    sheet = printed_sheet(level)
    for number in "2345":
        entries = "".join(random.choice((number, number, ".", "m")) for _ in sheet.spaces)
        house = House(entries)
        space = random.choice(house.spaces(sheet, number))
        doubled = tuple(sorted(random.sample(house.spaces(sheet, number), 2)))
        yield house, space
        yield House(entries, doubled), space


def played() -> Sample:
    random, houses, writings = Random("pads"), list[Sample](), list[Sample]()
    for level in LEVELS:
        matches = [(four, player) for four in ("ABCD", "EFGH", "IJKL", "IBEC") for player in (Uniform(), Tabby())]
        found = [list(played_houses(level, four, player)) for four, player in matches]
        doubled = [house for house in chain(*found) if house.doubled]
        some = [*doubled[::25], *chain.from_iterable([*random.sample(each, 3), *each[-2:]] for each in found)]
        houses += [house_sample(level, house) for house in some]
        writings += [writing_sample(level, house, space) for house, space in crowded(level, random)]
    return house_file(houses, writings)


def dealt() -> list[Sample]:
    random = Random("pads")
    ways: tuple[Vases, ...] = ("per_pair", "flat")
    sizes = [0, 1, 2, *(random.randint(3, 14) for _ in range(27))]
    piles = [pile_sample(tuple(random.sample(STANDARD, size)), random.choice(ways)) for size in sizes]
    vases = tuple([Token("vase")] * 4)
    return [*piles, *(pile_sample((*vases, Token("+99"), Token("-99"), Token("-5")), way) for way in ways)]


def possible_scores() -> Sample:
    """Return the possible scores of five dice in each box, and the bonus."""
    rolls = [all_points(dice) for dice in combinations_with_replacement(range(1, 7), 5)]
    boxes = {box.value: sorted({scored[box] for scored in rolls}) for box in rolls[0]}
    return {"boxes": boxes, "bonus": BONUS, "bonus_from": BONUS_FROM}


def write(path: Path, samples: object) -> None:
    path.write_text(json.dumps(samples, separators=(",", ":")).replace('},{"', '},\n{"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(HOUSES, played())
    write(PILES, dealt())
    write(BOXES, possible_scores())
