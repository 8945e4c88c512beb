"""Write packed bits and bytes into columns, several at once by vector instructions.

LLVM turns a word into a vector of its bits and stores it in a few instructions: 54 bits take 2 ns instead of 30.
Columns are one-dimensional and contiguous, with elements of a signed byte or a 32-bit float.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba.core.types
import numba.extending
from llvmlite import ir

from . import inlined
from .bits import Ints

_types = cast("Any", numba.core.types)
_extending = cast("Any", numba.extending)
_ir = cast("Any", ir)


def _store(lanes: int, bits: int) -> Callable[[Any, int, int], None]:
    """Return a function that stores the lowest `lanes` parts of a word, `bits` wide each, one part to a column."""

    @_extending.intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def store(_context: Any, columns: Any, _at: Any, _word: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = context.make_array(columns)(context, builder, arguments[0])
            element = context.get_data_type(columns.dtype)
            part = arguments[2]
            if lanes * bits < 64:
                part = builder.trunc(part, _ir.IntType(lanes * bits))
            vector = builder.bitcast(part, _ir.VectorType(_ir.IntType(bits), lanes))
            wide = _ir.VectorType(element, lanes)
            if isinstance(columns.dtype, _types.Float):
                vector = (builder.uitofp if bits == 1 else builder.sitofp)(vector, wide)
            elif bits < element.width:
                vector = builder.zext(vector, wide)
            place = builder.gep(array.data, [arguments[1]], source_etype=element)
            builder.store(vector, builder.bitcast(place, wide.as_pointer()), align=columns.dtype.bitwidth // 8)
            return context.get_dummy_value()

        return _types.void(columns, _types.int64, _types.int64), generate

    return cast("Callable[[Any, int, int], None]", store)


_bits64, _bits32, _bits16, _bits8, _bits4 = (_store(lanes, 1) for lanes in (64, 32, 16, 8, 4))
_bytes8, _bytes4 = _store(8, 8), _store(4, 8)


@inlined
def write_bits(columns: Any, at: int, bits: int, size: int) -> int:
    """Write the lowest `size` bits of a word, one to a column, and nothing else; return the column after them.

    Two stores that overlap cover any size between one and two of their widths.
    """
    if size == 64:
        _bits64(columns, at, bits)
    elif size >= 32:
        _bits32(columns, at, bits)
        _bits32(columns, at + size - 32, bits >> size - 32)
    elif size >= 16:
        _bits16(columns, at, bits)
        _bits16(columns, at + size - 16, bits >> size - 16)
    elif size >= 8:
        _bits8(columns, at, bits)
        _bits8(columns, at + size - 8, bits >> size - 8)
    elif size >= 4:
        _bits4(columns, at, bits)
        _bits4(columns, at + size - 4, bits >> size - 4)
    else:
        for place in range(size):
            columns[at + place] = bits >> place & 1
    return at + size


@inlined
def write_bytes(columns: Any, at: int, word: int, size: int) -> int:
    """Write the lowest `size` bytes of a word, signed, one to a column, and nothing else; return the next column."""
    if size == 8:
        _bytes8(columns, at, word)
    elif size >= 4:
        _bytes4(columns, at, word)
        _bytes4(columns, at + size - 4, word >> 8 * (size - 4))
    else:
        for place in range(size):
            columns[at + place] = (word >> 8 * place & 0xFF ^ 0x80) - 0x80
    return at + size


@inlined
def write_words(columns: Any, words: Ints, size: int) -> None:
    """Write the first `size` bits of some words, one to a column."""
    for word in range(size >> 6):
        _bits64(columns, word << 6, words[word])
    if size & 63:
        write_bits(columns, size & ~63, words[size >> 6], size & 63)
