"""What the operator sees: counts and times, never names or cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        known: dict[str, Any] = {"namespace": "purrlor", "registry": self.registry}
        self.tables = Gauge("tables", "Tables that are awake", **known)
        self.sockets = Gauge("sockets", "Open sockets", **known)
        self.events = Counter("events", "Events written to the store", **known)
        self.refusals = Counter("refusals", "Messages refused", ["code"], **known)
        self.commit = Histogram("commit_seconds", "One commit of the store", buckets=TIMES, **known)
        self.lag = Gauge("loop_lag_seconds", "How late the event loop runs", **known)
        self.thinking = Gauge("bots_thinking", "Questions that bots are working on", **known)
        self.errors = Counter("errors", "Troubles on our side", **known)
        self.traffic = Traffic()
        self.registry.register(self.traffic)

    def text(self) -> bytes:
        return generate_latest(self.registry)


class Traffic(Collector):
    """What is counted with every message, in one thread: without the locks that the others have."""

    def __init__(self) -> None:
        self.messages = 0
        self.seconds = 0.0
        self.moves = [0] * (len(TIMES) + 1)
        """How many moves took so long; the last are those that took longer than all of `TIMES`."""

    def moved(self, seconds: float) -> None:
        self.seconds += seconds
        self.moves[bisect_left(TIMES, seconds)] += 1

    def collect(self) -> Iterator[Any]:
        yield CounterMetricFamily("purrlor_messages", "Messages from clients", self.messages)
        limits = [*map(str, TIMES), "+Inf"]
        buckets = list(zip(limits, accumulate(self.moves), strict=True))
        words = "From receiving a move to telling it"
        yield HistogramMetricFamily("purrlor_move_seconds", words, buckets, self.seconds)
