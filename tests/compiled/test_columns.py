"""Bits and bytes go into their own columns and into no other."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from purrlor.compiled.columns import write_bits, write_bytes, write_words

DTYPES = [np.int8, np.float32]


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", range(1, 65))
def test_bits_become_columns(dtype: Any, size: int) -> None:
    word, columns = Random(size).getrandbits(64), np.full(100, 7, dtype)
    assert write_bits(columns, 20, signed(word), size) == 20 + size
    assert columns.tolist() == [7] * 20 + [word >> bit & 1 for bit in range(size)] + [7] * (80 - size)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", range(1, 9))
def test_bytes_become_columns(dtype: Any, size: int) -> None:
    values, columns = np.array([-128, 127, -1, 0, 5, -7, 100, -100], np.int8), np.full(30, 7, dtype)
    assert write_bytes(columns, 10, int(values.view(np.int64)[0]), size) == 10 + size
    assert columns.tolist() == [7] * 10 + values[:size].tolist() + [7] * (20 - size)


@pytest.mark.parametrize("size", [1, 54, 64, 65, 223])
def test_words_become_columns(size: int) -> None:
    words, columns = [Random(place).getrandbits(64) for place in range(4)], np.full(260, 7, np.int8)
    write_words(columns, np.array([signed(word) for word in words], np.int64), size)
    bits = [words[place >> 6] >> (place & 63) & 1 for place in range(size)]
    assert columns.tolist() == bits + [7] * (260 - size)
