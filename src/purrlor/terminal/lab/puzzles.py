"""`purrlor lab puzzles`: find puzzles for a game, or evaluate the existing ones again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..options import examples


def add_parser(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "puzzles",
        help="find puzzles in matches of bots, or check the answers of existing ones",
        description="Play matches of bots that play like people, and write the decisions that lost most as "
        "puzzles, with the expected value of every choice. The same seed gives the same puzzles.",
        epilog=examples("lab puzzles"),
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument("--matches", type=int, default=200, metavar="N", help="number of matches to search")
    parser.add_argument("--count", type=int, default=120, metavar="N", help="number of puzzles")
    parser.add_argument("--seed", default="puzzles", metavar="TEXT", help="a text that determines everything")
    parser.add_argument(
        "-o", "--out", "--output", dest="output", type=Path, metavar="FILE", help="the new file (default: print)"
    )
    parser.add_argument("--check", action="store_true", help="judge the existing puzzles again instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.kit import games
    from purrlor.kit.puzzles import puzzle_file
    from purrlor.kit.registry import kit
    from purrlor.kit.speech import listed
    from purrlor.words import refusal

    if args.game not in games():
        raise refusal("terminal.game.unknown", game=args.game, games=listed(list(games())))
    if kit(args.game).puzzles() is None or (args.check and puzzle_file(args.game) is None):
        raise refusal("lab.puzzles.none", game=args.game)
    if args.matches < 1 or args.count < 1:
        raise refusal("lab.puzzles.counts")
    return _check(args.game) if args.check else _find(args)


def _find(args: argparse.Namespace) -> int:
    from purrlor.kit.speech import say
    from purrlor.lab.puzzles import find_puzzles, text_of

    from ..console import counting

    made = f"purrlor lab puzzles {args.game} --matches {args.matches} --count {args.count} --seed {args.seed}"
    with counting("puzzles", args.matches) as progress:
        file = find_puzzles(
            args.game, matches=args.matches, count=args.count, seed=args.seed, made=made, progress=progress
        )
    text = text_of(file)
    if args.output is None:
        sys.stdout.buffer.write(text)
    else:
        args.output.write_bytes(text)
        sys.stdout.write(say("lab.puzzles.written", count=len(file.puzzles), file=args.output) + "\n")
    return 0


def _check(game: str) -> int:
    from purrlor.kit.puzzles import position, puzzle_file, puzzles_of
    from purrlor.kit.speech import say
    from purrlor.lab.puzzles import differences

    file, failed = puzzle_file(game), 0
    assert file is not None
    for puzzle in file.puzzles:
        for line in differences(puzzle, puzzles_of(game).weigh(position(game, puzzle), puzzle.played)):
            failed += 1
            sys.stdout.write(f"{puzzle.id}: {line}\n")
    sys.stdout.write(say("lab.puzzles.checked", count=len(file.puzzles), failed=failed) + "\n")
    return 1 if failed else 0
