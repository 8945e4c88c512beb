"""The arrays around kernels do what numpy's do, as far as they go."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from purrlor.compiled.arrays import Array, PlainArrays
from purrlor.compiled.wasm import Allocator, rounded

PLAIN = PlainArrays()


class Memory:
    """As a WebAssembly module has it."""

    def __init__(self) -> None:
        self.content = bytearray(16)
        self.allocator = Allocator(16)

    def reserve(self, size: int) -> int:
        at = self.allocator.take(size)
        self.content += bytes(max(0, self.allocator.top - len(self.content)))
        return at

    def release(self, at: int, size: int) -> None:
        self.allocator.give_back(at, size)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.content[at : at + size])

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None:
        self.content[at : at + len(content)] = content

    def clear(self, at: int, size: int) -> None:
        self.write(at, bytes(size))


def test_rows_and_elements_are_read_and_written_like_numpys() -> None:
    plain, known = PLAIN.zeros((2, 3, 4), PLAIN.int64), np.zeros((2, 3, 4), np.int64)
    for array in (plain, known):
        cells: Any = array
        cells[1, 2, 3] = -5
        cells[0, 1] = [1, 2, 3, 4]
        cells[1, 0, :2] = 7
        cells[1, 1, -1] = 9
    assert plain.tolist() == known.tolist()
    assert plain.tobytes() == known.tobytes()
    assert plain[0, 1, 1:3].tolist() == known[0, 1, 1:3].tolist()
    assert (plain[1, 2, 3], len(plain), plain.shape) == (-5, 2, (2, 3, 4))


def test_arrays_are_made_of_lists_and_bytes() -> None:
    assert PLAIN.array([[1, 2], [3, 4]]).tobytes() == np.array([[1, 2], [3, 4]]).tobytes()
    assert PLAIN.array([1.5, 2]).tobytes() == np.array([1.5, 2]).tobytes()
    assert PLAIN.frombuffer(np.arange(5).tobytes(), PLAIN.int64).tolist() == [0, 1, 2, 3, 4]


def test_what_has_moved_into_a_module_is_shared_by_its_views() -> None:
    array, memory = PLAIN.array([[1, 2], [3, 4]], PLAIN.int64), Memory()
    row = array[1]
    assert isinstance(row, Array)
    address = array.address_in(memory)
    memory.write(address + 16, (30).to_bytes(8, "little"))
    assert row.tolist() == [30, 4]
    assert row.address_in(memory) == address + 16


@pytest.mark.parametrize("index", [2, (0, 2), (slice(None), 1), slice(0, 2, 2)])
def test_parts_that_it_does_not_have_are_refused(index: Any) -> None:
    with pytest.raises(IndexError):
        PLAIN.zeros((2, 2))[index]


def test_the_memory_of_a_module_does_not_grow_with_arrays_that_nobody_has_any_more() -> None:
    memory, tops = Memory(), set[int]()
    for number in range(100):
        tree, row = PLAIN.zeros((500 - number % 3, 8), PLAIN.int64), PLAIN.array([number])
        assert tree.address_in(memory) != row.address_in(memory)
        row[0] = 7
        assert not any(tree[0].tolist())
        tree[0, 0] = 1
        tops.add(memory.allocator.top)
    assert max(tops) < 3 * rounded(500 * 8 * 8)


def test_a_view_keeps_the_room_of_its_array() -> None:
    memory = Memory()
    array = PLAIN.array([[1, 2], [3, 4]])
    array.address_in(memory)
    row = array[1]
    del array
    other = PLAIN.array([[5, 6], [7, 8]])
    other.address_in(memory)
    assert row.tolist() == [3, 4]
