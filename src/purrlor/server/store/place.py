"""The location of a store: a path, `sqlite:///PATH` or `postgresql://…`."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from purrlor.kit.files import data_folder

from .connection import StoreFailed
from .schema import OURS, is_foreign
from .sqlite import TABLES, FileLock, SqliteConnection
from .store import Store

STORE_VARIABLE = "PURRLOR_STORE"
FILE = "parlour.sqlite"
SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://")


def default_place() -> str:
    """Return the location from the environment, or a file in the user's data folder."""
    return os.environ.get(STORE_VARIABLE) or str(data_folder() / FILE)


def open_store(place: str | Path, *, create: bool = True, serving: bool = False, exclusive: bool = False) -> Store:
    """Open the store at a path or URL and migrate it. Raises `StoreFailed` with the reason if it cannot be used.

    `exclusive`: no server may use it meanwhile. `serving`: for a server, which has a file to itself but shares
    PostgreSQL with other servers of its kind. Commands that only read a store use neither.
    """
    path = sqlite_path(place)
    if path is None:
        return _open_postgresql(str(place), "exclusive" if exclusive else "shared" if serving else "", create=create)
    refuse_foreign(path, create=create)
    return _open_sqlite(path.resolve(), exclusive=exclusive or serving, name=str(path))


def sqlite_path(place: str | Path) -> Path | None:
    """Return the file of a location; None if it is in PostgreSQL."""
    text = str(place)
    if is_postgresql(text):
        return None
    if "://" in text and not text.startswith(SQLITE):
        wrong = "a store is a path, sqlite:///PATH or postgresql://…, not {scheme}://…"
        raise StoreFailed("store.refused.place", wrong, scheme=text.partition("://")[0])
    return Path(unquote(text.removeprefix(SQLITE)) if text.startswith(SQLITE) else text).expanduser().absolute()


def is_postgresql(place: str | Path) -> bool:
    return str(place).startswith(POSTGRESQL)


def _open_sqlite(path: Path, *, exclusive: bool, name: str) -> Store:
    if not exclusive:
        writer = SqliteConnection(path, writes=True)
        return Store(name, writer, lambda: SqliteConnection(path, writes=False), file=path)
    with suppress(OSError):  # opening the file reports any problem with the folder
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = FileLock(path)
    try:
        writer = SqliteConnection(path, writes=True)
        return Store(name, writer, lambda: SqliteConnection(path, writes=False), file=path, lock=lock)
    except BaseException:
        lock.close()
        raise


def refuse_foreign(path: Path, *, create: bool) -> None:
    """Raise `StoreFailed` for a SQLite file of another program, before changing anything in it, or for a missing one.

    Any other problem with the file shows when it is opened.
    """
    if not create and not path.exists():
        raise StoreFailed("store.refused.no_store", "there is no store at {place}", place=path)
    if not path.is_file():
        return
    with suppress(sqlite3.Error), closing(read_only(path)) as file:
        names = {row[0] for row in file.execute(TABLES)}
        if is_foreign(names) or (names and "schema_version" not in names) or not (names or create):
            raise StoreFailed("store.refused.foreign_file", "{path} is not a store", path=path)


def read_only(path: Path) -> sqlite3.Connection:
    """Open a connection that changes neither the file nor its folder."""
    how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{path.as_uri()}?{how}", uri=True)


def _open_postgresql(url: str, lock: Literal["", "shared", "exclusive"], *, create: bool) -> Store:
    try:
        from .postgresql import PostgresConnection
    except ImportError as error:
        raise StoreFailed(str(error)) from error
    from .nodes import HASTE_SECONDS, Nodes

    def connect_nodes() -> Nodes:
        return Nodes(PostgresConnection(url, writes=True, hasty=HASTE_SECONDS))

    writer = PostgresConnection(url, writes=True, lock=lock)
    if not create and not writer.tables() & OURS:
        writer.close()
        raise StoreFailed("store.refused.no_store", "there is no store at {place}", place=_shown(url))
    return Store(_shown(url), writer, lambda: PostgresConnection(url, writes=False), connect_nodes=connect_nodes)


def _shown(url: str) -> str:
    """Return the URL without user name and password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
