"""What trees play: the network that has learned it, what it says about hidden hands, and playing on with it."""

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
from purrlor.games.meow.bots.policy.features import CARDS, turn_over, turned
from purrlor.games.meow.bots.policy.network import Rival, chance_of, drawn, like_cards, likeliest, parse_rival
from purrlor.games.meow.bots.search import rollouts
from purrlor.games.meow.bots.search.decision import CardSituation
from purrlor.games.meow.bots.search.rollouts import (
    Rollouts,
    doubt,
    learned_rival,
    rival_at,
    shown_cards,
    try_against,
    weigh_by,
)
from purrlor.games.meow.bots.search.values import share_out
from purrlor.games.meow.bots.training import policy_training, rival_weights
from purrlor.games.meow.bots.training.policy_training import Effort, RivalLearner, Watch, joined, train
from purrlor.games.meow.bots.training.self_play import Rows, blank
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.exponentials import power_of_e
from purrlor.games.meow.kernels.fast_rules import HAND, WORDS, award
from purrlor.games.meow.tokens import STANDARD, Token
from tests.games.meow.notated import randomly

pytestmark = pytest.mark.slow
FOUR = Meow(seats=4)
SMALL = Effort(matches=9, iterations=20, epochs=2, batch=64)


def network_at(seats: int) -> Rival:
    rival = learned_rival(seats)
    assert rival is not None
    return rival


def decisions(rules: Meow = FOUR, seed: str = "rollouts") -> list[State]:
    return [state for state in randomly(rules, Random(seed)).states if state.turn is not None]


def seen(state: State) -> View:
    assert state.turn is not None
    return FOUR.view(state, state.turn)


def situation_after(rules: Meow, played: int) -> CardSituation:
    """Of a decision after this number of cards of the first round."""
    for state in decisions(rules):
        if state.turn is not None and len(rules.view(state, state.turn).played) == played:
            return CardSituation(rules.view(state, state.turn), rules.legal(state, state.turn))
    raise AssertionError(played)


def true_position(state: State) -> Ints:
    return fast_rules.position(seen(state), [bits_of(hand) for hand in state.hands])


def test_compiled_code_likes_the_cards_that_numpy_likes() -> None:
    learner = RivalLearner(SMALL)
    rival, table = parse_rival(learner.content()), fast_rules.table_of(FOUR)
    states, played = np.zeros((4, WORDS), np.int64), np.zeros((4, 6), np.int64)
    rows = Rows(table, states, played, np.arange(4, dtype=np.uint64))
    rows.begin((0, 4))
    for _ in range(40):
        known = blank(4)
        rows.show((0, 4), *known)
        likings = learner.judged(known).liking
        for state, shown, legal, liking in zip(states, played, known.legal.tolist(), likings, strict=True):
            like_cards(table, rival, state, shown)
            numbers = [number for number in range(CARDS) if legal >> number & 1]
            assert np.abs(rival.liking[numbers] - liking[numbers]).max() < 1e-3
            assert np.ptp(liking[numbers]) > 1e-3 or len(numbers) == 1
        rows.play((0, 4), np.array([int(cards).bit_length() - 1 for cards in known.legal], np.int64))


def test_pink_and_blue_may_change_places() -> None:
    """The card of the turned position is the turned card."""
    table, rival, changed = fast_rules.table_of(FOUR), network_at(4), 0
    for state in decisions()[::3]:
        here, shown = true_position(state), shown_cards(seen(state))
        there, shown_there = here.copy(), np.array([turned(int(cards)) for cards in shown])
        for word in (*range(HAND, HAND + 18), fast_rules.PLAYED, fast_rules.LED):
            there[word] = turned(int(there[word]))
        card = likeliest(table, rival, here, shown)
        other = likeliest(table, rival, there, shown_there)
        same = turn_over(here.copy(), shown.copy()) != turn_over(there.copy(), shown_there.copy())
        assert not same or other == turned(card)  # unless the hand is alike in both colours
        changed += same
    assert changed > 10


def test_powers_of_e_are_right_to_seven_digits() -> None:
    for exponent in np.linspace(-39.9, 39.9, 997):
        assert power_of_e(exponent) == pytest.approx(np.exp(exponent), rel=1e-7)
    assert power_of_e(1000.0) == power_of_e(40.0)
    assert power_of_e(-1000.0) == power_of_e(-40.0)


