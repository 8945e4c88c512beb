"""The story of every event."""

from typing import Any

from purrlor.core import Note, Seat
from purrlor.games.addi_cats import AddiCats, Phase
from purrlor.games.addi_cats import story as told
from purrlor.games.addi_cats.state import FightWon
from purrlor.words import kind_key, words

from .notated import CALM, DUEL, QUARTET, TRIO, after, laid, said


def test_the_deal_is_described_without_the_cards() -> None:
    state = TRIO.initial()
    fate = " ".join(str(card) for card in TRIO.cards)
    assert said(TRIO, state, f"0 fate {fate}") == ["137 cards are dealt, face down."]


def test_the_first_player_is_announced() -> None:
    rules = AddiCats(seats=3)
    assert said(rules, rules.initial(), "0 fate seat2") == ["Bob goes first."]


def test_a_turned_card_is_named() -> None:
    state = laid(TRIO, "3+8 2 |", "clock 4 |", "6 |")
    assert said(TRIO, state, "0 seat1 turn", viewer=0) == ["You turn 3+8."]
    assert said(TRIO, state, "0 seat1 turn", "2000 timeout", "2000 seat2 turn") == ["Bob turns Clock."]
    assert said(TRIO, state, "10000 timeout")[0] == "Ann sleeps; the card turns by itself: 3+8."


def test_a_hit_is_described_with_its_reaction_time() -> None:
    state = laid(TRIO, "14 2 |", "4 | 7+7", "6 |")
    assert said(TRIO, state, "100 seat1 turn", "823 seat2 hit head") == ["Bob hits the mouse’s head after 723 ms."]


def test_a_verdict_names_winner_losers_and_all_additions_of_the_sum() -> None:
    state = laid(TRIO, "2 | 4", "4 | 3 2+2", "6 | 20")
    assert said(TRIO, state, "700 seat2 hit head", "719 timeout") == [
        "Bob was fastest. Cards for Ann: 2. 4 = 1+3 = 2+2 = 3+1."
    ]


def test_greed_is_described_with_its_reason() -> None:
    state = laid(TRIO, "2 | 14", "4 | 5", "6 | 20")
    assert said(TRIO, state, "700 seat3 hit head", "719 timeout", viewer=2) == [
        "You were greedy: no two sums were equal. Cards taken: 3."
    ]
    state = laid(TRIO, "2 | 14", "4 | 7+7", "6 | 20")
    assert "the fight was between others" in said(TRIO, state, "700 seat3 hit head", "719 timeout")[0]


def test_a_late_hit_is_described_as_harmless() -> None:
    state = laid(TRIO, "2 | 14", "4 | 7+7", "6 | 20")
    lines = ("700 seat1 hit head", "719 timeout", "800 seat2 hit body")
    assert said(TRIO, state, *lines) == ["Bob is too late; no harm done."]


def test_the_same_moment_is_described() -> None:
    state = laid(TRIO, "2 | 14", "4 | 7+7", "6 | 20")
    lines = ("700 seat1 hit head", "705 seat2 hit head", "719 timeout")
    assert said(TRIO, state, *lines) == ["Ann and Bob hit at the same moment; lots are drawn."]


def test_a_sumo_is_described_from_call_to_verdict() -> None:
    state = laid(QUARTET, "sumo 2 |", "4 | 19", "6 | 12", "8 | 1+2")
    assert said(QUARTET, state, "0 seat1 turn")[1] == "Sumo: 19 against 3. Bob and Dan, hit!"
    lines = ("0 seat1 turn", "700 seat2 hit head", "719 timeout")
    assert said(QUARTET, state, *lines) == ["Bob wins the Sumo of 19 against 3. Cards for Dan: 1."]


def test_a_chase_and_a_trap_are_described() -> None:
    state = laid(TRIO, "chase 2 | 3", "4 | 5 6", "8 | 20")
    lines = ("0 seat1 turn", "400 seat3 hit body", "500 seat1 hit body", "519 timeout")
    assert said(TRIO, state, *lines, viewer=1) == [
        "Cleo is first in the Chase and plays next.",
        "You are last in the Chase. Cards put under: 2.",
    ]
    state = laid(TRIO, "trap 2 | 3", "4 | 5 6", "8 | 20")
    assert said(TRIO, state, "0 seat1 turn", "3000 timeout") == ["Ann is caught in the Trap. Cards taken: 2."]


