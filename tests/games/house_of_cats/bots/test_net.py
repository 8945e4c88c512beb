"""The network: the compiled one finds what numpy finds, its file holds it, and training can be repeated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from purrlor.compiled.bits import Ints
from purrlor.games.house_of_cats import Ability, HouseOfCats, fast, printed_sheet
from purrlor.games.house_of_cats.bots.features import FEATURES
from purrlor.games.house_of_cats.bots.net import INPUTS, Net, blank_net, gather
from purrlor.games.house_of_cats.bots.net_file import net_bytes, parse_net
from purrlor.games.house_of_cats.bots.net_fit import Layers
from purrlor.games.house_of_cats.bots.net_houses import Houses, mirrors
from purrlor.games.house_of_cats.bots.search import desk, judged_worth
from purrlor.games.house_of_cats.bots.self_play import NEXT, OTHERS, WIDTHS, Played, play_matches
from purrlor.games.house_of_cats.bots.training import Effort, Learner, train
from purrlor.games.house_of_cats.bots.weights import learned_weights
from purrlor.games.house_of_cats.fast_bits import Table, table_of
from purrlor.kit import level, levels

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played() -> Played:
    papers = [desk(learned_weights(2, alone=alone), WIDTHS[0]) for alone in (False, True)]
    return play_matches(2, (papers[0], papers[1]), 6, "houses")


@pytest.fixture(scope="module")
def houses(played: Played) -> Houses:
    return Houses(2, (learned_weights(2), learned_weights(2, alone=True)), played)


def any_layers() -> Layers:
    layers, random = Layers.begun(1), np.random.default_rng(2)
    layers.parts = [random.normal(0, 0.1, part.shape).astype(np.float32) for part in layers.parts]
    return layers


def test_a_file_holds_a_network_up_to_a_small_step() -> None:
    layers = any_layers()
    net = parse_net(net_bytes(layers.parts))
    for part, found in zip(layers.parts, (net.first, net.second, net.heads), strict=True):
        assert np.abs(part - found).max() <= np.abs(part).max() / 32767


def test_a_house_in_compiled_code_has_the_inputs_that_it_has_in_training(played: Played, houses: Houses) -> None:
    layers = any_layers()
    net = parse_net(net_bytes(layers.parts))
    for row in range(0, len(houses), 7):
        inputs = houses.inputs(np.array([row]), houses.mirrors[0])
        assert judged(played, row, net) == pytest.approx(layers.heads(inputs)[0, 0], abs=0.05)


def judged(played: Played, row: int, net: Net) -> float:
    """What the network adds to the weighted sum."""
    numbers: list[int] = played.abilities[row].tolist()
    abilities = tuple(tuple(Ability)[number] for number in numbers)
    table = table_of(HouseOfCats(level=2).setup(abilities))
    state = np.zeros(fast.WORDS, np.int64)
    state[: fast.HOUSE] = played.rows[row, : fast.HOUSE]
    worths = [_worth(table, state, int(played.rows[row, OTHERS]), each) for each in (net, None)]
    return worths[0] - worths[1]


def _worth(table: Table, state: Ints, others: int, net: Net | None) -> float:
    paper = desk(learned_weights(2), 1, net)
    paper.hurry[0] = others
    return judged_worth(table, paper, state)


def test_a_blank_sheet_has_few_inputs() -> None:
    table, state = table_of(HouseOfCats(level=2).setup(tuple(Ability)[:4])), np.zeros(fast.WORDS, np.int64)
    fast.start(table, state)
    net = blank_net()
    size = gather(table, net, state, np.zeros(FEATURES), (36, 36))
    assert size == 6 + 36  # phase, others, four abilities, empty spaces
    assert net.places[:size].max() < INPUTS


@pytest.mark.parametrize(("sheet", "count"), [(1, 8), (2, 2), (3, 2), (4, 8)])
def test_a_sheet_looks_the_same_in_these_mirrors(sheet: int, count: int) -> None:
    found = mirrors(printed_sheet(sheet))
    assert len({tuple(each) for each in found}) == count
    assert found[0].tolist() == list(range(36))


def test_returns_are_the_totals_at_the_end_and_the_next_judgement_before(played: Played, houses: Houses) -> None:
    values = np.arange(len(houses), dtype=np.float64)
    after = played.rows[:, NEXT]
    found = houses.returns(values, 0.0)
    assert (found[after >= 0] == values[after[after >= 0]]).all()
    ends = (after < 0) & ~houses.noted
    assert (found[ends] == played.totals[ends]).all()


def test_learning_brings_the_network_nearer_to_what_comes(houses: Houses) -> None:
    learner, told = Learner(Effort(sheet=2, passes=6, epochs=20)), list[str]()
    learner.learn(houses, told.append)
    kept = houses.matches % 10 != 0
    missed = [np.abs(houses.totals - houses.sums - add)[kept].mean() for add in (0.0, learner.judged(houses)[0])]
    assert missed[1] < missed[0]


def test_half_of_the_correction_can_be_trusted(houses: Houses) -> None:
    learner = Learner(Effort(sheet=2, passes=1))
    learner.learn(houses, lambda _: None)
    whole, half = parse_net(learner.content()), parse_net(learner.content(0.5))
    assert half.heads[:, 0] == pytest.approx(whole.heads[:, 0] / 2, abs=0.001)
    assert half.heads[:, 1] == pytest.approx(whole.heads[:, 1], abs=0.001)


def test_training_gives_the_same_weights_again() -> None:
    effort, told = Effort(sheet=1, rounds=2, matches=3, passes=1), list[str]()
    assert train(effort, told.append) == train(effort, lambda _: None)
    assert [line.split(":")[0] for line in told] == ["round 1", "held out", "round 2", "held out"]


def test_weights_fit_into_the_wheel() -> None:
    folder = Path(__file__).parents[4] / "src/purrlor/games/house_of_cats/bots/weights"
    assert sum(file.stat().st_size for file in folder.glob("net*.bin")) < 2_000_000


@pytest.mark.parametrize("name", ["lynx@1", "tiger@1"])
def test_how_a_level_played_before_can_be_named_but_is_not_listed(name: str) -> None:
    assert level("house-of-cats", name).name == name
    assert name not in {each.name for each in levels("house-of-cats")}
