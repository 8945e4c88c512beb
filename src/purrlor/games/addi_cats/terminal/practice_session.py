"""A session of practice. Each question asks for the sum of an addition, or whether two cards are equal."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from rich.console import Group
from rich.text import Text

from purrlor.games.addi_cats import Addition, Card, Sum, additions, sum_of
from purrlor.games.addi_cats.cards import MOST
from purrlor.games.addi_cats.practice import Kind, Notebook, PracticeAnswer, Verdict
from purrlor.games.addi_cats.practice.memory import Memory
from purrlor.games.addi_cats.story import proof_of
from purrlor.kit.speech import figure, say, sayings
from purrlor.terminal.stage import PlainStage, Stage

from .drawing import LARGEST, drawn

LEAVE = ("q", "quit")
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


class Practice:
    """Asks, takes the time, and writes every answer down at once."""

    def __init__(
        self,
        notebook: Notebook,
        stage: Stage,
        random: Random,
        numbers_up_to: int = 10,
        *,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.notebook, self.stage, self.random = notebook, stage, random
        self.numbers_up_to, self.clock, self.today = numbers_up_to, clock, today
        self.right = self.asked = 0

    def ask(self, count: int) -> Notebook:
        """Ask a number of questions, fewer if the player leaves, and return the notebook afterwards."""
        last: Addition | None = None
        try:
            for number in range(1, count + 1):
                memory = Memory(self.notebook.answers, self.numbers_up_to)
                last = memory.next(self.today(), self.random, but=last)
                self._one(number, count, last)
        except (EOFError, KeyboardInterrupt):
            pass
        self.stage.tell([say("terminal.addi-cats.practice.done", right=self.right, asked=self.asked)])
        return self.notebook

    def _one(self, number: int, count: int, addition: Addition) -> None:
        asked = question(addition, self.random, self.numbers_up_to)
        self.stage.answer(asked.text if isinstance(self.stage, PlainStage) else asked.drawn())
        started = self.clock()
        right = self._answer(
            asked, say("terminal.addi-cats.practice.prompt", number=number, count=count, question=asked.prompt)
        )
        millis = round((self.clock() - started) * 1000)
        verdict = Verdict.RIGHT if right else Verdict.WRONG
        answer = PracticeAnswer(self.today().replace(microsecond=0), addition, verdict, asked.kind, millis)
        self.notebook = self.notebook.with_answers([answer])
        self.notebook.save()
        self.asked += 1
        self.right += right
        if right:
            self.stage.tell([say("terminal.addi-cats.practice.right", seconds=figure(millis / 1000, ".1f"))])
        else:
            self.stage.tell([say("terminal.addi-cats.practice.wrong"), *asked.proof()])

    def _answer(self, asked: PracticeQuestion, prompt: str) -> bool:
        """Ask until the answer can be understood, and return whether it was right."""
        while True:
            text = self.stage.ask(prompt).strip().casefold()
            if text in LEAVE:
                raise EOFError
            right = asked.judge(text)
            if right is not None:
                return right
            self.stage.tell([asked.how])
