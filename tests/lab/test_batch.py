from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from purrlor.games.addi_cats import AddiCats
from purrlor.games.house_of_cats import Ability, HouseOfCats
from purrlor.games.house_of_cats.kernels import batch as house_rows
from purrlor.games.meow import Meow
from purrlor.games.meow.cards import card_value
from purrlor.games.meow.kernels import fast_rules as meow_fast
from purrlor.games.meow.kernels.bits import cards_of
from purrlor.games.meow.tokens import in_order, token_value
from purrlor.games.yatzy import Yatzy
from purrlor.games.yatzy.kernels import fast_rules as yatzy_fast
from purrlor.lab.batch import SKIP, Batch, IllegalAction, compiled_levels
from purrlor.lab.encodings import AnyGame

from .batch_comparison import compare, compare_level

pytestmark = pytest.mark.slow

OPEN_FIELD = "4::1A8H:++++++++/++++++++/+.....++/+.....++/+.....++/++++++++/++++++++/++++++++"
WITH_HOLES = "1:.#5:129AG:...-.../.-...-./......./-.....-/..---../......./......./.-...-./......."


def letters(text: str) -> tuple[Ability, ...]:
    return tuple(Ability(letter) for letter in text)


def yatzy_fates(_rules: Yatzy, state: Any, row: np.ndarray[Any, Any]) -> tuple[int, ...]:
    if state.turn is None:
        return (int(row[yatzy_fast.TURN]) + 1,)
    dice = list(yatzy_fast.dice_of(int(row[yatzy_fast.SET])))
    for kept in state.dice:
        dice.remove(kept)
    return tuple(dice)


def meow_fates(rules: Meow, state: Any, row: np.ndarray[Any, Any]) -> tuple[int, ...]:
    if state.holder is None:
        return (int(row[meow_fast.HOLDER]) + 1,)
    if not state.row:
        return tuple(map(token_value, meow_fast.row_of(int(row[meow_fast.ROW]), in_order(rules.tokens))))
    hands = [cards_of(int(row[meow_fast.HAND + seat])) for seat in range(rules.seats)]
    return tuple(card_value(card) for hand in hands for card in hand)


def house_fates(_rules: HouseOfCats, state: Any, row: np.ndarray[Any, Any]) -> tuple[int, ...]:
    if not state.abilities:
        return tuple(ord("A") + int(letter) for letter in row[house_rows.ABILITIES : house_rows.ABILITIES + 4])
    dice = 4 if state.number else 3
    return tuple(sorted(2 + int(symbol) for symbol in row[house_rows.ROLLED : house_rows.ROLLED + dice]))


FATES: dict[str, Any] = {"yatzy": yatzy_fates, "meow": meow_fates, "house-of-cats": house_fates}
GAMES: list[AnyGame] = [
    Yatzy(seats=1),
    Yatzy(seats=2),
    Yatzy(seats=6, scratch="free", mouser_is_fat_cat=True),
    Meow(seats=2, expert=True),
    Meow(seats=4),
    Meow(seats=6, vases="flat"),
    HouseOfCats(seats=2, level=1),
    HouseOfCats(seats=1, level=2, crossed_space="empty"),
    HouseOfCats(seats=3, level=3),
    HouseOfCats(seats=6, level=4),
    HouseOfCats(seats=2, level=4, abilities=letters("KLJG")),
    HouseOfCats(seats=2, level=4, sheet=OPEN_FIELD),
    HouseOfCats(seats=2, level=1, sheet=WITH_HOLES),
]


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_rows_are_what_the_rules_say(rules: AnyGame) -> None:
    steps = 500 if rules.name == "house-of-cats" else 3_000
    assert compare(rules, FATES[rules.name], rows=20, steps=steps) >= steps


