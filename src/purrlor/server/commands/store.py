"""`purrlor store`: check a server's store, export its matches as records, and maintain the store as a whole."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from purrlor.kit.files import write_atomically
from purrlor.kit.speech import speech

from .console import add_store, complain, counted, open_named, said, say_line
from .store_maintenance import add_parsers

if TYPE_CHECKING:
    from ..store import Store


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "store",
        help="check, export, back up, restore, prune or move what a server keeps",
        description="Check, export, back up, restore, prune or move the store of a server.",
        epilog="example: purrlor store check",
    )
    actions: Any = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_check(actions)
    _add_export(actions)
    add_parsers(actions)


def _add_check(actions: Any) -> None:
    parser = actions.add_parser(
        "check",
        help="check that the store is complete and correct",
        description="Check that the database is intact, that no event is missing, that every match replays by the "
        "rules, that every roll and deal follows from its seed, and every rating from its matches. The server may run. "
        "Exit code 0: all is well; 1: it is not, and the output says why.",
        epilog="example: purrlor store check --store postgresql://purrlor@localhost/purrlor",
    )
    add_store(parser)
    parser.set_defaults(run=check)


def _add_export(actions: Any) -> None:
    parser = actions.add_parser(
        "export",
        help="write matches as records",
        description="Write matches as records, one file for each table, named after it. A file with other contents "
        "is not overwritten. Exit code 0: all were written; 1: some were not, and the output lists them.",
        epilog="example: purrlor store export --all -o records",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("table", metavar="TABLE", nargs="?", help="the id of a table, as in its address")
    which.add_argument("--all", action="store_true", help="all finished matches")
    parser.add_argument(
        "-o", "--out", "--output", dest="output", metavar="FOLDER", type=Path, default=Path(), help="the folder"
    )
    parser.add_argument(
        "--unfinished",
        action="store_true",
        help="also matches that are not over: without their seed, but with the players' hidden cards",
    )
    add_store(parser)
    parser.set_defaults(run=export)


def check(args: argparse.Namespace) -> int:
    store = open_named(args)
    if store is None:
        return 2
    count = 0
    with store:
        for line in _faults(store):
            say_line(line)
            count += 1
    say_line(speech()("store.faults", count=count) if count else speech()("store.well"))
    return 1 if count else 0


def _faults(store: Store) -> Generator[str]:
    """Yield the faults of a store; a database that cannot be read to its end counts as one more fault."""
    from ..store import StoreFailed

    say = speech()
    try:
        yield from (say("store.fault.database", reason=reason) for reason in store.problems())
        counts = store.counts()
        tables = counts.open + counts.running + counts.over
        say_line(say("store.checking", tables=tables, over=counts.over, events=counts.events, place=store.name))
        yield from _faults_of_tables(store)
        yield from _faults_of_ratings(store)
    except StoreFailed as error:
        yield say("store.fault.database", reason=said(error))


def _faults_of_tables(store: Store) -> Generator[str]:
    from purrlor.table.records import fault

    for table in counted(store.ids()):
        stored = store.load(table)
        reason = None if stored is None else fault(stored)
        if reason is not None:
            yield speech()("store.fault", table=table, reason=reason)


def _faults_of_ratings(store: Store) -> Generator[str]:
    from ..rating import broken_ratings

    for row in store.read(broken_ratings):
        yield speech()("store.fault.rating", table=row.table, game=row.game, number=row.number)


def export(args: argparse.Namespace) -> int:
    store = open_named(args)
    if store is None:
        return 2
    args.output.mkdir(parents=True, exist_ok=True)
    with store:
        tables = store.ids() if args.all else [args.table]
        outcomes = [_export_one(store, table, args) for table in counted(tables)]
    written = sum(outcome == "" for outcome in outcomes)
    failed = [outcome for outcome in outcomes if outcome]
    for line in failed:
        complain(line)
    say_line(speech()("store.exported", count=written, folder=args.output))
    return 1 if failed else 0


def _export_one(store: Store, table: str, args: argparse.Namespace) -> str | None:
    """Export one table. Return an empty string if it was written, None if it is left out, otherwise the reason."""
    from purrlor.table.records import fault, record_of

    say = speech()
    stored = store.load(table)
    if stored is None:
        return None if args.all else say("store.export.unknown", table=table)
    over = stored.row.status == "over"
    if not over and not args.unfinished:
        return None if args.all else say("store.export.unfinished", table=table)
    if (reason := fault(stored)) is not None:
        return say("store.fault", table=table, reason=reason)
    if not over:
        complain(say("store.export.secrets", table=table))
    return _write(args.output / f"{quote(table, safe='')}.purr", str(record_of(stored)))


def _write(path: Path, text: str) -> str:
    """Write a file completely or not at all, without losing an existing one."""
    if path.exists():
        same = path.read_bytes() == text.encode()
        return "" if same else speech()("store.export.exists", file=path)
    write_atomically(path, text.encode())
    return ""
