from collections import Counter
from typing import get_args

import pytest

from purrlor.core import InvalidNotation
from purrlor.games.addi_cats import ActionCard, Addition, Sum, additions, deck, parse_card, sum_of
from purrlor.games.addi_cats.cards import ActionName, card_of, card_value
from purrlor.games.addi_cats.story import proof_of


def test_there_are_100_addition_cards_19_sum_cards_and_18_action_cards() -> None:
    kinds = Counter(type(card) for card in deck())
    assert kinds == {Addition: 100, Sum: 19, ActionCard: 18}


def test_every_ordered_pair_of_numbers_is_there_once() -> None:
    pairs = [card for card in deck() if isinstance(card, Addition)]
    assert {(pair.first, pair.second) for pair in pairs} == {(a, b) for a in range(1, 11) for b in range(1, 11)}


@pytest.mark.parametrize("total", range(2, 21))
def test_each_sum_has_one_to_ten_additions_and_a_card_of_its_own(total: int) -> None:
    assert len(additions(total)) == 10 - abs(total - 11)
    assert sum(sum_of(card) == total for card in deck()) == len(additions(total)) + 1


def test_there_are_four_of_most_action_cards_but_one_trap_and_one_gift() -> None:
    counts = Counter(str(card) for card in deck() if isinstance(card, ActionCard))
    assert counts == {"chase": 4, "u-turn": 4, "clock": 4, "sumo": 4, "trap": 1, "gift": 1}


def test_an_action_card_has_no_sum() -> None:
    assert all(sum_of(card) is None for card in ActionCard)


def test_a_correction_card_lists_all_additions_of_its_sum() -> None:
    assert proof_of(11) == "11 = 1+10 = 2+9 = 3+8 = 4+7 = 5+6 = 6+5 = 7+4 = 8+3 = 9+2 = 10+1"
    assert proof_of(20) == "20 = 10+10"


def test_smaller_numbers_make_a_smaller_deck() -> None:
    small = deck(numbers_up_to=5, actions=())
    assert len(small) == 25 + 9
    assert max(sum_of(card) or 0 for card in small) == 10


def test_chosen_action_cards_are_in_and_the_others_out() -> None:
    assert [str(card) for card in deck(actions=("gift", "trap")) if isinstance(card, ActionCard)] == ["trap", "gift"]
    assert get_args(ActionName) == tuple(str(card) for card in ActionCard)


def test_every_card_has_one_text_and_one_number() -> None:
    assert all(parse_card(str(card)) == card and card_of(card_value(card)) == card for card in deck())
    assert repr(Addition(3, 8)) == "parse_card('3+8')"


@pytest.mark.parametrize("text", ["", "0+1", "11+1", "1", "21", "mouse", "3 + 8"])
def test_an_invalid_card_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidNotation, match="there is no card"):
        parse_card(text)
