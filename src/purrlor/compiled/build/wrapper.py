"""A wrapper of a Numba function with plain arguments: one pointer to 64-bit words.

Word 0 receives the result. The arguments follow from word 1 on: a number is a word, an array is the address of its
first element and its shape, a tuple is its parts. `purrlor.compiled.wasm` writes the same words.
"""

from __future__ import annotations

from typing import Any, cast

import numba
import numba.core.types
import numba.extending
import numpy as np
from llvmlite import ir

_numba = cast("Any", numba)
_types = cast("Any", numba.core.types)
_extending = cast("Any", numba.extending)
_ir = cast("Any", ir)


def _pointer(kind: Any) -> Any:
    """Return a function that turns an address into a pointer to elements of this kind."""

    @_extending.intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def pointer(_context: Any, _address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return _types.CPointer(kind)(_types.int64), generate

    return pointer


class Wrapper:
    """The source of a wrapper, and the names in it."""

    def __init__(self, function: Any, arguments: tuple[Any, ...]) -> None:
        self.names: dict[str, Any] = {"carray": _numba.carray, "np": np, "function": function}
        self.words = 1
        kinds = tuple(_numba.typeof(argument) for argument in arguments)
        called = ", ".join(self._part(kind) for kind in kinds)
        result = function.compile(kinds) and function.overloads[kinds].signature.return_type
        self.source = f"""
def wrapper(address):
    words = carray(address, ({self.words},))
    reals = words.view(np.float64)
    {_kept(result)}function({called})
"""

    def _word(self) -> str:
        self.words += 1
        return f"words[{self.words - 1}]"

    def _name(self, value: Any) -> str:
        name = f"name{len(self.names)}"
        self.names[name] = value
        return name

    def _part(self, kind: Any) -> str:
        """Return the expression for one argument."""
        if isinstance(kind, _types.Array):
            assert kind.layout == "C", kind
            place = f"{self._name(_pointer(kind.dtype))}({self._word()})"
            shape = "".join(f"{self._word()}, " for _ in range(kind.ndim))
            return f"carray({place}, ({shape}))"
        if isinstance(kind, _types.BaseNamedTuple):
            return f"{self._name(kind.instance_class)}({', '.join(self._part(each) for each in kind.types)})"
        if isinstance(kind, _types.BaseTuple):
            return f"({''.join(self._part(each) + ', ' for each in kind.types)})"
        if isinstance(kind, _types.Float):
            return self._word().replace("words", "reals")
        if isinstance(kind, _types.Boolean):
            return f"{self._word()} != 0"
        assert isinstance(kind, _types.Integer), kind
        word = self._word()
        return word if kind.signed else f"np.uint64({word})"

    def compiled(self) -> Any:
        exec(self.source, self.names)  # noqa: S102  the source is made here, of nothing from outside
        return _numba.cfunc(_types.void(_types.CPointer(_types.int64)))(self.names["wrapper"])


def _kept(result: Any) -> str:
    if isinstance(result, _types.NoneType):
        return ""
    if isinstance(result, _types.Float):
        return "reals[0] = "
    assert isinstance(result, _types.Integer | _types.Boolean), f"a kernel returns a number or nothing, not {result}"
    return "words[0] = "
