"""The metrics of every message."""

from __future__ import annotations

from purrlor.server.metrics import Metrics


def test_moves_are_counted_by_how_long_they_took() -> None:
    metrics = Metrics()
    metrics.traffic.messages += 4
    for seconds in (0.0005, 0.001, 0.003, 9.0):
        metrics.traffic.moved(seconds)
    lines = metrics.text().decode().splitlines()
    for line in (
        "purrlor_messages_total 4.0",
        'purrlor_move_seconds_bucket{le="0.001"} 2.0',
        'purrlor_move_seconds_bucket{le="0.0025"} 2.0',
        'purrlor_move_seconds_bucket{le="0.005"} 3.0',
        'purrlor_move_seconds_bucket{le="2.5"} 3.0',
        'purrlor_move_seconds_bucket{le="+Inf"} 4.0',
        "purrlor_move_seconds_count 4.0",
        "purrlor_move_seconds_sum 9.0045",
    ):
        assert line in lines
