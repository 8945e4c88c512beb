"""The offline instance in a web worker: the same tables as on a server, for one device (docs/device.md)."""

from .parlour import Parlour
from .questions import think

__all__ = ["Parlour", "think"]