def test_the_end_is_described() -> None:
    state = laid(TRIO, "| u-turn", "4 | 2+2", "6 | 4")
    assert said(TRIO, state, "700 seat1 hit head", "719 timeout")[1:] == [
        "Ann has no cards left.",
        "Ann wins. Cards left: 0.",
    ]
    state = laid(TRIO, "4 |", "| 14 2", "| 20")
    assert said(TRIO, state, "0 seat1 turn")[1:] == [
        "No card can be turned any more.",
        "Ann and Cleo share the victory. Cards left to each: 1.",
    ]


def test_without_a_clock_the_story_says_who_decided_but_not_how() -> None:
    state = after(CALM, laid(CALM, "2 3 | 5", "4 |", "6 |"), "0 seat1 turn")
    assert said(CALM, state, "0 seat2 hit") == said(CALM, state, "0 seat2 pass") == ["Bob has decided."]


def test_the_last_verdict_stays_in_view_until_the_next_card() -> None:
    state = laid(TRIO, "2 | 14", "4 | 7+7", "6 | 20")
    state = after(TRIO, state, "700 seat1 hit head", "719 timeout", "2719 timeout")
    assert [type(note) for note in TRIO.view(state, Seat(0)).verdict] == [FightWon]
    assert TRIO.view(after(TRIO, state, "2719 seat1 turn"), None).verdict == ()


def test_a_view_shows_which_window_runs_and_until_when() -> None:
    state = after(TRIO, laid(TRIO, "chase 2 |", "4 | 7+7", "6 | 20"), "100 seat1 turn")
    assert (TRIO.view(state, None).phase, TRIO.view(state, None).deadline) == (Phase.CHASE, 3100)
    state = after(TRIO, state, "500 seat1 hit head")
    assert [hit.seat for hit in TRIO.view(state, Seat(2)).hits] == [0]


def test_there_are_words_for_every_note() -> None:
    kinds: list[Any] = [kind for kind in vars(told).values() if isinstance(kind, type) and issubclass(kind, Note)]
    missing = [kind.__name__ for kind in kinds if kind is not Note and kind_key("addi-cats", kind) not in words()]
    assert missing == []


def test_the_proof_of_a_sum_names_only_additions_of_the_deck() -> None:
    rules = AddiCats(seats=3, first=Seat(0), numbers_up_to=5)
    state = laid(rules, "2 | 8", "4 | 4+4", "6 | 10")
    assert said(rules, state, "700 seat2 hit head", "719 timeout")[0].endswith(" 8 = 3+5 = 4+4 = 5+3.")


def test_a_match_that_most_cards_ends_says_so() -> None:
    rules = AddiCats(seats=3, first=Seat(0), most_cards=1)
    told = said(rules, laid(rules, "4 5 |", "9 2 |", "7 |"), "0 seat1 turn")
    assert told[-2:] == [
        "1 card has been turned, as many as this table plays. The match ends here, and the fewest cards win.",
        "Cleo wins. Cards left: 1.",
    ]


def test_a_match_without_a_card_to_turn_says_so() -> None:
    told = said(TRIO, laid(TRIO, "4 |", "| 14 2", "| 20"), "0 seat1 turn")
    assert told[-2] == "No card can be turned any more."


def test_a_player_who_wins_with_an_empty_stack_is_not_said_to_have_no_cards() -> None:
    told = said(DUEL, laid(DUEL, "2 5 |", "4 | 6+8", "| 7+7", "9 | 20"), "700 seat1 hit head", "719 timeout", viewer=0)
    assert told[-2:] == ["You have emptied a stack.", "You win: your stack is gone first."]


def test_a_victory_shared_by_stacks_is_described() -> None:
    state = laid(DUEL, "trap 2 |", "4 |", "6 |", "9 | 3")
    told = said(DUEL, state, "0 seat1 turn", "400 seat2 hit body", "419 timeout")
    assert told[-1] == "Ann and Bob empty a stack in the same moment and share the victory."
