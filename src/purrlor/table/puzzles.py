"""Puzzles for one person: choose one, show it, judge a try, and rate people by their tries (docs/play/puzzles.md).

Nothing is stored here. The rating is Elo's system with two changes: guesses are sometimes right, and the first tries
count more. The rating of a puzzle is fixed. The rating of a person is computed only from their first tries of puzzles,
in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from msgspec import Struct, json

from purrlor.core.options import option_texts
from purrlor.core.record import event_text
from purrlor.kit.puzzles import Puzzle, PuzzleFile, Weighed, position, puzzle_file, puzzle_of, puzzles_of, with_puzzles

from . import wire
from .broadcast import table_info
from .match import TableMatch
from .refusals import refused
from .rows import EventRow, PuzzleTry, TableRow
from .setup import SeatSetup, Setup, name_bots
from .updates import UpdateEncoder, note_object

START = 800.0
"""Everybody's first rating: below the middle of the puzzles, so that the first ones are easy."""
SPREAD = 400.0
"""The difference in rating that multiplies the odds by ten."""
FIRST_STEP, STEP, FIRST_TRIES = 64.0, 24.0, 10
"""How far one try moves a rating, at first and later; the number of first tries."""
CLOSE = 5
"""The number of best-fitting puzzles from which the next one is drawn."""
KIND = 100.0
"""How far the rating of a fitting puzzle is below the person's: about two out of three are solved."""
SOLVED, NEARLY, MISSED = 100, 50, 0
"""Scores of a try, in per cent."""


class PuzzleRating(Struct, frozen=True):
    rating: float = START
    tries: int = 0
    solved: int = 0


def score_of(puzzle: Puzzle, chosen: Weighed) -> int:
    """Return the score of a choice: solved if nothing is clearly better.

    It is half solved if it loses less than half as much as the choice that was played in the match.
    """
    if puzzle.is_best(chosen):
        return SOLVED
    played = puzzle.choice(puzzle.played)
    usual = puzzle.loss(played) if played is not None else 0.0
    return NEARLY if puzzle.loss(chosen) < usual / 2 else MISSED


def expected(rating: float, difficulty: float, choices: int) -> float:
    """Return the expected score. A random guess is right once in `choices` times."""
    guess = 1 / max(choices, 2)
    return guess + (1 - guess) / (1 + 10 ** ((difficulty - rating) / SPREAD))


def after(standing: PuzzleRating, each: PuzzleTry) -> PuzzleRating:
    """Return the rating after one more first try."""
    step = FIRST_STEP if standing.tries < FIRST_TRIES else STEP
    rating = standing.rating + step * (each.score / SOLVED - expected(standing.rating, each.rating, each.choices))
    return PuzzleRating(rating, standing.tries + 1, standing.solved + (each.score == SOLVED))


def standing_of(tries: Iterable[PuzzleTry]) -> PuzzleRating:
    standing = PuzzleRating()
    for each in sorted(tries, key=lambda each: (each.first, each.puzzle)):
        standing = after(standing, each)
    return standing


def next_puzzle(puzzles: Sequence[Puzzle], tries: Mapping[str, PuzzleTry], person: str) -> Puzzle:
    """Return a new puzzle that fits the person; if none is left, the missed one that was tried longest ago.

    It depends only on the person and their tries, so the web client shows the same one after a reload.
    """
    new = [each for each in puzzles if each.id not in tries]
    if new:
        wanted = standing_of(tries.values()).rating - KIND
        fitting = sorted(new, key=lambda each: (abs(each.rating - wanted), each.id))[:CLOSE]
        return Random(f"{person}/{len(tries)}").choice(fitting)
    missed = [each for each in puzzles if tries[each.id].last < SOLVED]
    return min(missed or puzzles, key=lambda each: (tries[each.id].at, each.id))


Tries = Mapping[str, PuzzleTry]
"""A person's tries at the puzzles of a game, by puzzle."""
NOBODY = "puzzle"


def checked_puzzles(game: str) -> PuzzleFile:
    found = with_puzzles()
    if game not in found:
        raise refused("no_game", list(found), game=game[:40], games=", ".join(found))
    return found[game]


