"""MEOW's bots play by the rules, use no hidden information, and find obvious moves."""

from random import Random
from time import process_time

import numpy as np
import pytest
from msgspec.structs import replace

from purrlor.core import Seat
from purrlor.games.meow import ALL_CARDS, Action, Meow, Pile, State, View, winning_place
from purrlor.games.meow.bots.heuristic import Kitten, Tabby
from purrlor.games.meow.bots.players import Lynx, Tiger
from purrlor.games.meow.bots.search.beliefs import sample_from_belief
from purrlor.games.meow.bots.search.decision import CardDecision
from purrlor.games.meow.bots.search.playouts import cheapest, dearest, heuristic_answer
from purrlor.games.meow.bots.search.rollouts import Rollouts
from purrlor.games.meow.kernels.bits import COLOUR_BITS, bits_of, cards_of
from purrlor.games.meow.kernels.deals import Deals, disguise
from purrlor.games.meow.kernels.fast_rules import taking_lead
from purrlor.kit import Bot, level, levels
from purrlor.lab.arena import Arena
from purrlor.lab.playout import play_out
from purrlor.lab.report import rungs
from tests.games.meow.notated import TABLES, after, cards, dealt, randomly, table_name, tokens

pytestmark = pytest.mark.slow

QUICK = Tiger(iterations=60, deals=6, rollouts=Rollouts(8, 20, 60), growth=120)
EVERYBODY: list[Bot[View, Action]] = [Kitten(), Tabby(), Lynx(4), QUICK]


def asked(bot: Bot[View, Action], state: State, rules: Meow | None = None, source: str = "s") -> str:
    rules = rules or Meow(seats=len(state.hands))
    assert state.turn is not None
    return str(bot.choose(rules.view(state, state.turn), rules.legal(state, state.turn), Random(source)).action)


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_all_play_whole_matches_by_the_rules(rules: Meow) -> None:
    """The first match also compiles what the arena's strongest level runs."""
    bots = [EVERYBODY[seat % len(EVERYBODY)] for seat in range(rules.seats)][::-1]
    assert play_out(rules, bots, "legal").over


def test_the_levels_go_from_the_weakest_to_the_strongest() -> None:
    assert [each.name for each in levels("meow")] == ["uniform", "kitten", "tabby", "lynx", "tiger"]
    assert [arena.names for arena in rungs(Meow(seats=2), "ladder")][-1] == ("tiger", "lynx")


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_hidden_cards_make_no_difference(rules: Meow) -> None:
    """Another world that looks the same to the seat gets the same card from every bot."""
    random = Random(f"peek {rules}")
    states = [state for state in randomly(rules, random).states if state.turn is not None]
    for bot in EVERYBODY:
        state = random.choice(states)
        assert asked(bot, state, rules) == asked(bot, disguise(rules, state, state.turn, random), rules)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("bot", EVERYBODY, ids=lambda bot: type(bot).__name__)
def test_the_same_source_and_budget_give_the_same_card(bot: Bot[View, Action], seats: int) -> None:
    rules = Meow(seats=seats)
    states = [state for state in randomly(rules, Random("same")).states if state.turn is not None]
    for state in states[::17]:
        assert len({asked(bot, state, rules, source="one") for _ in range(3)}) == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_a_clock_may_stop_the_search(seats: int) -> None:
    rules = Meow(seats=seats)
    state = next(s for s in randomly(rules, Random("clock")).states if s.turn is not None)
    asked(Tiger(iterations=160, deals=16, growth=160), state, rules)  # compiled by now
    endless = Tiger(iterations=400_000, deals=4_000, growth=400_000, seconds=0.05)
    began = process_time()
    assert asked(endless, state, rules).startswith("play")
    assert process_time() - began < 5


STRONG = [Lynx(40), Tiger(iterations=400, deals=20, rollouts=Rollouts(40, 80, 400), growth=800)]


@pytest.mark.parametrize("bot", [Tabby(), *STRONG], ids=lambda bot: type(bot).__name__)
class TestPlainSituations:
    def test_the_last_to_play_wins_a_bowl(self, bot: Bot[View, Action]) -> None:
        assert asked(bot, after(dealt("P5 B2", "P9 P2", row="+10 -1"), "P5")) == "play P9"

    def test_the_last_to_play_ducks_a_fishbone(self, bot: Bot[View, Action]) -> None:
        assert asked(bot, after(dealt("P5 B2", "P9 P2", row="-10 +1"), "P5")) == "play P2"

    def test_a_one_beats_the_eighteen(self, bot: Bot[View, Action]) -> None:
        assert asked(bot, after(dealt("P18 B2", "P1 P17", row="+10 -1"), "P18")) == "play P1"

    def test_nobody_wants_a_second_vase(self, bot: Bot[View, Action]) -> None:
        state = replace(dealt("P5 B2", "P9 P2", row="vase +1"), piles=(Pile(), Pile(tokens("vase"))))
        assert asked(bot, after(state, "P5")) == "play P2"

    def test_a_fish_makes_room_for_a_fishbone_and_saves_the_high_card(self, bot: Bot[View, Action]) -> None:
        """With a fish in the pile the worst fishbone costs nothing."""
        state = replace(dealt("P5 B2", "P9 P2", row="fish -1"), piles=(Pile(), Pile(tokens("-10"))))
        assert asked(bot, after(state, "P5")) == "play P9"


