"""`purrlor practice`: single sums, the weak ones more often."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from purrlor.games.addi_cats import Addition
    from purrlor.games.addi_cats.practice import Notebook, PracticeAnswer, Verdict
    from purrlor.terminal.stage import Stage

    from .practice_questions import PracticeQuestion

GAMES = ("addi-cats",)
QUESTIONS = 20
LEAVE = ("q", "quit")


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "practice",
        help="practise sums",
        description="Practise the sums of Addi Cat's. Weak ones come more often. Answers are saved on this machine, "
        "under your name.",
        epilog="example: purrlor practice addi-cats --player Ann",
    )
    parser.add_argument("game", metavar="GAME", choices=GAMES, help="the game")
    parser.add_argument("--player", metavar="NAME", help="whose answers to save (default: ask)")
    parser.add_argument("--questions", type=int, default=QUESTIONS, metavar="N", help="number of questions")
    parser.add_argument("--up-to", type=int, default=10, metavar="N", choices=range(2, 11), help="the highest number")
    parser.add_argument("--table", action="store_true", help="only show how well each sum is known")
    parser.add_argument("--seed", metavar="TEXT", help="a text that determines the choice of new sums")
    parser.add_argument(
        "--plain", action="store_true", help="print short lines without drawings: for screen readers and pipes"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.games.addi_cats.practice import Notebook, UnusableNotebook
    from purrlor.kit.speech import say
    from purrlor.terminal.stage import choose_stage
    from purrlor.words import refusal

    from .review import additions_table, damage_lines

    stage = choose_stage(plain=args.plain, fast=True)
    if args.questions < 1:
        raise refusal("terminal.addi-cats.practice.count", count=args.questions)
    try:
        notebook = Notebook.read(_player(args.player, stage))
        stage.tell(damage_lines(notebook.damage))
        if not args.table:
            notebook = Practice(notebook, stage, Random(args.seed), args.up_to).ask(args.questions)
    except UnusableNotebook as error:
        raise refusal("terminal.addi-cats.practice.unusable", reason=error) from None
    stage.answer(
        additions_table(notebook)
        if notebook.answers
        else say("terminal.addi-cats.practice.empty", player=notebook.player)
    )
    return 0


def _player(named: str | None, stage: Stage) -> str:
    from purrlor.core.record import check_name
    from purrlor.kit.speech import say
    from purrlor.words import refusal

    default = say("terminal.name.default")
    if named is None and stage.interactive:
        named = " ".join(stage.ask(say("terminal.addi-cats.practice.who", default=default)).split())
    name = named or default
    try:
        check_name(name)
    except ValueError:
        raise refusal("terminal.name.bad", name=repr(name)) from None
    return name


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
        from purrlor.kit.speech import say

        last: Addition | None = None
        try:
            for number in range(1, count + 1):
                last = self._next(last)
                self._one(number, count, last)
        except (EOFError, KeyboardInterrupt):
            pass
        self.stage.tell([say("terminal.addi-cats.practice.done", right=self.right, asked=self.asked)])
        return self.notebook

    def _next(self, last: Addition | None) -> Addition:
        from purrlor.games.addi_cats.practice.memory import Memory

        return Memory(self.notebook.answers, self.numbers_up_to).next(self.today(), self.random, but=last)

    def _one(self, number: int, count: int, addition: Addition) -> None:
        from purrlor.games.addi_cats.practice import PracticeAnswer, Verdict
        from purrlor.kit.speech import say
        from purrlor.terminal.stage import PlainStage

        from .practice_questions import question

        asked = question(addition, self.random, self.numbers_up_to)
        self.stage.answer(asked.text if isinstance(self.stage, PlainStage) else asked.drawn())
        started = self.clock()
        right = self._answer(
            asked, say("terminal.addi-cats.practice.prompt", number=number, count=count, question=asked.prompt)
        )
        millis = round((self.clock() - started) * 1000)
        verdict = Verdict.RIGHT if right else Verdict.WRONG
        self._write(PracticeAnswer(self.today().replace(microsecond=0), addition, verdict, asked.kind, millis))
        self._reply(asked, verdict, millis)

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

    def _write(self, answer: PracticeAnswer) -> None:
        self.notebook = self.notebook.with_answers([answer])
        self.notebook.save()

    def _reply(self, asked: PracticeQuestion, verdict: Verdict, millis: int) -> None:
        from purrlor.games.addi_cats.practice import Verdict
        from purrlor.kit.speech import figure, say

        self.asked += 1
        self.right += verdict is Verdict.RIGHT
        if verdict is Verdict.RIGHT:
            self.stage.tell([say("terminal.addi-cats.practice.right", seconds=figure(millis / 1000, ".1f"))])
        else:
            self.stage.tell([say("terminal.addi-cats.practice.wrong"), *asked.proof()])
