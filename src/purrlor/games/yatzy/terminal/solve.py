"""`purrlor solve yatzy`: the expected value of perfect play, and the best action in a given situation."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from purrlor.games.yatzy import Box, Sheet, Yatzy
from purrlor.games.yatzy.boxes import Dice
from purrlor.games.yatzy.notation import parse_box, parse_dice
from purrlor.kit.speech import figure, say
from purrlor.words import refusal

if TYPE_CHECKING:
    from rich.console import Console

    from purrlor.games.yatzy.bots.solver.distribution import Distribution
    from purrlor.games.yatzy.bots.solver.solution import Solution

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
LANDMARKS = (150, 200, 225, 250, 275, 300, 325, 350)
EXAMPLE = """examples:
  purrlor solve yatzy
  purrlor solve yatzy --scratch free --json
  purrlor solve yatzy --dice 3,3,4,5,6 --rolls-left 1 --sheet sixes=18,mouser=0
"""


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "solve",
        help="compute the value of perfect play",
        description="Solve a game exactly: the value of the start, the distribution of the final total, and with "
        "--dice the value of every keep and box in that situation.",
        epilog=EXAMPLE,
    )
    parser.add_argument("game", metavar="GAME", choices=["yatzy"], help="the game")
    parser.add_argument(
        "--scratch", choices=["forced", "free"], default="forced", help="free: any open box may get a zero at any time"
    )
    parser.add_argument(
        "--mouser-is-fat-cat",
        "--five-is-fat-cat",
        action="store_true",
        help="five of a kind counts as a Fat Cat as well",
    )
    parser.add_argument("--dice", metavar="D,D,D,D,D", help="value the choices with these dice")
    parser.add_argument("--rolls-left", type=int, choices=[0, 1, 2], help="re-rolls left (default: 2)")
    parser.add_argument("--sheet", metavar="BOX=POINTS,…", default="", help="filled boxes")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from purrlor.games.yatzy.bots.solver.solution import solution
    from purrlor.terminal.console import new_console, working

    console = new_console()
    sheet = parse_sheet(arguments.sheet)
    dice = parse_five(arguments.dice) if arguments.dice is not None else None
    if dice is None and arguments.rolls_left is not None:
        raise refusal("terminal.yatzy.solve.rolls_without_dice")
    rules = Yatzy(seats=1, scratch=arguments.scratch, mouser_is_fat_cat=arguments.mouser_is_fat_cat)
    with working(say("terminal.yatzy.solve.working")):
        solved = solution(scratch=rules.scratch, mouser_is_fat_cat=rules.mouser_is_fat_cat)
    if dice is not None:
        rolls_left = 2 if arguments.rolls_left is None else arguments.rolls_left
        choices = ranked(solved, sheet, dice, rolls_left)
        show_choices(console, choices, as_json=arguments.json)
    else:
        show_start(console, solved, sheet, as_json=arguments.json)
    return 0


def parse_sheet(text: str) -> Sheet:
    """Parse a sheet such as `sixes=18,mouser=0`."""
    sheet = Sheet()
    for part in filter(None, text.split(",")):
        name, _, points = part.partition("=")
        box = parse_box(name.strip())
        if not re.fullmatch(r"\s*\d{1,3}\s*", points, re.ASCII):
            raise refusal("terminal.yatzy.solve.bad_entry", part=part[:40])
        if sheet[box] is not None:
            raise refusal("terminal.yatzy.solve.twice", box=box)
        sheet = sheet.with_entry(box, _possible(box, int(points)))
    return sheet


def _possible(box: Box, entry: int) -> int:
    """Return the entry if some dice score it. Raises a refusal otherwise."""
    from purrlor.games.yatzy import points
    from purrlor.games.yatzy.bots.solver.tables import ROLLS

    possible = sorted({points(box, dice, mouser_is_fat_cat=True) for dice in ROLLS})
    if entry not in possible:
        raise refusal(
            "terminal.yatzy.solve.impossible_entry", box=box, entry=entry, possible=", ".join(map(str, possible))
        )
    return entry


def parse_five(text: str) -> Dice:
    dice = parse_dice(" ".join(text.replace(",", " ").replace(" ", "")))
    if len(dice) != 5:
        raise refusal("terminal.yatzy.solve.five_dice", count=len(dice))
    return dice


def ranked(solved: Solution, sheet: Sheet, dice: Dice, rolls_left: int) -> list[tuple[str, float]]:
    """Return every legal action with its expected final total, best first."""
    from purrlor.games.yatzy.bots.solver.solution import action_values

    if sheet.full:
        raise refusal("terminal.yatzy.solve.sheet_full")
    values = action_values(solved, sheet, dice, rolls_left)
    return sorted(((str(action), value) for action, value in values.items()), key=lambda item: -item[1])


def show_choices(console: Console, choices: Sequence[tuple[str, float]], *, as_json: bool) -> None:
    best = choices[0][1]
    if as_json:
        rows = [{"action": action, "worth": worth, "loss": best - worth} for action, worth in choices]
        print_json({"best": choices[0][0], "worth": best, "choices": rows})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(say("terminal.yatzy.solve.action"))
    table.add_column(say("terminal.yatzy.solve.worth"), justify="right")
    table.add_column(say("terminal.yatzy.solve.loss"), justify="right")
    for action, worth in choices:
        table.add_row(action, figure(worth, ".3f"), figure(best - worth, ".3f"))
    console.print(table)


def show_start(console: Console, solved: Solution, sheet: Sheet, *, as_json: bool) -> None:
    from purrlor.games.yatzy.bots.solver.distribution import final_totals
    from purrlor.games.yatzy.bots.solver.solution import filled_boxes, points_so_far, upper_total
    from purrlor.terminal.console import working

    filled, upper, so_far = filled_boxes(sheet), upper_total(sheet), points_so_far(sheet)
    with working(say("terminal.yatzy.solve.working")):
        totals = final_totals(solved, filled, upper)
    value = so_far + solved.value(filled, upper)
    if as_json:
        print_json(figures(solved, value, totals, so_far))
        return
    console.print(say("terminal.yatzy.solve.value", value=figure(value, ".6f")))
    console.print(
        say(
            "terminal.yatzy.solve.spread",
            mean=figure(so_far + totals.mean, ".4f"),
            deviation=figure(totals.deviation, ".4f"),
        )
    )
    quantiles = "   ".join(f"{share:.0%}: {so_far + totals.quantile(share)}" for share in QUANTILES)
    console.print(say("terminal.yatzy.solve.quantiles", quantiles=quantiles), soft_wrap=True)
    for total in LANDMARKS:
        console.print(
            say(
                "terminal.yatzy.solve.at_least",
                total=total,
                chance=figure(100 * totals.at_least(total - so_far), ".4f"),
            )
        )


def figures(solved: Solution, value: float, totals: Distribution, so_far: int) -> dict[str, object]:
    return {
        "game": "yatzy",
        "scratch": solved.options.scratch,
        "five_is_fat_cat": solved.options.mouser_is_fat_cat,
        "value": value,
        "mean": so_far + totals.mean,
        "deviation": totals.deviation,
        "quantiles": {str(share): so_far + totals.quantile(share) for share in QUANTILES},
        "at_least": {str(total): totals.at_least(total - so_far) for total in range(376)},
    }


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2))  # noqa: T201
