"""numpy where Numba runs; otherwise a replacement for the parts that the code around the kernels uses.

    from purrlor.compiled.arrays import np

An `Array` consists of plain bytes, or is in the memory of a WebAssembly module once a kernel has used it. It can only
be read and written by elements and by rows: kernels do the computing.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import chain
from math import prod
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, cast

from .runner import runner

_MOVING = Lock()
"""A lock: threads share arrays, such as a network's weights; only one of them moves an array into a module."""


class WasmMemory(Protocol):
    """The memory of a WebAssembly module."""

    def reserve(self, size: int) -> int: ...

    def release(self, at: int, size: int) -> None: ...

    def read(self, at: int, size: int) -> bytes: ...

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None: ...

    def clear(self, at: int, size: int) -> None: ...


class Own:
    """Bytes outside of any module."""

    def __init__(self, content: bytes | int) -> None:
        """Take the content, or a number of zeros, which use no memory until they are read."""
        self._made = bytearray() if isinstance(content, int) else bytearray(content)
        self.zeros = content if isinstance(content, int) else 0

    @property
    def content(self) -> bytearray:
        if self.zeros:
            self._made, self.zeros = bytearray(self.zeros), 0
        return self._made

    def reserve(self, size: int) -> int:
        raise NotImplementedError

    def release(self, at: int, size: int) -> None:
        del at, size
        self._made, self.zeros = bytearray(), 0

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.content[at : at + size])

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None:
        self.content[at : at + len(content)] = content

    def clear(self, at: int, size: int) -> None:
        self.write(at, bytes(size))


class Home:
    """The place of an array's elements; views of the array share it."""

    def __init__(self, content: bytes | int) -> None:
        self.size = content if isinstance(content, int) else len(content)
        self.memory: WasmMemory = Own(content)
        self.begin = 0

    def move(self, memory: WasmMemory) -> None:
        with _MOVING:
            before, begin = self.memory, self.begin
            if before is memory:
                return
            at = memory.reserve(self.size)
            if isinstance(before, Own) and before.zeros:
                memory.clear(at, self.size)
            else:
                memory.write(at, before.read(begin, self.size))
            self.begin, self.memory = at, memory
            before.release(begin, self.size)

    def __del__(self) -> None:
        self.memory.release(self.begin, self.size)


ITEM_BYTES = {code: struct.calcsize(f"<{code}") for code in "qQdfH?"}


class Array:
    """An array: elements in rows, without gaps."""

    def __init__(self, home: Home, code: str, shape: tuple[int, ...], offset: int = 0) -> None:
        self.home = home
        self.code = code
        """The type code of an element, as in `struct`."""
        self.shape = shape
        self.offset = offset

    @property
    def itemsize(self) -> int:
        return ITEM_BYTES[self.code]

    @property
    def size(self) -> int:
        return prod(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def address_in(self, memory: WasmMemory) -> int:
        home = self.home
        if home.memory is not memory:
            home.move(memory)
        return home.begin + self.offset

    def tobytes(self) -> bytes:
        return self.home.memory.read(self.home.begin + self.offset, self.size * self.itemsize)

    def copy(self) -> Array:
        return Array(Home(self.tobytes()), self.code, self.shape)

    def tolist(self) -> list[Any]:
        flat = list(struct.unpack(f"<{self.size}{self.code}", self.tobytes()))
        for length in reversed(self.shape[1:]):
            flat = [flat[at : at + length] for at in range(0, len(flat), length)]
        return flat

    def __iter__(self) -> Any:
        return iter([self[number] for number in range(len(self))] if len(self.shape) > 1 else self.tolist())

    def _view(self, index: Any) -> Array:
        """Return the part that an index names; a single element has no shape."""
        parts = cast("tuple[Any, ...]", index if isinstance(index, tuple) else (index,))
        offset, shape = self.offset, self.shape
        for place, part in enumerate(parts):
            below = prod(shape[1:]) * self.itemsize
            if isinstance(part, slice):
                first, last, step = part.indices(shape[0])
                if place + 1 < len(parts) or step != 1:
                    raise IndexError("an array without gaps has no such part")
                return Array(self.home, self.code, (max(0, last - first), *shape[1:]), offset + first * below)
            number = int(part) + (shape[0] if part < 0 else 0)
            if not 0 <= number < shape[0]:
                raise IndexError(part)
            offset, shape = offset + number * below, shape[1:]
        return Array(self.home, self.code, shape, offset)

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int and len(self.shape) == 1 and 0 <= index < self.shape[0]:
            size = ITEM_BYTES[self.code]
            return struct.unpack(
                f"<{self.code}", self.home.memory.read(self.home.begin + self.offset + index * size, size)
            )[0]
        view = self._view(index)
        return view if view.shape else struct.unpack(f"<{view.code}", view.tobytes())[0]

    def __setitem__(self, index: Any, value: Any) -> None:
        view = self._view(index)
        if isinstance(value, Array):
            content = value.tobytes()
        else:
            values = [value] * view.size if isinstance(value, int | float) else flattened(value)
            content = struct.pack(f"<{view.size}{view.code}", *values)
        view.home.memory.write(view.home.begin + view.offset, content)


def flattened(values: Iterable[Any]) -> list[Any]:
    """Return the elements of nested lists."""
    found = list(values)
    while found and isinstance(found[0], list | tuple | Array):
        found = list(chain.from_iterable(cast("Iterable[Iterable[Any]]", found)))
    return found


class PlainArrays:
    """The names of numpy that the code around the kernels uses."""

    int64, uint64, float64, float32, uint16, bool_ = "q", "Q", "d", "f", "H", "?"

    def zeros(self, shape: int | tuple[int, ...], kind: str = "d") -> Array:
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        return Array(Home(prod(sizes) * ITEM_BYTES[kind]), kind, sizes)

    empty = zeros

    def array(self, values: Sequence[Any], kind: str = "") -> Array:
        if kind and values and isinstance(values[0], int | float):
            return Array(Home(struct.pack(f"<{len(values)}{kind}", *values)), kind, (len(values),))
        flat = flattened(values)
        kind = kind or ("d" if any(isinstance(value, float) for value in flat) else "q")
        shape: tuple[int, ...] = ()
        inner: Any = values
        while isinstance(inner, list | tuple):
            row = cast("Sequence[Any]", inner)
            shape, inner = (*shape, len(row)), (row[0] if row else None)
        return Array(Home(struct.pack(f"<{len(flat)}{kind}", *flat)), kind, shape)

    def frombuffer(self, content: bytes, kind: str) -> Array:
        return Array(Home(content), kind, (len(content) // ITEM_BYTES[kind],))


__all__ = ["Array", "WasmMemory", "np"]

if TYPE_CHECKING or runner() == "numba":
    import numpy as np
else:
    np = PlainArrays()
