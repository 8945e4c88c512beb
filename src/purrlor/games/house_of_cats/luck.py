"""Estimate the luck of a match: the expected gain by the dice and the drawn abilities over their mean.

Everybody writes the same dice, so all seats have the same luck: it explains points, and cancels in margins and wins.
Each roll counts by what it shows beyond the mean of all rolls, so the sum has the mean 0 however anybody plays, also
where that decides how many turns there are. The weights, fitted by `bench.luck_house`, only decide how much of
the points is explained; a sheet of one's own takes those of its level.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import repeat
from typing import Any

from purrlor.core import Fate, Match

from .symbols import FACES, NUMBERS, Ability

STAGES = (4, 4)
"""How many rolls belong to the beginning and to the middle of a match; all others are its end."""
PARTS = 12
"""Features are counted in twelfths, so that their means are whole numbers."""


def luck(match: Match[Any, Any, Any]) -> list[float]:
    rules: Any = match.rules
    fates = [event.values for event in match.log if isinstance(event, Fate)]
    weights = weights_of(rules.level)
    found = features(fates, abilities_are_drawn=rules.abilities is None)
    points = sum(weight * value for weight, value in zip(weights, found, strict=True)) / (1000 * PARTS)
    return [points] * rules.seats


def features(fates: Sequence[Sequence[int]], *, abilities_are_drawn: bool) -> list[int]:
    """Count in twelfths, beyond the mean, each face and each pair in each stage, and the abilities."""
    drawn, rolls = (fates[0], fates[1:]) if abilities_are_drawn else ((), fates)
    stages = [number for number, length in enumerate(STAGES) for _ in range(length)]
    found = [[0] * (len(FACES) + 1) for _ in range(len(STAGES) + 1)]
    for stage, roll in zip([*stages, *repeat(len(STAGES), len(rolls))], rolls, strict=False):
        for place, value in enumerate(_roll_features(roll)):
            found[stage][place] += value
    mean = PARTS * len(NUMBERS) // len(Ability) if drawn else 0
    abilities = [PARTS * (ord(letter) in drawn) - mean for letter in Ability]
    return [*(value for stage in found for value in stage), *abilities]


def _roll_features(roll: Sequence[int]) -> list[int]:
    counts, dice = Counter(roll), len(roll)
    faces = [PARTS * counts[face] - PARTS * dice // len(FACES) for face in FACES]
    pairs = sum(count * (count - 1) // 2 for count in counts.values())
    return [*faces, PARTS * pairs - PARTS // len(FACES) * (dice * (dice - 1) // 2)]


@cache
def weights_of(level: int) -> tuple[int, ...]:
    """Return the weight of each feature on this level's sheet, in thousandths of a point."""
    text = files(__name__.rpartition(".")[0]).joinpath("luck_weights.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)[str(level)])
