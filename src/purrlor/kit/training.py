"""What a game's trainer does: `purrlor lab train GAME` calls it."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Log = Callable[[str], None]


@dataclass(frozen=True)
class Trainer:
    """Options of its own for the command line, and the training, which logs how it goes and writes a file."""

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    """`output` is the path of the file."""
    train: Callable[[Any, Log], None]
    """With the parsed arguments; the same seed gives the same weights on the same machine."""
    least: Mapping[str, int] = field(default_factory=dict[str, int])
    """The smallest value of each option that has one, checked before the training begins."""
    needs: Callable[[Any], tuple[str, ...]] = lambda _: ()
    """The modules besides our own that training with these arguments imports, checked before it begins."""


def positive(text: str) -> float:
    """The type of an option that takes a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0, not {text}")
    return number
