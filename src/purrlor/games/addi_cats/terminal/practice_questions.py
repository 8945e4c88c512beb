"""The questions of practice: the sum of an addition, or whether two cards are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rich.console import Group
from rich.text import Text

from purrlor.games.addi_cats import Addition, Card, Sum, additions, sum_of
from purrlor.games.addi_cats.cards import MOST
from purrlor.games.addi_cats.practice import Kind
from purrlor.games.addi_cats.story import proof_of
from purrlor.kit.speech import say, sayings

from .drawing import LARGEST, drawn

EQUAL = 0.5
"""The share of pairs of cards that are equal."""


@dataclass(frozen=True)
class PracticeQuestion:
    """`addition` is the addition to practise. One card asks for its sum, two ask whether they are equal."""

    addition: Addition
    cards: tuple[Card, ...]
    numbers_up_to: int = MOST

    @property
    def kind(self) -> Kind:
        return Kind.SUM if len(self.cards) == 1 else Kind.EQUAL

    @property
    def prompt(self) -> str:
        return say(f"terminal.addi-cats.practice.ask.{self.kind}")

    @property
    def how(self) -> str:
        """The possible answers."""
        return say(f"terminal.addi-cats.practice.how.{self.kind}")

    @property
    def text(self) -> str:
        return say(f"terminal.addi-cats.practice.text.{self.kind}", first=self.cards[0], second=self.cards[-1])

    def drawn(self) -> Group:
        rows = zip(*(drawn(card, LARGEST) for card in self.cards), strict=True)
        return Group(Text(""), *(Text("  ") + Text("   ").join(row) for row in rows))

    def judge(self, text: str) -> bool | None:
        """Return whether an answer is right; None: it is not an answer."""
        if self.kind is Kind.SUM:
            return int(text) == sum_of(self.addition) if text.isascii() and text.isdecimal() and len(text) < 4 else None
        yes = text in sayings("terminal.addi-cats.practice.answer.equal")
        if not yes and text not in sayings("terminal.addi-cats.practice.answer.different"):
            return None
        return yes == (sum_of(self.cards[0]) == sum_of(self.cards[1]))

    def proof(self) -> Sequence[str]:
        """Return the Correction cards of what was shown."""
        totals = dict.fromkeys(total for card in self.cards if (total := sum_of(card)) is not None)
        return [proof_of(total, self.numbers_up_to) for total in totals]


def question(addition: Addition, random: Random, numbers_up_to: int) -> PracticeQuestion:
    if random.random() < 0.5:
        return PracticeQuestion(addition, (addition,), numbers_up_to)
    other = _other(addition, random, numbers_up_to)
    cards = (addition, other) if random.random() < 0.5 else (other, addition)
    return PracticeQuestion(addition, cards, numbers_up_to)


def _other(addition: Addition, random: Random, numbers_up_to: int) -> Card:
    """Return a card of the same sum, or of one that is nearly the same."""
    total = addition.first + addition.second
    near = [each for each in (total - 2, total - 1, total + 1, total + 2) if 2 <= each <= 2 * numbers_up_to]
    wanted = total if random.random() < EQUAL else random.choice(near)
    cards: list[Card] = [Sum(wanted), *(each for each in additions(wanted, numbers_up_to) if each != addition)]
    return random.choice(cards)
