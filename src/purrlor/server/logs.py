"""Logs as lines of JSON: events and durations, but no people and no moves."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback

FIELDS = ("method", "route", "status", "ms", "suppressed")
LIBRARIES = ("aiohttp", "asyncio", "purrlor.server.http")
"""Loggers of libraries, which write addresses and paths: only the kind of error is kept."""
LONGEST_EVENT = 500
LONGEST_ERROR = 2000
MOST_CAUSES = 3
"""Maximum number of exceptions logged per chain; a chain can grow with every failure of a broken connection."""
MOST_FRAMES = 12
REPEATS = 5
REPEAT_SECONDS = 10
"""Period in which at most REPEATS warnings or errors with the same text are logged; the rest are counted."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        if record.name.startswith(LIBRARIES):
            line["event"] = "reported by a library"
            line["error"] = type(error).__name__ if error is not None else ""
        else:
            line["event"] = cut(record.getMessage(), LONGEST_EVENT)
            if error is not None:
                line["error"] = error_text(error)
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        return json.dumps(line, ensure_ascii=False)


def cut(text: str, most: int) -> str:
    """Shorten a long text to its beginning and its end."""
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


def error_text(error: BaseException) -> str:
    """Format an exception and its nearest causes, cause first as Python does, within a length limit."""
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and len(chain) < MOST_CAUSES and current not in chain:
        chain.append(current)
        hidden = current.__suppress_context__
        current = current.__cause__ or (None if hidden else current.__context__)
    parts = ["".join(traceback.format_exception(each, chain=False, limit=-MOST_FRAMES)) for each in reversed(chain)]
    return cut("\n".join(cut(part, LONGEST_ERROR) for part in parts), 2 * LONGEST_ERROR)


class RepeatFilter(logging.Filter):
    """Lets a few warnings and errors of the same text through per period; a later line says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        key = (record.name, str(record.msg))
        began, count = self.seen.get(key, (record.created, 0))
        if record.created - began >= REPEAT_SECONDS:
            if count > REPEATS:
                record.suppressed = count - REPEATS
            began, count = record.created, 0
        if len(self.seen) > 1000:
            self.seen.clear()
        self.seen[key] = (began, count + 1)
        return count < REPEATS


def log_to_stderr(level: str) -> None:
    """Log our own messages in full and those of libraries without details, each only once."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(RepeatFilter())
    for name in ("purrlor", "aiohttp", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False
