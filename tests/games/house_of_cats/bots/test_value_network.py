"""The network: the compiled one finds what numpy finds, its file holds it, and training can be repeated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats import Ability, HouseOfCats, printed_sheet
from purrlor.games.house_of_cats.bots.search.turn_search import evaluate, search_buffers
from purrlor.games.house_of_cats.bots.training import self_play as decisions
from purrlor.games.house_of_cats.bots.training.network_training import (
    HouseDataset,
    Layers,
    Learner,
    TrainingParameters,
    decision_means,
    train,
)
from purrlor.games.house_of_cats.bots.training.self_play import BEST, OTHERS, LabelledDecision, collect
from purrlor.games.house_of_cats.bots.value.features import FEATURES, trained_weights
from purrlor.games.house_of_cats.bots.value.network import (
    INPUTS,
    ValueNetwork,
    gather_inputs,
    no_network,
    parse_network,
    run_network,
    start_symmetries,
    symmetries,
)
from purrlor.games.house_of_cats.kernels import layout, position
from purrlor.games.house_of_cats.kernels.layout import RuleTable, rule_table
from purrlor.kit import level, levels
from purrlor.kit.networks import layer_bytes

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def matches() -> list[list[LabelledDecision]]:
    return collect(2, None, 80, "lessons")


@pytest.fixture(scope="module")
def houses(matches: list[list[LabelledDecision]]) -> HouseDataset:
    return HouseDataset(2, (trained_weights(2), trained_weights(2, alone=True)), matches)


def any_layers() -> Layers:
    layers, random = Layers.initial(1), np.random.default_rng(2)
    layers.parts = [random.normal(0, 0.1, part.shape).astype(np.float32) for part in layers.parts]
    return layers


def test_a_file_holds_a_network_up_to_a_small_step() -> None:
    layers = any_layers()
    network = parse_network(layer_bytes(layers.parts))
    for part, found in zip(layers.parts, (network.first, network.second, network.heads), strict=True):
        assert np.abs(part - found).max() <= np.abs(part).max() / 32767


def test_a_house_in_compiled_code_has_the_inputs_that_it_has_in_training(
    matches: list[list[LabelledDecision]], houses: HouseDataset
) -> None:
    layers = any_layers()
    network = parse_network(layer_bytes(layers.parts))
    decisions = [decision for match in matches for decision in match]
    for decision in range(0, len(decisions), 9):
        row = houses.starts[decision]
        if not houses.full[row]:
            inputs = houses.inputs(np.array([row]), houses.symmetries[0])
            assert judged(decisions[decision], network) == pytest.approx(layers.heads(inputs)[0, 0], abs=0.05)


def judged(decision: LabelledDecision, network: ValueNetwork) -> float:
    """Return what the network adds to the weighted sum in the first house of a decision."""
    numbers: list[int] = decision.abilities.tolist()
    abilities = tuple(tuple(Ability)[number] for number in numbers)
    table = rule_table(HouseOfCats(level=2).setup(abilities))
    state = np.zeros(layout.WORDS, np.int64)
    state[: layout.HOUSE] = decision.houses[0]
    worths = [_worth(table, state, decision.others, each) for each in (network, None)]
    return worths[0] - worths[1]


def _worth(table: RuleTable, state: Ints, others: int, network: ValueNetwork | None) -> float:
    buffers = search_buffers(trained_weights(2), 1, network)
    buffers.rival_empty[0] = others
    return evaluate(table, buffers, state)


def test_a_blank_sheet_has_few_inputs() -> None:
    table, state = rule_table(HouseOfCats(level=2).setup(tuple(Ability)[:4])), np.zeros(layout.WORDS, np.int64)
    position.start(table, state)
    network = no_network()
    size = gather_inputs(table, network, state, np.zeros(FEATURES), (36, 36))
    assert size == 6 + 36  # phase, others, four abilities, empty spaces
    assert network.places[:size].max() < INPUTS


@pytest.mark.parametrize(("sheet", "counts"), [(1, (8, 8)), (2, (2, 2)), (3, (2, 2)), (4, (8, 1))])
def test_a_sheet_looks_the_same_in_these_mirrors(sheet: int, counts: tuple[int, int]) -> None:
    whole = printed_sheet(sheet)
    for every, count in zip((symmetries(whole), start_symmetries(whole)), counts, strict=True):
        assert len(set(every)) == count
        assert every[0] == tuple(range(36))


def test_a_sheet_of_another_size_has_no_mirrors() -> None:
    assert start_symmetries(printed_sheet(4, gardens=True)) == (tuple(range(36)),)


def test_a_network_in_a_mirror_judges_a_house_like_its_image(matches: list[list[LabelledDecision]]) -> None:
    content, table = layer_bytes(any_layers().parts), rule_table(HouseOfCats().setup(tuple(Ability)[:4]))
    for symmetry in symmetries(printed_sheet(1)):
        plain, mirrored = parse_network(content), parse_network(content, symmetry)
        house = matches[0][-1].houses[0]
        image = house.copy()
        for board in (*range(8), layout.WALLED):
            image[board] = sum(int(house[board] >> seen & 1) << square for square, seen in enumerate(symmetry))
        found = list[list[float]]()
        for network, row in ((plain, image), (mirrored, house)):
            state = np.zeros(layout.WORDS, np.int64)
            state[: layout.HOUSE] = row
            run_network(network, gather_inputs(table, network, state, np.zeros(FEATURES), (36, 36)))
            found.append(network.outputs.tolist())
        assert found[0] == pytest.approx(found[1])


def test_a_lesson_compares_different_houses_and_takes_one_of_them(matches: list[list[LabelledDecision]]) -> None:
    for decision in (decision for match in matches for decision in match):
        assert len({house.tobytes() for house in decision.houses}) == len(decision.values) <= BEST + OTHERS
        assert 0 <= decision.chosen < len(decision.values)
    better = [decision.chosen == decision.values.argmax() for match in matches for decision in match]
    assert 0.7 < np.mean(better) < 0.95  # four of five, and by chance some of the others


def test_what_turns_of_a_decision_have_in_common_hardly_counts() -> None:
    inputs = np.zeros((4, INPUTS), np.float32)
    inputs[:, 0] = [1, 2, 3, 4]
    layers, sizes, nothing = any_layers(), np.array([4]), np.full((4, 2), np.nan, np.float32)
    exact, alike, apart = (nothing.copy() for _ in range(3))
    exact[:, 0] = layers.heads(inputs)[:, 0]
    alike[:, 0], apart[:, 0] = exact[:, 0] + 1, exact[:, 0] + [1, -1, 1, -1]
    lengths = [np.abs(layers.gradients(inputs, each, sizes)[2]).sum() for each in (exact, alike, apart)]
    assert lengths[0] == pytest.approx(0, abs=1e-6)
    assert 0 < lengths[1] < lengths[2]
    assert all(not part.any() for part in layers.gradients(inputs, nothing, sizes))


def test_learning_brings_the_network_nearer_to_what_looking_ahead_finds(houses: HouseDataset) -> None:
    learner, rows = Learner(TrainingParameters(sheet=2, epochs=150), houses), np.arange(len(houses))
    learner.learn()
    missed = [houses.values - houses.sums - add for add in (np.zeros(len(houses)), learner.evaluate(rows)[0])]
    errors = [np.abs(each - decision_means(each, houses.sizes)).mean() for each in missed]
    assert errors[1] < 0.8 * errors[0]


SMALL = TrainingParameters(sheet=1, rounds=2, decisions=2, epochs=1)


def test_training_gives_the_same_weights_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "SERIES", 1)
    told = list[str]()
    assert train(SMALL, told.append) == train(SMALL, lambda _: None)
    assert [line.split(":")[0] for line in told if line.startswith("round")] == ["round 1", "round 2"]


@pytest.mark.nightly  # each worker compiles or loads the compiled rules
def test_training_gives_the_same_weights_with_any_number_of_workers() -> None:
    assert train(SMALL, lambda _: None) == train(replace(SMALL, workers=2), lambda _: None)


def test_weights_fit_into_the_wheel() -> None:
    folder = Path(__file__).parents[4] / "src/purrlor/games/house_of_cats/bots/value/weights"
    assert sum(file.stat().st_size for file in folder.glob("net*.bin")) < 2_000_000


@pytest.mark.parametrize("name", ["lynx@1", "tiger@1"])
def test_how_a_level_played_before_can_be_named_but_is_not_listed(name: str) -> None:
    assert level("house-of-cats", name).name == name
    assert name not in {each.name for each in levels("house-of-cats")}
