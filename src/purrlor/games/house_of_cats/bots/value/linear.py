"""What each feature is worth, level by level, as learned from play: the files of `weights/`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from purrlor.compiled.arrays import np

from .features import FEATURES, NAMES, PHASES, Floats

_HEADING = "# What each feature is worth: by itself, by how much of the match is left, by how near the end is."


def rough_weights(level: int) -> Floats:
    """A first guess, to start learning from."""
    weights = np.zeros((PHASES, FEATURES))
    for place, name in enumerate(NAMES):
        if "-of-" in name and name[0].isdigit():
            number, size = int(name[0]), int(name.split("-")[1])
            weights[0, place] = (2 * number - 3) * (size / number) ** 2 * (0.8 if name.endswith("open") else 0.5)
            weights[2, place] = -0.5 * weights[0, place]
        elif name.startswith("circle-"):
            weights[0, place], weights[2, place] = 1.2, -0.8
    weights[0, NAMES.index("single-spaces")] = -1.5
    weights[0, NAMES.index("pairs-of-spaces")] = -0.7
    weights[0, NAMES.index("empty")] = 5.0 if level < 4 else 10.0
    return weights


def weights_text(weights: Floats) -> str:
    columns = zip(NAMES, weights.T, strict=True)
    lines = [" ".join([name, *(f"{value:.4f}" for value in column)]) for name, column in columns]
    return "\n".join([_HEADING, *lines]) + "\n"


def parse_weights(text: str) -> Floats:
    """The mirror of `weights_text`; a feature that is not named counts nothing."""
    weights = np.zeros((PHASES, FEATURES))
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, *values = line.split()
            for phase, value in enumerate(values):
                weights[phase, NAMES.index(name)] = float(value)
    return weights


@cache
def learned_weights(level: int, *, alone: bool = False, gardens: bool = False) -> Floats:
    """`gardens`: for the sheet that level 4 had before."""
    name = "level4-gardens.txt" if gardens else file_name(level, alone=alone)
    return parse_weights((files("purrlor.games.house_of_cats.bots.value") / "weights" / name).read_text("utf-8"))


def file_name(level: int, *, alone: bool) -> str:
    """Alone one can take one's time, so other things count; on level 4 the others cannot end the match either."""
    return f"level{level}-alone.txt" if alone and level != 4 else f"level{level}.txt"
