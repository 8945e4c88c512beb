from purrlor.core import Act, Note, Seat
from purrlor.core.story import notes
from purrlor.games.yatzy import Box, Sheet, State, Yatzy, parse_action
from purrlor.games.yatzy import story as told
from purrlor.words import kind_key, words

from .notated import YatzyMatch, played, sheet_with_open

DUEL = Yatzy(seats=2, first=Seat(0))
NAMES = ("Ann", "Bob")


def last_notes(match: YatzyMatch, viewer: int | None = None) -> tuple[Note, ...]:
    before, after = match.states[-2:]
    return notes(DUEL, before, match.log[-1], after, None if viewer is None else Seat(viewer))


def said(match: YatzyMatch, viewer: int | None = None) -> list[str]:
    seat = None if viewer is None else Seat(viewer)
    return [words().say("yatzy", note, NAMES, seat) for note in last_notes(match, viewer)]


def after_score(sheets: tuple[Sheet, Sheet], seat: int, dice: tuple[int, ...], box: str) -> list[str]:
    before = State(sheets, turn=Seat(seat), dice=dice, rolls_left=0)
    act = Act(Seat(seat), parse_action(f"score {box}"))
    heard = notes(DUEL, before, act, DUEL.apply(before, act), None)
    return [words().say("yatzy", note, NAMES) for note in heard]


def test_the_first_player_is_announced() -> None:
    assert said(played(Yatzy(seats=2), "fate 2")) == ["Bob goes first."]


def test_a_roll_is_described_in_the_second_person_to_its_player() -> None:
    match = played(DUEL, "seat1 roll", "fate 1 2 3 5 5")
    assert said(match, 0) == ["You roll 1 2 3 5 5."]
    assert said(match, 1) == said(match) == ["Ann rolls 1 2 3 5 5."]


def test_a_re_roll_names_the_dice_that_were_thrown() -> None:
    match = played(DUEL, "seat1 roll", "fate 1 2 3 5 5", "seat1 keep 5 5", "fate 1 4 5")
    assert last_notes(match) == (told.Rolls(Seat(0), (1, 4, 5), (1, 4, 5, 5, 5)),)


def test_what_is_kept_is_described() -> None:
    assert said(played(DUEL, "seat1 roll", "fate 1 2 3 5 5", "seat1 keep 5 5")) == ["Ann keeps 5 5."]


def test_rolling_everything_needs_no_words_before_the_dice_fall() -> None:
    assert said(played(DUEL, "seat1 roll")) == []


def test_a_filled_box_is_described_with_its_points() -> None:
    match = played(DUEL, "seat1 roll", "fate 1 2 3 5 5", "seat1 score fives")
    assert said(match) == ["Ann writes 10 into Fives."]


def test_a_zero_is_described_as_crossing_out() -> None:
    sheets = (sheet_with_open(Box.MOUSER, Box.FAT_CAT), Sheet())
    assert after_score(sheets, 0, (1, 2, 3, 4, 6), "mouser") == ["Ann crosses out Marvelous Mouser."]


def test_the_bonus_is_described_when_it_is_reached() -> None:
    sheet = Sheet((3, 6, 9, 12, 15, None) + (None,) * 7)
    assert after_score((sheet, Sheet()), 0, (1, 2, 6, 6, 6), "sixes")[1].startswith("Ann reaches 63")


def test_the_winner_is_described_at_the_end() -> None:
    sheets = (sheet_with_open(), sheet_with_open(Box.NINE_LIVES))
    assert after_score(sheets, 1, (1, 2, 3, 4, 6), "nine_lives")[1] == "Bob wins with 16 points."


def test_a_shared_victory_names_everybody() -> None:
    sheets = (sheet_with_open().with_entry(Box.NINE_LIVES, 16), sheet_with_open(Box.NINE_LIVES))
    told_last = after_score(sheets, 1, (1, 2, 3, 4, 6), "nine_lives")[1]
    assert told_last == "Ann and Bob share the victory with 16 points each."


def test_every_note_has_its_words() -> None:
    kinds = [kind for kind in vars(told).values() if isinstance(kind, type) and issubclass(kind, Note)]
    kinds.remove(Note)
    assert len(kinds) == 9
    assert all(kind_key("yatzy", kind) in words() for kind in kinds)
