"""Arrays without reference counts, for loops that take many views of the same arrays.

Numba counts references by atomic operations, 5 ns each; a step of a match took forty of them. A borrowed array has
nothing to count, so it must not outlive its owner. Borrow only what came as an argument: the caller holds it, but an
array made in the same function is freed after its last counted use.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, cast

import numba.core.types
import numba.extending

_types = cast("Any", numba.core.types)
_extending = cast("Any", numba.extending)
_Value = TypeVar("_Value")


class _Borrow(Protocol):
    def __call__(self, value: _Value, /) -> _Value: ...


def _without_counts(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The same array, or the same tuple of arrays, numbers and tuples, without owners."""
    if isinstance(kind, _types.BaseTuple):
        for place, each in enumerate(kind):
            part = _without_counts(context, builder, each, builder.extract_value(value, place))
            value = builder.insert_value(value, part, place)
    elif isinstance(kind, _types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = array.meminfo.type(None)
        array.parent = array.parent.type(None)
        value = array._getvalue()  # noqa: SLF001  Numba has no public name for it
    return value


@_extending.intrinsic  # type: ignore[untyped-decorator,unused-ignore]
def _borrowed(_context: Any, kind: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _without_counts(context, builder, kind, arguments[0])

    return kind(kind), generate


borrowed = cast("_Borrow", _borrowed)
"""For compiled code alone: the same arrays, not counted."""
