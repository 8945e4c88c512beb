from msgspec.structs import replace

from purrlor.core import Act, Note, Seat
from purrlor.core.story import notes
from purrlor.games.house_of_cats import House, HouseOfCats, State, parse_action
from purrlor.games.house_of_cats import story as told
from purrlor.games.house_of_cats.play import begin
from purrlor.words import kind_key, words

from .notated import HouseMatch, letters, played

DUEL = HouseOfCats(seats=2, abilities=letters("KBCD"))
NAMES = ("Ann", "Bob")
ANN = ("seat1 place 2 A1", "seat1 place 2 A2", "seat1 use K mouse F6", "seat1 place 4 A3", "seat1 done")
BOB = ("seat2 place 5 F6", "seat2 place 4 F5", "seat2 place 2 F4", "seat2 done")
FULL = "x" * 36


def duel(*lines: str) -> HouseMatch:
    return played(DUEL, "fate 2 2 4 5", *lines)


def said(match: HouseMatch, viewer: int | None = None) -> list[str]:
    """Return the notes of the last event for this viewer."""
    seat = None if viewer is None else Seat(viewer)
    before, after = match.states[-2:]
    heard = notes(match.rules, before, match.log[-1], after, seat)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    return [words().say("house-of-cats", note, NAMES, seat) for note in heard]


def ending(*houses: House) -> list[str]:
    """Return the notes when the last player is done and leaves these sheets."""
    rules = HouseOfCats(seats=len(houses), abilities=letters("KBCD"))
    turns = tuple(replace(begin(house, ""), left=0, done=seat > 0) for seat, house in enumerate(houses))
    state = State(letters("KBCD"), (House("." * 36),) * len(houses), 5, "2345", turns=turns)
    done = Act(Seat(0), parse_action("done"))
    heard = notes(rules, state, done, rules.apply(state, done), None)
    return [words().say("house-of-cats", note, NAMES) for note in heard]


def test_the_drawn_abilities_are_described() -> None:
    assert said(played(HouseOfCats(), "fate K A D B")) == [
        "The abilities for 2, 3, 4 and 5 are Wild Cat, Stray, Third Wheel and Nudge."
    ]


def test_the_roll_is_sent_to_everybody() -> None:
    assert said(played(DUEL, "fate 2 4 cat mouse")) == ["The dice show 2 4 cat mouse."]


def test_starting_symbols_are_distinguished() -> None:
    match = played(HouseOfCats(level=2, abilities=letters("ABCD")), "fate 2 cat mouse")
    assert said(match) == ["The starting symbols are 2 cat mouse."]


def test_your_step_is_sent_at_once_and_only_to_you() -> None:
    match = duel(*ANN[:1])
    assert said(match, 0) == ["You write a 2 into A1."]
    assert said(match, 1) == said(match) == []


def test_a_room_is_described_with_its_spaces() -> None:
    assert said(duel(*ANN[:2]), 0) == ["You write a 2 into A2.", "You complete a room of 2s: A1 A2."]


def test_an_ability_is_described_by_name_and_use() -> None:
    assert said(duel(*ANN[:3]), 0) == ["You use Wild Cat."]


def test_taking_back_is_sent_only_to_you() -> None:
    match = duel(*ANN[:1], "seat1 back")
    assert said(match, 0) == ["You take back a step."]
    assert said(match, 1) == []


def test_that_somebody_is_done_is_sent_to_everybody() -> None:
    match = duel(*ANN)
    assert said(match, 0) == ["You are done."]
    assert said(match, 1) == said(match) == ["Ann is done."]


def test_what_the_others_did_is_described_together_when_all_are_done() -> None:
    match = duel(*ANN, *BOB)
    assert said(match, 1) == [
        "Ann writes a 2 into A1.",
        "Ann writes a 2 into A2.",
        "Ann uses Wild Cat.",
        "Ann writes a 4 into A3.",
        "Ann completes a room of 2s: A1 A2.",
    ]
    assert said(match, 0) == ["Bob writes a 5 into F6.", "Bob writes a 4 into F5.", "Bob writes a 2 into F4."]


def test_the_story_for_a_spectator_names_everybody() -> None:
    assert len(said(duel(*ANN, *BOB))) == 8


def test_a_full_sheet_and_the_winner_are_described() -> None:
    assert ending(House(FULL, cats=3), House("." * 36)) == ["Ann fills the sheet.", "Ann wins with 3 points."]


def test_a_tie_is_described_with_what_breaks_it() -> None:
    told_last = ending(House(FULL), House("." + FULL[1:], cats=1))[-1]
    assert told_last == "Ann wins with 0 points, the same as others but with more filled spaces: 36."


def test_a_shared_victory_names_everybody() -> None:
    assert ending(House(FULL), House(FULL))[-1] == "Ann and Bob share the victory with 0 points each."


def test_the_end_of_a_game_alone_is_described() -> None:
    assert ending(House(FULL, cats=7))[-1] == "Ann finishes with 7 points."


def test_every_note_has_its_words() -> None:
    kinds = [kind for kind in vars(told).values() if isinstance(kind, type) and issubclass(kind, Note)]
    assert [kind for kind in kinds if kind is not Note and kind_key("house-of-cats", kind) not in words()] == []


def test_every_ability_and_every_symbol_has_its_words() -> None:
    for letter in "ABCDEFGHIJKL":
        assert f"house-of-cats.ability.{letter}" in words()
        assert f"house-of-cats.about.{letter}" in words()
    assert words()("house-of-cats.symbol.m") == "a mouse"
