"""`purrlor words check`: compare translations with English, for translators."""

from __future__ import annotations

import argparse
import sys
from math import floor
from typing import Any

from purrlor.kit.speech import unknown_language
from purrlor.words import ENGLISH, languages
from purrlor.words.check import check_language


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "words", help="check translations", description="Work with translations."
    )
    ways: Any = parser.add_subparsers(title="ways", metavar="WAY", required=True)
    check: argparse.ArgumentParser = ways.add_parser(
        "check",
        help="list what is missing or wrong in a language",
        description="Compare one language, or all, with English. Exit code 1: something is wrong or missing.",
        epilog="example: purrlor words check de",
    )
    check.add_argument("code", nargs="?", metavar="CODE", help="a language, such as de (default: all)")
    check.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    """Run the check. Findings are in English, which translators can read."""
    there = languages()
    if args.code is not None and args.code not in there:
        raise unknown_language(args.code)
    flawless = True
    for language in [args.code] if args.code else there:
        checked = check_language(language)
        lacking, wrong = len(checked.missing), len(checked.wrong)
        source = " (the source)" if language == ENGLISH else ""
        sys.stdout.write(
            f"{language}{source}: {floor(1000 * checked.share) / 10} % there, {lacking} missing, {wrong} wrong\n"
        )
        for finding in (*checked.wrong, *checked.missing):
            sys.stdout.write(f"  {finding}\n")
        flawless = flawless and not lacking and not wrong
    return 0 if flawless else 1
