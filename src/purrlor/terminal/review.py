"""`purrlor review`: show how well a match was played, with luck and skill separated."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from purrlor.kit.speech import figure, note_sentence, say, speech
from purrlor.words import refusal

from .files import AnyRecord, read_match
from .options import file_named

if TYPE_CHECKING:
    from rich.console import RenderableType

    from purrlor.core import Note, Seat
    from purrlor.kit.review import Progress, SeatReview

BLOCKS = "▁▂▃▄▅▆▇█"
VERDICTS = ((0.003, "flawless"), (0.15, "masterly"), (0.4, "strong"), (0.8, "solid"), (1.6, "daring"))
"""Verdicts, each with the most points lost per decision that it covers."""


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "review",
        help="show luck and skill of a recorded match",
        description="Compare every decision of a recorded match with the best one, and separate luck from skill.",
        epilog="example: purrlor review evening.purr --seat 1",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        type=file_named,
        help="a record, or a log of TextEnv, PettingZoo or OpenSpiel",
    )
    parser.add_argument("--seat", type=int, metavar="N", help="review only seat N")
    parser.add_argument("--all", action="store_true", help="list every decision, not only the costliest")
    parser.add_argument(
        "--plain", action="store_true", help="print short lines without drawings: for screen readers and pipes"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.core import Seat
    from purrlor.kit import kit

    from .console import counting, new_console

    record = read_match(args.file)
    if args.seat is not None and not 1 <= args.seat <= len(record.names):
        raise refusal("review.seat", seat=args.seat, seats=len(record.names))
    seats = [Seat(seat) for seat in range(len(record.names)) if args.seat in (None, seat + 1)]
    own_review = kit(record.game.name).face().review
    if own_review is not None and not args.json:
        new_console(plain=args.plain).print(own_review(record, seats), soft_wrap=True)
        return 0
    with counting(say("review.working"), len(record.events)) as advance:
        reviews = reviews_of(record, seats, lambda done, _: advance(1 if done else 0))
    if args.json:
        sys.stdout.write(json.dumps([as_json(record, each) for each in reviews], indent=2) + "\n")
        return 0
    console = new_console(plain=args.plain)
    for seat_review in reviews:
        console.print(summary(record, seat_review, every=args.all), soft_wrap=True)
    return 0


def reviews_of(record: AnyRecord, seats: Sequence[Seat], progress: Progress | None = None) -> tuple[SeatReview, ...]:
    from purrlor.kit import kit
    from purrlor.kit.review import quietly

    review = kit(record.game.name).review()
    if review is None:
        raise refusal("review.none", game=record.game.name)
    return review.of(record, progress or quietly, seats)


def closing(record: AnyRecord) -> RenderableType:
    """Return the review to show when a match in the terminal is over."""
    from rich.console import Group

    return Group(*(summary(record, each) for each in reviews_of(record, judged_seats(record))))


def judged_seats(record: AnyRecord) -> list[Seat]:
    """Return the seats of people, or all seats if only bots played."""
    from purrlor.core import Seat
    from purrlor.kit.player import players_of

    players = players_of(record)
    people = [Seat(seat) for seat, player in enumerate(players) if player.level is None]
    return people or [Seat(seat) for seat in range(len(players))]


def summary(record: AnyRecord, seat_review: SeatReview, *, every: bool = False) -> RenderableType:
    """Return one seat's review, ready to print."""
    from rich.console import Group
    from rich.text import Text

    heading = Text(say("review.heading", seat=record.names[seat_review.seat]), style="bold")
    lines = [
        *_balance(record, seat_review),
        *_decisions(record, seat_review, every=every),
        *_lucks(record, seat_review),
    ]
    return Group(Text(""), heading, *(Text(line) if isinstance(line, str) else line for line in lines))


def _balance(record: AnyRecord, seat_review: SeatReview) -> Iterator[str]:
    over = record.match().over
    yield words_for(record, "review.start", points=figure(seat_review.start, "7.1f"))
    yield say("review.luck", points=figure(seat_review.luck, "+7.1f"), verdict=luck_verdict(record, seat_review))
    judged = say(f"review.verdict.{verdict(seat_review)}") if over else ""
    yield say("review.lost", points=figure(-seat_review.lost, "+7.1f"), verdict=judged)
    yield words_for(record, "review.reached" if over else "review.expected", points=figure(seat_review.reached, "7.1f"))
    if len(seat_review.course()) > 2:
        course = sparkline([expected for _, expected in seat_review.course()])
        yield words_for(record, "review.course", course=course)


