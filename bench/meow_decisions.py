"""The quality of the hands that MEOW's `tiger` guesses and of its cards, at three to six seats, decision by decision.

    python -m bench.meow_decisions beliefs --decisions 100         # about two seconds each
    python -m bench.meow_decisions cards --seats 6 --decisions 200 # about five seconds each at four seats

It takes hundreds of matches to show such differences. So trees play matches, and at some of their decisions the guesses
are compared with the true hands, or every card is played out by real trees.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from purrlor.compiled.bits import Ints, Source, source
from purrlor.core import Fates, Match, fate_key, secret_from_text
from purrlor.games.meow import Meow
from purrlor.games.meow.bots.policy.network import PolicyNetwork, most_likely_card
from purrlor.games.meow.bots.search.beliefs import choose_deals, multiply_out
from purrlor.games.meow.bots.search.decision import CardDecision
from purrlor.games.meow.bots.search.ismcts import new_tree
from purrlor.games.meow.bots.search.rollouts import Rollouts, policy_at, shown_cards, weigh_hands
from purrlor.games.meow.bots.search.values import share_out, values_of_position
from purrlor.games.meow.bots.training.policy_training import TreeMatch
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import bits_of
from purrlor.games.meow.kernels.fast_rules import play_and_note

PLAYERS = 2000
"""Iterations of the trees that play the matches."""
TREE, ON = 10_000, 1000
"""Iterations of the tree that is compared, and of those that play on after it."""
EVERY = 8
"""One decision in this number is measured, at random."""
DEALS = 128
"""The number of deals on which each card is played out."""
LEAST = 0.001
"""The lower bound for the probability of a guess."""


class Decision(NamedTuple):
    situation: CardDecision
    hands: list[int]
    """The true hands of all seats."""
    seed: int


def decisions(seats: int, number: int, name: str) -> Iterator[Decision]:
    random, begun = Random(name), 0
    while True:
        begun += 1
        match = Match(Meow(seats=seats), Fates(fate_key(secret_from_text(f"{name}/{begun}"))))
        while not match.over:
            if match.awaiting.chance is not None:
                match.draw()
                continue
            (seat,) = match.awaiting.seats
            view, legal = match.view(seat), match.legal(seat)
            if len(legal) == 1:
                match.act(seat, legal[0])
                continue
            situation, seed = CardDecision(view, legal), random.getrandbits(60)
            if not random.randrange(EVERY) and len(view.played) > seats and situation.known() is None:
                yield Decision(situation, [bits_of(hand) for hand in match.state.hands], seed)
                number -= 1
                if not number:
                    return
            visits, _ = _grown(situation, PLAYERS, seed)
            match.act(seat, legal[max(range(len(legal)), key=visits.__getitem__)])


def _grown(situation: CardDecision, iterations: int, seed: int) -> tuple[list[float], list[float]]:
    tree = new_tree(iterations)
    situation.grow(tree, situation.deals.draw(iterations, seed=seed), iterations, source(seed))
    return situation.read(tree)


def network(situation: CardDecision) -> PolicyNetwork:
    policy = policy_at(situation.view)
    assert policy is not None
    return policy


# Beliefs


def missed(decision: Decision, deals: Ints) -> float:
    """Return the mean logarithmic error of guessing which seat, if any, holds each hidden card."""
    situation = decision.situation
    others = [seat for seat in range(len(decision.hands)) if seat != situation.seat]
    errors = list[float]()
    hidden: list[int] = situation.deals.hidden.cards.tolist()
    for card in hidden:
        shares = [int(np.count_nonzero(deals[:, seat] & card)) / len(deals) for seat in others]
        shares.append(1 - sum(shares))
        holder = next((place for place, seat in enumerate(others) if decision.hands[seat] & card), len(others))
        errors.append(-float(np.log(max(LEAST, shares[holder]))))
    return sum(errors) / len(errors)


def whole_deals(decision: Decision, number: int) -> Ints:
    """Return a number of consistent deals, weighted by the network; as many as `tiger` uses are chosen from them."""
    situation = decision.situation
    deals, chances = situation.deals.draw(number, seed=decision.seed), np.ones(number)
    multiply_out(weigh_hands(situation, network(situation), deals), chances)
    chosen = np.zeros((Rollouts.deals, deals.shape[1]), np.int64)
    choose_deals(deals, chances, chosen)
    return chosen


def ways_to_believe() -> dict[str, Callable[[Decision], Ints]]:
    def whole(number: int) -> Callable[[Decision], Ints]:
        return lambda each: whole_deals(each, number)

    def join(number: int) -> Callable[[Decision], Ints]:
        return lambda each: Rollouts(hands=number).join(each.situation, network(each.situation), each.seed)

    def tilted(number: int) -> Callable[[Decision], Ints]:
        return lambda each: Rollouts(hands=number).tilted(each.situation, network(each.situation), each.seed)

    return {
        "all deals alike": lambda each: each.situation.deals.draw(16_000, seed=each.seed),
        **{f"{number} whole deals": whole(number) for number in (4000, 16_000)},
        **{f"{number} hands of each seat": join(number) for number in (1000, 2000, 4000)},
        **{f"{number} deals by the odds of their cards": tilted(number) for number in (1000, 2000, 4000)},
    }


def beliefs(seats: int, number: int, name: str) -> None:
    ways = ways_to_believe()
    errors, seconds = {way: list[float]() for way in ways}, dict.fromkeys(ways, 0.0)
    for decision in decisions(seats, number, name):
        for way, believe in ways.items():
            if not errors[way]:
                believe(decision)  # compile now, so that it is not timed
            began = perf_counter()
            deals = believe(decision)
            seconds[way] += perf_counter() - began
            errors[way].append(missed(decision, deals))
    first = next(iter(ways))
    print("| beliefs | error | less than alike | seconds |\n|---|---|---|---|")
    for way, found in errors.items():
        less = [one - other for one, other in zip(errors[first], found, strict=True)]
        print(f"| {way} | {np.mean(found):.4f} | {_mean(less, 4)} | {seconds[way] / number:.3f} |")


def _mean(values: Sequence[float], digits: int) -> str:
    """Format the mean with one standard error."""
    return f"{np.mean(values):+.{digits}f} ± {np.std(values) / sqrt(len(values)):.{digits}f}"


# Cards


def ways_to_choose() -> dict[str, Callable[[Decision], int]]:
    def likeliest_card(decision: Decision) -> int:
        situation = decision.situation
        state = situation.start.copy()
        state[fast_rules.HAND + situation.seat] = decision.hands[situation.seat]
        return most_likely_card(situation.table, network(situation), state, shown_cards(situation.view))

    def tree(decision: Decision) -> int:
        visits, _ = _grown(decision.situation, TREE, decision.seed)
        return int(decision.situation.cards[int(np.argmax(visits))])

    def tiger(decision: Decision) -> int:
        situation = decision.situation
        return int(situation.cards[Rollouts().values(situation, network(situation), decision.seed).best])

    return {"tiger": tiger, f"a tree of {TREE} iterations, all deals alike": tree, "the network alone": likeliest_card}


def brings(decision: Decision, deals: Ints, card: int, random: Source) -> list[float]:
    """Return the result of a card on each deal if real trees play on for all seats to the end of the round."""
    situation, seats, found = decision.situation, len(decision.hands), list[float]()
    watch = TreeMatch(seats, ON)
    for deal in deals:
        state, won, shares = situation.start.copy(), np.zeros(seats, np.int64), np.zeros(seats)
        state[fast_rules.HAND : fast_rules.HAND + seats] = deal
        done = play_and_note(situation.table, state, card, won, 0)
        while state[fast_rules.TURN] >= 0:
            done = play_and_note(situation.table, state, _tree_card(watch, situation, state, random), won, done)
        share_out(situation.sharp_values, won, shares)
        found.append(float(shares[situation.seat]))
    return found


def _tree_card(watch: TreeMatch, situation: CardDecision, state: Any, random: Source) -> int:
    legal = fast_rules.legal(state)
    if not legal & (legal - 1):
        return legal
    cards, found = watch.asked(situation.table, state, values_of_position(situation.table, state), random)
    return int(cards[int(np.argmax(found[:, 0]))])


def cards(seats: int, number: int, name: str) -> None:
    ways, random = ways_to_choose(), source(1)
    gains = {way: list[float]() for way in ways}
    for decision in decisions(seats, number, name):
        chosen = {way: choose(decision) for way, choose in ways.items()}
        deals = Rollouts(DEALS, 8000).sample_deals(decision.situation, network(decision.situation), decision.seed + 1)
        different = len({*chosen.values()}) > 1
        worth = {card: brings(decision, deals, card, random) for card in {*chosen.values()}} if different else {}
        for way, card in chosen.items():
            less = float(np.mean(worth[card]) - np.mean(worth[chosen["tiger"]])) if different else 0.0
            gains[way].append(100 * less)
    print("| way | compared with `tiger`, in hundredths of a win |\n|---|---|")
    for way, found in gains.items():
        print(f"| {way} | {_mean(found, 3)} |")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench meow_decisions")
    parser.add_argument("what", choices=("beliefs", "cards"))
    parser.add_argument("--seats", type=int, choices=(3, 4, 5, 6), default=4, help="at the table (4)")
    parser.add_argument("--decisions", type=int, default=100, metavar="N", help="how many (100)")
    parser.add_argument("--seed", default="decisions", metavar="TEXT", help="what all follows from")
    args = parser.parse_args(arguments)
    if args.decisions < 1:
        parser.error("--decisions: at least 1")
    (beliefs if args.what == "beliefs" else cards)(args.seats, args.decisions, f"{args.seed}/{args.what}")


if __name__ == "__main__":
    main(sys.argv[1:])
