"""What the operator sees: counts and times, never names or cards."""

from __future__ import annotations

from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        known: dict[str, Any] = {"namespace": "purrlor", "registry": self.registry}
        self.tables = Gauge("tables", "Tables that are awake", **known)
        self.sockets = Gauge("sockets", "Open sockets", **known)
        self.events = Counter("events", "Events written to the store", **known)
        self.messages = Counter("messages", "Messages from clients", **known)
        self.refusals = Counter("refusals", "Messages refused", ["code"], **known)
        self.move = Histogram("move_seconds", "From receiving a move to telling it", buckets=TIMES, **known)
        self.commit = Histogram("commit_seconds", "One commit of the store", buckets=TIMES, **known)
        self.lag = Gauge("loop_lag_seconds", "How late the event loop runs", **known)
        self.thinking = Gauge("bots_thinking", "Questions that bots are working on", **known)
        self.errors = Counter("errors", "Troubles on our side", **known)

    def text(self) -> bytes:
        return generate_latest(self.registry)
