"""Puzzles for one person: what is shown, what came of a try, how ratings move, and which puzzle comes next."""

from __future__ import annotations

import json
from random import Random

import pytest

from purrlor.core import Act, Note
from purrlor.kit.puzzles import Puzzle, Weighed, position, puzzle_file, puzzles_of, with_puzzles
from purrlor.table import puzzles, wire
from purrlor.table.messages import encoded
from purrlor.table.puzzles import (
    FIRST_TRIES,
    MISSED,
    NEARLY,
    SOLVED,
    START,
    after,
    expected,
    next_puzzle,
    score_of,
    standing_of,
)
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import PuzzleTry
from purrlor.table.updates import note_kind
from purrlor.words import languages, words

GAMES = sorted(with_puzzles())


def puzzle(name: str, rating: int) -> Puzzle:
    choices = (Weighed("a", 10.0), Weighed("b", 9.0, 0.1), Weighed("c", 6.0, 0.1), Weighed("d", 9.8, 0.1))
    return Puzzle(name, 0, 0, 0, "c", "", rating, tuple(sorted(choices, key=lambda each: -each.worth)))


def tried(name: str, score: int, *, at: int = 0, rating: int = 1000, last: int | None = None) -> PuzzleTry:
    return PuzzleTry("pig", name, at, at, score, score if last is None else last, rating, 4)


@pytest.mark.parametrize(("action", "score"), [("a", SOLVED), ("d", SOLVED), ("b", NEARLY), ("c", MISSED)])
def test_a_choice_within_the_interval_solves_and_a_small_loss_nearly_does(action: str, score: int) -> None:
    each = puzzle("p", 1000)
    chosen = each.choice(action)
    assert chosen is not None
    assert score_of(each, chosen) == score


def test_a_rating_rises_and_falls_more_at_first_and_more_with_what_was_not_expected() -> None:
    start = standing_of(())
    assert (start.rating, start.tries) == (START, 0)
    hard, easy = tried("p", SOLVED, rating=1400), tried("p", SOLVED, rating=600)
    assert after(start, hard).rating > after(start, easy).rating > START
    assert after(start, tried("p", MISSED)).rating < START
    settled = standing_of([tried(str(i), SOLVED, at=i) for i in range(FIRST_TRIES)])
    assert after(settled, hard).rating - settled.rating < after(start, hard).rating - START


def test_guessing_is_expected_to_be_right_now_and_then() -> None:
    assert expected(0, 3000, 4) == pytest.approx(0.25, abs=0.001)
    assert expected(1000, 1000, 2) == pytest.approx(0.75)
    assert expected(3000, 0, 4) == pytest.approx(1.0, abs=0.001)


def test_the_order_of_tries_counts_and_not_that_of_the_rows() -> None:
    rows = [tried("b", MISSED, at=2), tried("a", SOLVED, at=1), tried("c", NEARLY, at=3)]
    assert standing_of(rows) == standing_of(reversed(rows))
    assert standing_of(rows).solved == 1


def test_somebody_finds_their_level() -> None:
    """A person who solves as the formula says comes to their strength, wherever they started."""
    pool, strength, random = [puzzle(f"{rating}", rating) for rating in range(500, 1500, 4)], 1200.0, Random(1)
    tries: dict[str, PuzzleTry] = {}
    for number in range(150):
        each = next_puzzle(pool, tries, "ann")
        right = random.random() < expected(strength, each.rating, 4)
        tries[each.id] = tried(each.id, SOLVED if right else MISSED, at=number, rating=each.rating)
    assert standing_of(tries.values()).rating == pytest.approx(strength, abs=120)
    hard = [each.rating for each in list(tries.values())[-40:]]
    assert sum(hard) / len(hard) > START + 150


def test_the_next_puzzle_is_new_and_the_same_when_asked_again() -> None:
    pool = [puzzle(f"{rating}", rating) for rating in range(500, 1500, 50)]
    first = next_puzzle(pool, {}, "ann")
    assert next_puzzle(pool, {}, "ann") == first
    assert abs(first.rating - START) < 300
    second = next_puzzle(pool, {first.id: tried(first.id, SOLVED)}, "ann")
    assert second != first


