"""Where tables are kept: SQLite or PostgreSQL, the same behaviour on both. `docs/store.md` tells more."""

from .connection import StoreFailed, WriteRefused
from .place import default_place, open_store
from .store import Store
from .writer import Writer, WriterThread, writer_for

__all__ = [
    "Store",
    "StoreFailed",
    "WriteRefused",
    "Writer",
    "WriterThread",
    "default_place",
    "open_store",
    "writer_for",
]
