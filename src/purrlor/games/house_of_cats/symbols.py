"""Symbols, one character each, as dice show them and spaces hold them; and the twelve abilities by their letters."""

from __future__ import annotations

from purrlor.core import InvalidNotation
from purrlor.core.value import Word


class Symbol(Word):
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    CAT = "c"
    MOUSE = "m"

    def __repr__(self) -> str:
        return f"Symbol.{self.name}"


NUMBERS = (Symbol.TWO, Symbol.THREE, Symbol.FOUR, Symbol.FIVE)
SYMBOLS = {str(symbol): symbol for symbol in Symbol}
"""The symbol of a character."""

EMPTY = "."
CROSSED = "x"
"""A space whose number was crossed off: used, without a symbol."""
OUTSIDE = "+"
"""A space that is not yet part of the playing area, on level 4."""

_NAMES = {symbol: str(symbol) for symbol in NUMBERS} | {Symbol.CAT: "cat", Symbol.MOUSE: "mouse"}
_NAMED = {name: symbol for symbol, name in _NAMES.items()}
_FACES = {symbol: face for face, symbol in enumerate(Symbol, 2)}
FACES = tuple(_FACES.values())
"""The six sides of a die in random outcomes: 2, 3, 4, 5, then 6 for the cat and 7 for the mouse."""


def symbol_name(symbol: Symbol) -> str:
    return _NAMES[symbol]


def parse_symbol(text: str) -> Symbol:
    if text not in _NAMED:
        missing = "there is no symbol '{text}'; there are {symbols}"
        raise InvalidNotation("house-of-cats.refused.no_symbol", missing, text=text, symbols=tuple(_NAMED))
    return _NAMED[text]


def symbol_face(symbol: Symbol) -> int:
    return _FACES[symbol]


def face_symbol(face: int) -> Symbol:
    return tuple(Symbol)[face - 2]


class Ability(Word):
    A = "A"
    """One result goes into any empty space; the others still form one group."""
    B = "B"
    """A number result one up or one down."""
    C = "C"
    """A number instead of a mouse."""
    D = "D"
    """A 3 into any empty space, without a die."""
    E = "E"
    """One result more or one fewer this turn."""
    F = "F"
    """2 instead of 5, or 5 instead of 2."""
    G = "G"
    """Cross off a number outside rooms and write it into any empty space."""
    H = "H"
    """A cat or a mouse instead of a number."""
    I = "I"  # noqa: E741  the twelve letters are what they are
    """Two equal results into one space, which counts as two."""
    J = "J"
    """This turn spaces may touch at corners."""
    K = "K"
    """Write any symbol into an empty space, at once."""
    L = "L"
    """Write a mouse into an empty space, or two into two that touch, at once."""

    def __repr__(self) -> str:
        return f"Ability.{self.name}"


AT_ONCE = (Ability.K, Ability.L)
"""Used the moment they are gained, or lost."""
