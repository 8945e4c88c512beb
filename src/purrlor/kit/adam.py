"""How networks learn: Adam with weight decay (Kingma and Ba, 2015; Loshchilov and Hutter, 2019)."""

from __future__ import annotations

from typing import Any

_FADING, _FADING_SQUARES = 0.9, 0.999


class Adam:
    """Changes `parts`, the weights of each layer, in place; the last row of a layer never decays."""

    def __init__(self, parts: list[Any], xp: Any, *, decay: float = 0.0) -> None:
        """`xp`: numpy, or CuPy, whose arrays the parts are."""
        self.parts, self.xp, self.decay, self.steps = parts, xp, decay, 0
        self.means, self.squares = ([xp.zeros_like(part) for part in parts] for _ in range(2))

    def step(self, slopes: list[Any], rate: float) -> None:
        self.steps += 1
        first, second = 1 - _FADING**self.steps, 1 - _FADING_SQUARES**self.steps
        for number, slope in enumerate(slopes):
            self.means[number] += (1 - _FADING) * (slope - self.means[number])
            self.squares[number] += (1 - _FADING_SQUARES) * (slope * slope - self.squares[number])
            down = (self.means[number] / first) / (self.xp.sqrt(self.squares[number] / second) + 1e-6)
            self.parts[number][:-1] *= 1 - rate * self.decay
            self.parts[number] -= rate * down
