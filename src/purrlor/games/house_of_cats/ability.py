"""The twelve abilities by their letters; `abilities` says what each does."""

from __future__ import annotations

from purrlor.core.word import Word


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
    """At once: any symbol into an empty space."""
    L = "L"
    """At once: a mouse into an empty space, or two into two that touch."""

    def __repr__(self) -> str:
        return f"Ability.{self.name}"


AT_ONCE = (Ability.K, Ability.L)
"""Used the moment they are gained, or lost."""
