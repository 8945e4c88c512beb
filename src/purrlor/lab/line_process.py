"""Talk to a program line by line, on its standard input and output, with time limits."""

from __future__ import annotations

import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

LONGEST_LINE = 65_536
LAST_WORDS = 3
"""The number of stderr lines to keep and show when the program fails."""
PARTING_SECONDS = 1


class Slow(Exception):
    """The program did not answer in time."""


class Ended(Exception):
    """The program has ended; the text says how, with its last lines on stderr."""


class LineProcess:
    """A program that is started at once, and stopped when this object is closed or collected or this process ends."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 (the person at the keyboard named it)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._readers = [
            Thread(target=_read_lines, args=(self._process.stdout, self._lines), daemon=True),
            Thread(target=_read_words, args=(self._process.stderr, self._last_words), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        self.close = weakref.finalize(self, _stop, self._process, self._readers)

    def send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def receive(self, seconds: float) -> str:
        """Return the next line. A line that is too long arrives in pieces, so that no program can fill the memory."""
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise Slow from None
        if not line:
            raise self._ended()
        return line.decode("utf-8", "replace").rstrip("\r\n")

    def _ended(self) -> Ended:
        try:
            code = self._process.wait(PARTING_SECONDS)
            self._readers[1].join(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            return Ended("stdout closed")
        return Ended("; ".join([f"exit code {code}", *self._last_words]))


def _read_lines(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    while line := stream.readline(LONGEST_LINE):
        lines.put(line)
    lines.put(b"")


def _read_words(stream: IO[bytes], kept: deque[str]) -> None:
    while line := stream.readline(LONGEST_LINE):
        if text := line.decode("utf-8", "replace").strip():
            kept.append(text[:200])


def _stop(process: subprocess.Popen[bytes], readers: Sequence[Thread]) -> None:
    """Close the program's input, which asks it to exit; kill it if it stays."""
    assert process.stdin is not None
    with suppress(OSError):  # unread input is lost with the program
        process.stdin.close()
    try:
        process.wait(PARTING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if sys.is_finalizing():
        return
    for reader in readers:
        reader.join(PARTING_SECONDS)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
