from purrlor.core import Act, Note, Seat
from purrlor.core.story import notes
from purrlor.games.meow import Meow, Pile, Play, State, parse_card
from purrlor.games.meow import story as told
from purrlor.words import kind_key, words

from .notated import PINK_AND_BLUE, ROW, after, dealt, first_round, played, tokens

DUEL = Meow(seats=2, first=Seat(0))
NAMES = ("Ann", "Bob", "Cat")


def said_of(state: State, card: str, viewer: int | None = None) -> list[str]:
    """The notes when the seat whose turn it is plays this card."""
    assert state.turn is not None
    rules, seat = Meow(seats=len(state.hands)), None if viewer is None else Seat(viewer)
    act = Act(state.turn, Play(parse_card(card)))
    heard = notes(rules, state, act, rules.apply(state, act), seat)
    return [words().say("meow", note, NAMES, seat) for note in heard]


def said_last(rules: Meow, *lines: str, viewer: int | None = None) -> list[str]:
    match, seat = played(rules, *lines), None if viewer is None else Seat(viewer)
    before, after_it = match.states[-2:]
    return [words().say("meow", note, NAMES, seat) for note in notes(rules, before, match.log[-1], after_it, seat)]


def test_the_first_player_is_announced() -> None:
    assert said_last(Meow(seats=2), "fate 2") == ["Bob gets the First Player Token."]
    assert said_last(Meow(seats=2), "fate 2", viewer=1) == ["You get the First Player Token."]


def test_a_new_row_is_described() -> None:
    assert said_last(DUEL, f"fate {ROW}") == ["Round 1. The tokens: +1, +2, +3, +4, +5, fish, vase, −1 and −2."]


def test_everybody_sees_their_own_hand_only() -> None:
    lines = (f"fate {ROW}", f"fate {PINK_AND_BLUE}")
    assert said_last(DUEL, *lines, viewer=1) == [
        "Your hand: blue 1, blue 2, blue 3, blue 4, blue 5, blue 6, blue 7, blue 8 and blue 9."
    ]
    assert said_last(DUEL, *lines) == ["Everybody gets nine cards."]


def test_leading_and_following_are_described() -> None:
    state = dealt("P1 P2", "P3 B4", "P5 G6")
    assert said_of(state, "P2") == ["Ann leads pink 2."]
    assert said_of(after(state, "P2"), "P3", viewer=1) == ["You play pink 3."]


def test_a_player_who_cannot_follow_says_so() -> None:
    state = after(dealt("P1 P2", "B3 B4", "P5 G6"), "P1")
    assert said_of(state, "B4") == ["Bob has no pink and plays blue 4."]
    assert said_of(state, "B4", viewer=1) == ["You have no pink and play blue 4."]


def test_the_winner_of_a_trick_and_the_token_are_described() -> None:
    state = after(dealt("P1 P2", "P3 B4", row="+5 -3"), "P1")
    assert said_of(state, "P3")[1:] == ["Bob wins the trick with pink 3.", "Bob takes the bowl of 5."]
    assert said_of(state, "P3", 1)[1:] == ["You win the trick with pink 3.", "You take the bowl of 5."]


def test_a_fishbone_a_fish_and_a_vase_are_described() -> None:
    for token, sentence in [
        ("-3", "Bob is stuck with the fishbone of minus 3."),
        ("fish", "Bob takes a fish."),
        ("vase", "Bob breaks a vase."),
    ]:
        assert said_of(after(dealt("P1 P2", "P3 B4", row=f"{token} +1"), "P1"), "P3")[2] == sentence


def test_the_second_vase_is_described_with_its_cost() -> None:
    state = after(dealt("P1 P2 P3", "P4 P5 P6", row="vase vase +1"), "P1", "P4", "P5")
    assert said_of(state, "P2")[2] == "Bob breaks another vase: 20 points are gone."


def test_one_beats_eighteen_is_described() -> None:
    state = after(dealt("B18 P2", "B1 P3"), "B18")
    assert said_of(state, "B1")[1:3] == ["The blue 1 beats the blue 18!", "Bob wins the trick with blue 1."]


def test_a_one_that_wins_without_an_eighteen_beats_none() -> None:
    assert "beats" not in " ".join(said_of(after(dealt("P9 P2", "G1 B3"), "P9"), "G1"))


def test_the_way_of_the_first_player_token_is_described() -> None:
    match = first_round(DUEL)
    heard = notes(DUEL, match.states[-2], match.log[-1], match.state, None)
    assert heard[-1] == told.GetsFirstPlayerToken(Seat(1))


def test_the_winner_is_described_at_the_end() -> None:
    state = after(dealt("P1", "P3", row="+5"), "P1")
    assert said_of(state, "P3")[-1] == "Bob wins with 5 points."
    assert said_of(state, "P3", 1)[-1] == "You win with 5 points."


def test_what_the_fish_discard_is_described_at_the_end() -> None:
    state = after(dealt("P1 P2", "P3 P4", row="fish -8"), "P1", "P3", "P4")
    assert said_of(state, "P2")[-2:] == [
        "Bob has fish for these fishbones: −8.",
        "Ann and Bob share the victory with 0 points each.",
    ]


def test_nothing_is_described_of_fish_that_discard_nothing() -> None:
    state = State((), (Pile(tokens("fish")), Pile()), Seat(0), dealt("P1", "P3").hands, Seat(0), tokens("+5"))
    assert said_of(after(state, "P1"), "P3")[-2:] == ["Bob takes the bowl of 5.", "Bob wins with 5 points."]


def test_every_note_has_its_words() -> None:
    kinds = [kind for kind in vars(told).values() if isinstance(kind, type) and issubclass(kind, Note)]
    kinds.remove(Note)
    assert len(kinds) == 18
    assert all(kind_key("meow", kind) in words() for kind in kinds)