def words_for(record: AnyRecord, key: str, **values: object) -> str:
    """Return the game's own sentence if its review does not count final points; otherwise the common one."""
    own = f"{record.game.name}.{key}"
    return say(own if own in speech() else key, **values)


def verdict(seat_review: SeatReview) -> str:
    each = seat_review.lost / max(1, len(seat_review.real_decisions))
    return next((name for most, name in VERDICTS if each <= most), "playful")


def luck_verdict(record: AnyRecord, seat_review: SeatReview) -> str:
    """Describe how lucky the seat was, compared with a hundred matches."""
    from purrlor.kit import kit

    review = kit(record.game.name).review()
    rank = review.rank(record, seat_review) if review else None
    if rank is None:
        return ""
    return (
        say("review.luckier", percent=round(100 * rank))
        if rank >= 0.5
        else say("review.unluckier", percent=round(100 * (1 - rank)))
    )


def _decisions(record: AnyRecord, seat_review: SeatReview, *, every: bool) -> Iterator[RenderableType]:
    from purrlor.kit import kit

    face = kit(record.game.name).face()
    real, named = seat_review.real_decisions, face.named
    best = sum(decision.action == decision.best for decision in real)
    yield ""
    yield words_for(record, "review.best_of", best=best, count=len(real))
    if (compared := f"{record.game.name}.review.compared") in speech():
        yield say(compared)
    chosen = seat_review.decisions if every else seat_review.costliest()
    if chosen:
        yield say("review.every" if every else "review.dearest")
    for decision in chosen:
        key = "review.decision" if decision.action != decision.best else "review.decision.best"
        yield words_for(
            record,
            key,
            situation=situation(record, decision.situation),
            action=named(decision.action),
            best=named(decision.best),
            loss=figure(decision.loss, ".1f"),
        )
        if face.comparison is not None and decision.action != decision.best:
            yield face.comparison(record, decision)


def _lucks(record: AnyRecord, seat_review: SeatReview) -> Iterator[str]:
    gains = sorted(seat_review.lucks, key=lambda luck: luck.gain)
    if gains and gains[-1].gain > 0:
        found = gains[-1]
        yield say("review.luckiest", situation=situation(record, found.situation), gain=figure(found.gain, "+.1f"))
    if gains and gains[0].gain < 0:
        found = gains[0]
        yield say("review.unluckiest", situation=situation(record, found.situation), gain=figure(found.gain, "+.1f"))


def situation(record: AnyRecord, note: Note) -> str:
    """Describe the situation of a decision, as part of a longer line."""
    return note_sentence(record.game, note, record.names, None).removesuffix(".")


def sparkline(values: Sequence[float], width: int = 52) -> str:
    """Draw the values as a row of blocks, at most `width` wide."""
    step = max(1, -(-len(values) // width))
    shown = [*values[:-1:step], values[-1]]
    low, high = min(shown), max(shown)
    span = (high - low) or 1.0
    return "".join(BLOCKS[int((value - low) / span * (len(BLOCKS) - 1))] for value in shown)


def as_json(record: AnyRecord, seat_review: SeatReview) -> dict[str, Any]:
    return {
        "seat": seat_review.seat + 1,
        "name": record.names[seat_review.seat],
        "start": seat_review.start,
        "luck": seat_review.luck,
        "lost": seat_review.lost,
        "reached": seat_review.reached,
        "decisions": [
            {
                "event": decision.event,
                "action": str(decision.action),
                "worth": decision.value,
                "best": str(decision.best),
                "loss": decision.loss,
                "error": decision.error,
                "alternatives": {str(action): worth for action, worth in decision.alternatives},
            }
            for decision in seat_review.decisions
        ],
        "lucks": [{"event": luck.event, "gain": luck.gain} for luck in seat_review.lucks],
    }
