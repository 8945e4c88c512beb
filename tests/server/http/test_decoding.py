"""Threads that decode a class for the first time at once."""

from __future__ import annotations

import subprocess
import sys

RACE = """
import sys, threading, msgspec
from purrlor.server.app import prepare_decoders

sys.setswitchinterval(1e-7)
fields = [("a", int), ("b", str), ("c", list[int])]
for number in range(200):
    parts = [msgspec.defstruct(f"Part{number}_{place}", fields) for place in range(6)]
    whole = msgspec.defstruct(f"Whole{number}", [(f"f{place}", part) for place, part in enumerate(parts)])
    prepare_decoders()
    text = msgspec.json.encode({f"f{place}": {"a": 1, "b": "x", "c": [1]} for place in range(6)})
    barrier = threading.Barrier(4)

    def decode():
        barrier.wait()
        msgspec.json.decode(text, type=whole)

    threads = [threading.Thread(target=decode) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_decode_a_class_at_once_that_was_prepared() -> None:
    """Without that, the process did not survive the rounds in any of eight runs."""
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
