"""Read and write records on disk; problems are refused in one line."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

from purrlor.core import BrokenRecord, Record
from purrlor.core.reason import Refused
from purrlor.kit import games
from purrlor.kit.files import write_atomically
from purrlor.words import CatalogueReason, refusal

AnyRecord = Record[Any, Any, Any]
BYTE_ORDER_MARK = "\ufeff"


class NotText(Refused):
    """The file can be read, but does not contain plain text."""


def read_text(path: Path) -> str:
    """Return the text of a file exactly, without translating line ends."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise NotText(CatalogueReason("terminal.file.not_text", file=path)) from None
    except OSError as error:
        raise refusal("terminal.file.unreadable", file=path, reason=error.strerror or error) from None
    if text.startswith(BYTE_ORDER_MARK):
        raise NotText(CatalogueReason("terminal.file.bom", file=path))
    return text


def read_record(path: Path) -> AnyRecord:
    try:
        return Record.parse(read_text(path), games())
    except BrokenRecord as error:
        raise refusal("terminal.file.broken", file=path, reason=error) from None


def read_match(path: Path) -> AnyRecord:
    """Return the match in a record, or in a log of another environment."""
    from purrlor.lab.logs import is_log, record_of_log

    text = read_text(path)
    return record_of_log(text) if is_log(text) else read_record(path)


def write_record(path: Path, record: AnyRecord) -> None:
    """Write atomically: after a crash the file holds the old record or the new one."""
    try:
        write_atomically(path, str(record).encode("utf-8"))
    except OSError as error:
        raise refusal("terminal.file.unwritable", file=path, reason=error.strerror or error) from None


def new_file(text: str | Path) -> Path:
    """Return the path of a file that does not exist yet, so that nothing is overwritten by accident."""
    path = Path(text).expanduser()
    if path.exists():
        raise refusal("terminal.file.exists", file=path)
    check_writable(path)
    return path


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written to, before the content is computed."""
    if not path.parent.is_dir():
        raise refusal("terminal.file.no_folder", folder=path.parent)
    reason = errno.EISDIR if path.is_dir() else 0 if os.access(path.parent, os.W_OK) else errno.EACCES
    if reason:
        raise refusal("terminal.file.unwritable", file=path, reason=os.strerror(reason))
