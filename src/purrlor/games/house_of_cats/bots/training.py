"""Trains the network of a sheet by self-play: `purrlor lab train house-of-cats --sheet 1 --rounds 3 --matches 2000`.

Each round plays matches with what was learned so far, keeps the houses of the last three rounds, and fits the network
to TD(λ) returns, which are worked out anew after each pass. The same seed gives the same weights on the same machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .features import FEATURES, Floats
from .net import INPUTS, PLANES, Net, blank_net
from .net_file import net_bytes, parse_net
from .net_fit import SCALE, Layers, Singles, fit
from .net_houses import Houses
from .search import desk
from .self_play import WIDTHS, Played, joined, play_matches
from .weights import learned_weights

REMEMBERED = 3
"""Rounds whose houses are learned from."""
SHARE = 0.6
"""λ: how much of what really came counts, rather than what the next house was judged to be worth."""
HELD_OUT = 10
"""Every n-th match is held out: it shows what was learned."""


@dataclass(frozen=True)
class Effort:
    sheet: int = 1
    rounds: int = 3
    matches: int = 2000
    """Each round."""
    passes: int = 8
    """How often the returns are worked out anew in a round."""
    epochs: int = 2
    """Each pass."""
    rate: float = 1e-3
    decay: float = 0.3
    trust: float = 0.5
    """The share of the correction that counts in the end: a search finds the houses that a network overrates most."""
    boards: bool = False
    """Whether the bit boards are learned from; otherwise their weights stay 0."""
    seed: int = 1


class Learner:
    """The layers as they learn: features are scaled to a spread of 1 for them."""

    def __init__(self, effort: Effort) -> None:
        self.effort, self.random = effort, np.random.default_rng(effort.seed)
        self.layers = Layers.begun(effort.seed)
        if not effort.boards:
            self.layers.parts[0][PLANES:INPUTS] = 0
        self.scales: Singles | None = None

    def content(self, trust: float = 1.0) -> bytes:
        """The weights as a file; `trust`: the share of the correction that counts."""
        assert self.scales is not None
        first, second, heads = (part.copy() for part in self.layers.parts)
        first[:FEATURES] /= self.scales[:, None]
        return net_bytes([first, second, heads * np.array([trust * SCALE, SCALE], np.float32)])

    @property
    def net(self) -> Net:
        return blank_net() if self.scales is None else parse_net(self.content())

    def learn(self, houses: Houses, log: Callable[[str], None]) -> None:
        if self.scales is None:
            self.scales = (houses.features.std(axis=0) + 0.05).astype(np.float32)
        held_out, judged = houses.matches % HELD_OUT == 0, ~houses.noted
        kept, held = np.flatnonzero(judged & ~held_out), np.flatnonzero(judged & held_out)
        for _ in range(self.effort.passes):
            values = houses.sums + self.judged(houses)[0]
            ends = np.stack([houses.returns(values, SHARE), houses.totals], axis=1)
            wanted = ((ends - houses.sums[:, None]) / SCALE).astype(np.float32)
            fit(
                self.layers,
                lambda rows: self.seen(houses, kept[rows]),
                wanted[kept],
                self.random,
                epochs=self.effort.epochs,
                rate=self.effort.rate,
                decay=self.effort.decay,
            )
        log(self._figures(houses, held))

    def seen(self, houses: Houses, rows: NDArray[np.int64]) -> Singles:
        """The inputs, in a mirror that is drawn for each batch."""
        lines = houses.inputs(rows, houses.mirrors[self.random.integers(len(houses.mirrors))])
        assert self.scales is not None
        lines[:, :FEATURES] /= self.scales
        if not self.effort.boards:
            lines[:, PLANES:] = 0
        return lines

    def judged(self, houses: Houses) -> tuple[Floats, Floats]:
        """Correction and spread of every house, in points; a full one needs no correction."""
        found = [np.zeros((0, 2), np.float32)]
        assert self.scales is not None
        for begin in range(0, len(houses), 4096):
            lines = houses.inputs(np.arange(begin, min(begin + 4096, len(houses))), houses.mirrors[0])
            lines[:, :FEATURES] /= self.scales
            found.append(self.layers.heads(lines))
        heads = SCALE * np.concatenate(found).astype(np.float64)
        return np.where(houses.full, 0.0, heads[:, 0]), heads[:, 1]

    def _figures(self, houses: Houses, held: NDArray[np.int64]) -> str:
        """Root mean squared errors in matches that were not learned from: of the final total, and of the next step."""
        correction, spread = self.judged(houses)
        values = houses.sums + correction
        told: list[str] = []
        for name, judged in (("sum", houses.sums), ("net", values)):
            far = _error(judged - houses.totals, held)
            near = _error(judged - houses.returns(judged, 0.0), held)
            told.append(f"{name} {far:.3f} to the end, {near:.3f} to the next turn")
        return f"held out: {'; '.join(told)}; mean spread {spread[held].mean():.2f}"


def _error(missed: Floats, rows: NDArray[np.int64]) -> float:
    return float(np.sqrt(np.mean(missed[rows] ** 2)))


def train(effort: Effort, log: Callable[[str], None]) -> bytes:
    """The weights of a sheet's network as a file."""
    learner, remembered = Learner(effort), list[Played]()
    weights = [learned_weights(effort.sheet, alone=alone) for alone in (False, True)]
    for number in range(effort.rounds):
        papers = [desk(each, WIDTHS[0], learner.net) for each in weights]
        played = play_matches(effort.sheet, (papers[0], papers[1]), effort.matches, f"{effort.seed}/{number}")
        log(f"round {number + 1}: {len(played.rows)} houses, {played.totals.mean():.2f} points")
        remembered = [*remembered, played][-REMEMBERED:]
        learner.learn(Houses(effort.sheet, (weights[0], weights[1]), joined(remembered)), log)
    return learner.content(effort.trust)