def test_the_chances_of_all_cards_add_up() -> None:
    table, rival = fast_rules.table_of(FOUR), network_at(4)
    for state in decisions()[::9]:
        here, shown = true_position(state), shown_cards(seen(state))
        cards = [card for card in (1 << place for place in range(CARDS)) if card & fast_rules.legal(here)]
        chances = [chance_of(table, rival, here, shown, card) for card in cards]
        assert sum(chances) == pytest.approx(1)
        assert max(chances) == pytest.approx(chances[cards.index(likeliest(table, rival, here, shown))])


def test_a_deal_is_as_likely_as_all_the_cards_that_were_played_with_it() -> None:
    """With the true hands, multiplied by hand along the round."""
    table, rival, viewer = fast_rules.table_of(FOUR), network_at(4), Seat(0)
    first_round = [state for state in decisions() if seen(state).round == seen(decisions()[0]).round]
    likely, states = 1.0, first_round[:20]
    for state, after in pairwise(states):
        assert state.turn is not None
        (card,) = {*state.hands[state.turn]} - {*after.hands[state.turn]}
        if state.turn != viewer:
            shown = shown_cards(seen(state))
            likely *= chance_of(table, rival, true_position(state), shown, bits_of([card]))
    view = FOUR.view(states[-1], viewer)
    hands = np.array([[bits_of(hand) for hand in states[-1].hands]], np.int64)
    weights = np.zeros((4, 1))
    weigh_by(table, rival, rollouts.first_position(view), rollouts.plays_of(view), viewer, hands, weights)
    assert weights.prod() == pytest.approx(likely, rel=1e-4)  # singles, added in another order
    assert weights[viewer, 0] == 1
    assert 0 < likely < 1


def fit(situation: CardSituation, deals: Ints) -> bool:
    """Whether every seat holds as many cards as it must, of those that may be there, and none is dealt twice."""
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
def test_believed_deals_fit_and_explain_more_than_others(seats: int) -> None:
    """Hands of each seat are put together at four seats; at six, whole deals are drawn by the odds of their cards."""
    situation, rival = situation_after(Meow(seats=seats), 20), network_at(seats)
    plays, begin = rollouts.plays_of(situation.view), rollouts.first_position(situation.view)
    alike, believed = situation.deals.draw(200, seed=1), Rollouts(50, 1000).believed(situation, rival, 1)
    means = list[float]()
    for deals in (alike, believed):
        weights = np.zeros((seats, len(deals)))
        weigh_by(situation.table, rival, begin, plays, situation.seat, deals, weights)
        means.append(float(np.log(weights).sum(axis=0).mean()))
        assert fit(situation, deals)
    assert means[1] > means[0] + 0.5


def test_where_no_hands_go_together_whole_deals_are_drawn() -> None:
    situation = situation_after(FOUR, 6)
    for seed in range(20):  # with one hand for each seat, or one deal
        assert fit(situation, Rollouts(30, 1).believed(situation, network_at(4), seed))


def test_doubt_leaves_the_order_of_hands_and_lessens_the_distances() -> None:
    weights = np.array([[1e-8, 0.0], [1 / 256, 1.0]])
    doubt(weights)
    assert weights.ravel().tolist() == pytest.approx([1e-7, 0, 1 / 128, 1])


def test_cards_are_drawn_as_often_as_they_are_likely() -> None:
    table, rival, random = fast_rules.table_of(FOUR), network_at(4), source(5)
    state = next(state for state in decisions() if len(FOUR.legal(state, state.turn or Seat(0))) > 5)
    here, shown = true_position(state), shown_cards(seen(state))
    found = Counter(drawn(table, rival, here, shown, random) for _ in range(4000))
    cards = [1 << place for place in range(CARDS) if fast_rules.legal(here) >> place & 1]
    assert {*found} <= {*cards}
    for card in cards:
        assert found[card] / 4000 == pytest.approx(chance_of(table, rival, here, shown, card), abs=0.04)


