"""Call kernels that were compiled to WebAssembly.

A game's `kernels.wasm` exports some of its compiled functions. Each takes the address of 64-bit words: the result, then
the arguments (`purrlor.compiled.build.wrapper` describes them). Arrays lie in the module's memory once a kernel has
seen them. An engine runs the module: wasmtime (`wasmtime_engine.py`) or the browser's own (`browser_engine.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from struct import pack, unpack
from threading import Lock
from typing import Any, Protocol, cast

from . import package_of
from .arrays import Array, WasmMemory
from .runner import IN_BROWSER


class Allocator:
    """An allocator of blocks in a few sizes; a released block is reused by the next request of the same size."""

    def __init__(self, begin: int) -> None:
        self.top = begin
        """The first address after all blocks."""
        self._free: defaultdict[int, list[int]] = defaultdict(list)

    def take(self, size: int) -> int:
        """Return the address of a free block of at least this number of bytes."""
        free = self._free[rounded(size)]
        if free:
            return free.pop()
        at = (self.top + 15) & ~15
        self.top = at + rounded(size)
        return at

    def give_back(self, at: int, size: int) -> None:
        self._free[rounded(size)].append(at)


def rounded(size: int) -> int:
    """Round up by at most an eighth, so that there are few sizes."""
    step = max(16, 1 << max(0, size.bit_length() - 4))
    return -(-size // step) * step


FILE = "kernels.wasm"
HEAP = "__heap_base"
"""The name of the first address after the module's own data."""
ARENA = "arena"
"""The name of the words that say where kernels may allocate arrays of their own."""
WORDS = 512
"""The number of words for the arguments of one call."""


class NoKernel(RuntimeError):
    """The called function is not among the kernels."""


class Engine(Protocol):
    """An instance of a module in an engine."""

    def address(self, name: str) -> int:
        """Return an exported address."""
        ...

    def size(self) -> int:
        """Return the size of the memory in bytes."""
        ...

    def grow(self, pages: int) -> None: ...

    def read(self, at: int, size: int) -> bytes: ...

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None: ...

    def clear(self, at: int, size: int) -> None: ...

    def export(self, name: str) -> Callable[[int], object] | None:
        """Return an exported function that takes an address; None if no export has that name."""
        ...


class Kernels(WasmMemory):
    """The kernels of a game and the memory that they share.

    An instance belongs to one thread at a time, so every access takes the lock. Only `release` does not, because the
    garbage collector may call it at any moment; it only appends to a list.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = Lock()
        self._allocator = Allocator(engine.address(HEAP))
        self._size = engine.size()
        """A lower bound on the bytes of memory: kernels may let it grow."""
        self.called: dict[str, Callable[[int], object]] = {}
        """The kernels that this process has called so far, by name."""
        self._arena = engine.address(ARENA)
        self._words = self.reserve(8 * WORDS)

    def reserve(self, size: int) -> int:
        """Return the address of free memory, which stays reserved until it is released."""
        with self._lock:
            at = self._allocator.take(size)
            if self._allocator.top > self._size:
                missing = self._allocator.top - self._engine.size()
                if missing > 0:
                    self._engine.grow((missing >> 16) + 1)
                self._size = self._engine.size()
            return at

    def release(self, at: int, size: int) -> None:
        self._allocator.give_back(at, size)

    def read(self, at: int, size: int) -> bytes:
        with self._lock:
            return self._engine.read(at, size)

    def write(self, at: int, content: bytes | bytearray | memoryview) -> None:
        with self._lock:
            self._engine.write(at, content)

    def clear(self, at: int, size: int) -> None:
        with self._lock:
            self._engine.clear(at, size)

    def call(self, name: str, arguments: tuple[Any, ...]) -> bytes:
        """Run a kernel and return its result word."""
        words = [0]
        self._list_words(arguments, words)
        assert len(words) <= WORDS
        content = pack(f"<{len(words)}q", *words)
        with self._lock:
            self._engine.write(self._words, content)
            self._engine.write(self._arena, pack("<II", (self._allocator.top + 31) & ~31, 0))
            (self.called.get(name) or self._export(name))(self._words)
            return self._engine.read(self._words, 8)

    def _export(self, name: str) -> Callable[[int], object]:
        found = self._engine.export(name)
        if found is None:
            raise NoKernel(f"{name} is not among the kernels (exports.py of its game lists them); Numba can run it")
        self.called[name] = found
        return found

    def _list_words(self, arguments: tuple[Any, ...], words: list[int]) -> None:
        """Append the words of arguments: an array is its address and its shape, a tuple is its parts."""
        for argument in arguments:
            if isinstance(argument, Array):
                words.append(argument.address_in(self))
                words.extend(argument.shape)
            elif isinstance(argument, tuple):
                self._list_words(cast("tuple[Any, ...]", argument), words)
            elif isinstance(argument, float):
                words += unpack("<q", pack("<d", argument))
            else:
                words.append(argument if argument < 1 << 63 else argument - (1 << 64))


@cache
def kernels_of(package: str) -> Kernels:
    code = files(package).joinpath("kernels", FILE).read_bytes()
    if IN_BROWSER:
        from .browser_engine import BrowserEngine

        return Kernels(BrowserEngine(code))
    from .wasmtime_engine import WasmtimeEngine

    return Kernels(WasmtimeEngine(code))


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls the kernel of a compiled function."""
    kind = function.__annotations__.get("return")
    result = _real if kind in (float, "float") else _nothing if kind in (None, "None") else _whole
    name, package = f"{function.__module__}.{function.__name__}", package_of(function.__module__)

    def call(*arguments: Any) -> Any:
        return result(kernels_of(package).call(name, arguments))

    return call


def _real(word: bytes) -> float:
    return float(unpack("<d", word)[0])


def _whole(word: bytes) -> int:
    return int.from_bytes(word, "little", signed=True)


def _nothing(_: bytes) -> None:
    return None
