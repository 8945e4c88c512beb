"""A TCP proxy in front of a database's Unix socket that can cut its connections, and closes the client's end late."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress


class LateProxy:
    def __init__(self, target: str, late: float) -> None:
        self.target = target
        self.late = late
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.forwarded = 0
        self.cut_after = 0
        """Cut all connections when the clients have sent this many more bytes; 0: never."""
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self.target)
                self.pairs.append((client, server))
                threading.Thread(target=self._forward, args=(client, server, True), daemon=True).start()
                threading.Thread(target=self._forward, args=(server, client, False), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, upwards: bool) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                sink.sendall(data)
                if upwards and self.cut_after:
                    self.forwarded += len(data)
                    if self.forwarded >= self.cut_after:
                        self.cut_after = self.forwarded = 0
                        self.cut()
                        return

    def cut(self) -> None:
        """The database's end is closed at once, the client's a moment later."""
        pairs, self.pairs = self.pairs, []
        for _, server in pairs:
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
        time.sleep(self.late)
        for client, server in pairs:
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
            client.close()
            server.close()

    def close(self) -> None:
        self.listener.close()
        self.cut()
