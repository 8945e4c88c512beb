"""Train the value network of a sheet: `purrlor lab train house-of-cats --sheet 1 -o net1.bin`.

Each round collects decisions of self-play with the network so far, and fits a new one to the rollouts of all rounds, by
minibatches of whole decisions and Adam with weight decay. The same seed gives the same weights on the same machine,
with any number of workers.

The first head learns the correction of the weighted sum. A correction that all turns of a decision share does not help
to choose one, so it hardly counts. The second head learns the distance of the final points from the first head's
estimate, which is taken as given there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.games.house_of_cats.bots.search.turn_search import SearchBuffers, evaluate_linear, phase, search_buffers
from purrlor.games.house_of_cats.bots.value.features import ALONE, FEATURES, Floats, trained_weights
from purrlor.games.house_of_cats.bots.value.network import (
    BOARDS,
    GRID,
    HEADS,
    INPUTS,
    PLANES,
    REST,
    RIVAL_EMPTY,
    SLIM,
    TIED,
    WIDE,
    parse_network,
    symmetries,
)
from purrlor.games.house_of_cats.kernels import layout
from purrlor.games.house_of_cats.kernels.layout import RuleTable, rule_table
from purrlor.games.house_of_cats.symbols import Ability
from purrlor.kit.networks import Adam, layer_bytes

from .self_play import LabelledDecision, collect

Floats32 = NDArray[np.float32]
BATCH = 64
"""Decisions in a batch."""
SCALE = 4.0
"""Points that count as 1 in the network during training."""
SHARED_ERROR_WEIGHT = 0.05
"""Weight of an error that all turns of a decision share."""
SPREAD_WEIGHT = 0.2
"""Weight of the second head."""
PORTION = 100
"""Decisions that one worker collects at a time."""
HELD_OUT = 8
"""Every n-th match is held out for validation."""
Map = Callable[..., Iterator[list[list[LabelledDecision]]]]


@dataclass(frozen=True)
class TrainingParameters:
    """The parameters that `purrlor lab train` may set, and the learning rate and weight decay."""

    sheet: int = 1
    rounds: int = 3
    decisions: int = 4000
    """Decisions of self-play in each round."""
    epochs: int = 16
    """Passes over all decisions in a round."""
    rate: float = 2e-3
    decay: float = 0.5
    seed: int = 1
    workers: int = 1


@dataclass
class Layers:
    """The weights; the last row of each layer is the bias."""

    parts: list[Floats32]

    @classmethod
    def initial(cls, seed: int) -> Layers:
        """Draw random weights. The heads start at 0, so that the weighted sum counts alone at first."""
        random = np.random.default_rng(seed)
        first = random.normal(0, 0.08, (INPUTS + 1, WIDE))
        second = random.normal(0, (2 / WIDE) ** 0.5, (WIDE + 1, SLIM))
        second[-1] = 0
        return cls([part.astype(np.float32) for part in (first, second, np.zeros((SLIM + 1, HEADS)))])

    def heads(self, inputs: Floats32) -> Floats32:
        return self._forward(inputs)[-1]

    def _forward(self, inputs: Floats32) -> tuple[Floats32, Floats32, Floats32]:
        first, second, heads = self.parts
        wide = np.maximum(inputs @ first[:-1] + first[-1], 0)
        slim = np.maximum(wide @ second[:-1] + second[-1], 0)
        return wide, slim, slim @ heads[:-1] + heads[-1]

    def gradients(self, inputs: Floats32, wanted: Floats32, sizes: NDArray[np.int64]) -> list[Floats32]:
        """Return the gradients of the loss.

        `wanted`: the correction by rollouts, and the one by the final points; NaN where there is no target.
        `sizes`: the number of lines of each decision.
        """
        wide, slim, found = self._forward(inputs)
        missed = np.nan_to_num(found[:, 0] - wanted[:, 0])
        common = decision_means(missed, sizes)
        missed = np.where(np.isnan(wanted[:, 0]), 0.0, missed - common + SHARED_ERROR_WEIGHT * common)
        far = np.nan_to_num(found[:, 1] - np.abs(found[:, 0] - wanted[:, 1]))
        errors = (np.stack([missed, SPREAD_WEIGHT * far], axis=1) / len(wanted)).astype(np.float32)
        back_slim = (errors @ self.parts[2][:-1].T) * (slim > 0)
        back_wide = (back_slim @ self.parts[1][:-1].T) * (wide > 0)
        pairs = ((inputs, back_wide), (wide, back_slim), (slim, errors))
        return [
            np.concatenate([left.T @ right, right.sum(axis=0, keepdims=True)]).astype(np.float32)
            for left, right in pairs
        ]


def decision_means(values: NDArray[np.floating], sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return for each line the mean of its decision."""
    decision = np.repeat(np.arange(len(sizes)), sizes)
    return (np.bincount(decision, values) / sizes)[decision]


