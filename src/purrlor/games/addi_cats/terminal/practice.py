"""`purrlor practice`: single sums, the weak ones more often."""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from purrlor.terminal.stage import Stage

GAMES = ("addi-cats",)
QUESTIONS = 20


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
            from .practice_session import Practice

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
