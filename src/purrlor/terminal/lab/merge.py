"""`purrlor lab merge`: merge runs of one arena that were played in several places."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any


def add_parser(parts: Any) -> None:
    parser: argparse.ArgumentParser = parts.add_parser(
        "merge",
        help="merge several runs into one",
        description="Merge files that `purrlor arena` wrote with --out into one. All must come from one arena: "
        "game, options, bots, seed and --duplicate. A portion that is in several files counts once.",
        epilog="example:\n  purrlor lab merge monday.run tuesday.run --out both.run",
    )
    parser.add_argument(
        "runs", nargs="+", type=Path, metavar="RUN", help="a file that `purrlor arena` wrote with --out"
    )
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the new file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.kit.speech import say
    from purrlor.lab.run_file import merge_runs, write_run
    from purrlor.words import refusal

    from ..files import new_file

    file = new_file(args.out)
    try:
        merged = merge_runs(args.runs)
        tally = merged.tally()
        write_run(file, merged)
    except OSError as error:
        raise refusal("terminal.file.unreadable", file=error.filename or file, reason=error.strerror or error) from None
    sys.stdout.write(say("lab.merge.done", file=file, runs=len(args.runs), matches=tally.matches) + "\n")
    if merged.repeated:
        sys.stdout.write(say("lab.merge.repeated", matches=merged.repeated) + "\n")
    for first, last in merged.gaps():
        sys.stdout.write(say("lab.merge.gap", first=first, last=last) + "\n")
    return 0