def test_every_other_deal_is_played_on_with_the_likeliest_cards() -> None:
    table, rival, state = fast_rules.table_of(FOUR), network_at(4), decisions()[40]
    situation = CardSituation(seen(state), FOUR.legal(state, state.turn or Seat(0)))
    here, shown = true_position(state), shown_cards(seen(state))
    deals, found = np.array([here[HAND : HAND + 4]] * 60), np.zeros((60, len(situation.cards)))
    stakes = situation.sharp_stakes
    try_against(table, rival, situation.start, shown, stakes, deals, situation.cards, found, source(1))
    assert (found[1::2] == found[1]).all()
    assert not (found[::2] == found[0]).all()
    for choice, tried in enumerate(situation.cards.tolist()):
        played, known, won, done, shares = here.copy(), shown.copy(), np.zeros(4, np.int64), 0, np.zeros(4)
        card = tried
        while True:
            known[played[fast_rules.TURN]] |= card
            done = award(table, played, card, won, done)
            if played[fast_rules.TURN] < 0:
                break
            card = likeliest(table, rival, played, known)
        share_out(stakes, won, shares)
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
        assert (rival_at(rules.view(state, state.turn)) is not None) == known


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_same_source_gives_the_same_card_and_tells_what_it_expects(seats: int) -> None:
    rules = Meow(seats=seats)
    state = decisions(rules)[8]
    assert state.turn is not None
    view, legal = rules.view(state, state.turn), rules.legal(state, state.turn)
    tiger = Tiger(rollouts=Rollouts(40, 100, 200))
    choices = [tiger.choose(view, legal, Random("same")) for _ in range(2)]
    assert choices[0] == choices[1]
    rival = rival_at(view)
    assert rival is not None
    best, worths = Rollouts(40, 100, 200).worths(CardSituation(view, legal), rival, 7)
    assert all(0 <= worth <= 1 for worth in worths)
    assert 0 <= best < len(legal)


def test_trees_are_watched_card_by_card() -> None:
    lessons = Watch(iterations=30)(5)
    assert 50 < len(lessons.cards) <= 27 * 4
    for legal, card, worths in zip(lessons.known.legal.tolist(), lessons.cards.tolist(), lessons.worths, strict=True):
        assert legal >> card & 1
        assert legal & (legal - 1)
        assert np.isfinite(worths[card])
        assert all(legal >> place & 1 for place in np.flatnonzero(np.isfinite(worths)))


def test_learning_from_the_same_lessons_again_lessens_the_error() -> None:
    learner = RivalLearner(replace(SMALL, epochs=3))
    lessons = joined(Watch(iterations=30)(seed) for seed in range(3))
    assert learner.learn(lessons) > learner.learn(lessons)


def test_training_can_be_repeated_with_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_training, "REPORTED", 4)
    told = list[str]()
    content = train(SMALL, told.append)
    assert [line.partition(" of trees")[0] for line in told[:3]] == [f"{done} of 9 matches" for done in (4, 8, 9)]
    assert told[-1].startswith("held out")
    assert content == train(replace(SMALL, threads=2), lambda _: None)
    assert content != train(replace(SMALL, seed=2), lambda _: None)
    assert content != train(replace(SMALL, seats=3), lambda _: None)
    parse_rival(content)


def test_learning_goes_on_from_weights_of_other_tables(tmp_path: Path) -> None:
    lessons = joined(Watch(3, iterations=200)(seed) for seed in range(4))
    file = tmp_path / "rival.bin"
    file.write_bytes((rollouts.WEIGHTS / "policy-4.bin").read_bytes())
    anew, on = (RivalLearner(replace(SMALL, begin=begin)) for begin in (None, rival_weights(str(file))))
    assert np.abs(parse_rival(on.content()).first - network_at(4).first).max() < 1e-3
    errors = [float(learner.figures(lessons).rpartition(" ")[2]) for learner in (anew, on)]
    assert errors[1] < errors[0] - 0.1
    before = on.content()
    on.learn(lessons)
    assert on.content() != before


def test_what_cannot_be_learned_on_from_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"none\.bin cannot be read: No such file"):
        rival_weights(str(tmp_path / "none.bin"))
    (tmp_path / "short.bin").write_bytes(b"abc")
    with pytest.raises(argparse.ArgumentTypeError, match=r"short\.bin has 3 bytes; weights .* have 284610"):
        rival_weights(str(tmp_path / "short.bin"))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_networks_that_come_with_the_game_guess_what_trees_play(seats: int) -> None:
    """Far oftener than chance: about 3 of 5 cards, where 4 or 5 are to choose from."""
    rival, lessons, learner = learned_rival(seats), Watch(seats, iterations=1000)(11), RivalLearner(SMALL)
    assert rival is not None
    layers = (rival.first, rival.second, rival.last, rival.standing, rival.verdict)
    for part, layer in zip((*learner.net.parts, *learner.cards.parts), layers, strict=True):
        part[:, : layer.shape[1]] = layer
    likings = learner.judged(lessons.known).liking
    hits = sum(
        max((place for place in range(CARDS) if legal >> place & 1), key=liking.__getitem__) == card
        for legal, card, liking in zip(lessons.known.legal.tolist(), lessons.cards.tolist(), likings, strict=True)
    )
    assert hits > 0.4 * len(lessons.cards)
