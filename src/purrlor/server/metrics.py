"""Metrics for Prometheus: counts and durations, never names or cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self, worker: str = "") -> None:
        """Create the metrics; `worker` is this worker's number if the machine has several."""
        self.worker = worker
        self.registry = CollectorRegistry()
        known: dict[str, Any] = {"namespace": "purrlor", "registry": self.registry}
        self.tables = Gauge("tables", "Tables in memory", **known)
        self.sockets = Gauge("sockets", "Open WebSocket connections", **known)
        self.events = Counter("events", "Events written to the store", **known)
        self.refusals = Counter("refusals", "Messages refused, by code", ["code"], **known)
        self.commit = Histogram("commit_seconds", "Seconds that one commit to the store takes", buckets=TIMES, **known)
        self.commit_failures = Counter("commit_failures", "Commits that the store refused", **known)
        self.lag = Gauge("loop_lag_seconds", "Seconds by which the event loop is late", **known)
        self.overloaded = Gauge("overloaded", "1 while spectators, and perhaps new tables, are refused", **known)
        self.thinking = Gauge("bots_thinking", "Bot decisions that are computed or queued", **known)
        self.errors = Counter("errors", "Errors of the server; each has a trace in the log", **known)
        self.push = Counter("push", "Push messages, by outcome", ["outcome"], **known)
        self.push_delay = Histogram(
            "push_delay_seconds", "Seconds from the commit to the push request", buckets=TIMES, **known
        )
        Gauge("worker_up", "1 if this worker of the machine answers, 0 if it does not", **known).set(1)
        self.traffic = Traffic()
        self.registry.register(self.traffic)
        ProcessCollector(registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(cast("Any", self) if self.worker else self.registry)

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics, labelled with the number of this worker."""
        for metric in self.registry.collect():
            metric.samples = [
                sample._replace(labels={**sample.labels, "worker": self.worker}) for sample in metric.samples
            ]
            yield metric


class Traffic(Collector):
    """Traffic counters.

    Only the event loop updates them, so they need no locks as prometheus_client's own classes do.
    """

    def __init__(self) -> None:
        self.messages = 0
        self.seconds = 0.0
        self.moves = [0] * (len(TIMES) + 1)
        """Number of moves in each bucket of `TIMES`; the last bucket is unbounded."""

    def moved(self, seconds: float) -> None:
        self.seconds += seconds
        self.moves[bisect_left(TIMES, seconds)] += 1

    def collect(self) -> Iterator[Any]:
        yield CounterMetricFamily("purrlor_messages", "Messages received from clients", self.messages)
        limits = [*map(str, TIMES), "+Inf"]
        buckets = list(zip(limits, accumulate(self.moves), strict=True))
        words = "Seconds from receiving a move to broadcasting it"
        yield HistogramMetricFamily("purrlor_move_seconds", words, buckets, self.seconds)