@pytest.mark.parametrize("bot", STRONG, ids=lambda bot: type(bot).__name__)
def test_the_highest_trump_takes_the_bowl_and_not_the_fishbone(bot: Bot[View, Action]) -> None:
    assert asked(bot, dealt("G18 P2", "G3 P5", row="+10 -10")) == "play G18"
    assert asked(bot, dealt("G18 P2", "G3 P5", row="-10 +10")) == "play P2"


def test_two_experts_are_solved_from_the_first_card() -> None:
    rules = Meow(seats=2, expert=True)
    state = next(s for s in randomly(rules, Random("experts")).states if s.turn is not None)
    situation = CardDecision(rules.view(state, state.turn), rules.legal(state, state.turn or Seat(0)))
    known = situation.known()
    assert known is not None
    best = str(situation.legal[known.index(max(known))])
    assert asked(Tiger(), state, rules, "a") == asked(Tiger(), state, rules, "b") == best


def test_without_all_hands_nothing_is_solved_at_once() -> None:
    rules = Meow(seats=2)
    state = next(s for s in randomly(rules, Random("hidden")).states if s.turn is not None)
    assert CardDecision(rules.view(state, state.turn), rules.legal(state, state.turn or Seat(0))).known() is None


def test_which_cards_take_the_lead_is_what_the_rules_say() -> None:
    random = Random("lead")
    for _ in range(300):
        trick = random.sample(ALL_CARDS, random.randint(1, 5))
        taking = cards_of(taking_lead(bits_of(trick), COLOUR_BITS[trick[0].colour]))
        others = [card for card in ALL_CARDS if card not in trick]
        assert {card for card in others if card in taking} == {
            card for card in others if winning_place([*trick, card]) == len(trick)
        }


def test_common_sense_wins_cheaply_and_ducks_high() -> None:
    hand, winning = bits_of(cards("P3 P9 P12 P15")), bits_of(cards("P12 P15"))
    assert cards_of(heuristic_answer(hand, winning, True, 5.0)) == cards("P12")
    assert cards_of(heuristic_answer(hand, winning, True, -5.0)) == cards("P9")
    assert cards_of(cheapest(bits_of(cards("P7 B5 G2")))) == cards("B5")
    assert cards_of(dearest(bits_of(cards("P7 B9")))) == cards("B9")


def test_a_player_who_did_not_take_a_big_bowl_is_believed_to_hold_less() -> None:
    """Seat 2 let a bowl of 10 go to a pink 9: it hardly holds a higher pink card."""
    rules = Meow(seats=2)
    state = after(dealt("P9 B2 B3", "P2 B9 G4", row="+10 +1 +2"), "P9", "P2")
    view = rules.view(state, Seat(0))
    deals = Deals.of(view).draw(4000, seed=1)
    higher = bits_of(cards("P10 P11 P12 P13 P14 P15 P16 P17 P18"))
    share = [
        np.count_nonzero(found[:, 1] & higher) / len(found) for found in (deals, sample_from_belief(view, deals, 1000))
    ]
    assert share[1] < 0.8 * share[0]


def test_the_ladder_shares_deals_and_rotates_seats() -> None:
    """Equal bots that need no chance of their own reach the same from every rotation of a deal."""
    assert all(rung.duplicate for rung in rungs(Meow(seats=3), "equal"))
    equals = Arena(Meow(seats=3), ("tabby", "tabby", "tabby"), "equal", duplicate=True)
    first = equals.standings(equals.play(3))[0]
    assert first.share.mean == pytest.approx(1 / 3)
    assert first.margin.mean == pytest.approx(0)


@pytest.mark.nightly
@pytest.mark.parametrize("rung", rungs(Meow(seats=2), "smoke"), ids=lambda rung: rung.names[0])
def test_every_rung_stands_above_the_one_below(rung: Arena) -> None:
    matches = 60 if "tiger" in rung.names else 120  # the tiger thinks for half a minute in 60
    assert rung.standings(rung.play(matches))[0].share.mean > 0.55


@pytest.mark.parametrize("seats", [2, 4])
def test_the_strongest_answers_in_about_a_second(seats: int) -> None:
    rules = Meow(seats=seats)
    tiger = level("meow", "tiger").make(rules)
    state = next(s for s in randomly(rules, Random("time")).states if s.turn is not None)
    asked(tiger, state, rules)
    began = process_time()
    asked(tiger, state, rules)
    assert process_time() - began < 3