def checked_puzzle(game: str, name: str) -> Puzzle:
    checked_puzzles(game)
    found = puzzle_of(game, name)
    if found is None:
        raise refused("no_puzzle")
    return found


def standing(game: str, tries: Tries) -> wire.PuzzleStanding:
    found = standing_of(tries.values())
    file = puzzle_file(game)
    count = 0 if file is None else len(file.puzzles)
    return wire.PuzzleStanding(
        game, count, found.tries, found.solved, round(found.rating), first=found.tries < FIRST_TRIES
    )


def shown(game: str, tries: Tries, person: str, name: str = "") -> wire.PuzzleShown:
    """Return the next puzzle for a person, or the puzzle with this name."""
    file = checked_puzzles(game)
    puzzle = checked_puzzle(game, name) if name else next_puzzle(file.puzzles, tries, person)
    where, drawn = position(game, puzzle), puzzles_of(game).drawn
    row, setup = _table(game, puzzle, option_texts(where.game))
    rows = [EventRow(number, 0, event_text(where.game, event)) for number, event in enumerate(where.match.log, 1)]
    encoder = UpdateEncoder(TableMatch(row.id, where.game, rows))
    (_, update), *_ = encoder.encode({where.seat: ()}, 0, None)
    ordered = sorted(puzzle.choices, key=lambda each: each.action) if drawn else ()
    return wire.PuzzleShown(
        id=puzzle.id,
        seat=puzzle.seat,
        table=table_info(row, where.game, setup, "running", person=NOBODY, here={NOBODY}, spectators=0, now=0),
        update=json.decode(update, type=wire.Update),
        choices=[wire.PuzzleChoice(each.action, drawn(where, each.action)) for each in ordered if drawn],
        rating=puzzle.rating,
        again=puzzle.id in tries,
        standing=standing(game, tries),
    )


def _table(game: str, puzzle: Puzzle, options: dict[str, str]) -> tuple[TableRow, Setup]:
    """Rebuild the table at which the puzzle was found, with the player on the seat that has to choose."""
    file = checked_puzzles(game)
    seats = [SeatSetup("bot", level=level) for level in file.matches[puzzle.match].levels]
    name_bots(seats)
    seats[puzzle.seat] = SeatSetup("person", person=NOBODY)
    setup = Setup(game, options, seats, host="", key="", watch="nobody", chat="none", hints=False)
    return TableRow(f"puzzle-{puzzle.id}", game, "", b"", "running", 0, 0), setup


def tried(game: str, tries: Tries, wanted: wire.PuzzleTried, now: int) -> tuple[wire.PuzzleJudged, PuzzleTry]:
    """Judge a try. Return the verdict and the row to store; only the score of the first try counts."""
    puzzle = checked_puzzle(game, wanted.puzzle)
    chosen = puzzle.choice(wanted.action)
    if chosen is None:
        raise refused("no_choice", [each.action for each in puzzle.choices])
    score = score_of(puzzle, chosen)
    known = tries.get(puzzle.id)
    kept = PuzzleTry(
        game=game,
        puzzle=puzzle.id,
        first=now if known is None else known.first,
        at=now,
        score=score if known is None else known.score,
        last=score,
        rating=puzzle.rating if known is None else known.rating,
        choices=len(puzzle.choices) if known is None else known.choices,
    )
    other = chosen if not puzzle.is_best(chosen) else _tempting(puzzle)
    judged = wire.PuzzleJudged(
        action=chosen.action,
        score=score,
        played=puzzle.played,
        choices=[
            wire.PuzzleWorth(each.action, each.worth, puzzle.loss(each), each.error, puzzle.is_best(each))
            for each in puzzle.choices
        ],
        why=[note_object(note) for note in puzzles_of(game).why(position(game, puzzle), other, puzzle.choices[0])],
        exact=not any(each.error for each in puzzle.choices),
        before=standing(game, tries).rating,
        standing=standing(game, {**tries, puzzle.id: kept}),
    )
    return judged, kept


def _tempting(puzzle: Puzzle) -> Weighed:
    """Return the choice that was played in the match, which was not the best one."""
    return puzzle.choice(puzzle.played) or puzzle.choices[1]
