"""The page of the metrics, from what a fresh server exports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from prometheus_client import Metric

from purrlor.server.metrics import Metrics

INTRODUCTION = """
# Metrics

`GET /metrics` answers in Prometheus' text format. It counts and times; it never contains names or cards. With several workers, any of them answers for all workers of its machine, and each sample has a label `worker`. [Monitor](../host/monitor.md) says what to watch and when to worry.

| metric | type | labels | meaning |
|---|---|---|---|
"""


def page() -> str:
    """Return the page: every metric that a server exports."""
    made: Any = Metrics()
    labels = {name: each._labelnames for name, each in (("refusals", made.refusals), ("push", made.push))}
    families = sorted(made.registry.collect(), key=lambda family: family.name)
    return INTRODUCTION.lstrip() + "".join(
        _row(each, labels.get(each.name.removeprefix("purrlor_"), ())) for each in families
    )


def _row(family: Metric, labels: Sequence[str]) -> str:
    name = f"{family.name}_total" if family.type == "counter" else family.name
    meaning = family.documentation.rstrip(".")
    return f"| `{name}` | {family.type} | {', '.join(f'`{label}`' for label in labels)} | {meaning} |\n"
