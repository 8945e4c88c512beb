"""The picture of MEOW for the web client."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from purrlor.core import Seat
from purrlor.games.meow import Meow, Pile, Played, State, Token, Trick, parse_card
from purrlor.games.meow.picture import Picture, PilePicture
from purrlor.kit import kit

GAME = Meow(seats=3, first=Seat(0))
HANDS = ("P2 P9 B4 G3", "P1 P18 B7 G5", "P4 B1 B18 G9")


def cards(text: str) -> tuple[Played, ...]:
    """Parse the cards that seats played, such as `0:P2 1:P9`."""
    plays = (play.split(":") for play in text.split())
    return tuple(Played(Seat(int(seat)), parse_card(card)) for seat, card in plays)


def table(trick: str = "", turn: int = 0, tokens: str = "") -> State:
    """A table in the middle of a round; seat 0 has taken `tokens`."""
    hands = tuple(tuple(map(parse_card, hand.split())) for hand in HANDS)
    pile = Pile(tuple(Token(token) for token in tokens.split()))
    row = (Token("+5"), Token("vase"))
    return State(
        GAME.initial().box[:9], (pile, Pile(), Pile()), Seat(1), hands, turn=Seat(turn), row=row, trick=cards(trick)
    )


def painted(state: State, seat: int | None = 0) -> Picture:
    """Return the picture as the web client receives it."""
    viewer = None if seat is None else Seat(seat)
    legal = () if viewer is None else GAME.legal(state, viewer)
    drawn = kit("meow").painter().picture(GAME, GAME.view(state, viewer), legal)
    return msgspec.json.decode(msgspec.json.encode(drawn), type=Picture)


def painted_pile(tokens: str) -> PilePicture:
    """The pile of seat 0."""
    piles = painted(table(tokens=tokens)).piles
    assert isinstance(piles, tuple)
    return piles[0]


def test_cards_that_may_be_played_are_marked() -> None:
    hand = painted(table("2:P4")).hand
    assert [(card.card, card.legal) for card in hand] == [("P2", True), ("P9", True), ("B4", False), ("G3", False)]


def test_no_card_is_marked_while_others_play() -> None:
    assert not any(card.legal for card in painted(table(turn=1)).hand)


def test_the_seat_that_wins_so_far_is_announced() -> None:
    assert painted(table("1:P18 2:P4")).winning == 1
    assert painted(table("1:P18 2:G9")).winning == 2
    assert painted(table()).winning is None


def test_the_one_beats_the_eighteen_on_the_table() -> None:
    assert painted(table("1:B18 2:B1")).winning == 2


def test_what_is_at_stake_comes_first() -> None:
    view = painted(table())
    assert (view.row, len(view.box), view.round, view.trump) == (("+5", "vase"), 9, 2, "G")


def test_fish_take_the_worst_fishbones_away() -> None:
    pile = painted_pile("+5 -3 -8 fish +2 -1")
    assert (pile.discarded, pile.fishbones, pile.bowls_sum, pile.total) == ((-8,), (-3, -1), 7, 3)


def test_a_spare_fish_is_worth_nothing() -> None:
    pile = painted_pile("fish fish -4")
    assert (pile.spare_fish, pile.total) == (1, 0)


def test_vases_cost_by_the_pair() -> None:
    piles = [painted_pile(tokens) for tokens in ("vase", "vase vase", "vase vase vase vase")]
    assert [(pile.vases, pile.vases_cost) for pile in piles] == [(1, 0), (2, 20), (4, 40)]


def test_finished_tricks_and_voids_are_described() -> None:
    trick = Trick(cards("0:P3 1:P8 2:B2"), Seat(1), Token("-4"))
    view = painted(replace(table(), tricks=(trick,)))
    assert isinstance(view.tricks, tuple)
    assert (view.tricks[0].winner, view.tricks[0].token, view.voids) == (1, "-4", ((), (), ("P",)))


def test_a_spectator_sees_no_hand() -> None:
    view = painted(table(), seat=None)
    assert (view.hand, view.cards_left) == ([], (4, 4, 4))


def test_experts_see_what_stays_in_the_box() -> None:
    game = Meow(seats=3, first=Seat(0), expert=True)
    assert kit("meow").painter().picture(game, game.view(game.initial(), Seat(0)), ()).removed == [9, 17]


def test_a_picture_travels_as_json() -> None:
    text = msgspec.json.encode(painted(table("1:B18 2:B1")))
    assert msgspec.json.decode(text, type=Picture).trick[1].card == "B1"
