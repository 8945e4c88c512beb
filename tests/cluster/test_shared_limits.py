"""Limits that hold for all workers of a machine together."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

from purrlor.server.cluster.shared_limits import SharedLimits, new_memory
from purrlor.server.http.limits import Limits

KEY = bytes(16)
NOW = 1_800_000_000_000


@pytest.fixture
def workers() -> Generator[list[SharedLimits]]:
    descriptor = new_memory(2)
    yield [SharedLimits(descriptor, 2, row, KEY, Limits(requests=2)) for row in range(2)]
    os.close(descriptor)


def test_an_address_has_one_bucket_at_all_workers(workers: list[SharedLimits]) -> None:
    one, other = (worker.requests for worker in workers)
    assert [one.take("a", NOW) for _ in range(10)] == [True] * 10
    assert [other.take("a", NOW) for _ in range(11)] == [True] * 10 + [False]
    assert one.take("b", NOW)
    assert not one.take("a", NOW + 400)
    assert one.take("a", NOW + 1000)


def test_connections_are_counted_at_all_workers(workers: list[SharedLimits]) -> None:
    one, other = (worker.connections for worker in workers)
    one.add("a", 2)
    other.add("a", 1)
    assert (one.of("a"), other.of("a"), other.of("b")) == (3, 3, 0)
    assert (one.total(), other.total()) == (2, 1)
    one.add("a", -1)
    assert other.of("a") == 2


def test_what_a_killed_worker_counted_is_cleared(workers: list[SharedLimits]) -> None:
    one, other = (worker.counting() for worker in workers)
    one.sockets.add("a", 5)
    other.sockets.add("a", 1)
    workers[0].clear()
    assert other.sockets.of("a") == 1


def test_codes_and_numbers_that_are_typed_are_counted_at_all_workers(workers: list[SharedLimits]) -> None:
    one, other = (worker.counting() for worker in workers)
    assert [each.codes.take("a", NOW) for each in 6 * (one, other)] == 10 * [True] + 2 * [False]
    assert [each.numbers.take("room", NOW) for each in 3 * (one, other)] == 5 * [True] + [False]
    assert one.numbers.take("another room", NOW)
