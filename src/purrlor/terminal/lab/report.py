"""`purrlor lab report`: write arenas as one HTML file, or as a table for the docs."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..options import add_game_options, examples, game_options, seed_text

if TYPE_CHECKING:
    from purrlor.lab.report import Result


def add_parser(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "report",
        help="show arenas as one HTML file with tables and plots",
        description="Show runs that `purrlor arena` wrote with --out, or the ladder of a game, as an HTML file: "
        "results with and without luck, who is ahead of whom, lengths, plots, and the commands that repeat it. "
        "The file loads nothing from elsewhere. Plots need Matplotlib: pip install 'purrlor[report]'.",
        epilog=examples("lab report", "evening.run --html evening.html"),
    )
    parser.add_argument(
        "runs", nargs="*", type=Path, metavar="RUN", help="a file that `purrlor arena` wrote with --out"
    )
    parser.add_argument("--game", metavar="GAME", help="play the ladder of this game: each level against the one below")
    parser.add_argument(
        "--levels", metavar="NAME,NAME", help="with --game: only these levels, each against the one below"
    )
    parser.add_argument(
        "--seats", type=int, metavar="N", help="with --game: number of seats (default: the usual number)"
    )
    parser.add_argument("--matches", type=int, default=500, metavar="N", help="with --game: matches of each pair")
    parser.add_argument(
        "--seed",
        type=seed_text,
        default="ladder",
        metavar="TEXT",
        help="with --game: a text that determines everything",
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes that share the work (default: one for each core)"
    )
    parser.add_argument("--html", metavar="FILE", help="the new file")
    parser.add_argument("--markdown", action="store_true", help="print the ladder as a Markdown table")
    add_game_options(parser, game="--game GAME")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.words import refusal

    from ..files import new_file

    if bool(args.runs) == bool(args.game):
        raise refusal("lab.report.what")
    if bool(args.html) == args.markdown or (args.markdown and not args.game):
        raise refusal("lab.report.how")
    file = new_file(args.html) if args.html else None
    if file is not None:
        _need_matplotlib()
    _write(args, file, _played(args) if args.game else _read(args.runs))
    return 0


def _need_matplotlib() -> None:
    """Refuse before anything is played if matplotlib is missing."""
    from importlib.util import find_spec

    from purrlor.words import refusal

    if find_spec("matplotlib") is None:
        raise refusal("lab.report.no_matplotlib")


def _write(args: argparse.Namespace, file: Path | None, results: list[Result]) -> None:
    from purrlor.kit.files import write_atomically
    from purrlor.kit.speech import say
    from purrlor.lab.report import html, markdown

    if file is None:
        sys.stdout.write(markdown(results))
        return
    write_atomically(file, html(results, ladder=bool(args.game), command=_command(args)).encode())
    sys.stdout.write(say("lab.report.done", file=file) + "\n")


def _command(args: argparse.Namespace) -> str:
    if args.runs:
        return shlex.join(["purrlor", "lab", "report", *map(str, args.runs), "--html", args.html])
    words = ["purrlor", "lab", "report", "--game", args.game, "--matches", str(args.matches), "--seed", args.seed]
    words += ["--seats", str(args.seats)] if args.seats is not None else []
    words += ["--levels", args.levels] if args.levels else []
    for option, text in game_options(args).items():
        flag = option.replace("_", "-")
        words += [f"--{flag}"] if text == "true" else [f"--no-{flag}"] if text == "false" else [f"--{flag}", text]
    return shlex.join([*words, "--html", args.html])


def _read(paths: list[Path]) -> list[Result]:
    from purrlor.lab.report import result_of
    from purrlor.lab.run_file import read_run
    from purrlor.words import refusal

    try:
        return [result_of(read_run(path)) for path in paths]
    except OSError as error:
        raise refusal("terminal.file.unreadable", file=error.filename, reason=error.strerror or error) from None


def _played(args: argparse.Namespace) -> list[Result]:
    from purrlor.kit import games, levels
    from purrlor.kit.speech import listed, say
    from purrlor.lab.report import Result, rungs
    from purrlor.words import refusal

    from ..console import counting
    from ..players import game_for

    if args.game not in games():
        raise refusal("terminal.game.unknown", game=args.game, games=listed(list(games())))
    if args.matches < 2:
        raise refusal("lab.report.matches.least", count=args.matches)
    if args.workers is not None and args.workers < 1:
        raise refusal("arena.workers", count=args.workers)
    game = game_for(args.game, args.seats, game_options(args))
    if game.seats < 2:
        raise refusal("lab.report.seats")
    only: list[str] = args.levels.split(",") if args.levels else []
    known = [each.name for each in levels(args.game) if each.at is None][1:]
    for name in only:
        if name not in known:
            raise refusal("lab.report.no_rung", name=name, levels=listed(known))
    arenas, workers = rungs(game, args.seed, only), args.workers or os.cpu_count() or 1
    matches = args.matches * game.seats
    with counting(say("arena.playing"), matches * len(arenas)) as progress:
        return [Result(arena, arena.play(matches, workers, progress)) for arena in arenas]
