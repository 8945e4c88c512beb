"""What chance gave each seat in a match, for arenas that subtract it.

A measure of luck has the mean 0 for every seat, independent of how well anybody plays: subtracting it favours nobody.
How much of a result it explains is found in the arena itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from purrlor.core import Match

Luck: TypeAlias = Callable[[Match[Any, Any, Any]], Sequence[float]]
"""The luck of each seat in a match that is over, in points."""
