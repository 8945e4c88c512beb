"""The user's files: their folder, and atomic writes, so that a crash leaves the old file or the new one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from threading import get_ident

DATA_VARIABLE = "PURRLOR_DATA"


def data_folder() -> Path:
    """Return the folder of matches and answers: the environment variable PURRLOR_DATA, or the user's data folder."""
    named = os.environ.get(DATA_VARIABLE)
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("purrlor")


def write_atomically(path: Path, *parts: bytes | memoryview) -> None:
    """Write a temporary file and move it into place. An OSError leaves nothing behind."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    try:
        with beside.open("wb") as file:
            file.writelines(parts)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
