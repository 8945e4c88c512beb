"""The offline instance in a web worker: the same tables as on a server, for one device (docs/explain/offline.md)."""

from .instance import Instance
from .questions import think

__all__ = ["Instance", "think"]
