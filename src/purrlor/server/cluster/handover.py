"""Hand an accepted connection to another process of the same machine, together with the bytes read from it.

A process that accepted a connection to a table of another process sends the descriptor over a Unix socket (SCM_RIGHTS)
and closes its own. The other process serves the connection as if it had accepted it: nothing is relayed, and the
kernel's round trips (`round_trips.py`) are those of the player's connection.

The descriptor is sent only after the receiver has answered that it is ready, and belongs to the receiver from then on.
So a receiver that was suspended in between cannot resume later and read from a connection that was given to another
process.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

SIZE = struct.Struct(">I")
LARGEST = 256 * 1024
"""Maximum number of bytes read before a handover: a head and a body within the request limits."""
ANSWER_SECONDS = 1.0
READY, NO, SENT, TAKEN = b"R", b"N", b"S", b"T"
THREADS = 4
BACKLOG = 256


def node_path(folder: Path) -> str:
    """Return the socket path where the node with this folder accepts handed-over connections."""
    return str(folder / "node")


def relay_path(path: str) -> str:
    """Return the socket path for relayed requests of the node that accepts connections at `path`."""
    return f"{path}-relay"


class NobodyThere(Exception):
    """Raised when the other process cannot take the connection; this process still owns it."""


def give(path: str, descriptor: int, received: bytes) -> None:
    """Block until the other process owns the connection. Raises `NobodyThere` if it cannot take it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            line.settimeout(ANSWER_SECONDS)
            line.connect(path)
            line.sendall(SIZE.pack(len(received)) + received)
            if line.recv(1) != READY:
                raise NobodyThere(path)
        except OSError as error:
            raise NobodyThere(str(error)) from None
        with suppress(OSError):  # the other process may already own it
            socket.send_fds(line, [SENT], [descriptor])
            line.recv(1)


class Receiver:
    """Listens for connections that other processes of this machine hand over.

    `adopt` serves a connection in the event loop. It is None while this process accepts none: before it is open and
    while it stops.
    """

    def __init__(self, path: Path) -> None:
        self.adopt: Callable[[socket.socket, bytes], None] | None = None
        self._path = path
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="purrlor-handover")
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._loop = asyncio.get_running_loop()

    def open(self) -> None:
        """Open the socket. The permissions of its folder keep other users out."""
        self._listening.bind(str(self._path))
        self._listening.listen(BACKLOG)
        self._listening.setblocking(False)
        self._loop.add_reader(self._listening, self._accept)

    def close(self) -> None:
        self.adopt = None
        self._loop.remove_reader(self._listening)
        self._listening.close()
        with suppress(OSError):
            self._path.unlink()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:  # no connection waits, or no descriptor is free for it: the other side tries again
                return
            self._threads.submit(self._receive, line)

    def _receive(self, line: socket.socket) -> None:
        with line, suppress(OSError):
            line.settimeout(ANSWER_SECONDS)
            received = _read(line)
            if received is None or self.adopt is None:
                line.sendall(NO)
                return
            line.sendall(READY)
            _, descriptors, _, _ = socket.recv_fds(line, 1, 1)
            if descriptors:
                self._loop.call_soon_threadsafe(self._adopt, descriptors[0], received)
                line.sendall(TAKEN)

    def _adopt(self, descriptor: int, received: bytes) -> None:
        if self.adopt is None:  # this process is stopping: the client reconnects to another one
            os.close(descriptor)
        else:
            self.adopt(socket.socket(fileno=descriptor), received)


def _read(line: socket.socket) -> bytes | None:
    """Read the bytes that come with the descriptor; return None if they are too long or incomplete."""
    with line.makefile("rb", buffering=0) as incoming:
        head = incoming.read(SIZE.size)
        size = SIZE.unpack(head)[0] if head is not None and len(head) == SIZE.size else LARGEST + 1
        if size > LARGEST:
            return None
        parts = b""
        while len(parts) < size and (part := incoming.read(size - len(parts))):
            parts += part
        return parts if len(parts) == size else None
