"""`purrlor verify`: check that a record is complete, legal and fair."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from .options import file_named

if TYPE_CHECKING:
    from .files import AnyRecord


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "verify",
        help="check a record: its checksum, its moves, every roll and deal",
        description="Check that the checksum of a record fits, that every move was legal, that the seed fits its "
        "commitment, and that every roll and deal follows from the seed. The checksum detects accidental changes; it "
        "is not a signature. Compare the commitment with what was shown before the match. Exit code 0: all is "
        "well; 1: it is not, and the output says why.",
        epilog="example: purrlor verify evening.purr",
    )
    parser.add_argument("file", metavar="FILE", type=file_named, help="a record")
    parser.add_argument("--contribution", metavar="TEXT", help="your contribution: check that it counted")
    parser.add_argument("--origin", metavar="FILE", type=file_named, help="check that the record continues this one")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.core import BrokenRecord, Record
    from purrlor.core.record import BrokenFate
    from purrlor.kit import games
    from purrlor.kit.speech import because, say

    from .files import NotText, read_text

    try:
        record = Record.parse(read_text(args.file), games())
        _report(record)
        fates = record.check_fate()
        if args.origin is not None:
            record.check_origin(Record.parse(read_text(args.origin), games()))
    except NotText as error:
        sys.stderr.write(f"{because(error)}\n")
        return 1
    except (BrokenRecord, BrokenFate) as error:
        sys.stdout.flush()
        sys.stderr.write(say("terminal.verify.failed", file=args.file, reason=because(error)) + "\n")
        return 1
    lines = [_commitment(record), *_contributions(record), say("terminal.verify.fates", count=fates)]
    lines += _origin(record, checked=args.origin is not None)
    sys.stdout.write("\n".join(lines) + "\n")
    if args.contribution is None:
        return 0
    if args.contribution not in record.contributions:
        sys.stdout.flush()
        sys.stderr.write(say("terminal.verify.own.missing") + "\n")
        return 1
    place, count = record.contributions.index(args.contribution) + 1, len(record.contributions)
    sys.stdout.write(say("terminal.verify.own", place=place, count=count) + "\n")
    return 0


def _contributions(record: AnyRecord) -> list[str]:
    """Describe the players' contributions to the seed, and name the players who withheld theirs."""
    from purrlor.kit.speech import say

    count, pledged = len(record.contributions), any(record.pledges)
    if not count:
        mixed = say("terminal.verify.contributions.none")
    else:
        key = "terminal.verify.contributions" if pledged else "terminal.verify.contributions.unpledged"
        mixed = say(key, count=count)
    return [mixed, *(say("terminal.verify.withheld", name=record.names[seat]) for seat in record.withheld)]


def _origin(record: AnyRecord, *, checked: bool) -> list[str]:
    """Describe the position that a fork continues from."""
    from purrlor.kit.speech import say

    from .keyboard_match import SHORT_HASH

    if record.origin is None:
        return []
    key = "terminal.verify.origin.checked" if checked else "terminal.verify.origin"
    return [say(key, count=record.taken, short=f"{record.origin.checksum[:SHORT_HASH]}…")]


def _commitment(record: AnyRecord) -> str:
    """Describe the commitment to the seed, and name its maker."""
    from purrlor.kit.speech import say

    from .keyboard_match import SHORT_HASH

    if record.commitment is None:
        return say("terminal.verify.no_commitment")
    return say("terminal.verify.commitment", short=f"{record.commitment[:SHORT_HASH]}…")


def _report(record: AnyRecord) -> None:
    """Print what reading the record has already checked."""
    from purrlor.kit.speech import say

    match = record.match()
    result = ", ".join(f"{name} {score}" for name, score in zip(record.names, match.scores, strict=True))
    state = say("terminal.verify.result", result=result) if match.over else say("terminal.verify.open")
    lines = (say("terminal.verify.seal"), say("terminal.verify.replay", count=len(record.events)), state)
    sys.stdout.write("\n".join(lines) + "\n")
