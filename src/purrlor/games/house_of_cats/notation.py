"""Actions and their notation: `place 4 C2`, `use B 3 up`, `room C1 C2`, `expand D4`, `done`, `back` …"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from purrlor.core import InvalidNotation
from purrlor.core.reason import Reason
from purrlor.core.value import Notated

from .sheet import Space, is_space
from .symbols import NUMBERS, Ability, Symbol, face_symbol, parse_symbol, symbol_face, symbol_name


class Place(Notated, frozen=True):
    """Write the result of a die."""

    symbol: Symbol
    space: Space

    def __str__(self) -> str:
        return f"place {symbol_name(self.symbol)} {self.space}"


class TakeCat(Notated, frozen=True):
    """Choose a cat on level 1: cross off the next one of the cat bar."""

    def __str__(self) -> str:
        return "cat"


class Write(Notated, frozen=True):
    """Write a symbol that must be written at once: from the cat bar, G, D, K or L, or what C, F and H made of it."""

    symbol: Symbol
    space: Space

    def __str__(self) -> str:
        return f"write {symbol_name(self.symbol)} {self.space}"


class Use(Notated, frozen=True):
    """Use an ability; `words` say how."""

    ability: Ability
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("use", self.ability, *self.words))


class ChooseRoom(Notated, frozen=True):
    """Choose which spaces of a too large group form the room."""

    spaces: tuple[Space, ...]

    def __str__(self) -> str:
        return " ".join(("room", *self.spaces))


class Expand(Notated, frozen=True):
    """Add a space to the playing area, on level 4."""

    space: Space

    def __str__(self) -> str:
        return f"expand {self.space}"


class Forfeit(Notated, frozen=True):
    """Give up the results that find no space."""

    def __str__(self) -> str:
        return "forfeit"


class Done(Notated, frozen=True):
    """End the turn."""

    def __str__(self) -> str:
        return "done"


class Back(Notated, frozen=True):
    """Take back the last step of your turn."""

    def __str__(self) -> str:
        return "back"


Action: TypeAlias = Place | TakeCat | Write | Use | ChooseRoom | Expand | Forfeit | Done | Back

_PLAIN: dict[str, Action] = {"cat": TakeCat(), "forfeit": Forfeit(), "done": Done(), "back": Back()}


def parse_action(text: str) -> Action:
    match text.split():
        case [word] if word in _PLAIN:
            return _PLAIN[word]
        case ["place", symbol, space]:
            return Place(parse_symbol(symbol), parse_space(space))
        case ["write", symbol, space]:
            return Write(parse_symbol(symbol), parse_space(space))
        case ["use", letter, *words]:
            return Use(parse_ability(letter), _parse_way(parse_ability(letter), words))
        case ["room", *spaces] if spaces:
            return ChooseRoom(parse_spaces(spaces))
        case ["expand", space]:
            return Expand(parse_space(space))
        case _:
            raise InvalidNotation(
                "house-of-cats.refused.no_action",
                "'{text}' is not an action: say 'place 4 C2', 'cat', 'write 4 C2', 'use B 3 up', 'room C1 C2', "
                "'expand C2', 'forfeit', 'done' or 'back'",
                text=text,
            )


def parse_space(text: str) -> Space:
    if not is_space(text):
        no_space = "a space is a column letter and a row number such as C2, not '{text}'"
        raise InvalidNotation("house-of-cats.refused.space", no_space, text=text)
    return Space(text)


def parse_spaces(texts: list[str]) -> tuple[Space, ...]:
    spaces = {parse_space(text) for text in texts}
    if len(spaces) < len(texts):
        twice = "a space is named twice in '{spaces}'"
        raise InvalidNotation("house-of-cats.refused.space_twice", twice, spaces=" ".join(texts))
    return tuple(sorted(spaces))


def parse_number(text: str) -> Symbol:
    if text not in NUMBERS:
        raise InvalidNotation("house-of-cats.refused.number", "a number is 2, 3, 4 or 5, not '{text}'", text=text)
    return Symbol(text)


def no_ability(text: str) -> Reason:
    missing = "there is no ability '{text}'; there are {abilities}"
    return Reason("house-of-cats.refused.no_ability", missing, text=text, abilities=tuple(Ability))


def parse_ability(text: str) -> Ability:
    if text not in tuple(Ability):
        raise InvalidNotation(no_ability(text))
    return Ability(text)


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            no_choice = "say one of {choices}, not '{text}'"
            raise InvalidNotation("house-of-cats.refused.choice", no_choice, choices=choices, text=text)
        return text

    return parse


def _any_symbol(text: str) -> str:
    return symbol_name(parse_symbol(text))


_WAYS: dict[Ability, tuple[str, tuple[Callable[[str], str], ...]]] = {
    Ability.A: ("use A 4 C2", (_any_symbol, parse_space)),
    Ability.B: ("use B 3 up", (parse_number, _one_of("up", "down"))),
    Ability.C: ("use C 4", (parse_number,)),
    Ability.D: ("use D C2", (parse_space,)),
    Ability.E: ("use E more", (_one_of("more", "fewer"),)),
    Ability.F: ("use F 5", (_one_of("2", "5"),)),
    Ability.G: ("use G C2", (parse_space,)),
    Ability.H: ("use H 3 cat", (parse_number, _one_of("cat", "mouse"))),
    Ability.I: ("use I 4 C2", (_any_symbol, parse_space)),
    Ability.J: ("use J", ()),
    Ability.K: ("use K mouse C2", (_any_symbol, parse_space)),
}
"""How each ability is said, by example, and what its words must be; L names one or two spaces."""


def _said_like(ability: Ability, examples: tuple[str, ...]) -> Reason:
    like = "{letter} is said like this: {examples}"
    return Reason("house-of-cats.refused.use", like, letter=ability, examples=examples)


def _parse_way(ability: Ability, words: list[str]) -> tuple[str, ...]:
    if ability is Ability.L:
        if len(words) not in (1, 2):
            raise InvalidNotation(_said_like(ability, ("use L C2", "use L C2 C3")))
        return parse_spaces(words)
    example, kinds = _WAYS[ability]
    if len(words) != len(kinds):
        raise InvalidNotation(_said_like(ability, (example,)))
    return tuple(str(kind(word)) for kind, word in zip(kinds, words, strict=True))


placing = cache(Place)
"""`Place`, made once for each symbol and space."""
writing = cache(Write)
using = cache(Use)
expanding = cache(Expand)


def parse_fate(text: str) -> tuple[int, ...]:
    """Parse four abilities in the order of their draw, or dice in any order."""
    words = text.split()
    if any(word in tuple(Ability) for word in words):
        return tuple(ord(parse_ability(word)) for word in words)
    return tuple(sorted(symbol_face(parse_symbol(word)) for word in words))


def fate_text(values: tuple[int, ...]) -> str:
    return " ".join(chr(value) if value >= ord("A") else symbol_name(face_symbol(value)) for value in values)
