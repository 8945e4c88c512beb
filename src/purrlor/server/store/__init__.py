"""Storage of tables in SQLite or PostgreSQL, with the same behaviour on both. See `docs/host/store.md`."""

from .connection import LeaseLost, StoreFailed, UnkeepableText, WriteRefused
from .nodes import Node, Nodes, Owned
from .place import default_place, is_postgresql, open_store, sqlite_path
from .store import Store

__all__ = [
    "LeaseLost",
    "Node",
    "Nodes",
    "Owned",
    "Store",
    "StoreFailed",
    "UnkeepableText",
    "WriteRefused",
    "default_place",
    "is_postgresql",
    "open_store",
    "sqlite_path",
]
