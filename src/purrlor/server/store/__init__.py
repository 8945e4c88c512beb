"""Where tables are kept: SQLite or PostgreSQL, the same behaviour on both. `docs/store.md` tells more."""

from .connection import StoreFailed, WriteRefused
from .place import default_place, open_store
from .store import Store
from .writer import InThread, Writer, writer_for

__all__ = ["InThread", "Store", "StoreFailed", "WriteRefused", "Writer", "default_place", "open_store", "writer_for"]
