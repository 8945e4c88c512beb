"""The network: it knows no more than its seat, is the same in compiled code and in numpy, and can be trained again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from purrlor.games.meow import Meow
from purrlor.games.meow.bots.players import Tiger
from purrlor.games.meow.bots.policy.features import CARDS
from purrlor.games.meow.bots.search.decision import CardDecision
from purrlor.games.meow.bots.training.self_play import Rows, SelfPlayStep, Tables, blank_rows
from purrlor.games.meow.bots.training.value_network import (
    LEAD,
    SHAPES,
    TRUST,
    Learned,
    Learner,
    TrainingOptions,
    expected,
    judge_cards,
    knows,
    parse_net,
    returns,
    train,
)
from purrlor.games.meow.kernels.deals import disguise
from purrlor.games.meow.kernels.fast_rules import WORDS, rules_table
from purrlor.games.meow.tokens import STANDARD, TOKENS, Token
from purrlor.kit.bots import Uniform
from purrlor.kit.networks import layer_bytes, parse_layers
from purrlor.lab.playout import play_out
from tests.games.meow.notated import TABLES, randomly, table_name

pytestmark = pytest.mark.slow
SMALL = TrainingOptions(matches=24, side_by_side=12, batch=64)


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def beginner(seed: int = 3) -> Learner:
    return Learner(replace(SMALL, seed=seed), np)


NET = parse_net(beginner().content())


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_hidden_cards_make_no_difference(rules: Meow) -> None:
    random = Random(f"net {rules}")
    for state in [state for state in randomly(rules, random).states if state.turn is not None][::5]:
        assert state.turn is not None
        legal = rules.legal(state, state.turn)
        worlds = (state, disguise(rules, state, state.turn, random))
        views = [CardDecision(rules.view(world, state.turn), legal) for world in worlds]
        assert expected(NET, views[0]) == expected(NET, views[1])


@pytest.mark.parametrize(("seats", "expert"), [(2, False), (3, True), (4, False), (6, True)])
def test_compiled_code_judges_like_numpy(seats: int, expert: bool) -> None:
    learner, size, span = beginner(), 4, (0, 4)
    net, table = parse_net(learner.content()), rules_table(Meow(seats=seats, expert=expert))
    states, played = np.zeros((size, WORDS), np.int64), np.zeros((size, seats), np.int64)
    rows = Rows(table, states, played, np.arange(size, dtype=np.uint64))
    rows.begin(span)
    for _ in range(TOKENS * seats):
        known = blank_rows(size)
        rows.show(span, *known)
        for state, shown, values in zip(states, played, learner.judge(known), strict=True):
            judge_cards(table, net, state.copy(), shown.copy())
            assert np.abs(net.judged - values).max() < 1e-3
        cards, _ = learner.choose(known, 0.5)
        assert all(may >> int(card) & 1 for card, may in zip(cards, known.legal.tolist(), strict=True))
        rows.play(span, cards)


def test_a_file_holds_a_network_up_to_a_small_step() -> None:
    layers = [np.random.default_rng(1).normal(size=shape) for shape in SHAPES]
    for layer, found in zip(layers, parse_layers(layer_bytes(layers), SHAPES), strict=True):
        assert np.abs(layer - found).max() <= np.abs(layer).max() / 32767


def test_all_winners_share_one_win(threads: Executor) -> None:
    steps, results = Tables(3, False, 20).play(beginner(), 0.5, 1, threads)
    assert len(steps) == TOKENS * 3
    assert np.allclose(results[:, :, 0].sum(axis=1), 1)
    assert np.allclose(results[:, :, 1].sum(axis=1), 0, atol=1e-4)
    best = results[:, :, 1] == results[:, :, 1].max(axis=1, keepdims=True)
    assert ((results[:, :, 0] > 0) == best).all()


def test_a_return_joins_the_result_and_what_was_expected_on_the_way() -> None:
    """One match, two seats; the first decides twice, and wins by ten points."""
    results = np.array([[[1.0, 10.0], [0.0, -10.0]]], np.float32)
    values = (0.5, 0.25, 0.75)
    steps = [
        SelfPlayStep(blank_rows(1), None, np.array([worth], np.float32), np.array([seat]), None)
        for worth, seat in zip(values, (0, 1, 0), strict=True)
    ]
    found = returns(np, steps, results)
    last = TRUST * 1.0 + (1 - TRUST) * 1.0
    assert found[:, 0] == pytest.approx([TRUST * last + (1 - TRUST) * 0.75, 0.0, last])
    assert found[:, 1] == pytest.approx([10 / LEAD, -10 / LEAD, 10 / LEAD])


def test_learning_from_the_same_matches_again_lessens_the_error(threads: Executor) -> None:
    learner = beginner()
    steps, results = Tables(4, False, 40).play(learner, 0.5, 1, threads)
    errors = [learner.learn(steps, results, 1e-3) for _ in range(6)]
    assert errors[-1] < 0.7 * errors[0]


def test_training_can_be_repeated_with_any_number_of_threads() -> None:
    told = list[str]()
    content = train(SMALL, told.append)
    assert told
    assert told[-1].startswith("24 matches")
    assert content == train(replace(SMALL, threads=2), lambda _: None)
    assert content != train(replace(SMALL, seed=2), lambda _: None)
    assert len(parse_net(content).judged) == CARDS


def test_the_network_decides_where_it_knows_the_tokens() -> None:
    others = Meow(seats=3, tokens=(*STANDARD[1:], Token("+10")))
    for rules, known in ((Meow(seats=3), True), (Meow(seats=3, vases="flat"), False), (others, False)):
        state = next(state for state in randomly(rules, Random("tokens")).states if state.turn is not None)
        assert state.turn is not None
        view, legal = rules.view(state, state.turn), rules.legal(state, state.turn)
        assert knows(view) == known
        values = expected(NET, CardDecision(view, legal))
        best = legal[values.index(max(values))]
        cards = [Learned(NET, search=Tiger(growth=9)).choose(view, legal, Random(seed)).action for seed in range(20)]
        assert all(card == best for card in cards) == known


def test_whole_matches_are_played_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "net.bin"
    file.write_bytes(beginner().content())
    assert play_out(Meow(seats=3), [Learned.from_file(str(file)), Uniform(), Uniform()], "file").over