def test_when_all_were_tried_those_come_again_that_were_missed_the_oldest_first() -> None:
    pool = [puzzle(name, 1000) for name in "abc"]
    tries = {"a": tried("a", SOLVED, at=1), "b": tried("b", MISSED, at=3), "c": tried("c", NEARLY, at=2)}
    assert next_puzzle(pool, tries, "ann").id == "c"
    tries["c"] = tried("c", NEARLY, at=4, last=SOLVED)
    assert next_puzzle(pool, tries, "ann").id == "b"
    tries["b"] = tried("b", MISSED, at=5, last=SOLVED)
    assert next_puzzle(pool, tries, "ann").id == "a"


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_shows_what_its_seat_sees_and_not_the_answer(game: str) -> None:
    shown = puzzles.shown(game, {}, "ann")
    assert shown.update.seat == shown.seat
    assert shown.update.legal
    assert [seat.yours for seat in shown.table.seats].index(True) == shown.seat
    assert sum(seat.yours for seat in shown.table.seats) == 1
    told = json.loads(encoded(shown))
    assert not {"worth", "loss", "played"} & set(told) | {key for each in told["choices"] for key in each} & {"worth"}
    offered = {each.action for each in shown.choices} or set(shown.update.legal)
    file = puzzle_file(game)
    assert file is not None
    (own,) = [each for each in file.puzzles if each.id == shown.id]
    assert offered == {each.action for each in own.choices}


@pytest.mark.parametrize("game", GAMES)
def test_a_try_is_judged_with_reasons_in_every_language(game: str) -> None:
    file = puzzle_file(game)
    assert file is not None
    for each in file.puzzles:
        where, best = position(game, each), each.choices[0]
        for other in (each.choices[1], each.choices[-1], each.choice(each.played)):
            assert other is not None
            notes = puzzles_of(game).why(where, other, best)
            assert notes
            for language in languages():
                assert all(said(game, note, language) for note in notes)


def said(game: str, note: Note, language: str) -> str:
    """The sentence; a note without one would appear by its name in the code."""
    say = words(language)
    kind = note_kind(type(note))
    assert f"{game}.note.{kind}" in say or f"note.{kind}" in say
    return say.say(game, note, [f"seat {number}" for number in range(6)])


@pytest.mark.parametrize("game", GAMES)
def test_only_the_first_try_counts(game: str) -> None:
    shown = puzzles.shown(game, {}, "ann")
    file = puzzle_file(game)
    assert file is not None
    (own,) = [each for each in file.puzzles if each.id == shown.id]
    wrong, right = own.played, own.choices[0].action
    judged, kept = puzzles.tried(game, {}, wire.PuzzleTried(own.id, wrong), 5)
    assert (judged.score, kept.score, kept.first) == (MISSED, MISSED, 5)
    assert judged.standing.rating < judged.before
    again, later = puzzles.tried(game, {own.id: kept}, wire.PuzzleTried(own.id, right), 9)
    assert (again.score, later.score, later.last, later.first, later.at) == (SOLVED, MISSED, SOLVED, 5, 9)
    assert again.standing.rating == again.before == judged.standing.rating


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_decisions_of_real_matches_and_clearly_answered(game: str) -> None:
    file = puzzle_file(game)
    assert file is not None
    assert len({each.id for each in file.puzzles}) == len(file.puzzles) >= 50
    least = puzzles_of(game).lead
    for each in file.puzzles:
        where = position(game, each)
        assert where.seat in where.match.awaiting.seats
        assert not any(isinstance(event, Act) and event.seat >= where.game.seats for event in where.match.log)
        assert all(each.loss(other) >= max(least - 0.02, 3 * other.error) for other in each.choices[1:])
        assert each.choice(each.played) is not None
        assert each.played != each.choices[0].action


def test_an_invalid_puzzle_or_choice_is_refused() -> None:
    with pytest.raises(RequestRefused, match="puzzle"):
        puzzles.shown(GAMES[0], {}, "ann", "nothing")
    with pytest.raises(RequestRefused, match="game"):
        puzzles.shown("chess", {}, "ann")
    shown = puzzles.shown(GAMES[0], {}, "ann")
    with pytest.raises(RequestRefused) as refusing:
        puzzles.tried(GAMES[0], {}, wire.PuzzleTried(shown.id, "swim"), 0)
    assert refusing.value.code == "no_choice"
    assert refusing.value.allowed
