"""`purrlor store backup`, `restore`, `prune`, `migrate` and `digest`: operations on a whole store."""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from typing import Any

from purrlor.kit.speech import speech

from .console import ProgressLine, add_store, open_named, place_of, refuse, said, say_line, unusable

HOURS = {"h": 1, "d": 24, "w": 7 * 24}
HOUR_MILLIS = 3_600_000
DAY_MILLIS = 24 * HOUR_MILLIS
OLDEST_HOURS = 36_500 * 24


def add_parsers(actions: Any) -> None:
    _add_backup(actions)
    _add_restore(actions)
    _add_prune(actions)
    _add_migrate(actions)
    _add_digest(actions)


def _add_backup(actions: Any) -> None:
    parser = actions.add_parser(
        "backup",
        help="copy a SQLite store to a file; the server may run",
        description="Copy a SQLite store to a new file. The server may run: the copy shows one moment. The file "
        "appears when it is complete and passes SQLite's integrity check. It contains seeds and keys, so only you can "
        "read it. Back up PostgreSQL with pg_dump.",
        epilog="example: purrlor store backup /backup/parlour-monday.sqlite",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the new file; an existing file is not overwritten")
    add_store(parser)
    parser.set_defaults(run=backup)


def _add_restore(actions: Any) -> None:
    parser = actions.add_parser(
        "restore",
        help="restore a backup; the server must be stopped",
        description="Replace the SQLite store with a backup. Stop the server first. With --replace, an existing "
        "store is renamed, not deleted. A backup of an older version is brought up to date when it is opened. "
        "Restore a PostgreSQL dump with pg_restore; `purrlor store migrate` copies a SQLite backup to PostgreSQL.",
        epilog="example: purrlor store restore /backup/parlour-monday.sqlite --replace",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a file from `purrlor store backup`")
    parser.add_argument("--replace", action="store_true", help="rename an existing store and take its place")
    add_store(parser)
    parser.set_defaults(run=restore)


def _add_prune(actions: Any) -> None:
    parser = actions.add_parser(
        "prune",
        help="delete old tables; the server must be stopped",
        description="Delete finished matches and abandoned tables that have not changed for a time, with their chat. "
        "Stop the server first, unless with --dry-run. A running server deletes by itself with "
        "`purrlor serve --remove-finished 90 --remove-abandoned 30`.",
        epilog="example: purrlor store prune --older-than 90d --dry-run",
    )
    parser.add_argument("--older-than", metavar="AGE", type=age, required=True, help="an age, such as 90d, 12w or 36h")
    parser.add_argument(
        "--only", choices=("finished", "abandoned"), help="only finished or only abandoned matches (default: both)"
    )
    parser.add_argument("--dry-run", action="store_true", help="list what would be deleted, and delete nothing")
    parser.add_argument("--vacuum", action="store_true", help="then return free space of a SQLite file to the disk")
    add_store(parser)
    parser.set_defaults(run=prune)


def _add_migrate(actions: Any) -> None:
    parser = actions.add_parser(
        "migrate",
        help="copy everything to another store",
        description="Copy everything from one store to another, empty one, in one transaction, and compare them row by "
        "row. Stop the servers of both first. The contents of FROM do not change, but an older FROM is first updated "
        "to the format of this version.",
        epilog="example: purrlor store migrate parlour.sqlite postgresql://purrlor@localhost/purrlor",
    )
    parser.add_argument("source", metavar="FROM", help="a file, sqlite:///PATH or postgresql://…")
    parser.add_argument("target", metavar="TO", help="the same; a missing file is created")
    parser.set_defaults(run=migrate)


def _add_digest(actions: Any) -> None:
    parser = actions.add_parser(
        "digest",
        help="print a digest of every table, to compare stores",
        description="Print a SHA-256 of each table, and one of all of them. Two stores with the same digests contain "
        "the same tables, whatever database they are in.",
        epilog="example: purrlor store digest --store copy.sqlite",
    )
    add_store(parser)
    parser.set_defaults(run=digest)


def age(text: str) -> int:
    """Parse an age such as 90d, 12w or 36h, and return milliseconds."""
    found = re.fullmatch(r"([0-9]{1,6})([hdw])", text)
    hours = int(found[1]) * HOURS[found[2]] if found else 0
    if not 1 <= hours <= OLDEST_HOURS:
        raise argparse.ArgumentTypeError(speech()("store.age", age=text[:20]))
    return hours * HOUR_MILLIS


def backup(args: argparse.Namespace) -> int:
    from ..store import StoreFailed, sqlite_path
    from ..store.backup import back_up

    say = speech()
    try:
        path = sqlite_path(place_of(args))
        if path is None:
            return refuse(say("store.backup.postgresql", file=args.file))
        with ProgressLine() as progress:
            back_up(path, args.file.absolute(), progress)
    except StoreFailed as error:
        return refuse(say("store.backup.failed", reason=said(error)))
    say_line(say("store.backup.done", file=args.file, size=megabytes(args.file.stat().st_size)))
    return 0


def restore(args: argparse.Namespace) -> int:
    from ..store import StoreFailed, sqlite_path
    from ..store.backup import restore as put_back

    say = speech()
    try:
        path = sqlite_path(place_of(args))
        if path is None:
            return refuse(say("store.restore.postgresql", file=args.file))
        kept = path.with_name(f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
        with ProgressLine() as progress:
            replaced = put_back(args.file.absolute(), path, kept, progress, replace=args.replace)
    except StoreFailed as error:
        return refuse(say("store.restore.failed", reason=said(error)))
    if replaced:
        say_line(say("store.restore.kept", file=kept))
    say_line(say("store.restore.done", file=path))
    return 0


def prune(args: argparse.Namespace) -> int:
    from ..store import StoreFailed
    from ..store.tables import prune as delete
    from ..store.tables import unused

    say = speech()
    store = open_named(args, exclusive=not args.dry_run)
    if store is None:
        return 2
    before = int(time.time() * 1000) - args.older_than
    try:
        with store:
            found = unused(store, before, finished=args.only != "abandoned", abandoned=args.only != "finished")
            finished, abandoned = len(found.finished), len(found.abandoned)
            size = megabytes(found.characters)
            say_line(say("store.prune.found", finished=finished, abandoned=abandoned, events=found.events, size=size))
            if args.dry_run:
                return 0
            with ProgressLine() as progress:
                delete(store, [*found.finished, *found.abandoned], progress)
            if args.vacuum:
                store.vacuum()
    except StoreFailed as error:
        return unusable(error)
    say_line(say("store.prune.done", count=finished + abandoned))
    return 0


def migrate(args: argparse.Namespace) -> int:
    from ..store import StoreFailed, open_store
    from ..store.copy_store import copy_store

    say = speech()
    if args.source == args.target:
        return refuse(say("store.migrate.same"))
    try:
        with (
            open_store(args.source, create=False, exclusive=True) as source,
            open_store(args.target, exclusive=True) as target,
            ProgressLine() as progress,
            source.reading() as reader,
            target.writing() as writer,
        ):
            copied = copy_store(reader, writer, progress)
    except StoreFailed as error:
        return refuse(say("store.migrate.failed", reason=said(error)))
    say_line(
        say(
            "store.migrate.done",
            tables=copied.tables,
            events=copied.events,
            persons=copied.persons,
            digest=copied.digest,
        )
    )
    return 0


def digest(args: argparse.Namespace) -> int:
    from ..store import StoreFailed
    from ..store.copy_store import digests, whole_digest

    store = open_named(args)
    if store is None:
        return 2
    try:
        with store, ProgressLine() as progress, store.reading() as reader:
            found = dict(digests(reader, progress))
    except StoreFailed as error:
        return unusable(error)
    for table, each in found.items():
        say_line(f"{each}  {table}")
    say_line(speech()("store.digest", tables=len(found), digest=whole_digest(list(found.values()))))
    return 0


def megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
