"""Drives an offline instance as the web worker does: stores each step, then delivers; and a person who plays at it."""

from __future__ import annotations

from typing import Any

from msgspec import json

from purrlor.core import pledge
from purrlor.offline import Instance, think


class Worker:
    """A store that survives, and an offline instance that may be ended at any moment."""

    def __init__(self) -> None:
        self.store: dict[str, str] = {}
        self.now = 1_700_000_000_000
        self.answers: dict[int, tuple[int, Any]] = {}
        self.heard: dict[int, list[Any]] = {}
        self.closed: list[tuple[int, str]] = []
        self.requests = 0
        self.connections = 0
        self.begin()

    def begin(self) -> None:
        """Open the instance on what is stored, as after a reload."""
        self.instance = Instance(json.encode(list(self.store.items())).decode())

    def settle(self, *, broken: bool = False) -> None:
        """Store and deliver until nothing is left to do now; `broken`: the store takes nothing."""
        while True:
            if (text := self.instance.take()) is not None:
                step = json.decode(text)
                if not broken:
                    self._write(step["writes"])
                done = self.instance.failed if broken else self.instance.stored
                self._deliver(json.decode(done(step["number"], self.now)))
            elif not broken and (question := self.instance.question()) is not None:
                self.instance.answered(think(question), self.now)
            else:
                return

    def _write(self, writes: list[tuple[str, str | None]]) -> None:
        for key, text in writes:
            if text is None:
                self.store.pop(key, None)
            else:
                self.store[key] = text

    def _deliver(self, delivery: dict[str, Any]) -> None:
        for answer in delivery["answers"]:
            body = json.decode(answer["body"]) if answer["type"] == "application/json" else answer["body"]
            self.answers[answer["number"]] = answer["status"], body
        for connection, text in delivery["sends"]:
            self.heard[connection].append(json.decode(text))
        self.closed += [(connection, code) for connection, code in delivery["closed"]]

    def request(self, method: str, path: str, body: Any = None, *, broken: bool = False) -> tuple[int, Any]:
        self.requests += 1
        text = body if isinstance(body, str) else "" if body is None else json.encode(body).decode()
        self.instance.request(self.requests, f"{method} {path}", text, self.now)
        self.settle(broken=broken)
        return self.answers[self.requests]

    def connect(self, table: str) -> int:
        self.connections += 1
        self.heard[self.connections] = []
        self.instance.connect(self.connections, table, self.now)
        self.settle()
        return self.connections

    def send(self, connection: int, message: dict[str, Any], *, broken: bool = False) -> None:
        self.instance.receive(connection, json.encode(message).decode(), self.now)
        self.settle(broken=broken)

    def latest(self, connection: int, kind: str) -> Any:
        return next(message for message in reversed(self.heard[connection]) if message["type"] == kind)

    def pass_time(self, until: int | None = None) -> bool:
        """Let the next thing that is due happen, unless it is later than `until`; whether there was one."""
        due = self.instance.next_wake()
        if due is None or (until is not None and due > until):
            self.now = max(self.now, until or 0)
            return False
        self.now = max(self.now, due)
        self.instance.wake(self.now)
        self.settle()
        return True


def begin_match(worker: Worker, game: str, bots: list[str], **options: Any) -> tuple[str, int]:
    """A table against bots whose match has begun; its name and a connection."""
    seats = [{"kind": "person"}, *({"kind": "bot", "level": level} for level in bots)]
    wanted = {"game": game, "name": "Ann", "seats": seats, "pace": 1, **options}
    status, made = worker.request("POST", "/api/tables", wanted)
    assert status == 201, made
    connection = worker.connect(made["id"])
    worker.send(connection, {"type": "ready", "pledge": pledge("miau")})
    worker.send(connection, {"type": "reveal", "contribution": "miau"})
    return made["id"], connection


def play_on(worker: Worker, connection: int, *, most: int = 100_000) -> int:
    """Do the first legal thing until the match is over, or `most` times; return how often."""
    for done in range(most):
        update = worker.latest(connection, "update")
        if update["over"]:
            return done
        if update["legal"]:
            action = update["legal"][0]
            worker.send(connection, {"type": "act", "seat": 0, "version": update["version"], "action": action})
        elif not worker.pass_time():
            raise AssertionError("nobody can go on")
    return most
