"""A lock beside a SQLite file: one server uses a store at a time."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from .connection import IN_USE, LOCK_SECONDS, StoreFailed


class FileLock:
    """Held until it is closed, or until every process that inherited `fd` has ended.

    It is a file of its own: closing any descriptor of the database file would drop the locks that SQLite holds on it.
    """

    def __init__(self, store: Path) -> None:
        path = store.with_name(f"{store.name}.lock")
        try:
            self.fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreFailed("store.refused.file", "{path}: {error}", path=path, error=error.strerror) from None
        patience = time.monotonic() + LOCK_SECONDS
        while not _try_lock(self.fd):
            if time.monotonic() > patience:  # a server that was killed leaves its writer process behind for a moment
                os.close(self.fd)
                raise StoreFailed(IN_USE)
            time.sleep(0.05)

    def close(self) -> None:
        os.close(self.fd)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(fd: int) -> bool:
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
