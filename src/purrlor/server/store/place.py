"""Where a store is: a path, `sqlite:///PATH` or `postgresql://…`."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

from platformdirs import user_data_path

from .connection import StoreFailed
from .sqlite import SqliteConnection
from .store import Store

STORE_VARIABLE = "PURRLOR_STORE"
DATA_VARIABLE = "PURRLOR_DATA"
FILE = "parlour.sqlite"
SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://")


def default_place() -> str:
    """What the environment names, or a file in the user's data folder."""
    named = os.environ.get(DATA_VARIABLE)
    folder = Path(named).expanduser() if named else user_data_path("purrlor")
    return os.environ.get(STORE_VARIABLE) or str(folder / FILE)


def open_store(place: str | Path, *, create: bool = True) -> Store:
    """The store at a path or URL, brought up to date; `StoreFailed` says why it cannot be used."""
    text = str(place)
    if text.startswith(POSTGRESQL):
        return _open_postgresql(text)
    if "://" in text and not text.startswith(SQLITE):
        raise StoreFailed(f"a store is a path, sqlite:///PATH or postgresql://…, not {text.partition('://')[0]}://…")
    path = Path(unquote(text.removeprefix(SQLITE)) if text.startswith(SQLITE) else text).expanduser().absolute()
    if not create and not path.exists():
        raise StoreFailed(f"there is no store at {path}")
    writer = SqliteConnection(path, writes=True)
    return Store(str(path), writer, lambda: SqliteConnection(path, writes=False), file=path)


def _open_postgresql(url: str) -> Store:
    try:
        from .postgresql import PostgresConnection
    except ImportError as error:
        raise StoreFailed(str(error)) from error
    return Store(_shown(url), PostgresConnection(url, writes=True), lambda: PostgresConnection(url, writes=False))


def _shown(url: str) -> str:
    """The URL without what nobody else should read."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
