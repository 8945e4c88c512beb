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
        self.sockets = Gauge("sockets", "Open WebSockets", **known)
        self.events = Counter("events", "Events written to the store", **known)
        self.refusals = Counter("refusals", "Messages refused", ["code"], **known)
        self.commit = Histogram("commit_seconds", "Duration of one commit of the store", buckets=TIMES, **known)
        self.lag = Gauge("loop_lag_seconds", "Delay of the event loop", **known)
        self.overloaded = Gauge("overloaded", "Whether watchers, or new tables as well, are refused", **known)
        self.thinking = Gauge("bots_thinking", "Questions that bots work on or that wait for them", **known)
        self.errors = Counter("errors", "Errors of the server", **known)
        self.push = Counter("push", "Push messages, by what became of them", ["outcome"], **known)
        self.push_delay = Histogram("push_delay_seconds", "From the commit to the request", buckets=TIMES, **known)
        Gauge("worker_up", "1, or 0 if a worker of this machine does not answer", **known).set(1)
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
        yield CounterMetricFamily("purrlor_messages", "Messages from clients", self.messages)
        limits = [*map(str, TIMES), "+Inf"]
        buckets = list(zip(limits, accumulate(self.moves), strict=True))
        words = "From receiving a move to sending it on"
        yield HistogramMetricFamily("purrlor_move_seconds", words, buckets, self.seconds)
