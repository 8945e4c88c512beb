"""Copies of a SQLite store: made while a server writes to it, and restored while none does."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeAlias

from .connection import StoreFailed
from .place import read_only, refuse_foreign
from .schema import refuse_newer
from .sqlite import FileLock, SqliteConnection, database_problems, in_words

Progress: TypeAlias = Callable[[int, int], None]
"""Function that receives the number of finished pages and the total."""
PAGES = 2000
"""Pages copied between two progress reports: 8 MB."""


def back_up(path: Path, copy: Path, progress: Progress) -> None:
    """Write a snapshot of the store to a new file, which appears once it is complete and checked."""
    refuse_foreign(path, create=False)
    if copy.exists():
        raise StoreFailed("store.refused.file_exists", "{file} already exists; it was left as it is", file=copy)
    with in_words(copy), _beside(copy) as partial:
        with closing(sqlite3.connect(path)) as store:
            _copy(store, partial, progress)
        os.link(partial, copy)  # unlike a rename, this never replaces a file created meanwhile
        _sync(copy.parent)


def restore(copy: Path, path: Path, kept: Path, progress: Progress, *, replace: bool) -> bool:
    """Replace the store by a copy. An existing store is kept under the name `kept`; return whether there was one."""
    refuse_foreign(copy, create=False)
    with in_words(copy), closing(read_only(copy)) as source:
        refuse_newer(source.execute("SELECT version FROM schema_version").fetchone()[0])
    refuse_foreign(path, create=True)
    if path.exists() and not replace:
        taken = "there is already a store at {path}; --replace keeps it under another name"
        raise StoreFailed("store.refused.store_exists", taken, path=path)
    with in_words(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(FileLock(path)), in_words(path), _beside(path) as partial:
        with closing(read_only(copy)) as source:
            _copy(source, partial, progress)
        there = path.exists()
        if there:
            _set_aside(path, kept)
        partial.replace(path)
        _sync(path.parent)
    return there


@contextmanager
def _beside(path: Path) -> Generator[Path]:
    """Create a private temporary file in the same folder; it is removed at the end."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield partial
    finally:
        partial.unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, partial: Path, progress: Progress) -> None:
    """Copy with SQLite's backup interface.

    The open transaction fixes one snapshot: otherwise each write of the server would restart the backup.
    """
    source.execute("BEGIN")
    source.execute("SELECT version FROM schema_version").fetchone()
    with closing(sqlite3.connect(partial, isolation_level=None)) as target:
        source.backup(target, pages=PAGES, progress=lambda _, left, total: progress(total - left, total), sleep=0)
        target.execute("PRAGMA journal_mode = DELETE")  # one file holds everything, even on a read-only medium
        if problems := database_problems(target):
            raise StoreFailed(problems[0])
    with partial.open("rb+") as file:
        os.fsync(file.fileno())


def _set_aside(path: Path, kept: Path) -> None:
    """Give the store a second name, with everything in one file."""
    SqliteConnection(path, writes=True).close()
    if path.with_name(f"{path.name}-wal").exists():
        raise StoreFailed("store.refused.open", "another program has {path} open; close that one first", path=path)
    os.link(path, kept)


def _sync(folder: Path) -> None:
    """Sync a folder, so that new names in it survive a power cut."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
