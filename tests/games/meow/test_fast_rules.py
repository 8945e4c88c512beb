"""The compiled implementation plays the same game as the rules."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from purrlor.compiled.bits import Ints, below, count, source
from purrlor.core import Act, Event, Fate, Seat
from purrlor.games.meow import Action, Meow, Pile, Token, parse_tokens
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import any_bit, bits_of, cards_of
from purrlor.games.meow.tokens import in_order

from .notated import TABLES, randomly, table_name

pytestmark = pytest.mark.slow

ODD_TOKENS = parse_tokens("bowls = [7, 7, 7, 99]\nfishbones = [-1, -1, -30]\nfish = 2\nvases = 18")


class BothRules:
    """One match in both: the reference implementation and the compiled one."""

    def __init__(self, rules: Meow) -> None:
        self.rules, self.state = rules, rules.initial()
        self.table, self.tokens = fast_rules.rules_table(rules), in_order(rules.tokens)
        self.compiled = np.zeros(fast_rules.WORDS, np.int64)
        fast_rules.start(self.compiled, fast_rules.NOBODY if rules.first is None else rules.first)
        self._tokens_checked: tuple[object, bytes] = None, b""

    def push(self, event: Event[Action]) -> None:
        before, self.state = self.state, self.rules.apply(self.state, event)
        match event:
            case Act(_, play):
                fast_rules.play(self.table, self.compiled, bits_of([play.card]))
            case Fate(values) if before.holder is None:
                fast_rules.start(self.compiled, values[0] - 1)
            case Fate() if not before.row:
                fast_rules.lay_row(self.compiled, fast_rules.packed_row(self._places(self.state.row)))
            case _:
                fast_rules.deal(self.compiled, np.array([bits_of(hand) for hand in self.state.hands]))

    def _places(self, row: tuple[Token, ...]) -> list[int]:
        """Return free places with these tokens, the highest first; equal tokens are interchangeable."""
        free = [place for place in range(27) if self.compiled[fast_rules.BOX] >> place & 1]
        places: list[int] = []
        for token in row:
            places.append(max(place for place in free if self.tokens[place] == token))
            free.remove(places[-1])
        return places

    def check(self) -> None:
        self._check_legal()
        self._check_tokens()
        hands = [bits_of(hand) for hand in self.state.hands]
        meant = fast_rules.position(self.rules.view(self.state, None), hands)
        assert without_tokens(self.compiled) == without_tokens(meant)

    def _check_legal(self) -> None:
        if self.state.turn is None:
            assert self.compiled[fast_rules.TURN] == fast_rules.NOBODY
        else:
            plays = self.rules.legal(self.state, self.state.turn)
            assert fast_rules.legal(self.compiled) == bits_of(play.card for play in plays)

    def _check_tokens(self) -> None:
        """Check that tokens stay in place where nobody took one."""
        now = (self.state.row, self.state.box), self.compiled[fast_rules.PILE : fast_rules.BOX + 1].tobytes()
        if now != self._tokens_checked:
            self._compare_tokens()
        self._tokens_checked = now

    def _compare_tokens(self) -> None:
        """Compare the tokens, of which equal ones may have changed places."""
        assert fast_rules.row_of(int(self.compiled[fast_rules.ROW]), self.tokens) == self.state.row
        assert fast_rules.tokens_of(int(self.compiled[fast_rules.BOX]), self.tokens) == in_order(self.state.box)
        for seat, pile in enumerate(self.state.piles):
            places = int(self.compiled[fast_rules.PILE + seat])
            assert fast_rules.tokens_of(places, self.tokens) == in_order(pile.tokens)
            assert fast_rules.points(self.table, places) == pile.total


def without_tokens(state: Ints) -> list[int]:
    return [int(word) for place, word in enumerate(state) if not fast_rules.PILE <= place <= fast_rules.BOX]


def play_both(rules: Meow, random: Random) -> None:
    """A match at random; after every event both are compared."""
    both = BothRules(rules)
    both.check()
    while not (awaiting := rules.awaiting(both.state)).nothing:
        if awaiting.chance is not None:
            both.push(Fate(awaiting.chance.sample(random.randrange)))
        else:
            seat = awaiting.seats[0]
            both.push(Act(seat, random.choice(rules.legal(both.state, seat))))
        both.check()


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_the_compiled_game_plays_the_same_matches_move_by_move(rules: Meow) -> None:
    for number in range(20):
        play_both(replace(rules, vases="flat") if number % 2 else rules, Random(number))


def test_the_compiled_game_plays_with_other_tokens_too() -> None:
    for number in range(10):
        play_both(Meow(seats=3, first=Seat(number % 3), tokens=ODD_TOKENS), Random(number))


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_the_compiled_game_plays_the_same_100_000_matches(rules: Meow, part: int) -> None:
    for number in range(2_500):
        play_both(replace(rules, vases="flat") if number % 2 else rules, Random(f"{part}/{number}"))


@pytest.mark.parametrize("rules", [Meow(), Meow(vases="flat")], ids=["per pair", "flat"])
def test_the_compiled_game_counts_any_pile_the_same(rules: Meow) -> None:
    table, order = fast_rules.rules_table(rules), in_order(rules.tokens)
    for number in range(2_000):
        places = Random(number).getrandbits(27)
        assert fast_rules.points(table, places) == Pile(fast_rules.tokens_of(places, order), rules.vases).total


def test_a_view_and_some_hands_make_a_position() -> None:
    match = randomly(Meow(seats=3), Random(7), events=20)
    view, hands = match.view(Seat(1)), [bits_of(hand) for hand in match.state.hands]
    state = fast_rules.position(view, hands)
    assert cards_of(int(state[fast_rules.HAND + 1])) == view.hand
    assert fast_rules.view_table(view).worth.tolist() == fast_rules.rules_table(Meow(seats=3)).worth.tolist()


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_a_random_deal_gives_nine_cards_of_the_deck_to_each(rules: Meow) -> None:
    hands = fast_rules.draw_hands(fast_rules.rules_table(rules), source(5))
    dealt = [card for hand in hands for card in cards_of(int(hand))]
    assert [int(hand).bit_count() for hand in hands] == [9] * rules.seats
    assert len({*dealt} & {*rules.deck}) == 9 * rules.seats


def test_every_card_reaches_every_hand_equally_often() -> None:
    table, random, deals = fast_rules.rules_table(Meow(seats=2)), source(6), 5_400
    found = np.zeros((54, 2))
    for _ in range(deals):
        for seat, hand in enumerate(fast_rules.draw_hands(table, random)):
            found[:, seat] += [int(hand) >> place & 1 for place in range(54)]
    expected = deals * 9 / 54
    assert ((found - expected) ** 2 / expected).sum() < 108 + 5 * (2 * 108) ** 0.5


def test_a_random_row_takes_nine_tokens_of_the_box() -> None:
    state = np.zeros(fast_rules.WORDS, np.int64)
    fast_rules.start(state, 0)
    fast_rules.lay_row(state, fast_rules.draw_row(state, source(8)))
    row = fast_rules.row_of(int(state[fast_rules.ROW]), in_order(Meow().tokens))
    assert in_order([*row, *fast_rules.tokens_of(int(state[fast_rules.BOX]), in_order(Meow().tokens))]) == in_order(
        Meow().tokens
    )
    assert len(row) == 9


@pytest.mark.parametrize("rules", TABLES, ids=table_name)
def test_random_matches_play_every_card(rules: Meow) -> None:
    scores = np.zeros((50, rules.seats), np.int64)
    assert fast_rules.play_matches(fast_rules.rules_table(rules), scores, source(1)) == 50 * 27 * rules.seats
    assert len({*map(tuple, scores.tolist())}) > 40


def test_a_round_is_played_to_its_end_from_anywhere() -> None:
    match = randomly(Meow(seats=4), Random(9), events=20)
    state = fast_rules.position(match.view(None), [bits_of(hand) for hand in match.state.hands])
    moves = fast_rules.play_round(fast_rules.rules_table(Meow(seats=4)), state, source(1))
    assert moves == sum(map(len, match.state.hands))
    assert state[fast_rules.ROW] == 0


def test_the_same_seed_plays_the_same_matches() -> None:
    results = [np.zeros((5, 4), np.int64) for _ in range(2)]
    for scores in results:
        fast_rules.play_matches(fast_rules.rules_table(Meow(seats=4)), scores, source(3))
    assert results[0].tolist() == results[1].tolist()


def test_bits_are_counted_and_drawn_alike() -> None:
    bits, random = 0b1011 | 1 << 53, source(4)
    assert count(bits) == 4
    sample_card = [any_bit(bits, random) for _ in range(4_000)]
    assert {*sample_card} == {1, 2, 8, 1 << 53}
    assert max(abs(sample_card.count(bit) - 1_000) for bit in {*sample_card}) < 150


@pytest.mark.parametrize("n", [1, 2, 7, 54])
def test_numbers_below_n_are_drawn_alike(n: int) -> None:
    random, draws = source(n), 3_000 * n
    found = np.bincount([below(random, n) for _ in range(draws)], minlength=n)
    assert len(found) == n
    assert ((found - 3_000) ** 2 / 3_000).sum() < n + 5 * (2 * n) ** 0.5


def test_cards_and_bits_are_mirrors() -> None:
    hand = randomly(Meow(), Random(1), events=3).state.hands[0]
    assert cards_of(bits_of(hand)) == hand


def test_all_tokens_are_known_from_a_view() -> None:
    match = randomly(Meow(tokens=ODD_TOKENS), Random(3), events=50)
    assert fast_rules.all_tokens(match.view(None)) == in_order(ODD_TOKENS)
