"""Knowledge shown in a match: answers for the notebook, and the additions that a player knows now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from purrlor.core import Act, Millis, Record, Seat
from purrlor.games.addi_cats import Addition, Card
from purrlor.games.addi_cats.review import Moment, MomentOutcome, SeatMoments, review_seats
from purrlor.kit.children import Grade, Knowledge, Known

from .notebook import Kind, Notebook, PracticeAnswer, Verdict, parse_answer
from .skill import Sign, skills

MATCH_DIGITS = 12


def match_id(record: Record[Any, Any, Any]) -> str | None:
    """Return a fingerprint that stays the same when a match is resumed; None: no player has acted yet.

    It includes the time of the first act, because a chosen seed may serve for many matches.
    """
    first = next((event for event in record.events if isinstance(event, Act)), None)
    if first is None:
        return None
    return hashlib.sha256(f"{record.commitment} {first}".encode()).hexdigest()[:MATCH_DIGITS]


def answers_of(record: Record[Any, Any, Any], seat: Seat, ended: datetime) -> list[PracticeAnswer]:
    """Return a player's answers in a match that ended, or was left, at `ended`."""
    found = review_seats(record)[seat]
    last = record.events[-1].at if record.events else Millis(0)
    match = match_id(record)
    at_event = {
        number: ended - timedelta(milliseconds=last - event.at) for number, event in enumerate(record.events, 1)
    }
    return [
        PracticeAnswer(at_event[event].replace(microsecond=0), addition, verdict, Kind.MATCH, millis, match)
        for event, addition, verdict, millis in sorted(_observed(found), key=lambda entry: entry[0])
    ]


def _observed(found: SeatMoments) -> Iterator[tuple[int, Addition, Verdict, int | None]]:
    for moment in found.moments:
        verdict = _verdict(moment)
        if verdict is not None and not moment.sumo:
            # those that had just come up; if a Sum card had, those that lay there
            for addition in _additions(moment.newest) or _additions(moment.cards):
                yield moment.event, addition, verdict, moment.after
    for grab in found.grabs:
        if isinstance(grab.newest, Addition):
            yield grab.event, grab.newest, Verdict.WRONG, None


def _verdict(moment: Moment) -> Verdict | None:
    """Judge a moment: a hit was known, a pass or a covered card was not; a beaten hit says nothing."""
    if moment.hit:
        return Verdict.RIGHT
    return Verdict.MISSED if moment.passed or moment.outcome is MomentOutcome.MISSED else None


def _additions(cards: Sequence[Card]) -> list[Addition]:
    return list(dict.fromkeys(card for card in cards if isinstance(card, Addition)))


def remember(record: Record[Any, Any, Any], seat: Seat, player: str, ended: datetime) -> Notebook:
    """Write a match into a player's notebook. A repetition changes only the times."""
    notebook = Notebook.read(player)
    match = match_id(record)
    answers = answers_of(record, seat, ended)
    notebook = notebook.with_answers(answers) if match is None else notebook.with_match(match, answers)
    notebook.save()
    return notebook


GRADES: dict[Sign, Grade] = {Sign.QUICK: "quick", Sign.USUAL: "usual", Sign.SLOW: "slow", Sign.WEAK: "weak"}


def answer_lines(record: Record[Any, Any, Any], seat: Seat, ended: datetime) -> list[str]:
    return [str(answer) for answer in answers_of(record, seat, ended)]


def known(lines: Sequence[str]) -> list[Known]:
    """Return what a player knows, in the order of the additions, without unseen ones."""
    answers = sorted((parse_answer(line) for line in lines), key=lambda answer: answer.at)
    return [
        Known(str(addition), GRADES[skill.sign], None if skill.millis is None else round(skill.millis))
        for addition, skill in skills(answers).items()
        if skill.sign is not Sign.UNSEEN
    ]


KNOWLEDGE = Knowledge(answers=answer_lines, known=known)