def batches(size: int, epochs: int, random: np.random.Generator) -> Iterator[tuple[float, NDArray[np.int64]]]:
    """Yield the share of the work done so far, and the decisions of the next batch."""
    done, all_steps = 0, epochs * max(1, size // BATCH)
    for _ in range(epochs):
        order = random.permutation(size)
        for begin in range(0, max(1, size // BATCH) * BATCH, BATCH):
            yield done / all_steps, order[begin : begin + BATCH]
            done += 1


class HouseDataset:
    """The houses of many decisions as network inputs, with their weighted sums and targets."""

    def __init__(
        self, level: int, weights: tuple[Floats, Floats], matches: Sequence[Sequence[LabelledDecision]]
    ) -> None:
        """Prepare all inputs. `weights`: those among rivals, and those alone."""
        decisions = [decision for match in matches for decision in match]
        self.sizes = np.array([len(decision.values) for decision in decisions])
        self.matches = np.repeat(np.arange(len(matches)), [len(match) for match in matches])
        """The match of each decision."""
        self.values = np.concatenate([decision.values for decision in decisions])
        self.totals = np.full(len(self.values), np.nan)
        """Final points, where the turn was played."""
        self.starts: Ints = np.cumsum(self.sizes) - self.sizes
        taken = self.starts + np.array([decision.chosen for decision in decisions])
        self.totals[taken] = [decision.total for decision in decisions]
        rows = np.concatenate([decision.houses for decision in decisions])
        others = np.repeat([decision.others for decision in decisions], self.sizes)
        abilities = np.repeat([decision.abilities for decision in decisions], self.sizes, axis=0)
        size = len(rows)
        self.sums, self.features, rest = np.zeros(size), np.zeros((size, FEATURES)), np.zeros(size, np.int64)
        table = rule_table(HouseOfCats(level=level).setup(tuple(Ability)[:4]))
        groups = (np.flatnonzero(others != ALONE), np.flatnonzero(others == ALONE))
        for buffers, chosen in zip([search_buffers(each, 1) for each in weights], groups, strict=True):
            describe_rows(table, buffers, (rows, others, abilities), chosen, (self.sums, self.features, rest))
        rival_empty = np.where(others == ALONE, GRID + 1, np.clip(others, 0, GRID))
        self.places = np.stack([REST + np.minimum(rest, GRID), RIVAL_EMPTY + rival_empty], axis=1)
        self.places = np.concatenate([self.places, TIED + 12 * np.arange(4) + abilities], axis=1)
        self.boards = _planes(rows)
        self.symmetries = [np.array(each) for each in symmetries(HouseOfCats(level=level).layout)]
        self.full = rows[:, layout.EMPTY] == 0
        """Whether each house is full, and so needs no correction."""

    def __len__(self) -> int:
        return len(self.sums)

    def rows_of(self, decisions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of these decisions, one decision after the other."""
        sizes = self.sizes[decisions]
        first = np.repeat(self.starts[decisions] - (np.cumsum(sizes) - sizes), sizes)
        return first + np.arange(len(first))

    def inputs(self, rows: NDArray[np.int64], symmetry: NDArray[np.int64]) -> Floats32:
        """Return one line for each house, in this symmetry."""
        lines = np.zeros((len(rows), PLANES + BOARDS * GRID), np.float32)
        lines[:, :FEATURES] = self.features[rows]
        np.put_along_axis(lines, self.places[rows], 1.0, axis=1)
        lines[:, PLANES:] = self.boards[rows][:, :, symmetry].reshape(len(rows), -1)
        return lines


@compiled
def describe_rows(
    table: RuleTable,
    buffers: SearchBuffers,
    given: tuple[Ints, Ints, Ints],
    chosen: Ints,
    found: tuple[Floats, Floats, Ints],
) -> None:
    """Write sum, features and spaces left of the chosen houses. `given`: houses, rivals' spaces, abilities."""
    state, rows, others, abilities = np.zeros(layout.WORDS, np.int64), given[0], given[1], given[2]
    for row in chosen:
        state[: layout.HOUSE] = rows[row]
        table.abilities[:] = abilities[row]
        buffers.rival_empty[0] = others[row]
        found[0][row] = evaluate_linear(table, buffers, state)
        found[1][row] = buffers.features
        found[2][row] = phase(table, state, buffers.rival_empty[0])[0]


def _planes(rows: Ints) -> NDArray[np.uint8]:
    """Unpack the boards of all houses, as `board_of` does for one."""
    words = rows[:, :BOARDS].copy()
    words[:, :4] &= ~rows[:, layout.WALLED : layout.WALLED + 1]
    bits = np.unpackbits(words.view(np.uint8).reshape(len(rows), BOARDS, 8), axis=2, bitorder="little")
    return np.ascontiguousarray(bits[:, :, :GRID])


class Learner:
    """Trains one network; features are scaled to a standard deviation of 1."""

    def __init__(self, parameters: TrainingParameters, houses: HouseDataset) -> None:
        self.parameters, self.houses = parameters, houses
        self.random = np.random.default_rng(parameters.seed)
        self.layers = Layers.initial(parameters.seed)
        self.scales: Floats32 = (houses.features.std(axis=0) + 0.05).astype(np.float32)
        self.held_out = houses.matches % HELD_OUT == HELD_OUT - 1

    def content(self) -> bytes:
        """Return the weights as a file."""
        first, second, heads = (part.copy() for part in self.layers.parts)
        first[:FEATURES] /= self.scales[:, None]
        return layer_bytes([first, second, heads * np.float32(SCALE)])

    def learn(self) -> None:
        """Fit the layers to the rollout values; the learning rate falls linearly to 0."""
        houses, adam = self.houses, Adam(self.layers.parts, decay=self.parameters.decay)
        wanted = np.stack([houses.values, houses.totals], axis=1) - houses.sums[:, None]
        missing: Floats32 = np.where(houses.full[:, None], np.nan, wanted / SCALE).astype(np.float32)
        kept = np.flatnonzero(~self.held_out)
        for done, chosen in batches(len(kept), self.parameters.epochs, self.random):
            rows = houses.rows_of(kept[chosen])
            symmetry = houses.symmetries[self.random.integers(len(houses.symmetries))]
            gradients = self.layers.gradients(self._lines(rows, symmetry), missing[rows], houses.sizes[kept[chosen]])
            adam.step(gradients, self.parameters.rate * (1 - done))

    def evaluate(self, rows: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Return correction and spread of these houses, in points."""
        portions = np.array_split(rows, len(rows) // 4096 + 1)
        found = [self.layers.heads(self._lines(part, self.houses.symmetries[0])) for part in portions]
        heads = SCALE * np.concatenate(found).astype(np.float64)
        return np.where(self.houses.full[rows], 0.0, heads[:, 0]), heads[:, 1]

    def _lines(self, rows: NDArray[np.int64], symmetry: NDArray[np.int64]) -> Floats32:
        lines = self.houses.inputs(rows, symmetry)
        lines[:, :FEATURES] /= self.scales
        return lines

    def held_out_report(self) -> str:
        """Validate on held-out matches, for the weighted sum alone and with the network.

        Report the error of differences between the turns of a decision, and the points lost by choosing the turn with
        the highest value; both measured against rollouts.
        """
        decisions = np.flatnonzero(self.held_out)
        if not len(decisions):
            return "too few matches to hold one out"
        rows, sizes = self.houses.rows_of(decisions), self.houses.sizes[decisions]
        values, sums, report = self.houses.values[rows], self.houses.sums[rows], list[str]()
        for name, estimates in (("sum", sums), ("net", sums + self.evaluate(rows)[0])):
            missed = estimates - values
            error = float(np.sqrt(np.mean((missed - decision_means(missed, sizes)) ** 2)))
            ends = np.cumsum(sizes)
            lost = [
                values[end - size : end].max() - values[end - size + estimates[end - size : end].argmax()]
                for end, size in zip(ends, sizes, strict=True)
            ]
            report.append(f"{name} {error:.3f} points off, {np.mean(lost):.3f} lost by a turn")
        return f"held out: {'; '.join(report)}"


def train(parameters: TrainingParameters, log: Callable[[str], None]) -> bytes:
    """Train the network of a sheet, and return its weights as a file."""
    matches, content = list[list[LabelledDecision]](), b""
    weights = (trained_weights(parameters.sheet), trained_weights(parameters.sheet, alone=True))
    with _workers(parameters.workers) as spread:
        for number in range(1, parameters.rounds + 1):
            seeds = [f"{parameters.seed}/{number}/{part}" for part in range(-(-parameters.decisions // PORTION))]
            size = min(PORTION, parameters.decisions)
            new = [
                match
                for part in spread(partial(collect_portion, parameters.sheet, content, size), seeds)
                for match in part
            ]
            totals = [decision.total for match in new for decision in match]
            log(f"round {number}: {len(totals)} decisions, {np.mean(totals):.2f} points")
            matches += new
            learner = Learner(parameters, HouseDataset(parameters.sheet, weights, matches))
            learner.learn()
            log(learner.held_out_report())
            content = learner.content()
    return content


def collect_portion(sheet: int, content: bytes, decisions: int, seed: str) -> list[list[LabelledDecision]]:
    """Collect decisions in a worker, with the previous round's network, or without one if the content is empty."""
    return collect(sheet, parse_network(content) if content else None, decisions, seed)


@contextmanager
def _workers(number: int) -> Generator[Map]:
    if number == 1:
        yield map
        return
    with ProcessPoolExecutor(number, get_context("spawn")) as pool:
        yield pool.map