@pytest.mark.nightly
@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_million_steps_of_each_game_are_what_the_rules_say(rules: AnyGame) -> None:
    """The million is shared by the options of a game."""
    steps = -(-1_000_000 // sum(each.name == rules.name for each in GAMES))
    assert compare(rules, FATES[rules.name], rows=100, steps=steps, seed=11) >= steps


WITH_LEVELS: list[AnyGame] = [
    Yatzy(seats=2, mouser_is_fat_cat=True),
    Yatzy(seats=3, scratch="free"),
    Meow(seats=2),
    Meow(seats=3, expert=True),
    Meow(seats=6, vases="flat"),
    *(rules for rules in GAMES if rules.name == "house-of-cats"),
]
LEVELS = [(rules, name) for rules in WITH_LEVELS for name in compiled_levels(rules) if name != "uniform"]


@pytest.mark.parametrize(("rules", "name"), LEVELS, ids=lambda each: each if isinstance(each, str) else repr(each))
def test_compiled_levels_choose_as_the_levels_themselves(rules: AnyGame, name: str) -> None:
    steps = 500 if rules.name == "house-of-cats" else 1_600
    assert compare_level(rules, FATES[rules.name], name, rows=16, steps=steps) >= steps


def test_a_level_without_compiled_code_is_refused_with_those_that_have_it() -> None:
    with pytest.raises(ValueError, match="these do: uniform, kitten, tabby"):
        Batch(Meow(seats=2), 1).level_actions("tiger")


def test_levels_choose_only_where_they_are_wanted() -> None:
    batch = Batch(Meow(seats=2), 4)
    assert (batch.level_actions("tabby", np.array([True, False, True, False])) == SKIP).tolist() == [0, 1, 0, 1]


def played(batch: Batch, steps: int) -> list[np.ndarray[Any, Any]]:
    total = np.zeros_like(batch.reward)
    for _ in range(steps):
        batch.step(batch.random_actions())
        total += batch.reward
    return [total, batch.observation.copy(), batch.mask.copy(), batch.seat.copy()]


ONE_OF_EACH: list[AnyGame] = [Yatzy(seats=3), Meow(seats=5), HouseOfCats(seats=2, level=4)]


@pytest.mark.parametrize("rules", ONE_OF_EACH, ids=str)
def test_one_two_and_seven_threads_play_the_same(rules: AnyGame) -> None:
    alone, two, seven = (played(Batch(rules, 37, seed=3, threads=threads), 300) for threads in (1, 2, 7))
    for one, other, third in zip(alone, two, seven, strict=True):
        assert one.tobytes() == other.tobytes() == third.tobytes()


@pytest.mark.parametrize("rules", ONE_OF_EACH, ids=str)
def test_a_restored_row_goes_on_as_the_first_time(rules: AnyGame) -> None:
    batch = Batch(rules, 8, seed=5)
    played(batch, 50)
    snapshot = batch.clone(range(8))
    actions: list[np.ndarray[Any, Any]] = []
    seen: list[np.ndarray[Any, Any]] = []
    for _ in range(60):
        actions.append(batch.random_actions())
        batch.step(actions[-1])
        seen.append(batch.observation.copy())
    batch.restore(range(8), snapshot)
    for action, before in zip(actions, seen, strict=True):
        batch.step(action)
        assert np.array_equal(batch.observation, before)


def test_the_winners_share_the_reward() -> None:
    batch = Batch(Meow(seats=4), 200, seed=1, auto_reset=False)
    while not batch.done.all():
        batch.step(batch.random_actions())
        ended = batch.reward.any(axis=1)
        best = batch.points.max(axis=1, keepdims=True) == batch.points
        share = best / best.sum(axis=1, keepdims=True)
        assert np.allclose(batch.reward[ended], ((4 * share - 1) / 3)[ended])
    assert len(np.unique(batch.points)) > 10


def test_one_seat_gets_its_points() -> None:
    batch = Batch(Yatzy(seats=1), 10, seed=1, auto_reset=False)
    total = np.zeros(10)
    while not batch.done.all():
        batch.step(batch.random_actions())
        total += batch.reward[:, 0]
    assert np.array_equal(total, batch.points[:, 0])


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(Meow(seats=2), 5, seed=2)
    actions = batch.random_actions()
    actions[3] = int(np.flatnonzero(batch.mask[3] == 0)[0])
    before = [batch.row(number) for number in range(5)]
    with pytest.raises(IllegalAction, match=r"row 3: action \d+ \(play .\d+\) is not legal; legal: play"):
        batch.step(actions)
    assert all(np.array_equal(batch.row(number), before[number]) for number in range(5))


def test_only_an_ended_row_has_a_final_observation() -> None:
    batch = Batch(Meow(seats=2), 5, auto_reset=False)
    with pytest.raises(ValueError, match="row 3 is not at the end of a match"):
        batch.final_observation(3, 0)


def test_a_buffer_of_the_wrong_type_is_refused() -> None:
    batch = Batch(Yatzy(seats=2), 5)
    wrong = replace(batch.empty_buffers(), reward=cast("Any", np.zeros((5, 2), np.float64)))
    with pytest.raises(ValueError, match=r"reward must be C-contiguous, float32, of shape \(5, 2\); it is float64"):
        Batch(Yatzy(seats=2), 5, buffers=wrong)


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_observations_in_floats_are_those_in_bytes(rules: AnyGame) -> None:
    small, large = Batch(rules, 5, seed=3), Batch(rules, 5, seed=3, dtype=np.float32)
    assert large.observation.dtype == np.float32
    for _ in range(150):
        assert np.array_equal(small.observation, large.observation)
        actions = small.random_actions()
        small.step(actions)
        large.step(actions)


def test_what_the_caller_writes_into_its_mask_makes_nothing_legal() -> None:
    batch = Batch(Meow(seats=2), 1, seed=2)
    illegal = int(np.flatnonzero(batch.mask[0] == 0)[0])
    batch.mask[:] = 1
    with pytest.raises(IllegalAction):
        batch.step([illegal])


def test_observations_are_bytes_or_floats() -> None:
    with pytest.raises(ValueError, match=r"int8 or float32, not as .*float64"):
        Batch(Meow(), 1, dtype=cast("Any", np.float64))


def test_a_game_in_real_time_says_where_it_can_be_played() -> None:
    with pytest.raises(ValueError, match=r"addi-cats is played in real time, .* purrlor\.lab\.pettingzoo"):
        Batch(AddiCats(), 1)


def test_a_sheet_that_the_compiled_game_cannot_hold_is_refused() -> None:
    sheet = "1:..:1:" + "/".join(["........."] * 9)
    with pytest.raises(ValueError, match="house-of-cats with these options cannot be played in compiled rows"):
        Batch(HouseOfCats(sheet=sheet), 1)


def test_another_seed_gives_other_matches() -> None:
    assert not np.array_equal(Batch(Meow(), 50, seed=1).observation, Batch(Meow(), 50, seed=2).observation)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_pickled_batch_goes_on_as_the_first(threads: int) -> None:
    batch = Batch(Meow(seats=2), 8, seed=3, threads=threads)
    played(batch, 5)
    other = pickle.loads(pickle.dumps(batch))
    assert (other.observation == batch.observation).all()
    for first, second in zip(played(batch, 30), played(other, 30), strict=True):
        assert (first == second).all()
