"""Exponentials and logarithms with the same bits on every machine.

Libraries differ in the last bit from machine to machine, and a search would find another card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Numbers: TypeAlias = "NDArray[np.floating[Any]]"
"""Single or double precision, the same for all arrays of a call."""
LN2, PER_LN2 = 0.6931471805599453, 1.4426950408889634
"""The natural logarithm of 2, and its reciprocal."""
_LN2_HIGH, _LN2_LOW = 0.6931471804855391, 7.440617110012397e-11
"""The logarithm in two parts: the first has 33 bits, so its multiples are exact."""
_TERMS = 16
"""Terms of Taylor's series; the next one is less than a tenth of the last bit."""
_LOG_TERMS = 24
"""The highest power in the series; the ratio is at most a fifth."""


@compiled
def exponential(exponent: float) -> float:
    """Return e to this power: a power of 2 times Taylor's series of the rest."""
    whole = np.floor(exponent * PER_LN2 + 0.5)
    rest = (exponent - whole * _LN2_HIGH) - whole * _LN2_LOW
    total = 1.0
    for place in range(_TERMS, 0, -1):
        total = 1.0 + total * rest / place
    power, base = 1.0, 2.0 if whole > 0 else 0.5
    for _ in range(int(abs(whole))):
        power *= base
    return total * power


@compiled
def fast_exponential(exponent: float) -> float:
    """Return e to this power, to seven digits; exponents are clamped to -40 … 40. Faster than `exponential`."""
    exponent = min(40.0, max(-40.0, exponent))
    whole = int(np.floor(exponent * PER_LN2 + 0.5))
    rest = exponent - whole * LN2
    end = 1 / 24 + rest * (1 / 120 + rest * (1 / 720 + rest * (1 / 5040)))
    series = 1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * end)))
    return series * (1 << whole) if whole >= 0 else series / (1 << -whole)


@compiled
def fill_logarithms(found: Floats) -> None:
    """Write the natural logarithms of 0, 1, 2, …; the first two are left alone.

    ln(a / b) = 2 artanh((a - b) / (a + b)), by its series, with a power of 2 near the number.
    """
    for number in range(2, len(found)):
        doublings, near = 0, 1.0
        while number > near * 1.5:
            doublings, near = doublings + 1, near * 2
        ratio = (number - near) / (number + near)
        series, square = 0.0, ratio * ratio
        for place in range(_LOG_TERMS, -1, -2):
            series = series * square + 1.0 / (place + 1)
        found[number] = doublings * LN2 + 2 * ratio * series
