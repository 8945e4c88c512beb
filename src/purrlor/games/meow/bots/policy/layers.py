"""Layers of a network in compiled loops. Inputs are listed by place and value: most are 0 and cost nothing.

The last row of a layer's weights is added whatever the inputs are. Sums are in a fixed order, so that every machine
finds the same bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.floating[Any]]"
"""Singles or doubles: all arrays of a call have the same."""


@compiled
def sum_rows(weights: Numbers, places: Ints, values: Numbers, size: int, sums: Numbers) -> None:
    """What the first inputs of the lists make of a layer."""
    sums[:] = weights[len(weights) - 1]
    add_rows(weights, places, values, size, sums)


@compiled
def add_rows(weights: Numbers, places: Ints, values: Numbers, size: int, sums: Numbers) -> None:
    """Add the rows of these inputs, four at a time and still one after the other.

    So the sums are read and written a quarter as often, and a decision of MEOW's networks takes two thirds of the time.
    """
    done = 0
    while done + 4 <= size:
        a, b, c, d = places[done], places[done + 1], places[done + 2], places[done + 3]
        p, q, r, s = values[done], values[done + 1], values[done + 2], values[done + 3]
        for unit in range(len(sums)):
            first_two = sums[unit] + p * weights[a, unit] + q * weights[b, unit]
            sums[unit] = first_two + r * weights[c, unit] + s * weights[d, unit]
        done += 4
    while done < size:
        a, p = places[done], values[done]
        for unit in range(len(sums)):
            sums[unit] += p * weights[a, unit]
        done += 1


@compiled
def pass_on(before: Numbers, weights: Numbers, places: Ints, values: Numbers, after: Numbers) -> None:
    """From one layer to the next: sums below 0 count nothing. The lists have room for all of them."""
    size = 0
    for place in range(len(before)):
        places[size], values[size] = place, before[place]
        size += before[place] > 0
    sum_rows(weights, places, values, size, after)
