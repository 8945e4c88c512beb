"""Arrays without reference counts, for loops that take many views of the same arrays.

Numba counts references by atomic operations, 5 ns each; a step of a match took forty of them. A borrowed array has no
count, so it must not outlive its owner. Borrow only arguments: the caller holds them, but an array made in the same
function is freed after its last counted use.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, cast

from .runner import runner

_Value = TypeVar("_Value")


class _Borrow(Protocol):
    def __call__(self, value: _Value, /) -> _Value: ...


def _same(value: _Value, /) -> _Value:
    return value


def _intrinsic() -> Any:
    import numba.core.types
    import numba.extending

    types, extending = cast("Any", numba.core.types), cast("Any", numba.extending)

    def without_counts(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        """Return the same array, or the same tuple of arrays, numbers and tuples, without owners."""
        if isinstance(kind, types.BaseTuple):
            for place, each in enumerate(kind):
                part = without_counts(context, builder, each, builder.extract_value(value, place))
                value = builder.insert_value(value, part, place)
        elif isinstance(kind, types.Array):
            array = context.make_array(kind)(context, builder, value)
            array.meminfo = array.meminfo.type(None)
            array.parent = array.parent.type(None)
            value = array._getvalue()  # noqa: SLF001  Numba has no public name for it
        return value

    def _borrowed(_context: Any, kind: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return without_counts(context, builder, kind, arguments[0])

        return kind(kind), generate

    return extending.intrinsic(_borrowed)


borrowed = cast("_Borrow", _same if runner() == "wasm" else _intrinsic())
"""Returns the same arrays without reference counts; for compiled code only. Kernels are already compiled."""
