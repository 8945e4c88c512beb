"""The policy network that imitates trees: its play, its beliefs about hidden hands, and rollouts with it."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from purrlor.compiled.bits import Ints, source
from purrlor.core import Seat
from purrlor.games.meow import Meow, State, View
from purrlor.games.meow.bots.players import Tiger
from purrlor.games.meow.bots.policy import WEIGHTS
from purrlor.games.meow.bots.policy.features import CARDS, swap_colours, swap_if_due
from purrlor.games.meow.bots.policy.network import (
    PolicyNetwork,
    card_probability,
    most_likely_card,
    parse_network,
    sample_card,
    write_logits,
)
from purrlor.games.meow.bots.search import rollouts
from purrlor.games.meow.bots.search.decision import CardDecision
from purrlor.games.meow.bots.search.rollouts import (
    Rollouts,
    load_policy,
    policy_at,
    roll_out,
    shown_cards,
    temper,
    weigh_by_policy,
)
from purrlor.games.meow.bots.search.values import share_out
from purrlor.games.meow.bots.training import policy_training, policy_weights
from purrlor.games.meow.bots.training.policy_training import PolicyLearner, TrainingOptions, TreeMatch, join, train
from purrlor.games.meow.bots.training.rows import Rows, blank_rows
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.exponentials import fast_exponential
from purrlor.games.meow.kernels.fast_rules import HAND, WORDS, play_and_note
from purrlor.games.meow.tokens import STANDARD, Token
from tests.games.meow.notated import randomly

pytestmark = pytest.mark.slow
FOUR = Meow(seats=4)
SMALL = TrainingOptions(matches=9, iterations=20, epochs=2, batch=64)


def network_at(seats: int) -> PolicyNetwork:
    policy = load_policy(seats)
    assert policy is not None
    return policy


def decisions(rules: Meow = FOUR, seed: str = "rollouts") -> list[State]:
    return [state for state in randomly(rules, Random(seed)).states if state.turn is not None]


def seen(state: State) -> View:
    assert state.turn is not None
    return FOUR.view(state, state.turn)


def situation_after(rules: Meow, played: int) -> CardDecision:
    """Return a decision after this number of cards of the first round."""
    for state in decisions(rules):
        if state.turn is not None and len(rules.view(state, state.turn).played) == played:
            return CardDecision(rules.view(state, state.turn), rules.legal(state, state.turn))
    raise AssertionError(played)


def true_position(state: State) -> Ints:
    return fast_rules.position(seen(state), [bits_of(hand) for hand in state.hands])


def test_compiled_code_likes_the_cards_that_numpy_likes() -> None:
    learner = PolicyLearner(SMALL)
    policy, table = parse_network(learner.content()), fast_rules.rules_table(FOUR)
    states, played = np.zeros((4, WORDS), np.int64), np.zeros((4, 6), np.int64)
    rows = Rows(table, states, played, np.arange(4, dtype=np.uint64))
    rows.begin((0, 4))
    for _ in range(40):
        known = blank_rows(4)
        rows.show((0, 4), *known)
        likings = learner.judged(known).logits
        for state, shown, legal, logits in zip(states, played, known.legal.tolist(), likings, strict=True):
            write_logits(table, policy, state, shown)
            numbers = [number for number in range(CARDS) if legal >> number & 1]
            assert np.abs(policy.logits[numbers] - logits[numbers]).max() < 1e-3
            assert np.ptp(logits[numbers]) > 1e-3 or len(numbers) == 1
        rows.play((0, 4), np.array([int(cards).bit_length() - 1 for cards in known.legal], np.int64))


def test_pink_and_blue_may_change_places() -> None:
    """The card of the turned position is the turned card."""
    table, policy, changed = fast_rules.rules_table(FOUR), network_at(4), 0
    for state in decisions()[::3]:
        here, shown = true_position(state), shown_cards(seen(state))
        there, shown_there = here.copy(), np.array([swap_colours(int(cards)) for cards in shown])
        for word in (*range(HAND, HAND + 18), fast_rules.PLAYED, fast_rules.LED):
            there[word] = swap_colours(int(there[word]))
        card = most_likely_card(table, policy, here, shown)
        other = most_likely_card(table, policy, there, shown_there)
        same = swap_if_due(here.copy(), shown.copy()) != swap_if_due(there.copy(), shown_there.copy())
        assert not same or other == swap_colours(card)  # unless the hand is alike in both colours
        changed += same
    assert changed > 10


def test_powers_of_e_are_right_to_seven_digits() -> None:
    for exponent in np.linspace(-39.9, 39.9, 997):
        assert fast_exponential(exponent) == pytest.approx(np.exp(exponent), rel=1e-7)
    assert fast_exponential(1000.0) == fast_exponential(40.0)
    assert fast_exponential(-1000.0) == fast_exponential(-40.0)


def test_the_chances_of_all_cards_add_up() -> None:
    table, policy = fast_rules.rules_table(FOUR), network_at(4)
    for state in decisions()[::9]:
        here, shown = true_position(state), shown_cards(seen(state))
        cards = [card for card in (1 << place for place in range(CARDS)) if card & fast_rules.legal(here)]
        chances = [card_probability(table, policy, here, shown, card) for card in cards]
        assert sum(chances) == pytest.approx(1)
        assert max(chances) == pytest.approx(chances[cards.index(most_likely_card(table, policy, here, shown))])


def test_a_deal_is_as_likely_as_all_the_cards_that_were_played_with_it() -> None:
    """With the true hands, multiplied by hand along the round."""
    table, policy, viewer = fast_rules.rules_table(FOUR), network_at(4), Seat(0)
    first_round = [state for state in decisions() if seen(state).round == seen(decisions()[0]).round]
    likely, states = 1.0, first_round[:20]
    for state, after in pairwise(states):
        assert state.turn is not None
        (card,) = {*state.hands[state.turn]} - {*after.hands[state.turn]}
        if state.turn != viewer:
            shown = shown_cards(seen(state))
            likely *= card_probability(table, policy, true_position(state), shown, bits_of([card]))
    view = FOUR.view(states[-1], viewer)
    hands = np.array([[bits_of(hand) for hand in states[-1].hands]], np.int64)
    weights = np.zeros((4, 1))
    weigh_by_policy(table, policy, rollouts.first_position(view), rollouts.plays_of(view), viewer, hands, weights)
    assert weights.prod() == pytest.approx(likely, rel=1e-4)  # singles, added in another order
    assert weights[viewer, 0] == 1
    assert 0 < likely < 1


def fit(situation: CardDecision, deals: Ints) -> bool:
    """Return whether every seat holds as many possible cards as it must, and none is dealt twice."""
    unseen, own = bits_of(situation.view.unseen), bits_of(situation.view.hand)
    for hands in deals.tolist():
        sizes = tuple(hand.bit_count() for hand in hands)
        others = sum(hand for seat, hand in enumerate(hands) if seat != situation.seat)
        if sizes != tuple(situation.view.cards_left) or hands[situation.seat] != own or others & ~unseen:
            return False
        if others.bit_count() != sum(sizes) - own.bit_count():
            return False
    return True


@pytest.mark.parametrize("seats", [4, 6])
def test_sampled_deals_are_consistent_and_explain_more_than_others(seats: int) -> None:
    """Hands of each seat are put together at four seats; at six, whole deals are drawn by the odds of their cards."""
    situation, policy = situation_after(Meow(seats=seats), 20), network_at(seats)
    plays, begin = rollouts.plays_of(situation.view), rollouts.first_position(situation.view)
    alike, sampled = situation.deals.draw(200, seed=1), Rollouts(50, 1000).sample_deals(situation, policy, 1)
    means = list[float]()
    for deals in (alike, sampled):
        weights = np.zeros((seats, len(deals)))
        weigh_by_policy(situation.table, policy, begin, plays, situation.seat, deals, weights)
        means.append(float(np.log(weights).sum(axis=0).mean()))
        assert fit(situation, deals)
    assert means[1] > means[0] + 0.5


def test_where_no_hands_go_together_whole_deals_are_drawn() -> None:
    situation = situation_after(FOUR, 6)
    for seed in range(20):  # with one hand for each seat, or one deal
        assert fit(situation, Rollouts(30, 1).sample_deals(situation, network_at(4), seed))


def test_doubt_leaves_the_order_of_hands_and_lessens_the_distances() -> None:
    weights = np.array([[1e-8, 0.0], [1 / 256, 1.0]])
    temper(weights)
    assert weights.ravel().tolist() == pytest.approx([1e-7, 0, 1 / 128, 1])


def test_cards_are_drawn_as_often_as_they_are_likely() -> None:
    table, policy, random = fast_rules.rules_table(FOUR), network_at(4), source(5)
    state = next(state for state in decisions() if len(FOUR.legal(state, state.turn or Seat(0))) > 5)
    here, shown = true_position(state), shown_cards(seen(state))
    found = Counter(sample_card(table, policy, here, shown, random) for _ in range(4000))
    cards = [1 << place for place in range(CARDS) if fast_rules.legal(here) >> place & 1]
    assert {*found} <= {*cards}
    for card in cards:
        assert found[card] / 4000 == pytest.approx(card_probability(table, policy, here, shown, card), abs=0.04)


def test_every_other_deal_is_played_on_with_the_likeliest_cards() -> None:
    table, policy, state = fast_rules.rules_table(FOUR), network_at(4), decisions()[40]
    situation = CardDecision(seen(state), FOUR.legal(state, state.turn or Seat(0)))
    here, shown = true_position(state), shown_cards(seen(state))
    deals, found = np.array([here[HAND : HAND + 4]] * 60), np.zeros((60, len(situation.cards)))
    round_values = situation.sharp_values
    roll_out(table, policy, situation.start, shown, round_values, deals, situation.cards, found, source(1))
    assert (found[1::2] == found[1]).all()
    assert not (found[::2] == found[0]).all()
    for choice, tried in enumerate(situation.cards.tolist()):
        played, known, won, done, shares = here.copy(), shown.copy(), np.zeros(4, np.int64), 0, np.zeros(4)
        card = tried
        while True:
            known[played[fast_rules.TURN]] |= card
            done = play_and_note(table, played, card, won, done)
            if played[fast_rules.TURN] < 0:
                break
            card = most_likely_card(table, policy, played, known)
        share_out(round_values, won, shares)
        assert found[1, choice] == shares[situation.seat]


def test_the_network_plays_where_it_knows_the_table() -> None:
    others = Meow(seats=4, tokens=(*STANDARD[1:], Token("+10")))
    for rules, known in (
        (FOUR, True),
        (Meow(seats=3), True),
        (Meow(seats=5), True),
        (Meow(seats=6, expert=True), True),  # with or without the variant, all cards are dealt
        (Meow(seats=2), False),
        (Meow(seats=4, expert=True), False),
        (Meow(seats=4, vases="flat"), False),
        (others, False),
    ):
        state = decisions(rules)[0]
        assert state.turn is not None
        assert (policy_at(rules.view(state, state.turn)) is not None) == known


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_same_source_gives_the_same_card_and_tells_what_it_expects(seats: int) -> None:
    rules = Meow(seats=seats)
    state = decisions(rules)[8]
    assert state.turn is not None
    view, legal = rules.view(state, state.turn), rules.legal(state, state.turn)
    tiger = Tiger(rollouts=Rollouts(40, 100, 200))
    choices = [tiger.choose(view, legal, Random("same")) for _ in range(2)]
    assert choices[0] == choices[1]
    policy = policy_at(view)
    assert policy is not None
    best, values = Rollouts(40, 100, 200).values(CardDecision(view, legal), policy, 7)
    assert all(0 <= worth <= 1 for worth in values)
    assert 0 <= best < len(legal)


def test_trees_are_watched_card_by_card() -> None:
    examples = TreeMatch(iterations=30)(5)
    assert 50 < len(examples.cards) <= 27 * 4
    for legal, card, values in zip(
        examples.known.legal.tolist(), examples.cards.tolist(), examples.values, strict=True
    ):
        assert legal >> card & 1
        assert legal & (legal - 1)
        assert np.isfinite(values[card])
        assert all(legal >> place & 1 for place in np.flatnonzero(np.isfinite(values)))


def test_learning_from_the_same_lessons_again_lessens_the_error() -> None:
    learner = PolicyLearner(replace(SMALL, epochs=3))
    examples = join(TreeMatch(iterations=30)(seed) for seed in range(3))
    assert learner.learn(examples) > learner.learn(examples)


def test_training_can_be_repeated_with_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_training, "REPORTED", 4)
    told = list[str]()
    content = train(SMALL, told.append)
    assert [line.partition(" of trees")[0] for line in told[:3]] == [f"{done} of 9 matches" for done in (4, 8, 9)]
    assert told[-1].startswith("held out")
    assert content == train(replace(SMALL, threads=2), lambda _: None)
    assert content != train(replace(SMALL, seed=2), lambda _: None)
    assert content != train(replace(SMALL, seats=3), lambda _: None)
    parse_network(content)


def test_learning_goes_on_from_weights_of_other_tables(tmp_path: Path) -> None:
    examples = join(TreeMatch(3, iterations=200)(seed) for seed in range(4))
    file = tmp_path / "policy.bin"
    file.write_bytes((WEIGHTS / "policy-4.bin").read_bytes())
    anew, on = (PolicyLearner(replace(SMALL, begin=begin)) for begin in (None, policy_weights(str(file))))
    assert np.abs(parse_network(on.content()).first - network_at(4).first).max() < 1e-3
    errors = [float(learner.figures(examples).rpartition(" ")[2]) for learner in (anew, on)]
    assert errors[1] < errors[0] - 0.1
    before = on.content()
    on.learn(examples)
    assert on.content() != before


def test_what_cannot_be_learned_on_from_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"none\.bin cannot be read: No such file"):
        policy_weights(str(tmp_path / "none.bin"))
    (tmp_path / "short.bin").write_bytes(b"abc")
    with pytest.raises(argparse.ArgumentTypeError, match=r"short\.bin has 3 bytes; weights .* have 284610"):
        policy_weights(str(tmp_path / "short.bin"))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_networks_that_come_with_the_game_guess_what_trees_play(seats: int) -> None:
    """Far oftener than chance: about 3 of 5 cards, where 4 or 5 are to choose from."""
    policy, examples, learner = load_policy(seats), TreeMatch(seats, iterations=1000)(11), PolicyLearner(SMALL)
    assert policy is not None
    layers = (policy.first, policy.second, policy.last, policy.card_weights, policy.card_output)
    for part, layer in zip((*learner.net.parts, *learner.cards.parts), layers, strict=True):
        part[:, : layer.shape[1]] = layer
    likings = learner.judged(examples.known).logits
    hits = sum(
        max((place for place in range(CARDS) if legal >> place & 1), key=logits.__getitem__) == card
        for legal, card, logits in zip(examples.known.legal.tolist(), examples.cards.tolist(), likings, strict=True)
    )
    assert hits > 0.4 * len(examples.cards)
