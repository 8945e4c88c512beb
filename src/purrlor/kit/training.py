"""What a game's trainer does: `purrlor lab train GAME` calls it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Log = Callable[[str], None]


@dataclass(frozen=True)
class Trainer:
    """Options of its own for the command line, and the training, which writes files and logs how it goes."""

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    train: Callable[[Any, Log], None]
    """With the parsed arguments; the same seed gives the same weights on the same machine."""
